import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openLedgerServer } from '../ledger/ledger-server.mjs';
import { hasPostgres } from '../postgres-server.mjs';
import { readOutcome, useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

/** How many orders are paid at once. */
const MANY = 28;

const orderIds = Array.from({ length: MANY }, (_, index) => `pedido-n${index}`);

describe('settled that uses the pool instead of tx', { skip: !hasPostgres() }, () => {
  const { open } = useShops();

  /** A shop whose `settled` writes by other means than its transaction. */
  function openFaulty(ledger, settled) {
    const shop = open({ wrapLedger: () => ledger, relayCards: true, orders: { settled }, limits: { declinesPerSession: 1000 } });
    for (const id of orderIds) shop.orders.set(id, { id, owner: 'ana', amountCents: 14_990 });
    return shop;
  }

  const payAll = (shop) => Promise.all(orderIds.map((orderId) => shop.pay({ orderId })));
  const findFix = ({ events }) => events.find(({ type, operation }) => type === 'failure' && operation === 'settled')?.message;

  let ledgers;
  before(async () => void (ledgers = await openLedgerServer()));
  after(() => ledgers?.close());

  for (const max of [2, 10]) {
    it(`is named within seconds where ${MANY} answers come at once, and a pool of ${max} comes free`, async (t) => {
      const connection = await ledgers.createDatabase();
      // A connection that rested has a timer of the pool, which ends it after ten seconds: once time is the test's, nobody could stop that.
      const { ledger, pool, query } = await ledgers.createInstance(connection, { settings: { max, idleTimeoutMillis: 0 } });
      await query('CREATE TABLE stock (sold text)');
      let isFaulty = true;
      const sell = 'INSERT INTO stock VALUES ($1)';
      let begun = 0;
      /** The payments whose settled has a connection, in its transaction, and waits for another one. */
      const waiting = new Set();
      const settled = async ({ paymentId }, tx) => {
        begun += 1;
        // As many as the pool has connections run at once.
        await until(() => begun >= max);
        waiting.add(paymentId);
        await (isFaulty ? pool : tx).query(sell, [paymentId]).finally(() => waiting.delete(paymentId));
      };
      const shop = openFaulty(ledger, settled);
      await shop.server.start();
      t.mock.timers.enable({ apis: ['setTimeout'] });

      let ended = false;
      const paying = payAll(shop).finally(() => (ended = true));
      let limits = 0;
      for (;;) {
        // Each connection of the pool is in a transaction of settled that waits, and nothing but time ends that.
        await until(() => ended || waiting.size === max);
        if (ended) break;
        t.mock.timers.tick(5000);
        limits += 1;
        // Their time is over: they wait on, and have no connection any more.
        waiting.clear();
        await until(() => findFix(shop) !== undefined);
      }
      assert.ok(limits > 0, 'the pool was blocked');
      assert.match(findFix(shop) ?? '', /tx\.query/);
      const outcomes = (await paying).map(readOutcome);
      assert.deepEqual(new Set(outcomes), new Set(['approved']));
      // What is noted of the failures, behind the answers, gets its connections too.
      await until(() => pool.waitingCount === 0);

      isFaulty = false;
      t.mock.timers.reset();
      await shop.server.sweep();
      const [{ count }] = await query('SELECT count(*) AS count FROM balcao_payments WHERE settled_at IS NOT NULL');
      assert.equal(Number(count), MANY);
    });
  }
});
