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

const MINUTE_MS = 60_000;

/** Each part is a command of npm, with what it may take before it is said to hang, minutes. Together they are 60 at most. */
const PARTS = [
  ['test', 10],
  ['check:static', 3],
  ['test:browsers -- --once-more', 12],
  ['test:matrices', 8],
  ['test:frame -- --once-more', 8],
  ['test:ci', 10],
  ['mutation:rules', 3],
  ['test:consumers', 5],
  ['release:check', 1],
];

/** Runs a part and reads what it came to. One that ends in failure without naming any is a failure itself. */
async function runPart([command, minutes], file) {
  const args = command === 'test' ? ['test'] : ['run', ...command.split(' ')];
  const name = ['npm', ...args].join(' ');
  console.log(`\n=== ${name}\n`);
  const { isOk, durationMs } = await runProgram(name, ['npm', ...args], { limitMs: minutes * MINUTE_MS, env: { RUN_FILE: file } });
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
