import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { longestFirst } from './longest-first.mjs';
import { root, runProgram } from './processes.mjs';

/** A file that takes longer hangs, ms. */
const LIMIT_MS = 5 * 60_000;

/** Files that run at the same time: each waits for a browser or a server about as long as it has a core. */
const AT_A_TIME = 4;

/** Those that take longest. */
const LONGEST = [
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
  return longestFirst(
    files.filter((file) => file.endsWith('.test.mjs') && FRAMED.test(file) === isFramed),
    LONGEST,
  );
}

/** Makes what many files begin with. Where it cannot be made, each of them makes its own, and fails by its name. */
async function makeArtifacts(folder) {
  const command = [process.execPath, 'scripts/tests/artifacts.mjs', folder];
  const { isOk } = await runProgram('packing the package and building the demo', command, { limitMs: LIMIT_MS, onOutput: () => {} });
  return isOk ? { BALCAO_ARTIFACTS: folder } : {};
}

/**
 * Runs the tests of the package, some files at a time, and prints what each says once it has ended.
 *
 * @param {string} folder Where their counts are written.
 * @param {{ isFramed?: boolean }} [options] Whether those of a card in a frame, and no others.
 */
export async function runPackageTests(folder, { isFramed = false } = {}) {
  const startAt = Date.now();
  const env = isFramed ? {} : await makeArtifacts(join(folder, 'artifacts'));
  const waiting = [...listPackageTests(isFramed).entries()];
  const counts = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      const output = [];
      counts.push(await runNodeTests(join(folder, `${index}.tap`), file, { env, onOutput: (text) => output.push(text) }));
      console.log(`\n${file}:\n${output.join('')}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { counts, wallTimes: [{ name: 'the package, in Node', durationMs: Date.now() - startAt }] };
}
