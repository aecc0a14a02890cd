/**
 * What `.ci/run` does after `npm ci`: the README's `npm test`, the other engines, all steps of the model and the whole fault matrix,
 * the suites of the card form and the checkout with a frame, a proof that each rule of an order's money has a test that can fail, the
 * long tests of the shop's server, the consumers, the checks and whether the package could be published. Nothing that passed runs twice:
 * Firefox and WebKit have the whole model among their tests, and `npm test` has built what the consumers install and the checks look at, and
 * run the server's other tests. Ends with each engine's count, the slowest files, what each engine and each part took, tests that cannot be
 * relied on, and `N passed, N failed`, alone, over everything.
 */
import { join } from 'node:path';
import { withFolder } from './test.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun, readRun } from './tests/summary.mjs';

const MINUTE_MS = 60_000;

/*
 * The parts, and how long each may take before it is said to hang: machines differ, the same one from day to day by more than twice. The
 * consumers have the limit of their own program.
 */
const TESTS = { args: ['test'], limitMs: 30 * MINUTE_MS };
const OTHER_ENGINES = { args: ['run', 'test:browsers', '--', '--once-more'], env: { WHOLE_MODEL: '1' }, limitMs: 50 * MINUTE_MS };
const MODEL = { args: ['run', 'test:model'], env: { BROWSERS: 'chromium' }, limitMs: 40 * MINUTE_MS };
const SERVER = { args: ['run', 'test:server', '--', '--heavy'], limitMs: 40 * MINUTE_MS };
const FRAME = { args: ['run', 'test:frame', '--', '--after-tests', '--once-more'], limitMs: 45 * MINUTE_MS };
const RULES = { args: ['run', 'mutation:rules'], limitMs: 20 * MINUTE_MS };
const CONSUMERS = { args: ['run', 'test:consumers', '--', '--after-tests'], limitMs: 20 * MINUTE_MS };
const RELEASE = { args: ['run', 'release:check', '--', '--after-tests'], limitMs: 5 * MINUTE_MS };
const CHECKS = { args: ['run', 'check', '--', '--after-tests'], limitMs: 15 * MINUTE_MS };

/**
 * One after the other. Beside each other they took hardly less, as each keeps two cores or the disk at work: while the consumers installed, pages
 * of the model waited too long for IndexedDB to prove anything, and the time limits of tests were no measure of what they test.
 */
const PARTS = [TESTS, OTHER_ENGINES, MODEL, FRAME, CONSUMERS, RULES, CHECKS, RELEASE, SERVER];

/** Runs a part and reads what it came to. One that ends in failure without naming any is a failure itself. */
async function runPart({ args, env, limitMs }, file) {
  const name = ['npm', ...args].join(' ');
  console.log(`\n=== ${name}\n`);
  const { isOk, durationMs } = await runProgram(name, ['npm', ...args], { limitMs, env: { ...env, RUN_FILE: file } });
  const { counts, wallTimes = [], unstable = [], broken = [], steps = [] } = readRun(file);
  const hasReason = broken.length > 0 || counts.some(({ failed }) => failed > 0);
  return {
    counts,
    wallTimes: [...wallTimes.map((time) => ({ ...time, name: `${time.name}, in ${name}` })), { name, durationMs }],
    unstable,
    broken: isOk || hasReason ? broken : [name],
    steps,
  };
}

await withFolder(async (folder) => {
  const runs = [];
  for (const part of PARTS) runs.push(await runPart(part, join(folder, `${part.args.join('-').replaceAll(':', '-')}.json`)));
  const all = (key) => runs.flatMap((run) => run[key]);
  console.log('\n=== all');
  endRun({ counts: all('counts'), wallTimes: all('wallTimes'), unstable: all('unstable'), broken: all('broken'), steps: all('steps') });
});
