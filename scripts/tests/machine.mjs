/** The programs that this machine has, and those that it can install. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns {string | undefined} The first of some paths that exists. */
export function firstExisting(...paths) {
  return paths.find((path) => path && existsSync(path));
}

/** @returns {string | undefined} The path of the first of some programs that the `PATH` has. */
export function which(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return firstExisting(...names.flatMap((name) => folders.map((folder) => join(folder, name))));
}

/** Returns whether programs may be installed for the whole machine: as root, in CI or without a person at a terminal. */
function mayChangeMachine() {
  const isAtTerminal = process.stdin.isTTY || process.stdout.isTTY;
  return process.getuid?.() === 0 && Boolean(process.env.CI || !isAtTerminal);
}

/**
 * Installs Debian packages, if this machine may be changed, and prints that.
 *
 * @returns {boolean} True if the packages are installed now.
 */
export function installWithApt(packages) {
  const apt = which('apt-get');
  if (!apt || !mayChangeMachine()) return false;
  console.error(`INSTALLING ON THIS MACHINE WITH APT: ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) =>
    spawnSync(apt, ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  run('update');
  return run('install', '-y', '--no-install-recommends', ...packages);
}
