/** Every step of a program that touches something outside of it: each statement of the database, and each request that it sends. */

/**
 * @import { PostgresPool } from '../../../src/server/postgres.ts'
 * @import { PostgresResult } from '../../../src/server/ledger/postgres.ts'
 *
 * @typedef {object} Statement
 * @property {string} name
 * @property {() => Promise<PostgresResult>} run Sends it.
 * @property {() => void} cut Breaks the connection.
 */

/**
 * A pool of `pg` whose every statement goes through `step`.
 *
 * @param {import('pg').Pool} pool
 * @param {(statement: Statement) => Promise<PostgresResult>} step
 * @returns {PostgresPool}
 */
export function watchPool(pool, step) {
  return {
    // Whoever made the pool listens to it.
    on: () => {},
    async connect() {
      const client = await pool.connect();
      return {
        query: (text, values) =>
          step({
            name: text.trim().split(/\s+/).slice(0, 4).join(' '),
            run: () => (values ? client.query(text, values) : client.query(text)),
            cut: () => client.connection.stream.destroy(),
          }),
        release: (error) => client.release(error),
        on: client.on.bind(client),
        removeListener: client.removeListener.bind(client),
      };
    },
  };
}

/**
 * Counts the steps of this process once it is armed, and calls `reach` at the one that was chosen.
 *
 * @param {number} chosen From 1.
 * @param {(name: string) => void} reach
 */
export function createSteps(chosen, reach) {
  let isArmed = false;
  let count = 0;
  const pass = (name) => {
    if (!isArmed) return;
    count += 1;
    if (count === chosen) reach(name);
  };
  return {
    arm() {
      isArmed = true;
    },
    /**
     * A statement was done. A commit is a step of its own while nobody knows whether it was.
     *
     * @param {Pick<Statement, 'name' | 'run'>} statement
     */
    async statement({ name, run }) {
      const running = run();
      if (name === 'COMMIT') pass('while COMMIT');
      const result = await running;
      pass(`after ${name}`);
      return result;
    },
    /**
     * A request is about to leave; it was answered, and the answer is unread; it is read.
     *
     * @type {typeof globalThis.fetch}
     */
    fetch: async (input, init) => {
      const { pathname } = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
      pass(`before ${pathname}`);
      const response = await fetch(input, init);
      pass(`after ${pathname}, unread`);
      const { status, headers } = response;
      const text = await response.text();
      pass(`after ${pathname}`);
      return new Response(text === '' ? null : text, { status, headers });
    },
  };
}
