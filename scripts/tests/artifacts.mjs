/**
 * The files that many tests need: the package as a tarball and unpacked, and the demo as static pages. A run creates them once and sets
 * their folder as `BALCAO_ARTIFACTS`. A test file that runs alone creates its own.
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

/** Unpacks a tarball into a folder, and returns the package in it. */
function unpackInto(folder, tarball) {
  run('tar', '-xzf', tarball, '-C', folder);
  return join(folder, 'package');
}

/** Builds the demo into a folder, by default as `npm run build:demo` does, and returns the folder. */
export function buildDemoInto(folder, modes = ['production', 'worker']) {
  for (const mode of modes) run(process.execPath, VITE, 'build', '--mode', mode, '--outDir', folder, '--logLevel', 'error');
  return folder;
}

const { BALCAO_ARTIFACTS: made } = process.env;
const inRun = (name) => (made ? join(made, name) : undefined);

/** Returns the tarball of this run, or packs one into `folder`. */
export function findTarball(folder) {
  return inRun('balcao.tgz') ?? packInto(folder);
}

/** Returns the unpacked package of this run, or unpacks one into `folder`. No test may write to its files. */
export function findPackage(folder) {
  return inRun('package') ?? unpackInto(folder, findTarball(folder));
}

/** Returns the folder of this run's demo, or builds one into `folder`. */
export function findDemo(folder) {
  return inRun('demo') ?? buildDemoInto(folder);
}

/** Returns the folder of a demo whose pages use servers on this machine, as those of `npm start` do. */
export function findServedDemo(folder) {
  return inRun('served-demo') ?? buildDemoInto(folder, ['served']);
}

/** Creates all these files in a folder, and returns the environment of a run that uses them. */
export function makeArtifacts(folder) {
  mkdirSync(folder);
  const tarball = join(folder, 'balcao.tgz');
  renameSync(packInto(folder), tarball);
  unpackInto(folder, tarball);
  buildDemoInto(join(folder, 'demo'));
  buildDemoInto(join(folder, 'served-demo'), ['served']);
  return { BALCAO_ARTIFACTS: folder };
}
