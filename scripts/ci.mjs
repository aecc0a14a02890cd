/**
 * What `.ci/run` does after `npm ci`, part by part: nothing that passed runs twice. Ends with each engine's count, the slowest files, what each
 * part took, tests that cannot be relied on, and `N passed, N failed`, alone, over everything.
 *
 * One after the other: each part keeps both cores of a small machine at work, so that beside each other they take hardly less.
 */
import { join } from 'node:path';
import { joinRuns, withFolder } from './test.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun, readRun } from './tests/summary.mjs';

/** All parts together, ms: whatever hangs is ended then. A quiet machine with two cores takes half of it. */
const LIMIT_MS = 60 * 60_000;

/** Commands of npm, in their order. Matrices are whole in Chromium and in Node; in the other engines a sample of each runs. */
const PARTS = [
  'test',
  'run check:static',
  'run test:browsers -- --once-more',
  'run test:matrices',
  'run test:frame -- --once-more',
  'run test:ci',
  'run mutation:rules',
  'run test:consumers',
  'run release:check',
];

const endAt = Date.now() + LIMIT_MS;

/** Runs a part and reads what it came to. One that ends in failure without naming any is a failure itself. */
async function runPart(part, file) {
  const name = `npm ${part}`;
  console.log(`\n=== ${name}\n`);
  const options = { limitMs: Math.max(0, endAt - Date.now()), env: { RUN_FILE: file } };
  const { isOk, durationMs } = await runProgram(name, ['npm', ...part.split(' ')], options);
  const run = joinRuns([readRun(file)]);
  const hasReason = run.broken.length > 0 || run.counts.some(({ failed }) => failed > 0);
  return {
    ...run,
    wallTimes: [...run.wallTimes.map((time) => ({ ...time, name: `${time.name}, in ${name}` })), { name, durationMs }],
    broken: isOk || hasReason ? run.broken : [...run.broken, name],
  };
}

await withFolder(async (folder) => {
  const runs = [];
  for (const [index, part] of PARTS.entries()) runs.push(await runPart(part, join(folder, `${index}.json`)));
  console.log('\n=== all');
  endRun(joinRuns(runs));
});
