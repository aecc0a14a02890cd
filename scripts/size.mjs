/**
 * Prints the bytes (brotli, quality 11) of both script-tag files and fails beyond the budget in `size-budget.json` (`--update` writes
 * today's there, if smaller). A change that makes a file grow raises its budget and says in its commit by how much, and why.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const budgetFile = fileURLToPath(new URL('../size-budget.json', import.meta.url));

function brotliBytes(file) {
  return brotliCompressSync(readFileSync(join(dist, file)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The file and everything it imports statically, as paths below `dist`. */
function listStaticClosure(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(join(dist, file), 'utf8');
  for (const [, path] of code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^'"`;()]*?from\s*)?["'](\.[^"']+)["']/g)) {
    listStaticClosure(join(dirname(file), path), seen);
  }
  return seen;
}

/** @returns {Record<string, number>} Bytes by what they are the bytes of. */
export function measureSizes() {
  const first = [...listStaticClosure('balcao.js')].map(brotliBytes).reduce((sum, bytes) => sum + bytes, 0);
  return { 'balcao.min.js': brotliBytes('balcao.min.js'), 'balcao.js, before the first input': first };
}

/** @returns {string[]} A line for each number of the budget that is exceeded. */
export function findExcess(sizes, budget) {
  return Object.entries(sizes)
    .filter(([name, bytes]) => bytes > (budget[name] ?? Infinity))
    .map(([name, bytes]) => `${name} is ${bytes} bytes, ${bytes - budget[name]} above its budget of ${budget[name]}`);
}

export function readBudget() {
  return JSON.parse(readFileSync(budgetFile, 'utf8'));
}

function updateBudget(sizes) {
  const budget = readBudget();
  const lower = Object.entries(sizes).map(([name, bytes]) => [name, Math.min(bytes, budget[name] ?? Infinity)]);
  writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = measureSizes();
  if (process.argv.includes('--update')) updateBudget(sizes);
  const budget = readBudget();
  for (const [name, bytes] of Object.entries(sizes)) {
    console.log(`${name}: ${bytes} bytes brotli, budget ${budget[name]}`);
  }
  const excess = findExcess(sizes, budget);
  for (const line of excess) console.error(line);
  if (excess.length > 0) process.exitCode = 1;
}
