import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLedgerMemory } from '../../../src/server/ledger/memory-ledger.ts';
import { readOutcome as read, payUntilLimit, useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;
const SHARED = { orderId: 'pedido-compartilhado' };
const bia = { ...SHARED, session: 'bia' };

/**
 * A ledger whose `change` goes wrong as the plan says, call by call: `refuse` changes nothing, `lose` commits and then rejects, as where the
 * connection broke before the answer to COMMIT. After the plan all goes well.
 */
function breakable(plan) {
  const wrapLedger = (ledger, shop) => {
    shop.plan = plan;
    shop.isDown = false;
    const guard =
      (method) =>
      (...args) =>
        shop.isDown ? Promise.reject(new Error('down')) : method(...args);
    return {
      ...Object.fromEntries(
        Object.entries(ledger).map(([name, value]) => [
          name,
          typeof value === 'function' && name !== 'close' && name !== 'subscribe' ? guard(value) : value,
        ]),
      ),
      change: guard(async (...args) => {
        const fate = shop.plan.shift() ?? 'good';
        if (fate === 'refuse') throw new Error('down');
        const result = await ledger.change(...args);
        if (fate === 'lose') throw new Error('the connection broke');
        if (fate === 'then-down') shop.isDown = true;
        return result;
      }),
    };
  };
  return { wrapLedger };
}

describe('a charge by the relay, and a database that fails', () => {
  const { open } = useShops();
  const openRelay = (plan, options) => open({ relayCards: true, ...breakable(plan), ...options });
  /** Pays where the service hangs, until the time limit; `count` pages at once. */
  const payHanging = async (t, shop, count = 1) => {
    shop.sandbox.fault('processPayment', 'hang');
    const pay = () => Promise.all(Array.from({ length: count }, () => shop.pay({ ...SHARED, key: 'chave-1' })));
    const [answer] = await payUntilLimit(t, pay, () => shop.sandbox.state().pending.length === 1);
    return answer;
  };
  const charges = (shop) => shop.sandbox.state().charges;
  const stand = (shop, id = 'pedido-1') => (shop.memory.orders.get(id)?.attempts ?? []).map(({ state }) => state);

  it('before it is sent: nothing is sent, the page says so, and the next may', async () => {
    const shop = openRelay(['refuse', 'refuse']);
    const answer = await shop.pay();
    assert.deepEqual([answer.status, answer.json.sent, read(answer)], [503, false, 'not-sent']);
    assert.equal(answer.headers.get('Retry-After'), '10');
    assert.equal(shop.sandbox.state().requests.length, 0);
    assert.equal(read(await shop.pay({ ...SHARED })), 'approved');
    await shop.server.sweep();
    assert.equal((await shop.server.health()).unwritten, 0);
  });

  it('at all, from the start: nothing is sent', async () => {
    const shop = openRelay([]);
    await shop.server.start();
    shop.isDown = true;
    assert.equal(read(await shop.pay()), 'not-sent');
    assert.deepEqual((await shop.server.health()).status, 'down');
    assert.equal(shop.sandbox.state().requests.length, 0);
  });

  it('whose COMMIT was lost before it was sent: nothing is sent, and the order is free again', async () => {
    const shop = openRelay(['lose']);
    assert.equal(read(await shop.pay({ ...SHARED, key: 'chave-1' })), 'not-sent');
    assert.deepEqual([stand(shop, SHARED.orderId), shop.sandbox.state().requests.length], [['failed'], 0]);
    assert.equal(read(await shop.pay(bia)), 'approved');
    assert.equal(charges(shop).length, 1);
  });

  it('whose COMMIT was lost, and that stays away: the order is free once the sweep could say so', async () => {
    const shop = openRelay(['lose', 'refuse']);
    assert.equal(read(await shop.pay({ ...SHARED, key: 'chave-1' })), 'not-sent');
    assert.deepEqual([stand(shop, SHARED.orderId), (await shop.server.health()).unwritten], [['sent'], 1]);
    assert.equal((await shop.server.health()).status, 'degraded');
    assert.equal(read(await shop.pay(bia)), 'not-sent');
    await shop.server.sweep();
    assert.deepEqual(stand(shop, SHARED.orderId), ['failed']);
    assert.equal(read(await shop.pay(bia)), 'approved');
  });

  it('after it was sent: the service’s answer is passed on, the row stays open, and the sweep settles it, once', async () => {
    const shop = openRelay(['good', 'refuse']);
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.deepEqual([stand(shop), shop.settled.length], [['sent'], 0]);
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.equal(read(await shop.pay({ key: 'chave-2' })), 'not-sent');
    await shop.server.sweep();
    await shop.server.sweep();
    assert.deepEqual([stand(shop), shop.settled.length, shop.delivered.length, charges(shop).length], [['charged'], 1, 1, 1]);
  });

  it('whose COMMIT was lost after it was sent: it is settled by the sweep, once', async () => {
    const shop = openRelay(['good', 'lose']);
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.deepEqual([stand(shop), shop.settled.length], [['charged'], 0]);
    await shop.server.sweep();
    assert.deepEqual([shop.settled.length, shop.order().payments.length, (await shop.server.health()).unwritten], [1, 1, 0]);
  });

  it('down from the moment it was sent: its repeat is not told that nothing was sent', async () => {
    const shop = openRelay(['then-down']);
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved', 'this process knows what it sent');
    shop.isDown = false;
    await shop.server.sweep();
    assert.equal(shop.settled.length, 1);
  });

  for (const fault of /** @type {const} */ (['reset-after-charge', '503-after-charge', 'hang-after-charge'])) {
    it(`down from the moment it was sent, and the service breaks (${fault}): its repeat is not told that nothing was sent, either`, async (t) => {
      const shop = openRelay(['then-down']);
      shop.sandbox.fault('processPayment', fault);
      const pay = () => shop.pay({ key: 'chave-1' });
      const isFirstOver = () => fault !== 'hang-after-charge' || shop.sandbox.state().pending.length === 1;
      assert.equal(read(await payUntilLimit(t, pay, isFirstOver)), 'unconfirmed');
      shop.sandbox.release();
      await until(() => shop.sandbox.state().pending.length === 0);
      const again = await shop.pay({ key: 'chave-1' });
      assert.notEqual(read(again), 'not-sent');
      assert.notEqual(again.status, 503, 'this process knows that it sent it');
      assert.equal(charges(shop).length, 1);
      // The end of the test closes the server, which writes the service's late answer down.
      shop.isDown = false;
    });
  }

  /** A charge that one process has sent, and another one that knows nothing of it: after a restart, or beside it. */
  const openSecond = async (options) => {
    const shop = openRelay([]);
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    const second = openRelay([], { memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock, ...options });
    await second.server.start();
    return second;
  };

  for (const [what, find, other] of /** @type {const} */ ([
    ['cannot be found any more', () => undefined, 'failed'],
    ['cannot be looked for', () => Promise.reject(new Error('down')), 'not-sent'],
  ])) {
    it(`whose order ${what} when its repeat comes to another process: it was sent all the same`, async () => {
      const second = await openSecond({ orders: { find } });
      assert.equal(read(await second.pay({ key: 'chave-1' })), 'unconfirmed');
      assert.equal(read(await second.pay({ key: 'chave-2' })), other, 'of this one it is known that nobody has sent it');
    });
  }

  it('whose order cannot be found any more once it was paid: its repeat is told the service’s answer', async () => {
    let isPaid = false;
    const find = () => (isPaid ? undefined : { id: 'pedido-1', amountCents: 14_990 });
    const shop = openRelay([], { orders: { find, settled: async () => void (isPaid = true) } });
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.equal(read(await shop.pay({ key: 'chave-2' })), 'failed');
  });

  it('for a restart after it was sent: it is unconfirmed, not free', async () => {
    const shop = openRelay(['good', 'refuse']);
    await shop.pay({ ...SHARED, key: 'chave-1' });
    const restarted = openRelay([], { memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
    assert.equal(read(await restarted.pay({ ...SHARED, key: 'chave-1' })), 'unconfirmed');
    assert.equal(read(await restarted.pay(bia)), 'not-sent');
    shop.clock.pass(5 * MINUTE);
    await restarted.server.sweep();
    assert.deepEqual(
      (await restarted.server.unresolved()).attempts.map(({ state }) => state),
      ['unconfirmed'],
    );
    assert.equal(read(await restarted.pay(bia)), 'not-sent');
    assert.equal(charges(shop).length, 1);
  });

  it('for a try that was not sent: its end does not end the same attempt that was sent afterwards', async (t) => {
    const shop = openRelay(['refuse', 'refuse']);
    assert.equal(read(await shop.pay({ ...SHARED, key: 'chave-1' })), 'not-sent');
    assert.equal(read(await payHanging(t, shop)), 'unconfirmed');
    await shop.server.sweep();
    assert.deepEqual(stand(shop, SHARED.orderId), ['sent']);
    assert.equal(read(await shop.pay(bia)), 'not-sent');
    shop.sandbox.release();
    await until(() => shop.settled.length === 1);
    assert.equal(charges(shop).length, 1);
  });

  it('for a try of another process: its end does not end what this one has sent', async (t) => {
    const shop = openRelay(['refuse', 'refuse']);
    await shop.pay({ ...SHARED, key: 'chave-1' });
    shop.clock.pass(1);
    const other = openRelay([], { memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
    assert.equal(read(await payHanging(t, other)), 'unconfirmed');
    await shop.server.sweep();
    assert.deepEqual(stand(shop, SHARED.orderId), ['sent']);
    assert.equal(read(await other.pay(bia)), 'not-sent');
    shop.sandbox.release();
    await until(() => other.settled.length === 1);
  });

  it('for the second of two that come at once under one key: it does not end the first, which is on its way', async (t) => {
    const shop = openRelay(['good', 'refuse', 'good']);
    await payHanging(t, shop, 2);
    assert.deepEqual(stand(shop, SHARED.orderId), ['sent']);
    await shop.server.sweep();
    assert.equal(read(await shop.pay(bia)), 'not-sent');
    shop.sandbox.release();
    await until(async () => (await shop.server.sweep()) && shop.settled.length === 1);
    assert.equal(charges(shop).length, 1);
  });

  it('when settled throws: the payment is written down, and the sweep settles it once', async () => {
    let tries = 0;
    const seen = [];
    const settled = async (payment) => {
      tries += 1;
      if (tries < 3) throw new Error('senha=segredo');
      seen.push(payment.paymentId);
    };
    const shop = openRelay([], { orders: { settled } });
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.equal(shop.order().payments[0].settledAt, undefined);
    for (let round = 0; round < 4; round += 1) {
      shop.clock.pass(MINUTE);
      await shop.server.sweep();
    }
    assert.deepEqual([tries, seen, shop.delivered.length], [3, ['chave-1'], 1]);
    assert.doesNotMatch(JSON.stringify(shop.events), /segredo/);
  });

  it('when settled takes longer than the time limit: the page gets the service’s answer all the same', async (t) => {
    let finish;
    const settled = () => new Promise((resolve) => (finish = resolve));
    const shop = openRelay([], { orders: { settled } });
    assert.equal(
      read(
        await payUntilLimit(
          t,
          () => shop.pay(),
          () => finish !== undefined,
        ),
      ),
      'approved',
    );
    finish();
  });

  it('that did not take the end of a charge: it is asked once more before the server closes', async () => {
    const shop = openRelay(['good', 'refuse']);
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.deepEqual(stand(shop), ['sent']);
    await shop.server.close();
    assert.deepEqual([stand(shop), shop.settled.length], [['charged'], 1]);
  });

  it('that cannot write one thing down: what else is due is repaired all the same, and the sweep says so', async () => {
    const wrapLedger = (ledger) => ({
      ...ledger,
      change: (orderId, decide) => (orderId === 'pedido-2' ? Promise.reject(new Error('poison')) : ledger.change(orderId, decide)),
    });
    const memory = createLedgerMemory();
    const before = open({ memory });
    await before.askToken({ orderId: 'pedido-2' });
    await before.askToken({ ...SHARED, attemptId: 'tentativa-2' });
    /** @type {import('../../../src/server/index.ts').ChargeRecords} */
    const records = { certainty: 'exact', findCharge: async () => ({ status: 'not-charged' }) };
    const shop = open({ memory, wrapLedger, records, sandbox: before.sandbox, clock: before.clock });
    shop.clock.pass(20 * MINUTE);
    await assert.rejects(() => shop.server.sweep(), /poison/);
    assert.deepEqual([stand(shop, 'pedido-2'), stand(shop, SHARED.orderId)], [['unconfirmed'], ['not-charged']]);
  });

  it('when deliver throws: it is called until it resolves, and not again', async () => {
    let tries = 0;
    const deliver = async () => {
      tries += 1;
      if (tries < 3) throw new Error('smtp');
    };
    const shop = openRelay([], { orders: { deliver } });
    await shop.pay();
    assert.deepEqual([tries, (await shop.server.health()).deliveries, (await shop.server.health()).status], [1, 1, 'degraded']);
    await shop.server.sweep();
    assert.equal(tries, 1, 'it waits for its turn');
    for (let round = 0; round < 4; round += 1) {
      shop.clock.pass(10 * MINUTE);
      await shop.server.sweep();
    }
    assert.deepEqual([tries, (await shop.server.health()).deliveries], [3, 0]);
    assert.equal((await shop.server.health()).status, 'ready');
  });

  it('a charge that the service names like another order’s is written down and settled all the same', async () => {
    const same = () => async () => Response.json({ success: true, message: 'ok', identifier: '700000001' });
    const shop = openRelay([], { wrapFetch: same });
    assert.equal(read(await shop.pay()), 'approved');
    assert.equal(read(await shop.pay(SHARED)), 'approved');
    assert.deepEqual(
      shop.settled.map(({ kind, identifier }) => [kind, identifier]),
      [
        ['paid', '700000001'],
        ['paid', undefined],
      ],
    );
    await shop.server.sweep();
    assert.equal((await shop.server.health()).unwritten, 0);
  });
});
