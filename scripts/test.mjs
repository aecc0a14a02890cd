/**
 * Runs tests: `node --import tsx scripts/test.mjs PART`. The last line is only `N passed, N failed`, over all tests that ran.
 *
 * A matrix runs a sample of its combinations, by a seed in the source. With `WHOLE=1` it runs all of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listNotFramed } from '../test/support/frame/not-framed.mjs';
import { ENGINES, chooseEngines, findBrowsers } from './browsers.mjs';
import { runBrowserTests } from './tests/browsers.mjs';
import { listChangeFiles, listCiFiles, listServerFiles, listWholeFiles, runNodeTests } from './tests/node.mjs';
import { endRun } from './tests/summary.mjs';

/** Runs `work` with a temporary folder, which is removed afterwards. */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-tests-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Joins several runs into one: each list has the items of all runs. */
export function joinRuns(runs) {
  const all = (key) => runs.flatMap((run) => run[key] ?? []);
  return {
    counts: all('counts'),
    wallTimes: all('wallTimes'),
    unstable: all('unstable'),
    broken: all('broken'),
    steps: all('steps'),
    notRun: all('notRun'),
  };
}

/** Runs browser tests in the wanted engines that this machine has. `BROWSERS` can select other engines. Names the missing engines. */
async function runInEngines(folder, wanted, options = {}) {
  const { present, missing, missingRequired } = chooseEngines(findBrowsers(), wanted);
  if (missingRequired.length > 0 || present.length === 0) return { counts: [], broken: [`${missing.join(', ')}: not on this machine`] };
  const notRun = missing.map((name) => `${name.toUpperCase()}: NOT RUN, THIS MACHINE DOES NOT HAVE IT`);
  const isRunAgain = process.argv.includes('--once-more');
  return { ...(await runBrowserTests(folder, { ...options, engines: present.join(','), isRunAgain })), notRun };
}

/** Runs the tests of a change: all behaviour in Chromium, and the tests of the package and of the shop's server in Node. */
export async function runChangeTests(folder) {
  const inBrowser = await runInEngines(folder, ['chromium']);
  return joinRuns([inBrowser, await runNodeTests(folder, listChangeFiles(), { name: 'the package and the server, in Node' })]);
}

/** Adds words to the name of a run's engine: `with a frame`. */
function nameRun(run, words) {
  return {
    ...run,
    counts: run.counts.map((count) => ({ ...count, engine: `${count.engine} ${words}` })),
    wallTimes: run.wallTimes?.map((time) => ({ ...time, name: `${time.name} ${words}` })),
  };
}

/** The name of the counts of a run with a frame. */
const IN_FRAME = 'with a frame';

/**
 * Runs the tests of the card form and the checkout with the card fields in a frame of another origin: all in Chromium, some in every
 * engine.
 */
async function runFramedTests(folder) {
  const inChromium = await runInEngines(folder, ['chromium'], { env: { TESTS: 'framed', CARD_FRAME: '1' } });
  const inOthers = await runInEngines(folder, ['firefox', 'webkit'], { env: { TESTS: 'framed everywhere', CARD_FRAME: '1' } });
  const notFramed = listNotFramed();
  for (const [test, reason] of notFramed) console.log(`NOT ${IN_FRAME}: ${test}: ${reason}`);
  const skipped = inChromium.counts.reduce((sum, count) => sum + count.skipped, 0);
  const run = joinRuns([inChromium, inOthers]);
  return {
    ...nameRun(run, IN_FRAME),
    broken: skipped === notFramed.length ? run.broken : [...run.broken, `not-framed.json, of whose tests ${skipped} are there`],
  };
}

/** Runs tests of faults, forms, frames and tabs with the elements of the classic script, in Chromium. Of each matrix a sample runs. */
async function runClassicTests(folder) {
  const inPage = await runInEngines(folder, ['chromium'], { env: { TESTS: 'classic' } });
  const inFrame = await runInEngines(folder, ['chromium'], { env: { TESTS: 'classic framed', CARD_FRAME: '1' } });
  return joinRuns([nameRun(inPage, 'with the classic script'), nameRun(inFrame, 'with the classic script and a frame')]);
}

const WHOLE = { env: { WHOLE: '1' } };

/** The number of steps of the model in CI. All of them take a quarter of the run in Chromium: `npm run test:model` takes them. */
const CI_MODEL_STEPS = '2400';

/**
 * Runs the tests of `change`, `matrices` and `ci`, each once. A matrix runs completely, which includes the sample that `change` has of it;
 * the model takes a part of its steps.
 */
async function runWholeTests(folder) {
  const inBrowser = await runInEngines(folder, ['chromium'], { env: { TESTS: 'whole', MODEL_STEPS: CI_MODEL_STEPS, ...WHOLE.env } });
  const { files, apart } = listWholeFiles();
  const env = { ...WHOLE.env, BALCAO_APART: apart.join(',') };
  return joinRuns([inBrowser, await runNodeTests(folder, files, { name: 'all but the consumers, in Node', env })]);
}

const PARTS = {
  /** The tests of `npm test`. */
  change: runChangeTests,
  /** What `npm test`, `npm run test:matrices` and `npm run test:ci` run, in one run. */
  whole: runWholeTests,
  /** The browser tests that need no element. */
  quick: (folder) => runInEngines(folder, ['chromium'], { env: { TESTS: 'quick' } }),
  /** The behaviour in which engines may differ, in Firefox and WebKit. */
  browsers: (folder) => runInEngines(folder, ['firefox', 'webkit'], { env: { TESTS: 'engines' } }),
  /** The complete matrices of browser tests, in Chromium. */
  matrices: (folder) => runInEngines(folder, ['chromium'], { env: { TESTS: 'matrices', ...WHOLE.env } }),
  /** The complete model, and the documents' tables, in every engine. */
  model: (folder) =>
    runInEngines(folder, ENGINES, { files: ['test/model/*.test.ts', 'test/acceptance/script-policies.test.ts'], ...WHOLE }),
  'model-frame': (folder) =>
    runInEngines(folder, ['chromium'], { files: ['test/model/model.test.ts'], env: { ...WHOLE.env, CARD_FRAME: '1' } }),
  frame: runFramedTests,
  classic: runClassicTests,
  /** All tests of the shop's server. */
  server: (folder) => runNodeTests(folder, listServerFiles(), { name: 'the server, in Node', ...WHOLE }),
  /** The tests in Node that only CI runs: documents, printed shops, pictures, matrices. */
  ci: (folder) => runNodeTests(folder, listCiFiles(), { name: 'what only CI runs, in Node', ...WHOLE }),
  /**
   * The package in example projects of its users. The installation needs the npm registry. `CONSUMERS=react,vue` runs some of the projects.
   */
  consumers: (folder) =>
    runNodeTests(folder, ['test/consumers/consumers.test.mjs', 'test/consumers/server-rendered.test.mjs'], { name: 'the consumers' }),
  /** The package in every bundler, which needs the npm registry, too. `BUNDLERS=webpack,parcel` runs some of them. */
  bundlers: (folder) => runNodeTests(folder, ['test/consumers/bundlers.test.mjs'], { name: 'the bundlers' }),
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [part = 'change'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  if (!(part in PARTS)) throw new Error(`There is no part ${part}; the parts are ${Object.keys(PARTS).join(', ')}`);
  endRun(await withFolder(PARTS[part]));
}
