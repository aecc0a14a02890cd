import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { listEntries, root } from './configs.mjs';

/** Returns whether an entry has elements, and so needs Lit. */
const hasElements = (name) => name === 'index' || name === 'react/index' || name.endsWith('define');

/**
 * Writes the files by which the entries with elements can be imported where there is no page. Lit's build for browsers fails there: its
 * modules use `HTMLElement` and `document`.
 *
 * - `dist/lit` lends both to Lit while it loads.
 * - `dist/node` has the entries for Node. They load Lit first, so that its build for Node uses its own `HTMLElement`, as it does without us.
 */
export function writeAnywhere(dist) {
  cpSync(join(root, 'scripts/build/lit'), join(dist, 'lit'), { recursive: true });
  for (const name of Object.keys(listEntries()).filter(hasElements)) {
    const file = join(dist, 'node', `${name}.js`);
    mkdirSync(dirname(file), { recursive: true });
    const { directive, names } = readEntry(join(dist, `${name}.js`));
    writeFileSync(file, `${directive}import 'lit';\nexport ${names} from '${posix.relative(posix.dirname(`node/${name}`), name)}.js';\n`);
  }
}

/** Reads how an entry is exported again. A module for clients of React has its directive, and names what it exports: frameworks ask for both. */
function readEntry(file) {
  const { body } = parseSync(file, readFileSync(file, 'utf8')).program;
  const [first] = body;
  if (first?.type !== 'ExpressionStatement' || !('directive' in first)) return { directive: '', names: '*' };
  const exported = body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? node.specifiers : []));
  return {
    directive: `'${first.directive}';\n`,
    names: `{ ${exported.map((each) => ('name' in each.exported ? each.exported.name : each.exported.value)).join(', ')} }`,
  };
}

/** Returns the first line of a chunk: where it imports Lit, `dist/lit` comes first. */
export function importLitFirst({ fileName, imports }) {
  if (!imports.some((name) => /^lit(?:\/|$)/.test(name))) return '';
  const path = posix.relative(posix.dirname(fileName), 'lit/index.js');
  return `import '${path.startsWith('.') ? path : `./${path}`}';`;
}
