/** The race of some pages to their first field: all in turns, each time with an empty cache; medians, compared with those of the bare pages. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { buildChunks } from '../../scripts/build/configs.mjs';
import { findMedian } from '../median.mjs';
import { startBenchServer } from './server.mjs';

const sources = fileURLToPath(new URL('.', import.meta.url));

/** Returns the folder of our build. */
export function findDist() {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  if (!existsSync(join(dist, 'balcao.js'))) throw new Error('There is no dist: run `npm run build` first.');
  return dist;
}

/** More rounds of what is the same each time would tell nothing. */
const STEADY_ROUNDS = 3;

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
  const { createSandbox } = await tsImport('../../src/sandbox/index.ts', import.meta.url);
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
 * @param {import('./pages.mjs').BenchPage[]} pages The bare ones among them.
 * @param {object} options
 * @param {Record<string, string>} options.folders The first part of a path -> the folder whose scripts are below it.
 * @param {number} options.rounds How often each page is measured.
 * @param {import('./measures.mjs').Measure[]} options.measures
 * @param {(line: string) => void} options.say Hears how far it is.
 * @returns {Promise<Record<string, Record<string, number>>>} The numbers by page.
 */
export async function race(browser, pages, { folders, rounds, measures, say }) {
  const [built, service] = [await buildBareScripts(), await createService()];
  const server = await startBenchServer({ pages, folders, built, service });
  try {
    return summarize(await collectSamples({ browser, server }, pages, { rounds, measures, say }));
  } finally {
    server.close();
  }
}
