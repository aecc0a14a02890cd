import { join } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { root } from '../tests/processes.mjs';

/** Asks TypeScript whether changed files are still right by their own types. */
export class TypeChecker {
  #api;
  #changed = new Map();
  #project = join(root, 'tsconfig.json');

  constructor() {
    this.#api = new API({ cwd: root, fs: { readFile: (path) => this.#changed.get(path) } });
    this.#api.updateSnapshot({ openProjects: [this.#project] });
  }

  /** Whether no file of a mutant has an error of syntax or types. Files that import them are not looked at. */
  accepts({ sources }) {
    const paths = Object.keys(sources).map((file) => join(root, file));
    for (const [file, text] of Object.entries(sources)) this.#changed.set(join(root, file), text);
    const { program } = this.#update(paths);
    const isRight = paths.every((path) => program.getSyntacticDiagnostics(path).length + program.getSemanticDiagnostics(path).length === 0);
    for (const path of paths) this.#changed.delete(path);
    this.#update(paths);
    return isRight;
  }

  close() {
    this.#api.close();
  }

  #update(changed) {
    return this.#api.updateSnapshot({ fileChanges: { changed } }).getProject(this.#project);
  }
}
