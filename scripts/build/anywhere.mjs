import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { listEntries, root } from './configs.mjs';

/** Returns whether an entry has elements, and so needs Lit. */
const hasElements = (name) => name === 'index' || name.endsWith('define');

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
    writeFileSync(file, `import 'lit';\nexport * from '${posix.relative(posix.dirname(`node/${name}`), name)}.js';\n`);
  }
}

/** Returns the first line of a chunk: where it imports Lit, `dist/lit` comes first. */
export function importLitFirst({ fileName, imports }) {
  if (!imports.some((name) => /^lit(?:\/|$)/.test(name))) return '';
  const path = posix.relative(posix.dirname(fileName), 'lit/index.js');
  return `import '${path.startsWith('.') ? path : `./${path}`}';`;
}
