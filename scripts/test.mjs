/**
 * Runs tests. The last line is `N passed, N failed`, alone, over all that ran.
 *
 * - `node scripts/test.mjs` builds the package, then runs every browser test in Chromium, and in Node the tests of the package and those of the
 *   shop's server, but for the long ones.
 * - `quick`: the tests that need no element, in one page of Chromium.
 * - `browsers`: every browser test in Firefox and WebKit.
 * - `model`: all steps of the model and the whole fault matrix, in every engine.
 * - `frame`: the tests of the card form and of the checkout with the card's fields in a frame of another origin: all in Chromium, those of
 *   typing, outcomes, faults and tabs in every engine; then those of the frame that is published, hostile pages among them. Tests that cannot hold
 *   there are named, each with its reason. `--after-tests`: what was built is there.
 * - `server`: the tests of the shop's server, in Node, with a PostgreSQL of their own; they need no build. `--heavy`: the long ones alone, in
 *   files named `*.heavy.test.mjs` or in a folder `heavy`, which `npm test` leaves out.
 * - `model-frame`: all steps of the model with the card's fields in a frame, in Chromium.
 *
 * `--once-more`, which only `.ci/run` gives: a file that failed in Firefox or WebKit is run once more, alone, and named if it passes then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGINES, chooseEngines, findBrowsers } from './browsers.mjs';
import { listNotFramed } from '../test/support/frame/not-framed.mjs';
import { runBrowserTests } from './tests/browsers.mjs';
import { isPostgresForgone } from './postgres.mjs';
import { runFramedPackageTests, runPackageTests, runServerTests } from './tests/node.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

const MINUTE_MS = 60_000;

/** Runs `work` with a folder for its files, which is removed afterwards. */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-tests-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs browser tests in the engines that are wanted and here, unless `BROWSERS` asks for others; names those that are not. */
async function runInEngines(folder, wanted, options) {
  const { present, missing, missingRequired } = chooseEngines(await findBrowsers(), wanted);
  for (const name of missing) console.log(`${name.toUpperCase()}: NOT RUN, THIS MACHINE DOES NOT HAVE IT`);
  if (missingRequired.length > 0 || present.length === 0)
    return { counts: [], wallTimes: [], broken: [`${missing.join(', ')}: not on this machine`] };
  return runBrowserTests(folder, { ...options, engines: present.join(',') });
}

/** Says at the end of a run, after what its files said, that tests are missing in its counts. */
function announceWithoutPostgres() {
  if (isPostgresForgone()) console.log('POSTGRESQL: NOT RUN, AS BALCAO_NO_POSTGRES SAYS');
}

/** The tests of the shop's server. */
async function runServer(folder) {
  const run = await runServerTests(folder, isHeavyAlone ? { isHeavy: true } : {});
  announceWithoutPostgres();
  // A run of nothing must not look like one in which all is well.
  return run.counts.length > 0 ? run : { ...run, broken: ['the tests of the server, of which there are none'] };
}

/** The tests of a change: every browser test in Chromium, and those in Node, of which the package's read `dist`. */
export async function runChangeTests(folder) {
  const inBrowser = await runInEngines(folder, ['chromium'], { limitMs: 20 * MINUTE_MS });
  const ofPackage = await runPackageTests(folder);
  announceWithoutPostgres();
  return {
    ...inBrowser,
    counts: [...inBrowser.counts, ...ofPackage.counts],
    wallTimes: [...inBrowser.wallTimes, ...ofPackage.wallTimes],
  };
}

/** How the counts of a run in a frame are called. */
const IN_FRAME = 'with a frame';

/** The tests that hold in both modes, with the card's fields in a frame; then those of such a frame alone, of what is published. */
async function runFramedTests(folder) {
  const { present } = chooseEngines(await findBrowsers(), ENGINES);
  const runs = [];
  for (const [tests, engines] of [
    ['framed', present.filter((name) => name === 'chromium')],
    ['framed everywhere', present.filter((name) => name !== 'chromium')],
  ]) {
    const options = { limitMs: 25 * MINUTE_MS, env: { TESTS: tests, CARD_FRAME: '1' }, isRunAgain };
    if (engines.length > 0) runs.push(await runBrowserTests(folder, { ...options, engines: engines.join(',') }));
  }
  const ofPackage = await runFramedPackageTests(folder);
  const all = (key) => [...runs, ofPackage].flatMap((run) => run[key] ?? []);
  const notFramed = listNotFramed();
  for (const [test, reason] of notFramed) console.log(`NOT ${IN_FRAME}: ${test}: ${reason}`);
  const skipped = all('counts').reduce((sum, { engine, skipped: count }) => sum + (engine === 'Chromium' ? count : 0), 0);
  const isStale = present.includes('chromium') && skipped !== notFramed.length;
  return {
    counts: all('counts').map((count) => ({ ...count, engine: `${count.engine} ${IN_FRAME}` })),
    wallTimes: all('wallTimes').map((time) => ({ ...time, name: `${time.name} ${IN_FRAME}` })),
    unstable: all('unstable'),
    broken: [
      ...all('broken'),
      ...(isStale ? [`test/support/frame/not-framed.json, which names ${notFramed.length} tests of which ${skipped} are there`] : []),
    ],
  };
}

/** Builds the package, then runs tests that read `dist`. */
export async function buildAndRun(runTests, folder) {
  const { isOk } = await runProgram('the build', [process.execPath, 'scripts/build.mjs'], { limitMs: 3 * MINUTE_MS });
  return isOk ? runTests(folder) : { counts: [], broken: ['the build'] };
}

const isRunAgain = process.argv.includes('--once-more');
const isHeavyAlone = process.argv.includes('--heavy');

const PARTS = {
  change: (folder) => buildAndRun(runChangeTests, folder),
  quick: (folder) => runInEngines(folder, ['chromium'], { limitMs: 3 * MINUTE_MS, env: { TESTS: 'quick' } }),
  browsers: (folder) => runInEngines(folder, ['firefox', 'webkit'], { limitMs: 45 * MINUTE_MS, isRunAgain }),
  model: (folder) =>
    runInEngines(folder, ENGINES, { files: ['test/model/*.test.ts'], limitMs: 40 * MINUTE_MS, env: { WHOLE_MODEL: '1' }, isRunAgain }),
  server: runServer,
  'model-frame': (folder) =>
    runInEngines(folder, ['chromium'], {
      files: ['test/model/model.test.ts'],
      limitMs: 25 * MINUTE_MS,
      env: { WHOLE_MODEL: '1', CARD_FRAME: '1' },
    }),
  frame: (folder) => (process.argv.includes('--after-tests') ? runFramedTests(folder) : buildAndRun(runFramedTests, folder)),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const part = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'change';
  if (!(part in PARTS)) throw new Error(`There is no part ${part}; the parts are ${Object.keys(PARTS).join(', ')}`);
  endRun(await withFolder(PARTS[part]));
}
