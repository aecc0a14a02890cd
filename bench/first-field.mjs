/**
 * How soon the first field can be used, and what it costs: our module and our classic script beside a bare `<input>` and a bare Lit element, in one run, in a
 * Chromium that throttles itself. Pages are loaded in turns, each time with an empty cache; numbers are medians; ratios are of one run.
 *
 * `node bench/first-field.mjs [--rounds N] [--only page,page] [--measures name,name] [--release DIR] [--json]`, after `npm run build`; fails where
 * a number is over its limit in `first-field/limits.mjs`. `--release DIR`: the `dist` of the last release, to be measured beside; none is
 * published yet, so that there is nothing to give.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchChromium } from '../scripts/launch-chromium.mjs';
import { findExcess, formatTable } from './first-field/limits.mjs';
import { MEASURES } from './first-field/measures.mjs';
import { BARE_PAGES, listPages } from './first-field/pages.mjs';
import { findDist, race } from './first-field/race.mjs';

const ROUNDS = 9;

/** What every ratio needs. */
const BASES = BARE_PAGES.map(({ id }) => id);

/**
 * @param {import('playwright-core').Browser} browser
 * @param {object} [options]
 * @param {number} [options.rounds] How often each page is measured.
 * @param {string[] | undefined} [options.only] Identifiers of pages; the bare ones are always measured.
 * @param {string[] | undefined} [options.measures] Names of `MEASURES`.
 * @param {string | undefined} [options.release] The folder of a released build.
 * @param {(line: string) => void} [options.say] Hears how far it is.
 * @returns {Promise<{ numbers: Record<string, Record<string, number>>, table: string, excess: string[] }>} The numbers by page, the table to print,
 * and a line for each number over its limit.
 */
export async function raceToFirstField(browser, { rounds = ROUNDS, only, measures, release, say = () => {} } = {}) {
  const dist = findDist();
  if (!release) say('no release to compare with');
  const files = Object.keys(JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8')));
  const cardsFile = files.find((file) => file.startsWith('lazy/saved-cards-'));
  const pages = listPages({ hasRelease: Boolean(release), cardsFile }).filter(({ id }) => !only || only.includes(id) || BASES.includes(id));
  const chosen = Object.entries(MEASURES).flatMap(([name, measure]) => (!measures || measures.includes(name) ? [measure] : []));
  const numbers = await race(browser, pages, { folders: { dist, ...(release && { release }) }, rounds, measures: chosen, say });
  return { numbers, table: formatTable(numbers), excess: findExcess(numbers) };
}

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(ROUNDS) },
      only: { type: 'string' },
      measures: { type: 'string' },
      release: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const browser = await launchChromium({ isWhole: true });
  try {
    const { numbers, table, excess } = await raceToFirstField(browser, {
      rounds: Number(values.rounds),
      only: values.only?.split(','),
      measures: values.measures?.split(','),
      release: values.release,
      say: (line) => console.error(line),
    });
    console.log(
      values.json ? JSON.stringify({ chromium: browser.version(), rounds: Number(values.rounds), numbers, excess }, null, 2) : table,
    );
    for (const line of excess) console.error(line);
    const [load] = loadavg();
    if (load > availableParallelism() + 1) console.error(`The machine is busy with other things (load ${load.toFixed(1)}): times are longer than on a quiet one.`); // prettier-ignore
    if (excess.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
