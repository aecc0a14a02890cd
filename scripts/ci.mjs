/**
 * Runs the parts of `.ci/run` after `npm ci`. Nothing that passed runs twice. At the end it prints each engine's count, the slowest files,
 * the duration of each part, the unstable tests, and as the last line only `N passed, N failed` over everything.
 *
 * The parts run one after the other: each part uses both cores of a small machine, so that running them at the same time saves hardly any
 * time.
 */
import { join } from 'node:path';
import { joinRuns, withFolder } from './test.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun, readRun } from './tests/summary.mjs';

/**
 * The time limit of all parts together, ms. After it, everything that hangs is ended. An idle machine with two cores takes half of it; a
 * machine that others share was seen to take twice as long.
 */
const LIMIT_MS = 87 * 60_000;

/**
 * The commands of npm, in their order. `npm test -- whole` runs what `npm test`, `npm run test:matrices` and `npm run test:ci` run, each test
 * once. Matrices run completely in Chromium and in Node; in the other engines a sample of each runs.
 */
const PARTS = [
  'test -- whole',
  'run check:static',
  'run test:browsers -- --once-more',
  'run test:frame -- --once-more',
  'run test:classic',
  'run mutation:rules',
  'run test:consumers',
  'run release:check',
];

const endAt = Date.now() + LIMIT_MS;

/** Runs a part and reads its result. A part that fails without naming a failure counts as a failure itself. */
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
