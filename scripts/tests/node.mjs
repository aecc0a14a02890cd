/** Runs tests in Node, by Node's own runner. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startRunPostgres } from '../../test/server/postgres-server.mjs';
import { startBrowserServer } from '../launch-chromium.mjs';
import { describeMissingPostgres } from '../postgres.mjs';
import { makeArtifacts } from './artifacts.mjs';
import { ensureDist } from './dist.mjs';
import { root } from './processes.mjs';

/** The limit against hanging, for a file, ms: the only one. */
const LIMIT_MS = 15 * 60_000;

/** Files that run at the same time: while one waits for its browser or its server, others work. */
const AT_A_TIME = 3;

/** Runs all tests of the shop's server in one process, which loads the sources once. */
const SERVER = 'test/server/all.mjs';

/** The folders of tests that run in Node, each file in a process of its own. */
const FOLDERS = ['test/acceptance', 'test/bin', 'test/explorer', 'test/package', 'test/visual'];

/** Tests that only CI runs. */
const OF_CI = /\.ci\.test\.mjs$/;

/** The mark of a file that takes a sample before a commit: it asks the environment for the whole, or has another do so. */
const SAMPLES = /\bWHOLE\b|openapi-sample/;

function listFiles(folder) {
  const files = readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`);
  return files.filter((file) => file.endsWith('.test.mjs')).toSorted();
}

/** @returns {string[]} The files that `npm test` runs: those of the package, and the shop's server as one. */
export function listChangeFiles() {
  return [SERVER, ...FOLDERS.flatMap(listFiles).filter((file) => !OF_CI.test(file))];
}

/** @returns {string[]} What CI runs beside that: the files of CI, and all that took a sample. */
export function listCiFiles() {
  const isWanted = (file) => OF_CI.test(file) || SAMPLES.test(readFileSync(join(root, file), 'utf8'));
  return [...FOLDERS, 'test/server'].flatMap(listFiles).filter(isWanted);
}

/** @returns {string[]} All tests of the shop's server. */
export function listServerFiles() {
  return [SERVER, ...listFiles('test/server').filter((file) => OF_CI.test(file))];
}

/** A suite fails by its tests, which are counted, or by itself. */
function isCounted({ details: { type, error } }) {
  return type !== 'suite' || (error !== undefined && error.failureType !== 'subtestsFailed');
}

/** Starts what the files of a run share. */
async function startShared(folder) {
  const [browser, postgres] = await Promise.all([startBrowserServer(), startRunPostgres()]);
  return {
    env: { ...browser.env, ...postgres.env, ...makeArtifacts(join(folder, 'artifacts')) },
    stop: () => Promise.all([browser.stop(), postgres.stop()]),
  };
}

/**
 * Runs test files, prints what they say, and counts their tests.
 *
 * @param {string} folder For what the files share.
 * @param {string[]} files From the root of the project.
 * @param {{ name: string, env?: Record<string, string> }} options `name`: what they are, for the person who reads the run.
 */
export async function runNodeTests(folder, files, { name, env = {} }) {
  const startAt = Date.now();
  await ensureDist();
  const shared = await startShared(folder);
  Object.assign(process.env, shared.env, env);
  const counts = new Map();
  const count = (event, key) => {
    if (!isCounted(event)) return;
    const file = relative(root, event.file ?? name);
    const known = counts.get(file) ?? { engine: 'Node', file, passed: 0, failed: 0, skipped: 0, durationMs: 0, failures: [] };
    counts.set(file, known);
    known[event.skip === undefined ? key : 'skipped'] += 1;
    known.durationMs += event.details.duration_ms;
    if (key === 'failed') known.failures.push(`${event.name}: ${event.details.error?.cause?.message ?? event.details.error?.message}`);
  };
  const events = run({ files: files.map((file) => join(root, file)), concurrency: AT_A_TIME, timeout: LIMIT_MS });
  events.on('test:pass', (event) => count(event, 'passed')).on('test:fail', (event) => count(event, 'failed'));
  for await (const text of events.compose(new spec())) process.stdout.write(text);
  await shared.stop();
  const notRun = [describeMissingPostgres() ?? []].flat();
  return { counts: [...counts.values()], wallTimes: [{ name, durationMs: Date.now() - startAt }], notRun };
}
