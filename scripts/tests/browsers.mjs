import { join } from 'node:path';
import { root, runProgram } from './processes.mjs';
import { readRun } from './summary.mjs';

/** The maximum number of failed files that are run again. More failures are no coincidence. */
const MOST_RUN_AGAIN = 12;

async function runRunner(name, folder, { files = /** @type {string[]} */ ([]), env }) {
  const totalsFile = join(folder, `${name}.json`);
  const args = files.length > 0 ? ['--files', ...files] : [];
  const command = [process.execPath, join(root, 'node_modules/@web/test-runner/dist/bin.js'), ...args];
  const { isOk } = await runProgram(`the browser tests (${name})`, command, { env: { ...env, TOTALS_FILE: totalsFile } });
  return { isOk, ...readRun(totalsFile) };
}

/**
 * Runs each file that failed in Firefox or WebKit once more, alone in its engine. The new count replaces the old one if the file passes. If
 * a page broke off, all its files run again.
 */
async function runAgain(counts, folder, env) {
  const unstable = /** @type {string[]} */ ([]);
  const failed = counts.filter(({ engine, failed: count }) => count > 0 && engine !== 'Chromium');
  if (failed.length > MOST_RUN_AGAIN) return { counts, unstable };
  let results = counts;
  for (const [index, { engine, file, files = [file], failures }] of failed.entries()) {
    console.log(`\nOnce more, alone in ${engine}: ${file}`);
    const second = await runRunner(`again ${index}`, folder, { files, env: { ...env, BROWSERS: engine.toLowerCase() } });
    if (!second.isOk || second.counts.length === 0) continue;
    unstable.push(...failures.map((failure) => `${engine}: ${file}: ${failure}`));
    const replaced = new Set([file, ...second.counts.map((count) => count.file)]);
    results = [...results.filter((count) => count.engine !== engine || !replaced.has(count.file)), ...second.counts];
  }
  return { counts: results, unstable };
}

/**
 * Runs browser tests: all of them, or some files.
 *
 * @param {string} folder The folder for the files that the runner writes.
 * @param {{ engines: string, files?: string[], env?: Record<string, string>, isRunAgain?: boolean }} options
 * `isRunAgain`: a file that failed in Firefox or WebKit is run once more.
 */
export async function runBrowserTests(folder, { engines, files, env = {}, isRunAgain = false }) {
  const first = await runRunner(engines, folder, { files, env: { ...env, BROWSERS: engines } });
  const hasFailures = first.counts.some(({ failed }) => failed > 0);
  // Without a failed test, there is no file to run again: the runner itself failed, or was stopped.
  const broken = !first.isOk && !hasFailures ? ['the test runner, which ended against its tests or was stopped'] : [];
  const { counts, unstable } = isRunAgain ? await runAgain(first.counts, folder, env) : { counts: first.counts, unstable: [] };
  return { counts, unstable, wallTimes: first.wallTimes, broken };
}
