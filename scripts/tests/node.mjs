import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { longestFirst } from './longest-first.mjs';
import { root, runProgram } from './processes.mjs';

/** A file that takes longer hangs, ms. */
const LIMIT_MS = 15 * 60_000;

/** Files that run at the same time: each keeps a core at work, or waits for a browser. More of them only wait for each other. */
const AT_A_TIME = 3;

/** Those of the shop's server that run at the same time: each keeps more than one core at work, with its database. */
const SERVER_AT_A_TIME = 2;

/** Those that take longest. */
const LONGEST = [
  'test/acceptance/shop-server.',
  'test/package/documented-live.',
  'test/visual/shots.',
  'test/acceptance/demo.',
  'test/acceptance/bench.',
  'test/acceptance/shop-window.',
  'test/acceptance/static-demo.',
  'test/package/documented-html.',
  'test/package/documented-js.',
  'test/bin/doctor-variants.',
  'test/package/install.',
  'test/package/isolated-loss.',
  'test/package/isolated-payment.',
];

function readTapCount(tap, word) {
  return Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
}

/** The names of failed tests, without the suites that they are in. */
function listFailures(tap) {
  const blocks = [...tap.matchAll(/^ *not ok \d+ - (.*)\n(?:(?! *\.\.\.$).*\n)*? *failureType: '(\w+)'/gm)];
  return blocks.filter(([, , type]) => type !== 'subtestsFailed').map(([, name]) => name);
}

/**
 * Runs a test file in Node and counts its tests.
 *
 * @param {string} tapFile Where its counts are written.
 * @param {string} file From the root of the project.
 * @param {{ limitMs?: number, env?: Record<string, string>, onOutput?: (text: string) => void }} options
 */
export async function runNodeTests(tapFile, file, { limitMs = LIMIT_MS, env, onOutput } = {}) {
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout', '--test-reporter=tap'];
  const command = [process.execPath, '--test', ...reporters, `--test-reporter-destination=${tapFile}`, file];
  const { isOk, durationMs } = await runProgram(file, command, { limitMs, env, onOutput });
  const tap = existsSync(tapFile) ? readFileSync(tapFile, 'utf8') : '';
  const failed = readTapCount(tap, 'fail') + readTapCount(tap, 'cancelled');
  const failures = failed > 0 ? listFailures(tap) : ['did not end as it should'];
  const hasFailed = failed > 0 || !isOk;
  return {
    engine: 'Node',
    file,
    passed: readTapCount(tap, 'pass'),
    failed: hasFailed ? Math.max(failed, 1) : 0,
    skipped: readTapCount(tap, 'skipped'),
    durationMs,
    failures: hasFailed ? failures : [],
  };
}

/** Those of a card that is typed in a frame, and of pages that are hostile to it: `npm run test:frame` has them. */
const FRAMED = /^test\/(?:package\/isolated-|acceptance\/demo-frame\.)/;

/** The test files of what is published, which read `dist`. */
function listPackageTests(isFramed) {
  const files = ['test/package', 'test/bin', 'test/acceptance', 'test/visual'].flatMap((name) =>
    readdirSync(join(root, name)).map((file) => `${name}/${file}`),
  );
  return files.filter((file) => file.endsWith('.test.mjs') && FRAMED.test(file) === isFramed);
}

/** Makes what many files begin with. Where it cannot be made, each of them makes its own, and fails by its name. */
async function makeArtifacts(folder) {
  const command = [process.execPath, 'scripts/tests/artifacts.mjs', folder];
  const { isOk } = await runProgram('packing the package and building the demo', command, { limitMs: LIMIT_MS, onOutput: () => {} });
  return isOk ? { BALCAO_ARTIFACTS: folder } : {};
}

/** Those of the shop's server that take minutes: `npm test` leaves them out, and `.ci/run` has them beside others. */
const HEAVY = /^test\/server\/(?:.*\/)?(?:heavy\/|[^/]*\.heavy\.)/;

/**
 * @param {{ isHeavy?: boolean }} [options] Whether only those that take minutes, or only the others; without it all.
 * @returns {string[]} The test files of the shop's server, which read the sources.
 */
function listServerTests({ isHeavy } = {}) {
  const files = readdirSync(join(root, 'test/server'), { recursive: true }).map(
    (file) => `test/server/${String(file).replaceAll('\\', '/')}`,
  );
  const tests = files.filter((file) => file.endsWith('.test.mjs')).toSorted();
  return tests.filter((file) => isHeavy === undefined || HEAVY.test(file) === isHeavy);
}

/**
 * Runs test files, some at a time, and prints what each says once it has ended.
 *
 * @param {string} folder Where their counts are written.
 * @param {string[]} files From the root of the project.
 * @param {{ name: string, atATime: number, env?: Record<string, string> }} options `name`: what they are, for the person who reads the run.
 */
async function runFiles(folder, files, { name, atATime, env }) {
  const startAt = Date.now();
  const waiting = [...longestFirst(files, LONGEST).entries()];
  const counts = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      const output = [];
      counts.push(await runNodeTests(join(folder, `${index}.tap`), file, { env, onOutput: (text) => output.push(text) }));
      console.log(`\n${file}:\n${output.join('')}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return { counts, wallTimes: [{ name, durationMs: Date.now() - startAt }] };
}

/**
 * Runs the tests of a change that need no browser of the runner: those of the package, and those of the shop's server in the same queue,
 * so that they have a core while others wait.
 *
 * @param {string} folder Where their counts are written.
 */
export async function runPackageTests(folder) {
  const env = await makeArtifacts(join(folder, 'artifacts'));
  const files = [...listPackageTests(false), ...listServerTests({ isHeavy: false })];
  return runFiles(folder, files, { name: 'the package and the server, in Node', atATime: AT_A_TIME, env });
}

/** Runs those of a card in a frame of what is published, as `runPackageTests` does the others. */
export function runFramedPackageTests(folder) {
  return runFiles(folder, listPackageTests(true), { name: 'the package, in Node', atATime: AT_A_TIME });
}

/** Runs the tests of the shop's server. With `isHeavy` those alone that take minutes: one after the other, for they run beside other tests. */
export function runServerTests(folder, { isHeavy } = {}) {
  return runFiles(folder, listServerTests({ isHeavy }), { name: 'the server, in Node', atATime: isHeavy ? 1 : SERVER_AT_A_TIME });
}
