import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './configs.mjs';

/** Lists what a declaration imports. */
function listTypeImports(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...bare.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)].map(([, name]) => name);
}

/** Lists the declarations below `dist`. */
export function listDeclarations(dist) {
  const files = readdirSync(dist, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  return files.filter((file) => file.endsWith('.d.ts'));
}

/** Lists the declarations that the entries of `package.json` lead to, and what they import. */
export function listReachable(dist) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => (types ? [types.replace('./dist/', '')] : []));
  const patterns = entries.map((entry) => new RegExp(`^${entry.replaceAll('.', '\\.').replace('*', '[^/]+')}$`));
  const reached = new Set(listDeclarations(dist).filter((file) => patterns.some((pattern) => pattern.test(file))));
  for (const file of reached) {
    for (const name of listTypeImports(readFileSync(join(dist, file), 'utf8'))) {
      if (name.startsWith('.')) reached.add(join(dirname(file), name).replaceAll('\\', '/').replace(/\.js$/, '.d.ts'));
    }
  }
  return reached;
}

/** Removes the declarations that no entry leads to: nobody can import them. */
export function removeUnreachable(dist) {
  const reached = listReachable(dist);
  for (const file of listDeclarations(dist)) if (!reached.has(file)) rmSync(join(dist, file));
}
