/** What a run says at its end. */
import { readFileSync, writeFileSync } from 'node:fs';

/** How many of the slowest files are named. */
const SLOWEST = 10;

/** A time as people say it. */
export function describeTime(durationMs) {
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Where the time goes, for whoever wants it shorter. */
function describeSlowest(files) {
  const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, SLOWEST);
  return slowest.map(({ engine, file, durationMs }) => `slow: ${describeTime(durationMs)} in ${engine}, ${file}`);
}

function describeWallTimes(wallTimes) {
  return wallTimes.map(({ name, durationMs }) => `took: ${describeTime(durationMs)}, ${name}`);
}

function sum(counts, key) {
  return counts.reduce((total, count) => total + count[key], 0);
}

function describeCounts(engine, counts) {
  const skipped = sum(counts, 'skipped');
  return `${engine}: ${sum(counts, 'passed')} passed, ${sum(counts, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Describes how tests ended: what failed, each engine's count, where the time went, and last the tests that cannot be relied on.
 *
 * @param {object} run
 * @param {{ engine: string, file: string, files?: string[], passed: number, failed: number, skipped: number, durationMs: number, failures: string[] }[]}
 * run.counts One for each test file in each engine; one for a page that broke off, with the `files` whose tests it has.
 * @param {{ name: string, durationMs: number }[]} [run.wallTimes] From the first page of an engine to its last; engines run at the same time.
 * @param {string[]} [run.unstable] What failed at first and passed when it was run again.
 * @param {string[]} [run.broken] What failed that is no test.
 * @param {string[]} [run.steps] What passed that is no test.
 * @param {string[]} [run.notRun] What this machine lacks, in capitals.
 * @returns The lines, and how many `passed` and `failed`.
 */
export function describeSummary({ counts, wallTimes = [], unstable = [], broken = [], steps = [], notRun = [] }) {
  const engines = [...new Set(counts.map(({ engine }) => engine))];
  const lines = [
    ...counts.flatMap(({ engine, file, failures }) => failures.map((failure) => `FAILED in ${engine}: ${file}: ${failure}`)),
    ...engines.map((name) =>
      describeCounts(
        name,
        counts.filter(({ engine }) => engine === name),
      ),
    ),
    ...broken.map((name) => `FAILED: ${name}`),
    ...describeSlowest(counts),
    ...describeWallTimes(wallTimes),
    ...new Set(notRun),
    ...unstable.map((name) => `UNSTABLE, failed at first and passed when it was run again: ${name}`),
  ];
  return { lines, passed: sum(counts, 'passed') + steps.length, failed: sum(counts, 'failed') + broken.length };
}

/**
 * Prints how tests ended, and last `N passed, N failed`, alone; a failure is the exit code. With the environment variable `RUN_FILE` the
 * run is written there as JSON too, for a script that adds more.
 */
export function endRun(run) {
  const { lines, passed, failed } = describeSummary(run);
  if (process.env.RUN_FILE) writeFileSync(process.env.RUN_FILE, JSON.stringify(run));
  console.log(['', ...lines, `${passed} passed, ${failed} failed`].join('\n'));
  process.exitCode = failed > 0 ? 1 : 0;
}

/** What another program wrote down of its run; nothing where it was stopped, or never began. */
export function readRun(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: [], wallTimes: [] };
  }
}
