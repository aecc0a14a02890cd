/**
 * What CI runs: format, types, lint, layers, build, manifest, size, tests and the checks of the package. Each step is printed with its
 * result; the last line is `N passed, N failed`, alone: the tests, and each other step as one.
 *
 * `TESTS_RAN="123 passed, 0 failed"` says that `npm test` has just ended so in this very tree; then the browser tests are not run anew.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printUnstable, runBrowserTests, runPackageTests, withFolder } from './test.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** They have no types: no module imports them. */
const SCRIPT_TAG_FILES = ['--exclude-entrypoints', 'dist/balcao.js', 'dist/balcao.min.js'];

/** Packing must not build anew: `dist` has just been built. */
const env = { ...process.env, npm_config_ignore_scripts: 'true' };

const STEPS = [
  ['format', 'prettier/bin/prettier.cjs', '--check', '.'],
  ['types', 'typescript/bin/tsc'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['layers', undefined, 'scripts/layers.mjs'],
  ['build', undefined, 'scripts/build.mjs'],
  ['manifest', undefined, 'scripts/manifest.mjs'],
  ['size', undefined, 'scripts/size.mjs'],
  ['unused code', 'knip/bin/knip.js'],
  ['package.json', 'publint/src/cli.js', '--strict'],
  ['package types', '@arethetypeswrong/cli/dist/index.js', '--pack', '.', '--profile', 'esm-only', '--quiet', ...SCRIPT_TAG_FILES],
];

function runStep([name, program, ...args]) {
  console.log(`\n== ${name}`);
  const command = program ? [`node_modules/${program}`, ...args] : args;
  const passed = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status === 0;
  console.log(`${name}: ${passed ? 'passed' : 'FAILED'}`);
  return passed;
}

function runTests() {
  const ran = process.env.TESTS_RAN?.match(/^(\d+) passed, (\d+) failed$/);
  if (ran) {
    console.log(`\n== tests: ran just now in this tree, ${ran[0]}`);
    return { passed: Number(ran[1]), failed: Number(ran[2]) };
  }
  return withFolder((folder) => {
    console.log('\n== tests in browsers');
    const browsers = runBrowserTests(folder);
    console.log('\n== tests of the package');
    const packaged = runPackageTests(folder);
    printUnstable([...browsers.unstable, ...packaged.unstable]);
    return { passed: browsers.passed + packaged.passed, failed: browsers.failed + packaged.failed };
  });
}

const results = STEPS.map(runStep);
const tests = runTests();
const failedSteps = STEPS.filter((_step, index) => !results[index]).map(([name]) => name);
console.log(failedSteps.length > 0 ? `\nfailed steps: ${failedSteps.join(', ')}` : `\nall ${STEPS.length} steps passed`);
const failed = tests.failed + failedSteps.length;
console.log(`${tests.passed + STEPS.length - failedSteps.length} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
