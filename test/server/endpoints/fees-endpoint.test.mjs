import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFeesEndpoint } from '../../../src/server/endpoints/fees-endpoint.ts';
import { createRouter } from '../../../src/server/http/router.ts';

/**
 * @import { ShopEvent, ShopServerOptions } from '../../../src/server/index.ts'
 *
 * @typedef {NonNullable<ShopServerOptions['getFees']>} GetFees
 */

const ORIGIN = 'https://loja.example';
const FEES = [{ installments: 3, total: '308.97', amount: '300.00', cet: 0.2456 }];

describe('the fees of an amount', () => {
  /** @param {{ getFees?: GetFees, isThere?: boolean, order?: object }} options */
  function open({ getFees = () => FEES, isThere = true, order = {} } = {}) {
    const world = { asked: /** @type {Parameters<GetFees>[0][]} */ ([]), events: /** @type {ShopEvent[]} */ ([]) };
    /** @type {GetFees} */
    const getWatched = (request) => {
      world.asked.push(request);
      return getFees(request);
    };
    const find = (orderId, request) =>
      request.headers.get('Cookie') === `owner-of=${orderId}` ? { id: orderId, amountCents: 30_000, ...order } : undefined;
    const endpoint = createFeesEndpoint({ ...(isThere && { getFees: getWatched }), orders: { find } });
    const handle = createRouter([endpoint], {
      publicOrigin: ORIGIN,
      basePath: '/shop/',
      hashAddress: async (network) => network,
      report: (event) => world.events.push(event),
      now: () => 0,
    });
    /** @type {(body: object, headers?: Record<string, string>) => Promise<Response>} */
    const ask = (body, headers = {}) =>
      handle(new Request(`${ORIGIN}/shop/fees`, { method: 'POST', headers: { Origin: ORIGIN, ...headers }, body: JSON.stringify(body) }));
    return Object.assign(world, { ask });
  }

  it('are those of the shop, for an amount in cents', async () => {
    const { ask, asked } = open();
    const response = await ask({ amount: '300.00' });
    assert.deepEqual([response.status, await response.json()], [200, { fees: FEES }]);
    assert.deepEqual(asked, [{ amountCents: 30_000 }]);
  });

  it('are of an order and a brand, where the page names them', async () => {
    const { ask, asked } = open();
    await ask({ orderId: '42', amount: '300', brand: 'elo' }, { Cookie: 'owner-of=42' });
    assert.deepEqual(asked, [{ orderId: '42', amountCents: 30_000, brand: 'elo' }]);
  });

  for (const brand of ['unknown', 'of-tomorrow', 7, null]) {
    it(`are those for all brands where the brand is ${brand}`, async () => {
      const { ask, asked } = open();
      assert.equal((await ask({ amount: '300.00', brand })).status, 200);
      assert.deepEqual(asked, [{ amountCents: 30_000 }]);
    });
  }

  it("are refused for somebody else's order as for none: 404", async () => {
    const { ask, asked } = open();
    const others = await ask({ orderId: '42', amount: '300.00' }, { Cookie: 'owner-of=43' });
    const none = await ask({ orderId: 'none', amount: '300.00' }, { Cookie: 'owner-of=43' });
    assert.deepEqual([others.status, await others.text()], [404, await none.text()]);
    assert.equal(asked.length, 0);
  });

  for (const amount of [undefined, 300, '0', '0.00', '-1', '1,50', '1.505', '', '99999999999.00']) {
    it(`are refused for the amount ${JSON.stringify(amount)}: 422`, async () => {
      const { ask, asked } = open();
      assert.equal((await ask({ amount })).status, 422);
      assert.equal(asked.length, 0);
    });
  }

  for (const orderId of ['', 42, {}, null, 'x'.repeat(201), 'a\u0000']) {
    it(`are refused for the order ${JSON.stringify(orderId).slice(0, 12)}: 400`, async () => {
      assert.equal((await open().ask({ amount: '300.00', orderId })).status, 400);
    });
  }

  it('are nowhere without getFees and without an order: 404', async () => {
    assert.equal((await open({ isThere: false }).ask({ amount: '300.00' })).status, 404);
  });

  const own = /** @type {const} */ ([{ orderId: '42', amount: '300.00' }, { Cookie: 'owner-of=42' }]);
  for (const isThere of [true, false]) {
    const rows = isThere ? FEES : [];
    it(`come with the terms of their order, also where there ${isThere ? 'is a table' : 'is none'}`, async () => {
      const terms = { maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 };
      const answer = await (await open({ isThere, order: { terms: { ...terms, margin: 0.7 } } }).ask(...own)).json();
      assert.deepEqual(answer, { fees: rows, terms });
    });

    it(`come with one installment where the order says no terms, also where there ${isThere ? 'is a table' : 'is none'}`, async () => {
      const answer = await (await open({ isThere }).ask(...own)).json();
      assert.deepEqual(answer, { fees: rows, terms: { maxInstallments: 1, feePayer: 'merchant' } });
    });
  }

  it('are not there where the terms of the order cannot be used: 500, and the shop reads why', async () => {
    const { ask, events } = open({ order: { terms: { maxInstallments: 0 } } });
    assert.equal((await ask(...own)).status, 500);
    const [event] = events;
    assert.ok(event?.type === 'failure' && /terms\.maxInstallments/.test(event.message));
  });

  it('come with the limits of brands, of the terms and of the table', async () => {
    const terms = { maxInstallments: 12, feePayer: 'merchant', maxInstallmentsByBrand: { elo: 6, hipercard: 3 } };
    const limit = { brands: [/** @type {const} */ ('elo')], maxInstallments: 4 };
    const { ask } = open({ order: { terms }, getFees: async () => [{ installments: 2 }, { ...limit, margin: 0.7 }] });
    assert.deepEqual(await (await ask(...own)).json(), { fees: [{ installments: 2 }, limit], terms });
  });

  it('name the row of a table that cannot be used', async () => {
    const { ask, events } = open({ getFees: async () => /** @type {any} */ ([{ installments: 2 }, { maxInstallments: 6 }]) });
    assert.equal((await ask({ amount: '300.00' })).status, 500);
    const [event] = events;
    assert.ok(event?.type === 'failure' && /row 1: maxInstallments needs brands/.test(event.message), JSON.stringify(event));
  });

  it('hold nothing but what a row of a table has', async () => {
    const row = { installments: 2, rate: 0.02, margin: 0.7 };
    const { ask } = open({ getFees: async () => [row] });
    assert.deepEqual(await (await ask({ amount: '300.00' })).json(), { fees: [{ installments: 2, rate: 0.02 }] });
  });

  /** @type {[string, () => any, number][]} */
  const wrongs = [
    ['fails', () => Promise.reject(new Error('secret')), 503],
    ['throws at once', () => assert.fail('secret'), 503],
    ['returns no table', () => ({ fees: FEES }), 500],
    ['returns a row that is none', () => [{ installments: 0 }], 500],
  ];
  for (const [what, getFees, status] of wrongs) {
    it(`are not there where the shop's function ${what}: ${status}`, async () => {
      const { ask, events } = open({ getFees });
      const response = await ask({ amount: '300.00' });
      assert.equal(response.status, status);
      const [event] = events;
      assert.ok(event.type === 'failure');
      assert.equal(event.operation, 'fees');
      assert.doesNotMatch(`${JSON.stringify(events)}${await response.text()}`, /secret/);
    });
  }

  it('are shown to no page of another origin', async () => {
    assert.equal((await open().ask({ amount: '300.00' }, { Origin: 'https://evil.example' })).status, 403);
  });
});
