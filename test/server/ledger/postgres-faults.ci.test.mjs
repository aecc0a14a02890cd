import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { postgres } from '../../../src/server/ledger/postgres.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { hasPostgres, startPostgres } from '../postgres-server.mjs';
import { until } from '../support/until.mjs';
import { openLedgerServer } from './ledger-server.mjs';
import { connectCable } from './postgres-cable.mjs';
import { HOUR, NOW, createGate, makeAttempt, makePayment, makePix, open, write } from './rows.mjs';

describe('a ledger in PostgreSQL when something breaks', { skip: !hasPostgres() }, () => {
  let ledgers;
  let server;
  before(async () => {
    ledgers = await openLedgerServer(startPostgres);
    ({ server } = ledgers);
  });
  after(() => ledgers?.close());
  const createDatabase = () => ledgers.createDatabase();
  const instance = (connection, options) => ledgers.createInstance(connection, options);

  describe('a connection that is lost', () => {
    const cables = [];
    after(async () => {
      for (const cable of cables) await cable.close();
    });
    const cabled = async () => {
      const connection = await createDatabase();
      const cable = await connectCable(connection);
      cables.push(cable);
      return { cable, ...(await instance(cable.connection)), direct: await instance(connection) };
    };

    for (const isDone of [true, false]) {
      it(`at COMMIT rejects, and the change is ${isDone ? 'there' : 'not there'}`, async () => {
        const { cable, ledger, pool, direct } = await cabled();
        cable.cut = { sql: 'COMMIT\0', isDone };
        await assert.rejects(open(ledger, 'A', 'a'), (error) => error instanceof Error && error.name !== 'LedgerConflict');
        assert.equal((await direct.ledger.read('A')).attempts.length, isDone ? 1 : 0);
        // The lost connection is not in the pool any more.
        assert.equal(pool.totalCount, pool.idleCount);
        assert.equal(await open(ledger, 'A', 'again'), !isDone);
      });

      it(`at the COMMIT of a settled payment runs the work ${isDone ? 'no more' : 'again'}, and what it wrote is there once`, async () => {
        const { cable, ledger, direct } = await cabled();
        await direct.query('CREATE TABLE stock (sold int)');
        await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
        let runs = 0;
        const settle = () =>
          ledger.settle(
            'x',
            async (_, tx) => {
              runs += 1;
              await tx.query('INSERT INTO stock VALUES (1)');
            },
            { now: NOW, isDelivered: true },
          );
        cable.cut = { sql: 'COMMIT\0', isDone };
        await assert.rejects(settle());
        assert.equal(await settle(), !isDone);
        assert.equal(runs, isDone ? 1 : 2);
        assert.equal((await direct.query('TABLE stock')).length, 1);
        assert.deepEqual(
          (await ledger.listWaiting(NOW)).map(({ work, count }) => [work, count]),
          [['deliveries', 1]],
        );
      });
    }

    it('in the middle of settled work rolls it back, and it runs again', async () => {
      const connection = await createDatabase();
      const { ledger, query } = await instance(connection);
      await query('CREATE TABLE stock (sold int)');
      await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
      const settle = (crash) =>
        ledger.settle(
          'x',
          async (_, tx) => {
            await tx.query('INSERT INTO stock VALUES (1)');
            await crash?.();
          },
          { now: NOW, isDelivered: false },
        );
      await assert.rejects(settle(() => server.killConnections(connection.database)));
      assert.deepEqual(await query('TABLE stock'), []);
      assert.equal(await settle(), true);
      assert.equal((await query('TABLE stock')).length, 1);
    });

    it('does not end the process, and everything works again once the database is back', async () => {
      const { ledger } = await instance(await createDatabase());
      await open(ledger, 'A', 'a');
      await server.halt('immediate');
      await assert.rejects(ledger.ping());
      await assert.rejects(open(ledger, 'B', 'b'));
      await server.resume();
      assert.equal(await open(ledger, 'A', 'b'), false);
      assert.equal(await ledger.distrust(), undefined);
    });

    it('in a pool that has none free is waited for so long and no longer', async () => {
      const connection = await createDatabase();
      const { ledger, pool } = await instance(connection, { settings: { max: 2 } });
      const clients = [await pool.connect(), await pool.connect()];
      const impatient = sqlLedger(postgres(pool, { timeLimitMs: 200 }));
      await assert.rejects(impatient.ping(), { code: 'timeout' });
      for (const client of clients) client.release();
      await ledger.ping();
    });

    it('because the database does not answer is closed', async () => {
      const connection = await createDatabase();
      const { ledger, pool } = await instance(connection, { settings: { max: 2 } });
      await assert.rejects(postgres(pool, { timeLimitMs: 300 }).query('SELECT pg_sleep(60)'), { code: 'timeout' });
      await ledger.ping();
      assert.equal(pool.totalCount, 1);
    });
  });

  describe('a transaction', () => {
    const fail = (query, code) => query(`DO $$ BEGIN RAISE EXCEPTION 'failed' USING ERRCODE = '${code}'; END $$`);

    for (const [code, runs] of [
      ['40001', 4],
      ['40P01', 4],
      ['23514', 1],
      ['55P03', 1],
    ]) {
      it(`that fails with ${code} runs ${runs === 1 ? 'once' : `${runs} times at most`}`, async () => {
        const { database } = await instance(await createDatabase());
        let count = 0;
        const run = database.transaction(async (query) => {
          count += 1;
          await fail(query, code);
        });
        await assert.rejects(run, { code });
        assert.equal(count, runs);
      });
    }

    it('that fails once for another one’s sake ends well', async () => {
      const { database, query } = await instance(await createDatabase());
      await query('CREATE TABLE stock (sold int)');
      let count = 0;
      await database.transaction(async (ask) => {
        count += 1;
        await ask('INSERT INTO stock VALUES (1)');
        if (count < 4) await fail(ask, '40001');
      });
      assert.equal((await query('TABLE stock')).length, 1);
    });

    it('in which something failed that nobody looked at rejects instead of seeming to commit', async () => {
      const { database } = await instance(await createDatabase());
      const run = database.transaction(async (query) => {
        await query('SELECT nothing').catch(() => {});
      });
      await assert.rejects(run, /rolled back/);
    });

    it('runs nothing once it is over', async () => {
      const { database } = await instance(await createDatabase());
      let late;
      await database.transaction(async (query) => {
        late = query;
      });
      await assert.rejects(late('SELECT 1'), /over/);
    });

    it('commits one statement after another, whatever isolation the database has by default', async () => {
      const connection = await createDatabase();
      const { query } = await instance(connection);
      await query(`ALTER DATABASE ${connection.database} SET default_transaction_isolation = 'serializable'`);
      const { database } = await instance(connection);
      const rows = await database.transaction((ask) => ask('SHOW transaction_isolation'));
      assert.deepEqual(rows, [{ transaction_isolation: 'read committed' }]);
    });
  });

  describe('an order that is locked', () => {
    it('is changed anew where it was removed meanwhile', async () => {
      const { database, ledger, query } = await instance(await createDatabase());
      await open(ledger, 'A', 'a');
      const gate = createGate();
      const removing = database.transaction(async (ask) => {
        await ask(`DELETE FROM balcao_orders WHERE order_id = 'A'`);
        await gate.passed;
      });
      const opening = open(ledger, 'A', 'b');
      await waitForLock(query);
      gate.pass();
      await removing;
      assert.equal(await opening, true);
      assert.deepEqual((await ledger.read('A')).attempts, [makeAttempt('A', 'b')]);
    });

    it('is left by who removes, and what came for it meanwhile stays', async () => {
      const { database, ledger } = await instance(await createDatabase());
      for (const id of ['A', 'B']) await write(ledger, id, { pix: [makePix(id, `p-${id}`)] });
      const gate = createGate();
      const locked = createGate();
      const changing = database.transaction(async (ask) => {
        await ask(`SELECT 1 FROM balcao_orders WHERE order_id = 'A' FOR UPDATE`);
        locked.pass();
        await gate.passed;
      });
      await locked.passed;
      assert.equal(await ledger.removeBefore(NOW + HOUR, NOW), 1);
      gate.pass();
      await changing;
      assert.equal((await ledger.read('A')).pix.length, 1);
    });

    it('does not keep a settled payment from being one', async () => {
      const { ledger } = await instance(await createDatabase());
      await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
      const settled = await ledger.settle('x', () => open(ledger, 'A', 'a'), { now: NOW, isDelivered: false });
      assert.equal(settled, true);
    });

    /** Until somebody waits for a lock. */
    async function waitForLock(query) {
      await until(
        async () =>
          (await query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)).length > 0,
      );
    }
  });
});
