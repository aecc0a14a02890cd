import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOutcome, useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;

describe('deliver', () => {
  const { open } = useShops();

  /**
   * A shop in which each order is one payment, of which `deliver` gets the identifier.
   *
   * @param {(orderId: string) => Promise<unknown>} deliver
   * @param {import('../support/shop.mjs').ShopOptions} [options]
   */
  function openShop(deliver, options) {
    /** @type {string[]} */
    const begun = [];
    const shop = open({
      orders: {
        deliver: async ({ orderId }) => {
          begun.push(orderId);
          await deliver(orderId);
        },
      },
      ...options,
    });
    const lost = (ids) => ids.map((orderId) => ({ orderId, method: 'card', identifier: `c-${orderId}`, amountCents: 14_990 }));
    /** Payments that arrive one after the other. */
    const arrive = (...ids) => shop.server.reconcile({ payments: lost(ids) });
    const delivered = () => shop.events.flatMap((event) => (event.type === 'delivered' ? [event.orderId] : []));
    return Object.assign(shop, { begun, arrive, delivered });
  }

  const names = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const hang = () => new Promise(() => {});
  const fail = () => Promise.reject(new Error('smtp'));

  it('lets no page wait: its answer comes while the shop still delivers', async () => {
    let finish = () => {};
    const deliver = () => new Promise((resolve) => (finish = () => resolve(undefined)));
    const shop = openShop(deliver, { relayCards: true });
    assert.equal(readOutcome(await shop.pay()), 'approved');
    await until(() => shop.begun.length === 1);
    assert.deepEqual(shop.delivered(), []);
    assert.equal((await shop.server.health()).status, 'ready', 'a delivery under way is no fault');
    finish();
    await until(() => shop.delivered().length === 1);
  });

  it('of forty that fail holds up nobody', async () => {
    const shop = openShop((orderId) => (orderId.startsWith('f') ? fail() : Promise.resolve()));
    await shop.arrive(...names('f', 40), 'good');
    await until(() => shop.delivered().length === 1);
    assert.equal(new Set(shop.begun).size, 41);
    // All of the forty are due again, and so they are before each new one that comes.
    for (const round of [1, 2, 3]) {
      shop.clock.pass(60 * MINUTE);
      await shop.arrive(`good-${round}`);
      await shop.server.sweep();
      assert.equal(shop.delivered().at(-1), `good-${round}`);
    }
  });

  it('of forty that hang when they are tried again leaves room for new ones', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isHanging = false;
    const shop = openShop((orderId) => (orderId.startsWith('f') ? (isHanging ? hang() : fail()) : Promise.resolve()));
    await shop.arrive(...names('f', 40));
    await until(() => shop.events.filter(({ type }) => type === 'failure').length === 40);
    isHanging = true;
    shop.clock.pass(MINUTE);
    shop.begun.length = 0;
    void shop.server.sweep().catch(() => {});
    await until(() => shop.begun.length === 5);
    await shop.arrive(...names('good', 20));
    await until(() => shop.delivered().length === 20);
    assert.equal(shop.begun.length, 25, 'five of those that hang are tried');
    isHanging = false;
    t.mock.timers.tick(10_000);
  });

  it('runs for several payments at a time, but not for all', async () => {
    let now = 0;
    let most = 0;
    const gates = /** @type {(() => void)[]} */ ([]);
    const shop = openShop(async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => gates.push(() => resolve(undefined)));
      now -= 1;
    });
    await shop.arrive(...names('o', 25));
    await until(() => gates.length === 10);
    await until(() => {
      gates.splice(0).forEach((finish) => finish());
      return shop.delivered().length === 25;
    });
    assert.equal(most, 10);
  });

  it('is tried again in the next minute, then less and less often', async () => {
    const shop = openShop(fail);
    await shop.arrive('f');
    await until(() => shop.begun.length === 1);
    const minutes = [];
    for (let minute = 1; minute <= 20; minute += 1) {
      shop.clock.pass(MINUTE);
      const before = shop.begun.length;
      await shop.server.sweep();
      if (shop.begun.length > before) minutes.push(minute);
    }
    assert.deepEqual(minutes, [1, 3, 7, 14]);
  });

  it('that fails is told of by the health of every instance, with the time since which it waits', async () => {
    const shop = openShop(fail);
    await shop.arrive('f');
    const since = shop.clock.at;
    await until(async () => (await shop.server.health()).status === 'degraded');
    shop.clock.pass(10);
    const other = open({ memory: shop.memory, clock: shop.clock });
    assert.deepEqual((await other.server.health()).waiting, [{ work: 'deliveries', count: 1, since, failing: 1 }]);
  });
});
