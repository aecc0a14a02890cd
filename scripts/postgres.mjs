/**
 * Finds the PostgreSQL that tests start for themselves, and installs Debian's where there is none.
 *
 * Run as a script (`npm pretest`) it installs what is missing, if this machine may be changed, and fails where it cannot; imported,
 * `findPostgres()` only looks. `BALCAO_NO_POSTGRES=1` does without: tests that need it are left out, and say so.
 */
import { appendFileSync, existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWithApt, which } from './tests/machine.mjs';

/** What to do where there is none. */
export const NO_POSTGRES =
  'PostgreSQL is not on this machine. Install it (Debian: `apt-get install postgresql`, macOS: `brew install postgresql`), ' +
  'or set BALCAO_NO_POSTGRES=1 to do without its tests.';

/** Where a package keeps a folder for each version: `postgresql/15/bin`, `opt/postgresql@17/bin`. */
const VERSION_FOLDERS = [
  ['/usr/lib/postgresql', /^\d+$/],
  ['/opt/homebrew/opt', /^postgresql(?:@\d+)?$/],
  ['/usr/local/opt', /^postgresql(?:@\d+)?$/],
];

function listVersions([folder, pattern]) {
  if (!existsSync(folder)) return [];
  const version = (name) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return names.sort((one, other) => version(other) - version(one)).map((name) => join(folder, name, 'bin'));
}

const isWhole = (folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

/** Whether this run does without PostgreSQL. */
export function isPostgresForgone() {
  return process.env.BALCAO_NO_POSTGRES === '1';
}

/** @returns {string | undefined} The folder with `initdb` and `postgres`: that of the `PATH`, else the newest of the usual places. */
export function findPostgres() {
  const inPath = which('initdb');
  // What the path has may be a link to the folder where the server is.
  const folders = inPath ? [dirname(inPath), dirname(realpathSync(inPath))] : [];
  return [...folders, ...VERSION_FOLDERS.flatMap(listVersions)].find(isWhole);
}

/** Installs Debian's server without its habit of making a cluster and starting it at once. */
function installPostgres() {
  if (!installWithApt(['postgresql-common'])) return;
  appendFileSync('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  installWithApt(['postgresql']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (isPostgresForgone()) {
    console.log('PostgreSQL: NOT USED, as BALCAO_NO_POSTGRES says; its tests do not run');
  } else {
    if (!findPostgres()) installPostgres();
    const folder = findPostgres();
    console.log(folder ? `PostgreSQL: ${folder}` : NO_POSTGRES);
    if (!folder) process.exitCode = 1;
  }
}
