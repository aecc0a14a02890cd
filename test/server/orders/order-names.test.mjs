import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AMOUNT, readOutcome as read, useShops } from '../support/shop.mjs';

/** @import { ShopOptions } from '../support/shop.mjs' */

/** Searches of a database that take several texts for one order, the names that they take, and what the order's row says. */
const COLUMNS = [
  {
    column: 'a number',
    id: '42',
    find: (name) => Number(name) === 42,
    names: ['42', '042', ' 42', '42 ', '+42', '42.0', '4.2e1', '0x2A', '00000042'],
  },
  {
    column: 'a text without case and accents of its own',
    id: 'Pedido-É1',
    find: (name) => name.normalize('NFC').toLowerCase() === 'pedido-é1',
    names: ['Pedido-É1', 'pedido-é1', 'PEDIDO-É1', 'pedido-e\u03011', 'PEDIDO-E\u03011'],
  },
];

describe('an order that its page calls otherwise than its row', () => {
  const { open } = useShops();

  /** @param {(typeof COLUMNS)[number]} column @param {ShopOptions} [options] */
  function openShop({ id, find }, options = {}) {
    const asked = /** @type {string[]} */ ([]);
    const shop = open({
      relayCards: true,
      limits: { chargesPerOrder: 3, pixPerOrder: 3, declinesPerSession: 100 },
      ...options,
      orders: { find: (name) => (asked.push(name), find(name) ? { id, amountCents: AMOUNT } : undefined), ...options.orders },
    });
    return { shop, asked };
  }

  const pay = (shop, name, key) => shop.pay({ orderId: encodeURIComponent(name), key });
  const listOrders = (shop) => [...shop.memory.orders.keys()];
  const charges = (shop) => shop.sandbox.state().charges.length;

  for (const column of COLUMNS) {
    const { id, names } = column;
    describe(`and is found by ${column.column}`, () => {
      it('is charged once by the relay, one name after the other', async () => {
        const { shop, asked } = openShop(column);
        const answers = [];
        for (const [index, name] of names.entries()) answers.push(await pay(shop, name, `chave-${index}`));
        assert.deepEqual(
          answers.map((answer) => read(answer)),
          names.map((_, index) => (index === 0 ? 'approved' : 'not-sent')),
        );
        assert.ok(answers.slice(1).every(({ json }) => json.closed === 'paid'));
        assert.deepEqual([charges(shop), listOrders(shop), asked], [1, [id], names]);
        assert.deepEqual(
          [shop.settled, shop.delivered].map((told) => told.map(({ orderId, kind }) => [orderId, kind])),
          [[[id, 'paid']], [[id, 'paid']]],
        );
      });

      it('is charged once by the relay, all names at once', async () => {
        const { shop } = openShop(column, { limits: { chargesPerOrder: 100, declinesPerSession: 100 } });
        const answers = await Promise.all(names.map((name, index) => pay(shop, name, `chave-${index}`)));
        assert.equal(answers.filter((answer) => read(answer) === 'approved').length, 1);
        assert.deepEqual([charges(shop), listOrders(shop), shop.settled.length], [1, [id], 1]);
      });

      it('has one answer under one key, whatever name it comes by, after a restart too', async () => {
        const { shop } = openShop(column);
        for (const name of names) assert.equal(read(await pay(shop, name, 'chave-1')), 'approved');
        const { shop: restarted } = openShop(column, { memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
        for (const name of names) assert.equal(read(await pay(restarted, name, 'chave-1')), 'approved');
        assert.equal(charges(shop), 1);
      });

      it('has one answer under one key while neither its row nor the ledger can be read', async () => {
        let isDown = false;
        const find = async (name) => {
          if (isDown) throw new Error('down');
          return column.find(name) ? { id, amountCents: AMOUNT } : undefined;
        };
        const { shop } = openShop(column, { orders: { find } });
        assert.equal(read(await pay(shop, names[1] ?? '', 'chave-1')), 'approved');
        isDown = true;
        for (const name of names) assert.equal(read(await pay(shop, name, 'chave-1')), 'approved');
        assert.equal(charges(shop), 1);
      });

      it('gives one attempt a token, and all names count as one order', async () => {
        const { shop } = openShop(column);
        const answers = [];
        for (const [index, orderId] of names.entries()) answers.push(await shop.askToken({ orderId, attemptId: `tentativa-${index}` }));
        assert.equal(answers.filter(({ json }) => json.token).length, 1);
        assert.ok(answers.slice(1).every(({ json }) => json.closed === 'busy'));
        assert.deepEqual(listOrders(shop), [id]);
      });

      it('is limited as one order: cards that were declined, and Pix codes', async () => {
        const { shop } = openShop(column);
        shop.sandbox.fault('processPayment', 'decline', { times: names.length });
        const tries = [];
        for (const [index, name] of names.entries()) tries.push(read(await pay(shop, name, `chave-${index}`)));
        assert.deepEqual(
          tries,
          names.map((_, index) => (index < 3 ? 'declined' : 'failed')),
        );
        const codes = [];
        for (const name of names) codes.push((await shop.payPix({ orderId: encodeURIComponent(name) })).status);
        assert.deepEqual([codes.filter((status) => status === 200).length, codes.at(-1)], [3, 429]);
        assert.deepEqual(listOrders(shop), [id]);
      });

      it('is notified and resolved by each of its names', async () => {
        const { shop } = openShop(column);
        shop.sandbox.fault('processPayment', '503-after-charge');
        await pay(shop, id, 'chave-1');
        for (const orderId of names) {
          assert.equal((await shop.notify({ orderId, attemptId: 'chave-1', state: 'unconfirmed' })).status, 204);
          assert.deepEqual((await shop.resolve({ orderId, attemptId: 'chave-1' })).json, { status: 'unknown' });
        }
        await shop.server.resolve('chave-1', { status: 'charged', identifier: '700000001' });
        for (const orderId of names) assert.equal((await shop.resolve({ orderId, attemptId: 'chave-1' })).json.status, 'charged');
        assert.deepEqual([listOrders(shop), shop.settled.map(({ orderId }) => orderId)], [[id], [id]]);
      });

      it('has its Pix under each of its names, by the relay, by status and by stream', async () => {
        const { shop } = openShop(column);
        const { json } = await shop.payPix({ orderId: encodeURIComponent(names[1] ?? '') });
        const { token } = (await shop.askToken({ purpose: 'pix-status', orderId: id })).json;
        const own = await shop.makePix(token);
        for (const name of names.map(encodeURIComponent)) {
          assert.equal((await shop.ask(`orders/${name}/service/pix/qrCode/${json.qrCodeId}`, { method: 'GET' })).status, 200);
          assert.equal((await shop.ask(`status/${json.qrCodeId}?order=${name}`, { method: 'GET' })).status, 200);
          // A code that a page made belongs to the order that a page names first.
          const stream = await shop.ask(`stream/${own}?order=${name}`, { method: 'GET' });
          assert.equal(stream.status, 200);
          await stream.response.body?.cancel();
        }
        assert.deepEqual(
          shop.order(id).pix.map(({ orderId, chargeId }) => [orderId, chargeId]),
          [
            [id, json.qrCodeId],
            [id, own],
          ],
        );
        shop.sandbox.settlePix(own);
        shop.clock.pass(60_000);
        await shop.server.sweep();
        assert.deepEqual(
          shop.delivered.map(({ orderId, kind }) => [orderId, kind]),
          [[id, 'paid']],
        );
      });

      it('is asked about by its own name: fees, tokens and events', async () => {
        const asked = /** @type {unknown[]} */ ([]);
        /** @type {NonNullable<ShopOptions['getFees']>} */
        const getFees = ({ orderId }) => (asked.push(orderId), []);
        /** @type {import('../../../src/server/index.ts').TokenProvider['getToken']} */
        const getToken = async ({ orderId = id }) => {
          asked.push(orderId);
          return { token: 'a-token-of-the-service' };
        };
        const { shop } = openShop(column, { getFees, tokens: { getToken } });
        for (const orderId of names) await shop.ask('fees', { body: { orderId, amount: '149.90' } });
        await pay(shop, names[1] ?? '', 'chave-1');
        await shop.askToken({ purpose: 'card-token', orderId: names[1] });
        assert.deepEqual([...new Set(asked)], [id]);
        const told = shop.events.flatMap((event) => ('orderId' in event ? [event.orderId] : []));
        assert.ok(told.length > 1);
        assert.deepEqual([...new Set(told)], [id]);
      });
    });
  }

  it('and whose id is found by no page has its status and its stream under the name that the page gives, and under no other', async () => {
    const rows = new Map([
      ['PED-42', { id: '42', amountCents: AMOUNT }],
      ['PED-43', { id: '43', amountCents: AMOUNT }],
    ]);
    const shop = open({ orders: { find: (name) => rows.get(name) } });
    const { qrCodeId } = (await shop.payPix({ orderId: 'PED-42' })).json;
    const token = (await shop.askToken({ purpose: 'pix', orderId: 'PED-42' })).json.token;
    const own = await shop.makePix(token);
    for (const charge of [qrCodeId, own, own]) {
      const ask = async (where, query) => {
        const { status, json, response } = await shop.ask(`${where}/${charge}${query}`, { method: 'GET' });
        if (!json) await response.body?.cancel();
        return status;
      };
      assert.deepEqual([await ask('status', '?order=PED-42'), await ask('stream', '?order=PED-42')], [200, 200]);
      for (const query of ['?order=PED-43', '?order=42', '?order=43', '?order=', '']) {
        assert.deepEqual([await ask('status', query), await ask('stream', query)], [404, 404], query);
      }
    }
    assert.deepEqual(listOrders(shop), ['42']);
  });

  /** What `find` may return by mistake instead of an `id`. @type {any[]} */
  const wrongIds = [undefined, null, '', ' ', '\u00a0\u2003', 42, 42n, {}, ['42'], 'x'.repeat(201), '4\u00002', '4\n2'];
  for (const wrong of wrongIds) {
    const what = typeof wrong === 'string' ? `the text ${JSON.stringify(wrong).slice(0, 12)}` : `${typeof wrong} ${String(wrong)}`;
    it(`is neither charged nor given anything where its id is ${what}, and the shop reads why`, async () => {
      const shop = open({ relayCards: true, getFees: () => [], orders: { find: () => ({ id: wrong, amountCents: AMOUNT }) } });
      const answer = await pay(shop, '42', 'chave-1');
      assert.deepEqual([read(answer), answer.status], ['not-sent', 500]);
      const others = [
        await shop.askToken({ orderId: '42' }),
        await shop.askToken({ orderId: '42', purpose: 'pix' }),
        await shop.notify({ orderId: '42' }),
        await shop.resolve({ orderId: '42' }),
        await shop.payPix({ orderId: '42' }),
        await shop.ask('status/p?order=42', { method: 'GET' }),
        await shop.ask('fees', { body: { orderId: '42', amount: '149.90' } }),
      ];
      assert.deepEqual(
        others.map(({ status }) => status),
        others.map(() => 500),
      );
      assert.deepEqual([shop.sandbox.state().requests.length, shop.memory.orders.size, shop.memory.counts.size], [0, 0, 0]);
      const failures = shop.events.flatMap((event) => (event.type === 'failure' ? [event.message] : []));
      assert.equal(failures.length, others.length + 1);
      for (const message of failures) assert.match(message, /orders\.find must return the order’s id/);
    });
  }
});
