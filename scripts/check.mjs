/**
 * Runs the checks that a change must pass besides its tests: format, types, lint, layers, build, manifest, size and the checks of the
 * package. Prints each step with its result; the last line is only `N passed, N failed`. `npm run check` also runs the tests of `npm test`;
 * with `static` it does not.
 */
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { joinRuns, runChangeTests, withFolder } from './test.mjs';
import { ensureDist } from './tests/dist.mjs';
import { runProgram } from './tests/processes.mjs';
import { endRun } from './tests/summary.mjs';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** The script-tag files have no types, because no module imports them. */
const SCRIPT_TAG_FILES = ['--exclude-entrypoints', 'dist/balcao.js', 'dist/balcao.min.js', 'dist/balcao.all.min.js'];

/** Packing must not build again. */
const env = { npm_config_ignore_scripts: 'true' };

/**
 * The steps: the name of each step, the program of a package that it runs, if any, and the arguments.
 *
 * @type {[string, string | undefined, ...string[]][]}
 */
const STEPS = [
  ['format', 'prettier/bin/prettier.cjs', '--check', '.'],
  ['types', 'typescript/bin/tsc'],
  ['types in Node', 'typescript/bin/tsc', '--project', 'tsconfig.node.json'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['layers', undefined, 'scripts/layers.mjs'],
  ['manifest', undefined, 'scripts/manifest.mjs'],
  ['size', undefined, 'scripts/size.mjs'],
  ['unused code', 'knip/bin/knip.js'],
  ['package.json', 'publint/src/cli.js', '--strict'],
  ['package types', '@arethetypeswrong/cli/dist/index.js', '--pack', '.', '--profile', 'esm-only', '--quiet', ...SCRIPT_TAG_FILES],
];

async function runStep([name, program, ...args]) {
  console.log(`\n== ${name}`);
  const command = [process.execPath, ...(program ? [join(modules, program)] : []), ...args];
  const { isOk } = await runProgram(name, command, { env });
  console.log(`${name}: ${isOk ? 'passed' : 'FAILED'}`);
  return isOk ? { steps: [name] } : { broken: [name] };
}

await ensureDist();
const runs = [];
for (const step of STEPS) runs.push(await runStep(step));
if (!process.argv.includes('static')) runs.push(await withFolder(runChangeTests));
endRun(joinRuns(runs));
