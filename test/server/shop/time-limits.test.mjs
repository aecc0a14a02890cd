import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { readOutcome, useShops, WEBHOOK_SECRET } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;

/** A function that never answers. */
function createHanging() {
  /** @type {() => Promise<never>} */
  const hang = () => {
    counted.calls += 1;
    return new Promise(() => {});
  };
  const counted = Object.assign(hang, { calls: 0 });
  return counted;
}

/**
 * Passes the time limit of a function that was called. What is done before it is over waits.
 *
 * @template Result
 * @param {import('node:test').TestContext} t
 * @param {{ calls: number }} hanging
 * @param {{ limitMs: number, work: () => Promise<Result>, isOver: () => boolean }} options
 */
async function passLimit(t, hanging, { limitMs, work, isOver }) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const result = work();
  await until(() => hanging.calls > 0);
  t.mock.timers.tick(limitMs - 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isOver(), false);
  t.mock.timers.tick(1);
  return result;
}

const failures = ({ events }) => events.filter(({ type }) => type === 'failure');
const named = (shop, operation) => failures(shop).find((event) => event.operation === operation)?.message;

describe('what the shop hands over has a time limit', () => {
  const { open } = useShops();

  for (const [operation, { options, act, status, limitMs = 10_000 }] of Object.entries({
    'orders.find': { options: (hang) => ({ orders: { find: hang }, relayCards: true }), act: (shop) => shop.pay(), status: 503 },
    sessionOf: { options: (hang) => ({ sessionOf: hang }), act: (shop) => shop.askToken(), status: 503 },
    customerOf: { options: (hang) => ({ customerOf: hang }), act: (shop) => shop.ask('cards', { method: 'GET' }), status: 503 },
    'cards.find': {
      options: (hang) => ({ cards: { find: hang } }),
      act: (shop) => shop.pay({ body: { card: undefined, cardId: 'card-1' } }),
      status: 503,
    },
    getFees: { options: (hang) => ({ getFees: hang }), act: (shop) => shop.ask('fees', { body: { amount: '149.90' } }), status: 503 },
    verifyWebhook: {
      options: (hang) => ({ verifyWebhook: hang }),
      act: (shop) => shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: 'x' }, origin: null, session: null }),
      status: 503,
    },
    'token function': { options: (hang) => ({ tokens: hang }), act: (shop) => shop.askToken(), status: 502 },
    // What a source of tokens does is its own: the endpoint alone says that it did not answer.
    token: { options: (hang) => ({ tokens: { getToken: hang } }), act: (shop) => shop.askToken(), status: 503, limitMs: 15_000 },
  })) {
    it(`${operation}: it is named, nothing is opened or sent, and whoever waits is told`, async (t) => {
      const hang = createHanging();
      const shop = open(options(hang));
      await shop.server.start();
      const isOver = () => failures(shop).length > 0;
      const answer = await passLimit(t, hang, { limitMs, work: () => act(shop), isOver });
      assert.equal(answer.status, status);
      assert.match(named(shop, operation) ?? '', /did not (end|answer) (within 10 s|in time)|ended with the error timeout/);
      assert.equal(shop.sandbox.state().requests.length, 0);
      assert.equal(shop.memory.orders.size, 0);
    });
  }

  it('records: the attempt stays unknown, and the request has its answer', async (t) => {
    const hang = createHanging();
    const shop = open({ records: { certainty: 'exact', findCharge: hang } });
    await shop.askToken();
    const isOver = () => failures(shop).length > 0;
    const answer = await passLimit(t, hang, { limitMs: 10_000, work: () => shop.resolve(), isOver });
    assert.deepEqual(answer.json, { status: 'unknown' });
    assert.match(named(shop, 'records.findCharge') ?? '', /tentativa-1/);
  });

  it('deliver: it is named and tried again after its lease, unless it ends well meanwhile', async (t) => {
    /** @type {(value?: unknown) => void} */
    let finish = () => {};
    const deliver = Object.assign(
      () => {
        deliver.calls += 1;
        return new Promise((resolve) => (finish = resolve));
      },
      { calls: 0 },
    );
    const shop = open({ relayCards: true, orders: { deliver } });
    await shop.server.start();
    const isOver = () => failures(shop).length > 0;
    // Nobody waits for it.
    const answer = await passLimit(t, deliver, { limitMs: 10_000, work: () => shop.pay(), isOver });
    assert.equal(readOutcome(answer), 'approved');
    await until(isOver);
    assert.match(named(shop, 'deliver') ?? '', /did not end within 10 s/);
    assert.equal((await shop.server.health()).deliveries, 1);
    await shop.server.sweep();
    assert.equal(deliver.calls, 1, 'it is leased');

    finish();
    await until(async () => (await shop.server.health()).deliveries === 0);
    shop.clock.pass(2 * MINUTE);
    await shop.server.sweep();
    assert.deepEqual([deliver.calls, shop.events.filter(({ type }) => type === 'delivered').length], [1, 1]);
  });

  it('settled: it is named with the fix, rolled back, and tried again by the sweep', async (t) => {
    const hang = createHanging();
    const settled = async (payment) => void (hang.calls === 0 ? await hang() : shop.settled.push(payment));
    const shop = open({ relayCards: true, orders: { settled } });
    await shop.server.start();
    const isOver = () => failures(shop).length > 0;
    const answer = await passLimit(t, hang, { limitMs: 5000, work: () => shop.pay(), isOver });
    assert.equal(readOutcome(answer), 'approved');
    assert.match(named(shop, 'settled') ?? '', /within 5 s\. It was rolled back\. Write through tx\.query/);
    assert.equal(shop.order().payments[0].settledAt, undefined);
    await shop.server.sweep();
    assert.equal(shop.settled.length, 1);
    assert.ok(shop.order().payments[0].settledAt);
  });

  it('health: a source of tokens that says nothing is failing', async (t) => {
    const hang = createHanging();
    const card = { getToken: createHanging(), health: hang };
    const shop = open({ tokens: { card, pix: { getToken: createHanging() } } });
    await shop.server.start();
    const health = await passLimit(t, hang, { limitMs: 10_000, work: () => shop.server.health(), isOver: () => false });
    assert.deepEqual(health.tokens, { card: 'failing', pix: 'ready' });
  });

  it('settled that uses PGlite instead of tx: it is named, and the database comes free', async (t) => {
    const instance = await PGlite.create();
    t.after(() => instance.close());
    const ledger = sqlLedger(pglite(instance));
    let isFaulty = true;
    const faulty = { calls: 0 };
    const settled = async (_, tx) => {
      faulty.calls += 1;
      await (isFaulty ? instance : tx).query('SELECT 1');
    };
    const shop = open({ wrapLedger: () => ledger, relayCards: true, orders: { settled } });
    await shop.server.start();
    const isOver = () => failures(shop).length > 0;
    const answer = await passLimit(t, faulty, { limitMs: 5000, work: () => shop.pay(), isOver });
    assert.equal(readOutcome(answer), 'approved');
    assert.match(named(shop, 'settled') ?? '', /tx\.query/);
    isFaulty = false;
    await shop.server.sweep();
    assert.ok((await ledger.read('pedido-1')).payments[0].settledAt);
  });
});
