/**
 * What many test files begin with: the tarball of the package, and the demo as static pages. A run makes both once, and
 * names their folder as `BALCAO_ARTIFACTS`; a file that is run alone makes its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const VITE = join(root, 'node_modules/vite/bin/vite.js');

function run(program, ...args) {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Packs the package into a folder as npm would publish it, and returns the tarball. */
export function packInto(folder) {
  const [{ filename }] = JSON.parse(run('npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder));
  return join(folder, filename);
}

/** Builds the demo into a folder as `npm run build:demo` does, and returns the folder. */
export function buildDemoInto(folder) {
  for (const mode of ['production', 'worker'])
    run(process.execPath, VITE, 'build', '--mode', mode, '--outDir', folder, '--logLevel', 'error');
  return folder;
}

const { BALCAO_ARTIFACTS: made } = process.env;
const inRun = (name) => (made ? join(made, name) : undefined);

/** The tarball of this run, or one in `folder`. */
export function findTarball(folder) {
  return inRun('balcao.tgz') ?? packInto(folder);
}

/** The folder of this run's demo, or `folder` with one. */
export function findDemo(folder) {
  return inRun('demo') ?? buildDemoInto(folder);
}

/** Makes all of it in a folder, and returns the environment of a run that has it. */
export function makeArtifacts(folder) {
  mkdirSync(folder);
  renameSync(packInto(folder), join(folder, 'balcao.tgz'));
  buildDemoInto(join(folder, 'demo'));
  return { BALCAO_ARTIFACTS: folder };
}
