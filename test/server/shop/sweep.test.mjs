import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;

/** Orders of an outage: attempts of ten thousand shoppers, all of them expired. */
const MANY = 10_000;

const never = () => /** @type {Promise<never>} */ (new Promise(() => {}));

describe('the sweep', () => {
  const { open } = useShops();

  /** A database with many expired attempts, and a ledger that counts its statements. */
  async function openMany(t, options) {
    const instance = await PGlite.create();
    t.after(() => instance.close());
    const counted = { statements: 0 };
    const count = (query) => (sql, values) => {
      counted.statements += 1;
      return query(sql, values);
    };
    const database = pglite(instance);
    const create = () =>
      sqlLedger({ ...database, query: count(database.query), transaction: (work) => database.transaction((query) => work(count(query))) });
    const ledger = create();
    const shop = open({ wrapLedger: () => ledger, ...options });
    await shop.server.start();
    const at = shop.clock.at - 60 * MINUTE;
    await instance.query(
      `INSERT INTO balcao_orders (order_id, holder, changed_at) SELECT 'o' || n, 'a' || n, $1 FROM generate_series(1, $2::int) n`,
      [at, MANY],
    );
    await instance.query(
      `INSERT INTO balcao_attempts (attempt_id, order_id, method, via, session, amount_cents, state, opened_at, may_charge_until)
SELECT 'a' || n, 'o' || n, 'card', 'relay', 's', 14990, 'sent', $1, $1::bigint + 150000 FROM generate_series(1, $2::int) n`,
      [at, MANY],
    );
    const countLost = async () => {
      const { rows } = await instance.query(`SELECT count(*)::int AS count FROM balcao_attempts WHERE state = 'unconfirmed'`);
      return /** @type {{ count: number }[]} */ (rows)[0].count;
    };
    counted.statements = 0;
    return { shop, counted, create, countLost };
  }

  it('lists ten thousand expired attempts in one round, by a few statements for each five hundred', async (t) => {
    const { shop, counted, countLost } = await openMany(t);
    const [{ work, count }] = (await shop.server.health()).waiting;
    assert.deepEqual([work, count], ['expired', MANY]);
    counted.statements = 0;
    const { expired } = await shop.server.sweep();
    assert.deepEqual([expired, await countLost()], [MANY, MANY]);
    assert.ok(counted.statements < 150, `${counted.statements} statements`);
    assert.deepEqual((await shop.server.health()).waiting, []);
  });

  it('shares them between instances, each once', async (t) => {
    const { shop, create, countLost } = await openMany(t);
    const ledger = create();
    const other = open({ wrapLedger: () => ledger, clock: shop.clock });
    const reports = await Promise.all([shop.server.sweep(), other.server.sweep()]);
    assert.equal(await countLost(), MANY);
    assert.equal(reports[0].expired + reports[1].expired, MANY);
    const told = [shop, other].flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'attempt-ended' ? [event.attemptId] : [])),
    );
    assert.equal(new Set(told).size, MANY);
    assert.equal(told.length, MANY);
  });

  it('lists them though the records say nothing of any', async (t) => {
    const { shop, countLost } = await openMany(t, { records: { certainty: 'exact', findCharge: never } });
    void shop.server.sweep().catch(() => {});
    await until(async () => (await countLost()) === MANY);
  });

  it('lets no kind of work wait for another', async () => {
    const shop = open({
      relayCards: true,
      tokenLife: 300,
      records: { certainty: 'exact', findCharge: never },
      wrapFetch: (send) => (url, init) => (String(url).includes('qrCode/') ? never() : send(url, init)),
      orders: { settled: async (payment) => (payment.orderId === 'pedido-2' ? never() : void shop.settled.push(payment)), deliver: never },
    });
    await shop.askToken({ orderId: 'pedido-da-bia', attemptId: 'perdida' }, { session: 'bia' });
    await shop.askToken({ orderId: 'pedido-compartilhado', attemptId: 'outra' });
    await shop.payPix();
    void shop.server.reconcile({ payments: [{ orderId: 'pedido-2', method: 'card', identifier: 'c', amountCents: 14_990 }] });
    shop.clock.pass(20 * MINUTE);
    void shop.server.sweep().catch(() => {});
    await until(() => shop.order('pedido-da-bia').attempts[0].state === 'unconfirmed');
    await until(() => shop.order('pedido-compartilhado').attempts[0].state === 'unconfirmed');
    // Nothing of it ends by itself.
    await shop.server.close({ limitMs: 10 });
  });

  it('asks about many Pix codes and attempts until nothing is due, several at a time', async () => {
    let now = 0;
    let most = 0;
    const asked = new Set();
    const gates = /** @type {(() => void)[]} */ ([]);
    const findCharge = async ({ attemptId }) => {
      most = Math.max(most, (now += 1));
      asked.add(attemptId);
      await new Promise((resolve) => gates.push(() => resolve(undefined)));
      now -= 1;
      return /** @type {const} */ ({ status: 'unknown' });
    };
    const shop = open({ tokenLife: 300, records: { certainty: 'exact', findCharge } });
    const ids = Array.from({ length: 150 }, (_, index) => `n${index}`);
    for (const id of ids) {
      shop.orders.set(id, { id, owner: 'ana', amountCents: 14_990 });
      await shop.askToken({ orderId: id, attemptId: `a-${id}` });
    }
    shop.clock.pass(20 * MINUTE);
    let isOver = false;
    const sweeping = shop.server.sweep().finally(() => (isOver = true));
    await until(() => {
      gates.splice(0).forEach((finish) => finish());
      return isOver;
    });
    assert.equal((await sweeping).expired, 150);
    assert.deepEqual([asked.size, most], [150, 8]);
  });

  it('runs each minute by itself, and asks about young Pix codes every half a minute', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const shop = open({ sweepEveryMs: MINUTE, relayCards: true });
    await shop.payPix();
    const queries = () => shop.sandbox.state().requests.filter(({ path }) => path.includes('qrCode')).length;
    const times = [];
    for (let second = 5; second <= 120; second += 5) {
      const before = queries();
      shop.clock.pass(5000);
      t.mock.timers.tick(5000);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (queries() > before) times.push(second);
    }
    assert.deepEqual(times, [30, 60, 90, 120]);
  });

  it('of a hundred payments whose settled throws is told by the health, and settles the others', async () => {
    const settled = async (payment) => {
      if (payment.orderId.startsWith('f')) throw new Error('stock');
      shop.settled.push(payment);
    };
    const shop = open({ orders: { settled, deliver: /** @type {any} */ (undefined) } });
    const since = shop.clock.at;
    const toLost = (orderId) => ({ orderId, method: /** @type {const} */ ('card'), identifier: `c-${orderId}`, amountCents: 14_990 });
    await shop.server.reconcile({ payments: Array.from({ length: 100 }, (_, index) => toLost(`f${index}`)) });
    const health = await shop.server.health();
    assert.deepEqual([health.status, health.waiting], ['degraded', [{ work: 'settled', count: 100, since, failing: 100 }]]);
    await shop.server.sweep();
    // One that was left behind by a crash: it waits for none of the hundred.
    const order = { orderId: 'good', attempts: [], pix: [], payments: [] };
    await shop.ledger.change('good', () => ({
      result: undefined,
      order: {
        ...order,
        payments: [
          { orderId: 'good', paymentId: 'good', method: 'card', kind: 'paid', amountCents: 14_990, at: shop.clock.at, by: 'relay' },
        ],
      },
    }));
    const { settled: count } = await shop.server.sweep();
    assert.deepEqual([count, shop.settled.length], [1, 1]);
    shop.clock.pass(MINUTE);
    assert.equal((await shop.server.sweep()).settled, 100, 'the hundred are tried again in the next minute');
  });

  it('whose work waits for minutes is told by the health', async () => {
    const shop = open();
    await shop.askToken();
    assert.equal((await shop.server.health()).status, 'ready');
    shop.clock.pass(60 * MINUTE);
    const { status, waiting } = await shop.server.health();
    assert.deepEqual([status, waiting.map(({ work, count }) => [work, count])], ['degraded', [['expired', 1]]]);
    await shop.server.sweep();
    assert.equal((await shop.server.health()).status, 'ready');
  });
});
