import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;

/**
 * @import { ChargeSearch } from '../../../src/server/index.ts'
 * @import { Shop, ShopOptions } from '../support/shop.mjs'
 */

describe('an attempt of which nobody knows how it ended', () => {
  const { open } = useShops();

  /**
   * A shop with records of the service, which say what stands in `found`, or fail.
   *
   * @param {ShopOptions} [options]
   * @param {'exact' | 'guess'} [certainty]
   */
  function openWithRecords(options, certainty = 'exact') {
    /** @type {Map<string, ChargeSearch>} */
    const found = new Map();
    const records = { asked: /** @type {string[]} */ ([]), isOut: false, found };
    const shop = open({
      tokenLife: 300,
      records: {
        certainty,
        findCharge: async ({ attemptId }) => {
          records.asked.push(attemptId);
          if (records.isOut) throw new Error('out of order');
          return found.get(attemptId) ?? { status: 'not-charged' };
        },
      },
      ...options,
    });
    return Object.assign(shop, { records });
  }

  /** A page whose attempt was declined, as it says, and the next one, which is charged for certain. */
  async function replace(shop) {
    await shop.askToken({ attemptId: 'primeira' });
    await shop.notify({ attemptId: 'primeira', state: 'declined' });
    assert.equal((await shop.askToken({ attemptId: 'segunda' })).status, 200);
    shop.records.found.set('segunda', { status: 'charged', identifier: 'c2', amountCents: 14_990 });
    await shop.notify({ attemptId: 'segunda', state: 'approved' });
    assert.equal(shop.order().payments.length, 1);
  }

  const kinds = ({ order }) => order().payments.map(({ paymentId, kind }) => [paymentId, kind]);
  const listAttempts = async ({ server }) => (await server.unresolved()).attempts.map(({ attemptId }) => attemptId);

  /** Sweeps each minute, as the server itself does. */
  async function passMinutes(shop, minutes) {
    for (let minute = 0; minute < minutes; minute += 1) {
      shop.clock.pass(MINUTE);
      await shop.server.sweep();
    }
  }

  it('is asked about though its page called it over and its successor was charged: two charges are two payments, and told so', async () => {
    const shop = openWithRecords();
    await replace(shop);
    shop.records.found.set('primeira', { status: 'charged', identifier: 'c1', amountCents: 14_990 });
    await passMinutes(shop, 1);
    assert.deepEqual(kinds(shop), [
      ['segunda', 'paid'],
      ['primeira', 'extra'],
    ]);
    assert.deepEqual(
      shop.settled.map(({ paymentId, kind }) => [paymentId, kind]),
      [
        ['segunda', 'paid'],
        ['primeira', 'extra'],
      ],
    );
    assert.equal(shop.events.filter(({ type }) => type === 'payment').length, 2);
    assert.equal((await shop.resolve({ attemptId: 'primeira' })).json.status, 'charged');
  });

  it('is asked about until its end, and not again once the records say that it was not charged', async () => {
    const shop = openWithRecords();
    await replace(shop);
    shop.records.asked.length = 0;
    await passMinutes(shop, 20);
    assert.ok(shop.records.asked.length > 2);
    assert.equal(shop.order().attempts[0].state, 'not-charged');
    const asked = shop.records.asked.length;
    await passMinutes(shop, 60);
    assert.equal(shop.records.asked.length, asked);
    assert.deepEqual(await shop.server.unresolved(), { attempts: [], payments: [] });
  });

  it('waits for a person where no records know it, though its successor was charged', async () => {
    const shop = openWithRecords();
    await replace(shop);
    shop.records.found.set('primeira', { status: 'unknown' });
    await passMinutes(shop, 5);
    assert.deepEqual(await listAttempts(shop), [], 'it may be charged still');
    await passMinutes(shop, 5);
    assert.deepEqual(await listAttempts(shop), ['primeira']);
    assert.equal(await shop.server.removeBefore(shop.clock.at * 2), 0);
    assert.deepEqual(await shop.server.resolve('primeira', { status: 'not-charged' }), { status: 'resolved' });
    assert.deepEqual(await listAttempts(shop), []);
  });

  it('waits for a person where the shop has no records', async () => {
    const shop = openWithRecords();
    const { clock, memory } = shop;
    await replace(shop);
    const without = open({ memory, clock });
    await passMinutes(without, 10);
    assert.deepEqual(await listAttempts(without), ['primeira']);
  });

  it('is asked about with growing gaps until the records say something, by whatever instance', async () => {
    const shop = openWithRecords();
    await shop.askToken();
    shop.records.isOut = true;
    await passMinutes(shop, 7);
    assert.deepEqual([shop.order().attempts[0].state, shop.records.asked.length], ['unconfirmed', 1]);
    await passMinutes(shop, 53);
    const anHour = shop.records.asked.length;
    assert.ok(anHour > 8 && anHour < 20, `${anHour} questions in the first hour`);
    await passMinutes(shop, 180);
    assert.ok(shop.records.asked.length - anHour <= 4, 'seldom after that');

    const other = openWithRecords({ memory: shop.memory, clock: shop.clock });
    other.records.found.set('tentativa-1', { status: 'charged', identifier: 'c1', amountCents: 14_990 });
    await passMinutes(other, 61);
    assert.deepEqual(kinds(shop), [['tentativa-1', 'paid']]);
    assert.deepEqual(await listAttempts(other), []);
    const asked = other.records.asked.length;
    await passMinutes(other, 61);
    assert.equal(other.records.asked.length, asked);
  });

  it('that an older version left unconfirmed is asked about, too', async () => {
    const shop = openWithRecords();
    await shop.askToken();
    shop.records.isOut = true;
    await passMinutes(shop, 7);
    const [attempt] = shop.order().attempts;
    delete attempt.askAt;
    shop.records.isOut = false;
    await passMinutes(shop, 1);
    assert.equal(shop.order().attempts[0].state, 'not-charged');
  });

  it('gets its guess though the records were out at its end', async () => {
    const shop = openWithRecords({}, 'guess');
    await shop.askToken();
    shop.records.isOut = true;
    await passMinutes(shop, 7);
    shop.records.isOut = false;
    shop.records.found.set('tentativa-1', { status: 'charged', identifier: 'c9' });
    await passMinutes(shop, 6);
    const [attempt] = (await shop.server.unresolved()).attempts;
    assert.deepEqual([attempt.state, attempt.guess], ['unconfirmed', 'c9']);
  });

  for (const returned of ['segunda', 'primeira']) {
    it(`that was charged beside its successor: both payments wait for a person, and giving ${returned} back ends it`, async () => {
      const shop = openWithRecords();
      await replace(shop);
      shop.records.found.set('primeira', { status: 'charged', identifier: 'c1', amountCents: 14_990 });
      await passMinutes(shop, 1);
      const { payments } = await shop.server.unresolved();
      assert.deepEqual(
        payments.map(({ paymentId, kind, tooMany }) => [paymentId, kind, tooMany]),
        [
          ['segunda', 'paid', undefined],
          ['primeira', 'extra', true],
        ],
      );
      assert.deepEqual(await shop.server.resolve(returned, { status: 'returned' }), { status: 'resolved' });
      assert.deepEqual((await shop.server.unresolved()).payments, []);
      assert.equal((await shop.askToken({ attemptId: 'terceira' })).json.closed, 'paid');
    });
  }

  it('of an order that two payments beside pay, once the first went back, is too many but for the first of them', async () => {
    const shop = openWithRecords();
    await replace(shop);
    shop.records.found.set('primeira', { status: 'charged', identifier: 'c1', amountCents: 14_990 });
    await passMinutes(shop, 1);
    await shop.server.resolve('segunda', { status: 'returned' });
    await shop.server.reconcile({ payments: [{ orderId: 'pedido-1', method: 'card', identifier: 'c3', amountCents: 14_990 }] });
    const { payments } = await shop.server.unresolved();
    assert.deepEqual(
      payments.map(({ paymentId, tooMany }) => [paymentId, tooMany]),
      [
        ['primeira', undefined],
        ['lost-c3', true],
      ],
    );
  });

  it('is asked about once, by one of all sweeps that run at a time, here and in another instance', async () => {
    const shop = openWithRecords();
    const other = open({ memory: shop.memory, clock: shop.clock, records: { certainty: 'exact', findCharge: () => slow('other') } });
    const asked = { all: /** @type {string[]} */ ([]), now: 0, most: 0 };
    const gates = /** @type {(() => void)[]} */ ([]);
    async function slow(who) {
      asked.all.push(who);
      asked.most = Math.max(asked.most, (asked.now += 1));
      await new Promise((resolve) => gates.push(() => resolve(undefined)));
      asked.now -= 1;
      return /** @type {const} */ ({ status: 'unknown' });
    }
    const first = open({
      memory: shop.memory,
      clock: shop.clock,
      tokenLife: 300,
      records: { certainty: 'exact', findCharge: () => slow('first') },
    });
    await first.askToken();
    await first.askToken({ orderId: 'pedido-2', attemptId: 'tentativa-2' });
    shop.clock.pass(60 * MINUTE);
    const sweeps = [first, first, other, first].map(({ server }) => server.sweep());
    let isOver = false;
    const done = Promise.all(sweeps).finally(() => (isOver = true));
    await until(() => {
      gates.splice(0).forEach((open) => open());
      return isOver;
    });
    const reports = await done;
    assert.equal(asked.all.length, 2, 'one question about each attempt');
    assert.ok(asked.most <= 2, 'one at a time in each instance');
    assert.equal(new Set([reports[0], reports[1], reports[3]].map(({ expired }) => expired)).size, 1);
    assert.deepEqual((await listAttempts(first)).sort(), ['tentativa-1', 'tentativa-2']);
  });

  it('holds up neither the settling of payments nor the questions about Pix codes while the records hang', async () => {
    const gate = { open: () => {} };
    const hanging = new Promise((resolve) => (gate.open = () => resolve({ status: 'unknown' })));
    const shop = open({ tokenLife: 300, records: { certainty: 'exact', findCharge: () => /** @type {any} */ (hanging) } });
    await shop.askToken({ orderId: 'pedido-2' });
    const { qrCodeId } = (await shop.payPix()).json;
    shop.clock.pass(20 * MINUTE);
    shop.sandbox.settlePix(qrCodeId);
    const first = shop.server.sweep();
    const second = shop.server.sweep();
    await until(() => shop.settled.length > 0);
    gate.open();
    await Promise.all([first, second]);
    assert.equal(shop.settled.length, 1);
  });
});
