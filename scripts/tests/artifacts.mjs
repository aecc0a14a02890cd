/**
 * What many test files begin with: the package as a tarball and unpacked, and the demo as static pages. A run makes them once,
 * and names their folder as `BALCAO_ARTIFACTS`; a file that is run alone makes its own.
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

/** The tarball of this run, or one in `folder`. */
export function findTarball(folder) {
  return inRun('balcao.tgz') ?? packInto(folder);
}

/** The unpacked package of this run, or one in `folder`. Nobody may write to its files. */
export function findPackage(folder) {
  return inRun('package') ?? unpackInto(folder, findTarball(folder));
}

/** The folder of this run's demo, or `folder` with one. */
export function findDemo(folder) {
  return inRun('demo') ?? buildDemoInto(folder);
}

/** As `findDemo`, with pages whose servers are beside them, as those of `npm start`. */
export function findServedDemo(folder) {
  return inRun('served-demo') ?? buildDemoInto(folder, ['served']);
}

/** Makes all of it in a folder, and returns the environment of a run that has it. */
export function makeArtifacts(folder) {
  mkdirSync(folder);
  const tarball = join(folder, 'balcao.tgz');
  renameSync(packInto(folder), tarball);
  unpackInto(folder, tarball);
  buildDemoInto(join(folder, 'demo'));
  buildDemoInto(join(folder, 'served-demo'), ['served']);
  return { BALCAO_ARTIFACTS: folder };
}
