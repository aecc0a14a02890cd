/**
 * Writes the sizes of our own build into the documents that name them: `node scripts/documented-sizes.mjs`, after a build. A size stands behind
 * a mark, `<!-- bytes of balcao.min.js -->17,000` for a file of `dist`, with brotli and rounded to thousands, or
 * `<!-- limit of frame, before its first input -->18,000` for a row of `size-budget.json`.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressBest } from './brotli.mjs';
import { readBudget } from './size.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** The documents that name sizes. */
export const SIZED = [
  'README.md',
  'README.pt-BR.md',
  'docs/isolated-frame.md',
  'docs/decisions/008-lazy-first-load.md',
  'docs/decisions/014-bytes-of-one-file.md',
];

/** A mark, with the number behind it. */
const SIZE = /(<!-- (bytes|limit) of (.+?) -->)(\d+[.,]\d{3})/g;

const budget = readBudget();

/** Measures a file below `dist`. A lazy file is named without its hash: `lazy/pay`. */
function measure(name) {
  const lazyFiles = readdirSync(join(dist, 'lazy')).map((file) => `lazy/${file}`);
  const path = lazyFiles.find((file) => file.startsWith(`${name}-`)) ?? name;
  return compressBest(readFileSync(join(dist, path))).length;
}

/** Lists the sizes that a document has behind marks, with what they are now. */
export function listSizes(text) {
  return [...text.matchAll(SIZE)].map(([, , kind, name, written]) => ({
    kind,
    name,
    written: Number(written.replace(/[.,]/, '')),
    actual: kind === 'limit' ? budget[name] : measure(name),
  }));
}

/** Replaces the sizes in a document by what they are now. */
function updateSizes(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const language = file.includes('pt-BR') ? 'pt-BR' : 'en';
  const sizes = listSizes(text);
  const updated = text.replace(SIZE, (_, mark) => {
    const { kind, actual } = sizes.shift() ?? {};
    return mark + (kind === 'limit' ? actual : Math.round(actual / 1000) * 1000).toLocaleString(language, { useGrouping: 'always' });
  });
  if (updated !== text) console.log(`${file} has other sizes now`);
  writeFileSync(join(root, file), updated);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) for (const file of SIZED) updateSizes(file);
