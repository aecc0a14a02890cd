import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from './processes.mjs';

const MINUTE_MS = 60_000;

/** More failed files than this are no chance, and are not run again. */
const MOST_RUN_AGAIN = 12;

async function runRunner(name, folder, { files = [], limitMs, env }) {
  const totalsFile = join(folder, `${name}.json`);
  const args = files.length > 0 ? ['--files', ...files] : [];
  const command = [process.execPath, join(root, 'node_modules/@web/test-runner/dist/bin.js'), ...args];
  const { isOk } = await runProgram(`the browser tests (${name})`, command, { limitMs, env: { ...env, TOTALS_FILE: totalsFile } });
  return { isOk, ...readTotals(totalsFile) };
}

/** A runner that was stopped has written nothing. */
function readTotals(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: [], wallTimes: [] };
  }
}

/** Runs each file that failed in Firefox or WebKit once more, alone in its engine, and puts the new counts in the place of the old ones. */
async function runAgain(counts, folder, env) {
  const unstable = [];
  const failed = counts.filter(({ engine, failed: count }) => count > 0 && engine !== 'Chromium');
  if (failed.length > MOST_RUN_AGAIN) return { counts, unstable };
  const results = [...counts];
  for (const { engine, file, failures } of failed) {
    console.log(`\nOnce more, alone in ${engine}: ${file}`);
    const name = `${engine} again ${failed.length - unstable.length}`.replaceAll(' ', '-').toLowerCase();
    const second = await runRunner(name, folder, {
      files: [file],
      limitMs: 15 * MINUTE_MS,
      env: { ...env, BROWSERS: engine.toLowerCase() },
    });
    const count = second.counts.find((other) => other.file === file);
    if (!count || count.failed > 0) continue;
    unstable.push(...failures.map((failure) => `${engine}: ${file}: ${failure}`));
    results[results.findIndex((other) => other.engine === engine && other.file === file)] = count;
  }
  return { counts: results, unstable };
}

/**
 * Runs browser tests: all of them, or some files.
 *
 * @param {string} folder For what the runner writes down.
 * @param {{ engines?: string, files?: string[], limitMs?: number, env?: Record<string, string>, isRunAgain?: boolean }} options Without
 * `engines` in all that this machine has. `isRunAgain`: a file that failed in Firefox or WebKit is run once more.
 */
export async function runBrowserTests(folder, { engines, files, limitMs = 20 * MINUTE_MS, env = {}, isRunAgain = false } = {}) {
  const settings = { ...env, ...(engines && { BROWSERS: engines }) };
  const first = await runRunner('all', folder, { files, limitMs, env: settings });
  const hasFailures = first.counts.some(({ failed }) => failed > 0);
  // An end without a failed test has no file to run again: the runner itself failed, or was stopped.
  const broken = !first.isOk && !hasFailures ? ['the test runner, which ended against its tests or was stopped'] : [];
  const { counts, unstable } = isRunAgain ? await runAgain(first.counts, folder, env) : { counts: first.counts, unstable: [] };
  return { counts, unstable, wallTimes: first.wallTimes, broken };
}
