/**
 * What a change must pass besides its look: format, types, lint, layers, build, manifest, size, the checks of the package and the tests of
 * `npm test`. Each step is printed with its result; the last line is `N passed, N failed`, alone: the tests, and each other step as one.
 *
 * `--after-tests`: `npm test` has just built and run in this very tree, so that nothing is built or tested anew.
 */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { runChangeTests, withFolder } from './test.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** A step that takes longer hangs, ms. */
const LIMIT_MS = 5 * 60_000;

/** They have no types: no module imports them. */
const SCRIPT_TAG_FILES = ['--exclude-entrypoints', 'dist/balcao.js', 'dist/balcao.min.js'];

/** Packing must not build anew: `dist` has just been built. */
const env = { npm_config_ignore_scripts: 'true' };

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

async function runStep([name, program, ...args]) {
  console.log(`\n== ${name}`);
  const command = [process.execPath, ...(program ? [join(modules, program)] : []), ...args];
  const { isOk } = await runProgram(name, command, { limitMs: LIMIT_MS, env });
  console.log(`${name}: ${isOk ? 'passed' : 'FAILED'}`);
  return isOk;
}

const isAfterTests = process.argv.includes('--after-tests');
const steps = STEPS.filter(([name]) => !(isAfterTests && name === 'build'));
const passed = [];
const failed = [];
for (const step of steps) ((await runStep(step)) ? passed : failed).push(step[0]);
const tests = isAfterTests ? { counts: [] } : await withFolder(runChangeTests);
endRun({ ...tests, steps: passed, broken: [...(tests.broken ?? []), ...failed] });
