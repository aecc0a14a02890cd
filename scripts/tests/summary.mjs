/** The summary at the end of a run. */
import { readFileSync, writeFileSync } from 'node:fs';

/** The number of the slowest files that are listed. */
const SLOWEST = 10;

/** Formats a duration for people. */
export function describeTime(durationMs) {
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Lists the slowest files, for a person who wants to shorten the run. */
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
 * Describes the result of tests: each engine's count, the slowest files, the unstable tests, and at the end the failures.
 *
 * @param {object} run
 * @param {{ engine: string, file: string, files?: string[], passed: number, failed: number, skipped: number, durationMs: number, failures: string[] }[]}
 * run.counts One count for each test file in each engine, and one for a page that broke off, with its `files`.
 * @param {{ name: string, durationMs: number }[]} [run.wallTimes] The time from an engine's first page to its last; engines run at the same
 * time.
 * @param {string[]} [run.unstable] The files that failed at first and passed when they ran again.
 * @param {string[]} [run.broken] The failures that are not tests.
 * @param {string[]} [run.steps] The passed steps that are not tests.
 * @param {string[]} [run.notRun] The things that this machine lacks, in capitals.
 * @returns The lines, and the numbers `passed` and `failed`.
 */
export function describeSummary({ counts, wallTimes = [], unstable = [], broken = [], steps = [], notRun = [] }) {
  const engines = [...new Set(counts.map(({ engine }) => engine))];
  const lines = [
    ...engines.map((name) =>
      describeCounts(
        name,
        counts.filter(({ engine }) => engine === name),
      ),
    ),
    ...describeSlowest(counts),
    ...describeWallTimes(wallTimes),
    ...new Set(notRun),
    ...unstable.map((name) => `UNSTABLE, failed at first and passed when it was run again: ${name}`),
    // Last, because who reads a long log reads its end.
    ...counts.flatMap(({ engine, file, failures }) => failures.map((failure) => `FAILED in ${engine}: ${file}: ${failure}`)),
    ...broken.map((name) => `FAILED: ${name}`),
  ];
  return { lines, passed: sum(counts, 'passed') + steps.length, failed: sum(counts, 'failed') + broken.length };
}

/**
 * Prints the result of tests; the last line is only `N passed, N failed`. A failure sets the exit code. If the environment variable
 * `RUN_FILE` is set, also writes the run to that file as JSON, for a script that adds more runs.
 */
export function endRun(run) {
  const { lines, passed, failed } = describeSummary(run);
  if (process.env.RUN_FILE) writeFileSync(process.env.RUN_FILE, JSON.stringify(run));
  console.log(['', ...lines, `${passed} passed, ${failed} failed`].join('\n'));
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Reads the run that another program has written; returns an empty run if the program was stopped or never began. */
export function readRun(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: [], wallTimes: [] };
  }
}
