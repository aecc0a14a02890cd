/**
 * PgBouncer before the PostgreSQL of tests, in transaction mode: each transaction may get another connection of the database, and what belongs to
 * a session (LISTEN, SET, prepared statements by name) is lost. Machines without the program leave its tests out.
 */
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describeMissingPgBouncer, findPgBouncer } from '../../scripts/postgres.mjs';
import { findUser, startAs } from './postgres-server.mjs';

/** Why its tests are left out; `false` where they run. */
export const NO_PGBOUNCER = describeMissingPgBouncer() ?? false;

const PORT = 6432;

/**
 * Starts a PgBouncer over a server of `openPostgres`.
 *
 * @param {import('./postgres-server.mjs').PostgresServer} server
 * @returns `locate(connection)`: a database of it, by the pooler. `stop()` ends it.
 */
export async function startPgBouncer({ connection }) {
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), `balcao-pgbouncer-${process.pid}-`));
  const file = join(folder, 'pgbouncer.ini');
  const logFile = join(folder, 'log');
  writeFileSync(
    file,
    `[databases]
* = host=${connection.host} port=${connection.port} user=${connection.user}
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 4
server_round_robin = 1
max_client_conn = 500
`,
  );
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  const log = openSync(logFile, 'a');
  const child = startAs(findPgBouncer(), [file], { folder, user, stdio: ['ignore', log, log] });
  closeSync(log);
  const clearUp = () => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clearUp);

  const locate = (database) => ({ ...database, host: folder, port: PORT });

  for (;;) {
    const client = new pg.Client(locate(connection));
    client.on('error', () => {});
    try {
      await client.connect();
      break;
    } catch (error) {
      if (child.exitCode !== null)
        throw new Error(`PgBouncer did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`, { cause: error });
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      await client.end();
    }
  }

  return {
    locate,
    async stop() {
      process.off('exit', clearUp);
      const ended = once(child, 'exit');
      clearUp();
      await ended;
    },
  };
}
