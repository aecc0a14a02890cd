/**
 * How soon the first field can be used, and what it costs: our module and our classic script beside a bare `<input>` and a bare Lit element, in one run, in a
 * Chromium that throttles itself. Pages are loaded in turns, each time with an empty cache; numbers are medians; ratios are of one run.
 *
 * `node bench/first-field.mjs [--rounds N] [--only page,page] [--measures name,name] [--release DIR] [--json]`, after `npm run build`; fails where
 * a number is over its limit in `first-field/limits.mjs`. `--release DIR`: the `dist` of the last release, to be measured beside; none is
 * published yet, so that there is nothing to give.
 */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';
import { buildChunks } from '../scripts/build/configs.mjs';
import { launchChromium } from '../scripts/launch-chromium.mjs';
import { findExcess, formatTable } from './first-field/limits.mjs';
import { MEASURES } from './first-field/measures.mjs';
import { listPages } from './first-field/pages.mjs';
import { startBenchServer } from './first-field/server.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const sources = join(root, 'bench/first-field');

const ROUNDS = 9;

/** More rounds of what is the same each time would tell nothing. */
const STEADY_ROUNDS = 3;

/** What every ratio needs. */
const BASES = ['bare', 'lit'];

/** The bare pages' scripts as a shop would build them. */
async function buildBareScripts() {
  const entries = ['bare-input.js', 'lit-input.js'].map(async (name) => {
    const rollupOptions = { input: join(sources, name) };
    const [{ code }] = await buildChunks({
      configFile: false,
      root: sources,
      logLevel: 'error',
      mode: 'production',
      build: { modulePreload: false, rollupOptions },
    });
    return [`/bench/${name}`, code];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The sandbox, from its source: the script-tag files may be all that is built. */
async function createService() {
  const { createSandbox } = await tsImport('../src/sandbox/index.ts', import.meta.url);
  return createSandbox({ basePath: '/pagamentos/' });
}

/** Visits all pages in turns; the first round only warms up. */
async function collectSamples(lab, pages, { rounds, measures, say }) {
  const samples = Object.fromEntries(pages.map(({ id }) => [id, {}]));
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const { fits, measure, countVisits = () => 1, isSteady } of measures) {
      if (isSteady && round > STEADY_ROUNDS) continue;
      const visits = pages.filter(fits).flatMap((page) => Array.from({ length: countVisits(page) }, () => page));
      for (const page of visits) {
        const numbers = await measure(lab, page);
        if (round === 0) continue;
        for (const [key, value] of Object.entries(numbers)) (samples[page.id][key] ??= []).push(value);
      }
    }
  }
  return samples;
}

function findMedian(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}

/** The numbers of the table from a page's medians and those of the bare pages. */
function compare(own, bare, lit) {
  return {
    ...own,
    slowRatio: own.slowMs / lit.slowMs,
    fastRatio: own.fastMs / lit.fastMs,
    cpuMs: own.loadMs - bare.loadMs,
    cpuRatio: (own.loadMs - bare.loadMs) / (lit.loadMs - bare.loadMs),
    firstHeapKiB: own.firstHeapKiB - bare.firstHeapKiB,
    heapKiB: own.heapKiB - bare.heapKiB,
    pixHeapKiB: own.pixHeapKiB - bare.heapKiB,
    keyRatio: own.keyMs / bare.keyMs,
    quickKeyRatio: own.quickKeyMs / bare.quickKeyMs,
  };
}

function summarize(samples) {
  const medians = Object.fromEntries(
    Object.entries(samples).map(([id, keys]) => [id, Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, findMedian(values)]))]), // prettier-ignore
  );
  const compared = (own) => Object.entries(compare(own, medians.bare, medians.lit)).filter(([, value]) => Number.isFinite(value));
  return Object.fromEntries(Object.entries(medians).map(([id, own]) => [id, Object.fromEntries(compared(own))]));
}

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
  if (!existsSync(join(dist, 'balcao.js'))) throw new Error('There is no dist: run `npm run build` first.');
  if (!release) say('no release to compare with');
  const files = Object.keys(JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8')));
  const cardsFile = files.find((file) => file.startsWith('lazy/saved-cards-'));
  const pages = listPages({ hasRelease: Boolean(release), cardsFile }).filter(({ id }) => !only || only.includes(id) || BASES.includes(id));
  const built = await buildBareScripts();
  const service = await createService();
  const server = await startBenchServer({ pages, folders: { dist, ...(release && { release }) }, built, service });
  try {
    const chosen = Object.entries(MEASURES).flatMap(([name, measure]) => (!measures || measures.includes(name) ? [measure] : []));
    const numbers = summarize(await collectSamples({ browser, server }, pages, { rounds, measures: chosen, say }));
    return { numbers, table: formatTable(numbers), excess: findExcess(numbers) };
  } finally {
    server.close();
  }
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
