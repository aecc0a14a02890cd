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
const LIMIT_MS = 60 * 60_000;

function run(args, env = {}) {
  return (
    spawnSync(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    }).status ?? 1
  );
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

/** More failed files than this are no chance, and are not run again. */
const MOST_RUN_AGAIN = 12;

function sum(counts, key) {
  return counts.reduce((total, count) => total + count[key], 0);
}

/** Names the tests that failed at first and passed when they were run again. */
export function printUnstable(names) {
  for (const name of names) console.log(`UNSTABLE, failed at first and passed when it was run again: ${name}`);
}

/**
 * The browser tests. `npm run check` and `.ci/run` use the same function. A file that fails is run once more in its engine: what
 * fails twice has failed; what passes then is named as unstable, which is a fault to mend. No `files` means all of them.
 */
export function runBrowserTests(folder, files = []) {
  const wtr = (name, chosen, env) => {
    const totalsFile = join(folder, `${name}.json`);
    const args = chosen.length > 0 ? ['--files', ...chosen] : [];
    const status = run(['node_modules/@web/test-runner/dist/bin.js', ...args], { TOTALS_FILE: totalsFile, ...env });
    return { ok: status === 0, sessions: readJson(totalsFile) ?? [] };
  };
  const first = wtr('browsers', files, {});
  const sessions = [...first.sessions];
  const unstable = [];
  const failed = sessions.filter((session) => session.failed > 0);
  // An end without a failed test has no file to run again: the runner itself failed, or was stopped.
  const isBroken = !first.ok && failed.length === 0;
  for (const engine of failed.length <= MOST_RUN_AGAIN ? new Set(failed.map((session) => session.engine)) : []) {
    const again = failed.filter((session) => session.engine === engine).map((session) => session.file);
    console.log(`\nAgain, in ${engine}: ${again.join(', ')}`);
    const second = wtr(`again-${engine}`, again, { BROWSERS: engine.toLowerCase() });
    for (const session of second.sessions) {
      const index = sessions.findIndex((other) => other.engine === engine && other.file === session.file);
      if (session.failed === 0) unstable.push(...sessions[index].failures.map((failure) => `${engine}: ${session.file}: ${failure}`));
      sessions[index] = session;
    }
  }
  return { passed: sum(sessions, 'passed'), failed: sum(sessions, 'failed') + (isBroken ? 1 : 0), unstable };
}

/** Tests in Node, told in full and counted. */
export function runNodeTests(tapFile, files) {
  const reporters = ['spec', 'tap'].map((name) => `--test-reporter=${name}`);
  const destinations = ['stdout', tapFile].map((name) => `--test-reporter-destination=${name}`);
  const flags = ['--test', '--test-concurrency=1', reporters[0], destinations[0], reporters[1], destinations[1]];
  const status = run([...flags, ...files]);
  const failed = readTapCount(tapFile, 'fail') + readTapCount(tapFile, 'cancelled');
  return { passed: readTapCount(tapFile, 'pass'), failed: Math.max(failed, status === 0 ? 0 : 1) };
}

/** The tests of what is published, which read `dist`. A file that fails is run once more, as in browsers. */
export function runPackageTests(folder) {
  const files = ['test/package', 'test/acceptance', 'test/visual']
    .flatMap((name) => readdirSync(join(root, name)).map((file) => `${name}/${file}`))
    .filter((file) => file.endsWith('.test.mjs'));
  const total = { passed: 0, failed: 0, unstable: [] };
  for (const [index, file] of files.entries()) {
    let count = runNodeTests(join(folder, `${index}.tap`), [file]);
    if (count.failed > 0) {
      count = runNodeTests(join(folder, `${index}-again.tap`), [file]);
      if (count.failed === 0) total.unstable.push(file);
    }
    total.passed += count.passed;
    total.failed += count.failed;
  }
  return total;
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
    console.log('');
    printUnstable([...browsers.unstable, ...packaged.unstable]);
    console.log(`in browsers: ${browsers.passed} passed, ${browsers.failed} failed`);
    console.log(`of the package: ${packaged.passed} passed, ${packaged.failed} failed`);
    return { passed: browsers.passed + packaged.passed, failed: browsers.failed + packaged.failed };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed } = runAllTests();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
