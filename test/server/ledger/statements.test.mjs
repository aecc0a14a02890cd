import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { hasPostgres } from '../postgres-server.mjs';
import { readOutcome, useShops } from '../support/shop.mjs';
import { openLedgerServer } from './ledger-server.mjs';

/** @import { SqlDatabase, SqlQuery } from '../../../src/server/index.ts' */

/**
 * A database that counts its statements, without `BEGIN` and `COMMIT`, and its commits.
 *
 * @param {SqlDatabase} database
 */
function countStatements(database) {
  const counts = { statements: 0, commits: 0 };
  /** @param {SqlQuery} query @returns {SqlQuery} */
  const count = (query) => (sql, values) => {
    counts.statements += 1;
    return query(sql, values);
  };
  /** @type {SqlDatabase} */
  const counting = {
    ...database,
    async query(sql, values) {
      const rows = await count(database.query)(sql, values);
      counts.commits += 1;
      return rows;
    },
    async transaction(work) {
      const result = await database.transaction((query) => work(count(query)));
      counts.commits += 1;
      return result;
    },
  };
  return { counting, counts };
}

/**
 * @param {string} name
 * @param {() => Promise<{ database: SqlDatabase, close: () => Promise<void> }>} create
 * @param {{ skip: boolean }} options
 */
function describeStatements(name, create, options) {
  describe(`${name}: the statements of a ledger`, options, () => {
    const { open } = useShops();
    let opened;
    before(async () => void (opened = await create()));
    after(() => opened?.close());

    /** A shop whose orders nobody has paid for, with what its database counts. */
    async function openShop(prefix) {
      const { counting, counts } = countStatements(opened.database);
      let finds = 0;
      const find = (id) => {
        finds += 1;
        return { id: `${prefix}-${id}`, amountCents: 14_990 };
      };
      // It looks whether its database is a restored copy every five seconds: here at its start alone.
      const ledger = sqlLedger(counting, { now: () => 0 });
      // Nothing is to be delivered, so no statement is of that.
      const orders = /** @type {any} */ ({ find, deliver: undefined });
      const shop = open({
        wrapLedger: () => ledger,
        orders,
        relayCards: true,
        addressOf: () => '203.0.113.7',
      });
      await shop.server.start();
      // What a process asks once an hour or every five seconds is asked by now.
      await shop.askToken({ orderId: 'warm', attemptId: `${prefix}-warm` });
      const measure = async (act) => {
        Object.assign(counts, { statements: 0, commits: 0 });
        finds = 0;
        const answer = await act();
        return { answer, ...counts, finds };
      };
      return { shop, measure };
    }

    it('are two and one commit for a token, also for one more of the same attempt', async () => {
      const { shop, measure } = await openShop('token');
      for (let times = 0; times < 2; times += 1) {
        const { answer, ...counted } = await measure(() => shop.askToken({ attemptId: 'token-1' }));
        assert.equal(answer.status, 200);
        assert.deepEqual(counted, { statements: 2, commits: 1, finds: 1 });
      }
    });

    it('are two and one commit for the token after a decline that its page told', async () => {
      const { shop, measure } = await openShop('next');
      await shop.askToken({ attemptId: 'next-1' });
      await shop.notify({ attemptId: 'next-1' });
      const { answer, ...counted } = await measure(() => shop.askToken({ orderId: 'pedido-2', attemptId: 'next-2' }));
      assert.equal(answer.status, 200);
      assert.deepEqual(counted, { statements: 2, commits: 1, finds: 1 });
    });

    it('are six and three commits for a payment by the relay: it opens, ends and settles', async () => {
      const { shop, measure } = await openShop('paid');
      const { answer, ...counted } = await measure(() => shop.pay({ key: 'paid-1' }));
      assert.equal(readOutcome(answer), 'approved');
      assert.equal(shop.settled.length, 1);
      assert.deepEqual(counted, { statements: 6, commits: 3, finds: 1 });
    });

    it('are four and two commits for a card that is declined', async () => {
      const { shop, measure } = await openShop('declined');
      shop.sandbox.fault('processPayment', 'decline');
      const { answer, ...counted } = await measure(() => shop.pay({ key: 'declined-1' }));
      assert.equal(readOutcome(answer), 'declined');
      assert.deepEqual(counted, { statements: 4, commits: 2, finds: 1 });
    });
  });
}

describeStatements(
  'in PostgreSQL',
  async () => {
    const { createDatabase, createInstance, close } = await openLedgerServer();
    const { database } = await createInstance(await createDatabase());
    return { database, close };
  },
  { skip: !hasPostgres() },
);

describeStatements(
  'in PGlite',
  async () => {
    const instance = await PGlite.create();
    return { database: pglite(instance), close: () => instance.close() };
  },
  { skip: hasPostgres() && process.env.WHOLE !== '1' },
);
