/**
 * What `.ci/run` does after `npm ci`: the README's `npm test`, the other engines, all steps of the model and the whole fault matrix, the
 * consumers and the checks. Nothing that passed runs twice: Firefox and WebKit have the whole model among their tests, and `npm test` has
 * built what the checks look at. Ends with each engine's count, what each part took, tests that are not to be relied on, and
 * `N passed, N failed`, alone, over everything.
 */
import { runProgram } from './tests/processes.mjs';
import { describeTime } from './tests/summary.mjs';

const MINUTE_MS = 60_000;

const PARTS = [
  { args: ['test'], limitMs: 15 * MINUTE_MS },
  { args: ['run', 'test:browsers', '--', '--once-more'], env: { WHOLE_MODEL: '1' }, limitMs: 30 * MINUTE_MS },
  { args: ['run', 'test:model'], env: { BROWSERS: 'chromium' }, limitMs: 20 * MINUTE_MS },
  { args: ['run', 'test:consumers'], limitMs: 20 * MINUTE_MS },
  { args: ['run', 'check', '--', '--after-tests'], limitMs: 15 * MINUTE_MS },
];

/** Runs a part, prints what it says, and reads its end. */
async function runPart({ args, env, limitMs }) {
  const name = ['npm', ...args].join(' ');
  console.log(`\n=== ${name}`);
  let output = '';
  const onOutput = (text) => {
    output += text;
    process.stdout.write(text);
  };
  const { isOk, durationMs } = await runProgram(name, ['npm', ...args], { limitMs, env, onOutput });
  const lines = output.split('\n');
  const closing = readCount(lines.findLast((line) => /^\d+ passed, \d+ failed$/.test(line)));
  // A part that ended before its closing line, or against it, is a failure.
  const failed = isOk ? closing.failed : Math.max(closing.failed, 1);
  const engines = lines.filter((line) => /^(?:Chromium|Firefox|WebKit|Node): \d+ passed/.test(line));
  return { name, passed: closing.passed, failed, durationMs, engines, unstable: lines.filter((line) => line.startsWith('UNSTABLE')) };
}

function readCount(line = '') {
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed/.exec(line) ?? [];
  return { passed: Number(passed), failed: Number(failed) };
}

/** Each engine's count over all parts. */
function sumEngines(lines) {
  const sums = new Map();
  for (const line of lines) {
    const [name] = line.split(':');
    const { passed, failed } = readCount(line);
    const sum = sums.get(name) ?? { passed: 0, failed: 0 };
    sums.set(name, { passed: sum.passed + passed, failed: sum.failed + failed });
  }
  return [...sums].map(([name, { passed, failed }]) => `${name}: ${passed} passed, ${failed} failed`);
}

const parts = [];
for (const part of PARTS) parts.push(await runPart(part));
const passed = parts.reduce((total, part) => total + part.passed, 0);
const failed = parts.reduce((total, part) => total + part.failed, 0);
console.log('\n=== all');
for (const line of sumEngines(parts.flatMap(({ engines }) => engines))) console.log(line);
for (const part of parts) console.log(`took: ${describeTime(part.durationMs)}, ${part.name}${part.failed > 0 ? ', FAILED' : ''}`);
for (const line of parts.flatMap(({ unstable }) => unstable)) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
