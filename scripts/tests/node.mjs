/** The run of the tests in Node, by Node's own runner. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startRunPostgres } from '../../test/server/postgres-server.mjs';
import { startBrowserServer } from '../launch-chromium.mjs';
import { describeMissingPgBouncer, describeMissingPostgres } from '../postgres.mjs';
import { makeArtifacts } from './artifacts.mjs';
import { ensureDist } from './dist.mjs';
import { root } from './processes.mjs';

/** The time limit of a test file, ms. It is the only limit against hanging tests. */
const LIMIT_MS = 25 * 60_000;

/** The number of files that run at the same time: while one waits for its browser or its server, others work. */
const AT_A_TIME = 3;

/** The file that runs all tests of the shop's server in one process, which loads the sources once. */
const SERVER = 'test/server/all.mjs';

/** The folders of tests that run in Node, each file in a separate process. */
const FOLDERS = ['test/acceptance', 'test/bin', 'test/explorer', 'test/model', 'test/package', 'test/upgrade', 'test/visual'];

/** The files that take the longest. */
const LONGEST = ['test/explorer/page.test.mjs', 'test/explorer/server.test.mjs'];

/** The names of tests that only CI runs. */
const OF_CI = /\.ci\.test\.mjs$/;

/** The mark of a test file that runs only a sample before a commit: it reads `WHOLE`, or uses a module that does. */
const SAMPLES = /\bWHOLE\b|openapi-sample/;

function listFiles(folder) {
  const files = readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`);
  return files.filter((file) => file.endsWith('.test.mjs')).toSorted();
}

/** @returns {string[]} The files that `npm test` runs: the tests of the package, and those of the shop's server as one file. */
export function listChangeFiles() {
  return [SERVER, ...FOLDERS.flatMap(listFiles).filter((file) => !OF_CI.test(file))];
}

/**
 * @returns {string[]} The files that CI runs in addition: the files for CI only, and all files that ran a sample before. The longest files
 * come first: at the end of the run one of them would keep one core busy alone.
 */
export function listCiFiles() {
  const isWanted = (file) => OF_CI.test(file) || SAMPLES.test(readFileSync(join(root, file), 'utf8'));
  const files = [...FOLDERS, 'test/server'].flatMap(listFiles).filter(isWanted);
  return files.toSorted((a, b) => Number(LONGEST.includes(b)) - Number(LONGEST.includes(a)));
}

/**
 * Lists the files of `listChangeFiles` and `listCiFiles`, each once. Of the shop's server, the files of `listCiFiles` take long: they run
 * apart from the one process that has the others.
 */
export function listWholeFiles() {
  const ofCi = listCiFiles();
  const apart = ofCi.filter((file) => file.startsWith('test/server/'));
  return { files: [...new Set([...LONGEST, SERVER, ...ofCi, ...listChangeFiles()])], apart };
}

/** @returns {string[]} The files with all tests of the shop's server. */
export function listServerFiles() {
  return [SERVER, ...listFiles('test/server').filter((file) => OF_CI.test(file))];
}

/** Returns whether a result counts. A suite counts only if it failed by itself, since the failures of its tests are counted already. */
function isCounted({ details: { type, error } }) {
  return type !== 'suite' || (error !== undefined && error.failureType !== 'subtestsFailed');
}

/** Starts the browser and the server that the files of a run share. */
async function startShared(folder) {
  const [browser, postgres] = await Promise.all([startBrowserServer(), startRunPostgres()]);
  return {
    env: { ...browser.env, ...postgres.env, ...makeArtifacts(join(folder, 'artifacts')) },
    stop: () => Promise.all([browser.stop(), postgres.stop()]),
  };
}

/**
 * Runs test files, prints their output, and counts their tests.
 *
 * @param {string} folder The folder for the data that the files share.
 * @param {string[]} files The paths of the files from the root of the project.
 * @param {{ name: string, env?: Record<string, string> }} options `name`: the name of the run in the summary.
 */
export async function runNodeTests(folder, files, { name, env = {} }) {
  const startAt = Date.now();
  await ensureDist();
  const shared = await startShared(folder);
  Object.assign(process.env, shared.env, env);
  const counts = new Map();
  /** The test of each file that started last: a file that hangs is stopped before it can say where. */
  const lastStarted = new Map();
  const count = (event, key) => {
    if (!isCounted(event)) return;
    const file = relative(root, event.file ?? name);
    const known = counts.get(file) ?? { engine: 'Node', file, passed: 0, failed: 0, skipped: 0, durationMs: 0, failures: [] };
    counts.set(file, known);
    known[event.skip === undefined ? key : 'skipped'] += 1;
    known.durationMs += event.details.duration_ms;
    if (key !== 'failed') return;
    const { error } = event.details;
    const where = error?.failureType === 'testTimeoutFailure' ? ` in ${lastStarted.get(event.file)}` : '';
    known.failures.push(`${event.name}: ${error?.cause?.message ?? error?.message}${where}`);
  };
  const events = run({ files: files.map((file) => join(root, file)), concurrency: AT_A_TIME, timeout: LIMIT_MS });
  events.on('test:dequeue', ({ file, name: test }) => lastStarted.set(file, test));
  events.on('test:pass', (event) => count(event, 'passed')).on('test:fail', (event) => count(event, 'failed'));
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  await shared.stop();
  const notRun = [describeMissingPostgres() ?? [], describeMissingPgBouncer() ?? []].flat();
  return { counts: [...counts.values()], wallTimes: [{ name, durationMs: Date.now() - startAt }], notRun };
}
