import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOutcome, useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;

describe('a result that the database did not accept', () => {
  const { open } = useShops();

  /** A shop that repairs itself, and whose ledger accepts no end of an attempt while it is `refusing`. */
  function openRefusing(options) {
    const refusing = { isOn: false, tries: 0, orderIds: /** @type {string[] | undefined} */ (undefined) };
    const wrapLedger = (ledger) => ({
      ...ledger,
      change: (orderId, decide) => {
        if (!refusing.isOn || (refusing.orderIds && !refusing.orderIds.includes(orderId))) return ledger.change(orderId, decide);
        refusing.tries += 1;
        return Promise.reject(new Error('down'));
      },
    });
    // Once the service has answered, the database is gone.
    const wrapFetch = (send) => async (url, init) => {
      const response = await send(url, init);
      if (String(url).includes('processPayment')) refusing.isOn = true;
      return response;
    };
    const shop = open({ relayCards: true, sweepEveryMs: MINUTE, wrapLedger, wrapFetch, ...options });
    return Object.assign(shop, { refusing });
  }

  /** Lets time pass until something is so, and returns how much it was, ms. */
  async function passUntil(t, isSo, mostMs) {
    let passed = 0;
    await until(async () => {
      if (await isSo()) return true;
      assert.ok(passed < mostMs, `not within ${mostMs} ms`);
      t.mock.timers.tick(100);
      passed += 100;
      await new Promise((resolve) => setImmediate(resolve));
      return false;
    });
    return passed;
  }

  const stateOf = (shop, id = 'pedido-1') => shop.order(id).attempts[0].state;

  it('is written seconds after the database is back, without a sweep, and the shop learns of the payment', async (t) => {
    const shop = openRefusing();
    await shop.server.start();
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    assert.equal(readOutcome(await shop.pay()), 'approved');
    assert.equal(stateOf(shop), 'sent');
    const { waiting, status } = await shop.server.health();
    assert.deepEqual([waiting, status], [[{ work: 'unwritten', count: 1, since: shop.clock.at, failing: 1 }], 'degraded']);
    await passUntil(t, () => shop.refusing.tries >= 12, MINUTE);
    assert.equal(shop.settled.length, 0);
    shop.refusing.isOn = false;
    assert.ok((await passUntil(t, () => shop.settled.length === 1, 10_000)) <= 5000);
    assert.equal(stateOf(shop), 'charged');
    await until(async () => (await shop.server.health()).status === 'ready');
  });

  it('is tried at once, so that a short fault of the database leaves nothing behind', async (t) => {
    const shop = openRefusing();
    await shop.server.start();
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    assert.equal(readOutcome(await shop.pay()), 'approved');
    shop.refusing.isOn = false;
    assert.ok((await passUntil(t, () => shop.settled.length === 1, 10_000)) <= 200);
  });

  it('wins where another instance has called the attempt unconfirmed meanwhile', async (t) => {
    const shop = openRefusing();
    await shop.server.start();
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    await shop.pay({ orderId: 'pedido-compartilhado', key: 'chave-1' });
    const other = open({ memory: shop.memory, clock: shop.clock, sandbox: shop.sandbox, relayCards: true });
    shop.clock.pass(10 * MINUTE);
    await other.server.sweep();
    assert.equal(stateOf(shop, 'pedido-compartilhado'), 'unconfirmed');
    shop.refusing.isOn = false;
    await passUntil(t, () => shop.settled.length === 1, 10_000);
    assert.equal(stateOf(shop, 'pedido-compartilhado'), 'charged');
    assert.deepEqual(await other.server.unresolved(), { attempts: [], payments: [] });
    assert.equal(readOutcome(await other.pay({ orderId: 'pedido-compartilhado', key: 'chave-1' })), 'approved', 'by whatever instance');
  });

  it('of one order that cannot be written holds up no other', async (t) => {
    const shop = openRefusing();
    await shop.server.start();
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    for (const orderId of ['pedido-1', 'pedido-2', 'pedido-compartilhado']) {
      shop.refusing.isOn = false;
      assert.equal(readOutcome(await shop.pay({ orderId })), 'approved');
    }
    shop.refusing.orderIds = ['pedido-1'];
    await passUntil(t, () => shop.settled.length === 2, 10_000);
    assert.equal((await shop.server.health()).unwritten, 1);
    shop.refusing.isOn = false;
    await passUntil(t, () => shop.settled.length === 3, 10_000);
  });

  it('of a charge that was declined frees its order as soon', async (t) => {
    const shop = openRefusing();
    await shop.server.start();
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    shop.sandbox.fault('processPayment', 'decline');
    assert.equal(readOutcome(await shop.pay({ orderId: 'pedido-compartilhado' })), 'declined');
    shop.refusing.isOn = false;
    await passUntil(t, () => stateOf(shop, 'pedido-compartilhado') === 'declined', 10_000);
  });
});
