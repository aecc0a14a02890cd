import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

/**
 * A cable to a PostgreSQL that can be cut at a statement, once: `cut = { sql: 'COMMIT\0', isDone: true }` lets it be done and loses the answer; without
 * `isDone` the database never reads it.
 *
 * @param {import('../postgres-server.mjs').Connection} connection
 */
export async function connectCable(connection) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-cable-'));
  /** @type {{ connection: typeof connection, cut: { sql: string, isDone: boolean } | undefined, close: () => Promise<void> }} */
  const cable = { connection: { ...connection, host: folder }, cut: undefined, close };
  const server = createServer((near) => {
    const far = createConnection(join(connection.host, SOCKET));
    let isCut = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    near.on('data', (bytes) => {
      const { cut } = cable;
      if (!cut || !bytes.includes(cut.sql)) return far.write(bytes);
      cable.cut = undefined;
      if (!cut.isDone) return end();
      isCut = true;
      far.write(bytes);
    });
    // The answer that is lost says that it was done.
    far.on('data', (bytes) => (isCut ? end() : near.write(bytes)));
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  await once(server.listen(join(folder, SOCKET)), 'listening');

  async function close() {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
  return cable;
}
