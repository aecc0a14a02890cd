/**
 * The PostgreSQL of tests: in a folder of its own, on a socket in it, never as root, gone when the process that started it is. The tests of a run
 * share one (`startRunPostgres`), a file that is run alone starts its own, and so does a test that ends or restarts it (`startPostgres`).
 *
 * ```js
 * describe('the ledger', { skip: !hasPostgres() }, () => {
 *   let postgres;
 *   before(async () => void (postgres = await openPostgres()));
 *   after(() => postgres?.stop());
 *   it('…', async () => {
 *     const pool = postgres.createPool({ max: 5, ...(await postgres.createDatabase()) });
 *   });
 * });
 * ```
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { NO_POSTGRES, findPostgres, findRunPostgres, hasPostgres } from '../../scripts/postgres.mjs';
import { which } from '../../scripts/tests/machine.mjs';

export { hasPostgres };

/** Begins the name of a folder; then the process that it is of. */
const PREFIX = 'balcao-postgres-';

/** Between two looks whether it answers, ms. */
const POLL_MS = 20;

const SETTINGS = {
  shared_buffers: '32MB',
  max_connections: '400',
  listen_addresses: '',
  cluster_name: 'balcao-test',
  // What keeps a database over a power cut is of no use here; what is committed stays when the server alone is ended.
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** Of a server whose speed is measured. */
const DURABLE = { fsync: 'on', full_page_writes: 'on' };

/** How the server can be ended; `immediate` is what a power cut is: nothing is written any more, and the next start recovers. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' };

/** Whom it runs as where this process is root, which PostgreSQL refuses to be. */
export function findUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const read = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: read('-u'), gid: read('-g') };
    } catch {
      // no such user
    }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody');
}

/**
 * Starts a program as the user that it is to run as. Where Linux can, it gets SIGQUIT once this process is gone, however that ended; elsewhere a
 * PostgreSQL ends itself soon after its folder was removed.
 */
export function startAs(program, args, { folder, user, stdio }) {
  const options = { cwd: folder, stdio, env: { ...process.env, LC_ALL: 'C' } };
  const setpriv = process.platform === 'linux' ? which('setpriv') : undefined;
  if (!setpriv) return spawn(program, args, { ...options, ...user });
  const asUser = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  return spawn(setpriv, [...asUser, '--pdeathsig=QUIT', program, ...args], options);
}

/**
 * Where a database is.
 *
 * @typedef {ReturnType<typeof describeDatabase>} Connection
 */

/**
 * What tests do with a server, wherever it is from.
 *
 * @typedef {ReturnType<typeof useServer>} PostgresServer
 */

/** Makes the files of a database server in `data`. */
async function initialize(bin, data, { folder, user }) {
  const args = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const child = startAs(join(bin, 'initdb'), [...args, data], { folder, user, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`initdb ended with ${status}: ${said}`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Removes what processes left behind that were ended before they could. */
function removeOrphans() {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const name of folders) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isAlive(pid)) remove(join(tmpdir(), name));
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // Somebody else's, or its server is still writing: the next start removes it.
  }
}

/** Runs statements with a connection of its own. */
async function withClient(connection, work) {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // what ends the connection also rejects the statement
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Resolves once it answers. Rejects with its own words where it ended. */
async function waitUntilReady(child, connection, logFile) {
  for (;;) {
    try {
      return await withClient(connection, (client) => client.query('select 1'));
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`, { cause: error });
    }
    await wait(POLL_MS);
  }
}

/** Where a database is: for `pg`, and as an address for programs. */
function describeDatabase(folder, database) {
  const url = `postgresql://postgres@${encodeURIComponent(folder)}/${database}`;
  return { host: folder, port: 5432, user: 'postgres', database, url };
}

/** Breaks the connections that some databases have, and resolves with how many there were once the last one is gone. */
async function breakConnections(client, databases) {
  const found = await client.query('select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = any($1) and pid <> pg_backend_pid()', [databases]); // prettier-ignore
  const pids = found.rows.map(({ pid }) => pid);
  const countLeft = async () => (await client.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount;
  while ((await countLeft()) > 0) await wait(POLL_MS);
  return pids.length;
}

/** What tests do with a server, wherever it is from. */
function useServer(folder) {
  const connection = describeDatabase(folder, 'postgres');
  const pools = new Set();
  const databases = [];
  return {
    /** Of the database `postgres`, for statements about the server. */
    connection,
    /** A pool of `pg`, as a shop makes one: `createPool({ max: 5, ...(await createDatabase()) })`. It ends with `stop()`. */
    createPool(settings = {}) {
      const { url: _url, ...options } = { ...connection, ...settings };
      const pool = new pg.Pool(options);
      pool.on('error', () => {}); // without a listener, an idle connection that breaks would end the process
      pools.add(pool);
      return pool;
    },
    /**
     * A database, `{ host, port, user, database, url }`.
     *
     * @param {{ database: string }} [template] One that it is a copy of, and that nobody is connected to; without it, the new one is empty.
     */
    async createDatabase(template) {
      const database = `shop_${randomBytes(6).toString('hex')}`;
      const source = template ? ` template ${template.database}` : '';
      await withClient(connection, (client) => client.query(`create database ${database}${source}`));
      databases.push(database);
      return describeDatabase(folder, database);
    },
    /** Breaks every connection to a database and returns how many those were. */
    killConnections: (database) => withClient(connection, (client) => breakConnections(client, [database])),
    /** Ends every connection of these tests. */
    async stop() {
      for (const pool of pools) void pool.end().catch(() => {}); // not awaited: a test may have kept a client
      await withClient(connection, (client) => breakConnections(client, databases));
    },
  };
}

/** The PostgreSQL of the run, or one that `stop()` ends. Others use it too: no test may end or restart it. */
export async function openPostgres() {
  const folder = findRunPostgres();
  return folder ? useServer(folder) : startPostgres();
}

/** Starts the PostgreSQL that the tests of a run share, for processes with `env`. Without PostgreSQL on this machine it starts nothing. */
export async function startRunPostgres() {
  if (!hasPostgres()) return { env: {}, stop: async () => {} };
  const { folder, stop } = await startPostgres();
  return { env: { BALCAO_POSTGRES: folder }, stop };
}

/**
 * Starts a PostgreSQL with nothing in it. Takes about a second and a half.
 *
 * @param {{ isDurable?: boolean, find?: () => string | undefined }} [options] `isDurable`: whether it writes to the disk what it commits. `find`:
 * where its programs are, for a test of a machine that has none.
 * @returns What tests do with it, below. Rejects with what to do where this machine has none.
 */
export async function startPostgres({ isDurable = false, find = findPostgres } = {}) {
  const bin = find();
  if (!bin) throw new Error(NO_POSTGRES);
  removeOrphans();
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  if (user) chownSync(folder, user.uid, user.gid);
  const program = join(bin, 'postgres');
  const data = join(folder, 'data');
  const logFile = join(folder, 'log');
  const server = useServer(folder);
  let child;

  const clearUp = () => {
    child?.kill('SIGQUIT');
    remove(folder);
  };
  process.once('exit', clearUp);

  /** Ends the server: connections break, and none can be made until `resume()`. */
  async function halt(mode = 'fast') {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill(SIGNALS[mode]);
    await ended;
    child = undefined;
  }

  /** Starts the server anew after `halt()`, with everything that was committed. */
  async function resume() {
    const settings = Object.entries({ ...SETTINGS, ...(isDurable && DURABLE), unix_socket_directories: folder });
    const log = openSync(logFile, 'a');
    child = startAs(program, ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      folder,
      user,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await waitUntilReady(child, server.connection, logFile);
  }

  /** Ends it and removes everything. */
  async function stop() {
    if (child) await server.stop();
    await halt('immediate');
    process.off('exit', clearUp);
    remove(folder);
  }

  try {
    await initialize(bin, data, { folder, user });
    await resume();
  } catch (error) {
    process.off('exit', clearUp);
    clearUp();
    throw error;
  }

  return {
    ...server,
    /** Where all of its files are. */
    folder,
    /** The process, or nothing while it is halted. */
    get pid() {
      return child?.pid;
    },
    halt,
    resume,
    /** `halt()` and `resume()`. */
    async restart(mode) {
      await halt(mode);
      await resume();
    },
    stop,
  };
}
