/**
 * Writes sizes into the documents that name them: `node scripts/documented-sizes.mjs`, after a build. A size stands behind a mark, rounded to
 * thousands unless it is a limit:
 *
 * - `<!-- bytes of balcao.min.js + lazy/pay -->86,000` is of files of `dist`, with brotli;
 * - `<!-- limit of frame, before its first input -->18,000` is a row of `size-budget.json`;
 * - `<!-- peer of Adyen's card, before the field -->105,000` is a row of `docs/peers.md`, from its first table or, `in all`, its second.
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
  'docs/in-your-page.md',
  'docs/pt-BR/in-your-page.md',
  'docs/isolated-frame.md',
  'docs/decisions/008-lazy-first-load.md',
  'docs/decisions/014-bytes-of-one-file.md',
];

/** A mark, with the number behind it. */
const SIZE = /(<!-- (bytes|limit|peer) of (.+?) -->)(\d+[.,]\d{3})/g;

const budget = readBudget();

/** Measures files below `dist`. A lazy file is named without its hash: `lazy/pay`. */
function measure(names) {
  const lazyFiles = readdirSync(join(dist, 'lazy')).map((file) => `lazy/${file}`);
  const paths = names.split(' + ').map((name) => lazyFiles.find((file) => file.startsWith(`${name}-`)) ?? name);
  return paths.reduce((sum, path) => sum + compressBest(readFileSync(join(dist, path))).length, 0);
}

/** Finds the bytes of a page in `docs/peers.md`: up to the field in its first table, in all in its second. */
function findPeer(name) {
  const [, title, table] = /^(.+), (before the field|in all)$/.exec(name) ?? [];
  const lines = readFileSync(join(root, 'docs/peers.md'), 'utf8').split('\n');
  const [first, second] = lines.map((line) => line.split('|').map((cell) => cell.trim())).filter(([, cell]) => cell === title);
  const bytes = Number((table === 'in all' ? second?.[2] : first?.[5])?.replaceAll(',', ''));
  if (!title || !bytes) throw new Error(`docs/peers.md has no bytes of ${name}`);
  return bytes;
}

/** The ways to find a size, by the kind of its mark. */
const FIND = { bytes: measure, limit: (name) => budget[name], peer: findPeer };

/** Lists the sizes that a document has behind marks, with what they are now. */
export function listSizes(text) {
  return [...text.matchAll(SIZE)].map(([, , kind, name, written]) => ({
    kind,
    name,
    written: Number(written.replace(/[.,]/, '')),
    actual: FIND[kind](name),
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
