/**
 * Prints sizes in bytes (brotli, quality 11): of the files that Chromium loads for the module and for the classic script before a person can
 * type into the first field, and until a new card can be paid; of the files that Vite makes of `balcao/define` for the first field; and of
 * the files that a frame of card fields loads. Also prints the number of the module build's files.
 * Fails if a number is over its budget in `size-budget.json`; `--update` writes smaller numbers there. A change that makes a number grow
 * raises the budget, and its commit says by how much and why.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLAIN_PAGES } from '../bench/first-field/pages.mjs';
import { measureWire, measureWireUntilPayable } from '../bench/first-field/wire.mjs';
import { compressBest } from './brotli.mjs';
import { measureDefine } from './define-size.mjs';
import { launchChromium } from './launch-chromium.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const budgetFile = fileURLToPath(new URL('../size-budget.json', import.meta.url));

/** Counts the scripts of the module build: the first one and the lazy-loaded ones. */
function countModuleFiles() {
  const lazy = join(dist, 'lazy');
  return 1 + (existsSync(lazy) ? readdirSync(lazy).length : 0);
}

/** Measures what each script brings before its first field, and until a new card can be paid. */
async function measureOwnWire() {
  const browser = await launchChromium();
  const sizes = {};
  try {
    for (const page of PLAIN_PAGES) {
      const first = await measureWire(browser, dist, page);
      sizes[`${page.id}, over the wire before the field could be typed into`] = first.bytes;
      sizes[`${page.id}, requests before the field could be typed into`] = first.paths.length;
      const payable = await measureWireUntilPayable(browser, dist, page);
      sizes[`${page.id}, over the wire until a new card can be paid`] = payable.bytes;
      sizes[`${page.id}, requests until a new card can be paid`] = payable.paths.length;
    }
    return sizes;
  } finally {
    await browser.close();
  }
}

/** Measures what a page that Vite has built with `balcao/define` loads before its first field. */
async function measureBuiltDefine() {
  const { bytes, files } = await measureDefine(dist);
  return {
    'balcao/define built by Vite, before the first field': bytes,
    'balcao/define built by Vite, files before the first field': files,
  };
}

/** The allowance for the page of a frame and its entry, which `npx balcao frame` writes for each shop, bytes. A short config needs less. */
const FRAME_PAGE_BYTES = 800;

/** Measures the files that a frame of card fields loads before its first input, and all that it loads, in Portuguese. */
function measureFrame() {
  const frame = join(dist, 'frame');
  const sum = (pattern) =>
    readdirSync(frame)
      .filter((file) => pattern.test(file))
      .reduce((bytes, file) => bytes + compressBest(readFileSync(join(frame, file))).length, FRAME_PAGE_BYTES);
  return {
    'frame, before its first input': sum(/^(?:core\.js|frame\.css)$/),
    'frame, all that it loads in Portuguese': sum(/^(?:core\.js|frame\.css|late-.+\.js)$/),
  };
}

/** @returns {Promise<Record<string, number>>} The numbers by name. They are bytes unless the name says otherwise. */
export async function measureSizes() {
  return {
    ...(await measureOwnWire()),
    ...(await measureBuiltDefine()),
    'balcao.js, files with the lazy ones': countModuleFiles(),
    ...measureFrame(),
  };
}

/** @returns {string[]} A line for each number of the budget that is exceeded. */
export function findExcess(sizes, budget) {
  return Object.entries(sizes)
    .filter(([name, size]) => size > (budget[name] ?? Infinity))
    .map(([name, size]) => `${name}: ${size} is ${size - budget[name]} above its budget of ${budget[name]}`);
}

export function readBudget() {
  return JSON.parse(readFileSync(budgetFile, 'utf8'));
}

function updateBudget(sizes) {
  const budget = readBudget();
  const lower = Object.entries(sizes).map(([name, size]) => [name, Math.min(size, budget[name] ?? Infinity)]);
  writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
}

async function main() {
  const sizes = await measureSizes();
  if (process.argv.includes('--update')) updateBudget(sizes);
  const budget = readBudget();
  for (const [name, size] of Object.entries(sizes)) console.log(`${name}: ${size}, budget ${budget[name]}`);
  const excess = findExcess(sizes, budget);
  for (const line of excess) console.error(line);
  if (excess.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
