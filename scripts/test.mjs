/**
 * All tests: builds the package, runs the browser tests in every engine, then the tests of the package in Node. The last line is
 * `N passed, N failed`, alone, over all of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A test process that hangs counts as failed. */
const LIMIT_MS = 18 * 60_000;

function run(args, env = {}) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, timeout: LIMIT_MS }).status ?? 1;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function readTapCount(file, word) {
  return Number(readFileSync(file, 'utf8').match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
}

/** The browser tests. `npm run check` and `.ci/run` use the same function. */
export function runBrowserTests(folder, args = []) {
  const totalsFile = join(folder, 'browsers.json');
  const status = run(['node_modules/@web/test-runner/dist/bin.js', ...args], { TOTALS_FILE: totalsFile });
  const total = readJson(totalsFile) ?? { passed: 0, failed: 0 };
  return { passed: total.passed, failed: Math.max(total.failed, status === 0 ? 0 : 1) };
}

/** The tests of what is published, which read `dist`. */
export function runPackageTests(folder) {
  const tapFile = join(folder, 'package.tap');
  const reporters = ['spec', 'tap'].map((name) => `--test-reporter=${name}`);
  const destinations = ['stdout', tapFile].map((name) => `--test-reporter-destination=${name}`);
  const folders = ['test/package', 'test/acceptance'];
  const files = folders
    .flatMap((name) => readdirSync(join(root, name)).map((file) => `${name}/${file}`))
    .filter((file) => file.endsWith('.test.mjs'));
  const flags = ['--test', '--test-concurrency=1', reporters[0], destinations[0], reporters[1], destinations[1]];
  const status = run([...flags, ...files]);
  const failed = readTapCount(tapFile, 'fail') + readTapCount(tapFile, 'cancelled');
  return { passed: readTapCount(tapFile, 'pass'), failed: Math.max(failed, status === 0 ? 0 : 1) };
}

/** Runs `work` with a folder for its files, which is removed afterwards. */
export function withFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-tests-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds and runs every test; answers the sums. */
export function runAllTests() {
  if (run(['scripts/build.mjs']) !== 0) return { passed: 0, failed: 1 };
  return withFolder((folder) => {
    const browsers = runBrowserTests(folder);
    console.log('\nTests of the package, in Node');
    const packaged = runPackageTests(folder);
    console.log(`\nin browsers: ${browsers.passed} passed, ${browsers.failed} failed`);
    console.log(`of the package: ${packaged.passed} passed, ${packaged.failed} failed`);
    return { passed: browsers.passed + packaged.passed, failed: browsers.failed + packaged.failed };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = runAllTests();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
