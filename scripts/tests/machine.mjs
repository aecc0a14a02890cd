/** What this machine has, and what it can install. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns {string | undefined} The first of some paths that is there; absent ones are passed over. */
export function firstExisting(...paths) {
  return paths.find((path) => path && existsSync(path));
}

/** @returns {string | undefined} The path of the first of some programs that the `PATH` has. */
export function which(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return firstExisting(...names.flatMap((name) => folders.map((folder) => join(folder, name))));
}

/**
 * @returns {{ update: () => boolean, install: (packages: string[]) => boolean, runAsRoot: (program: string, ...args: string[]) => boolean } |
 * undefined} Debian's installer, where it is there and may be run without asking anybody for a password.
 */
export function findApt() {
  const apt = which('apt-get');
  const isRoot = process.getuid?.() === 0;
  const canSudo = !isRoot && which('sudo') !== undefined && spawnSync('sudo', ['-n', 'true']).status === 0;
  if (!apt || !(isRoot || canSudo)) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const runAsRoot = (...command) => {
    const [program, ...args] = isRoot ? command : ['sudo', '-E', ...command];
    return spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  const run = (...args) => runAsRoot(apt, '-qq', '-o', 'DPkg::Lock::Timeout=300', ...args);
  return {
    update: () => run('update'),
    install: (packages) => run('install', '-y', '--no-install-recommends', ...packages),
    runAsRoot,
  };
}
