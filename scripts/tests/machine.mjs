/** What this machine has, and what it can install. */
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

/** Whether programs may be installed for the whole machine: by root in CI, or where no person sits at a terminal. */
function mayChangeMachine() {
  const isAtTerminal = process.stdin.isTTY || process.stdout.isTTY;
  return process.getuid?.() === 0 && Boolean(process.env.CI || !isAtTerminal);
}

/**
 * Installs Debian's packages, and says so, where this machine may be changed.
 *
 * @returns {boolean} Whether they are there now.
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
