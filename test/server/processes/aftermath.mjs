/**
 * What a server makes of an order that another one left behind in the middle of something: first at once, when another device comes or the same
 * one asks again, then after the time in which anything may still be charged.
 */
import assert from 'node:assert/strict';
import { until } from '../support/until.mjs';
import { createDevice } from './page.mjs';
import { createShop } from './shop-settings.mjs';

/** Later than any token lives: nothing may be charged any more. */
export const LATER_MS = 3_600_000;

/**
 * What a page of an order has seen. `orderId` and `attemptId` are what it named; its device is called by the order, too.
 *
 * @typedef {object} Seen
 * @property {string} orderId
 * @property {string} attemptId
 * @property {boolean} [hasToken] It may charge, whenever it likes.
 * @property {boolean} [isRelayed] It lets the shop charge.
 * @property {string} [paidPix] The Pix charge that its shopper has paid.
 */

/**
 * @param {{ pool: import('pg').Pool, service: import('./service.mjs').Service, isIdempotent?: boolean }} parts
 */
export function createAftermath({ pool, service, isIdempotent }) {
  const open = (aheadMs) => createShop({ pool, service: service.origin, isIdempotent, aheadMs });
  /** @type {(sql: string, orderId: string) => Promise<Record<string, string>[]>} */
  const listRows = async (sql, orderId) => (await pool.query(sql, [orderId])).rows;
  /** What was taken of the shopper's money, by the service's own books. */
  const listTaken = ({ orderId, paidPix }) => [
    ...service.chargesOf(orderId).map(({ identifier }) => identifier),
    ...(paidPix === undefined ? [] : [paidPix]),
  ];

  /** Another device wants to charge: only if nothing was taken, and the first page cannot charge any more. */
  async function tryOtherDevice(shop, seen) {
    const mayBeCharged = seen.hasToken || listTaken(seen).length > 0;
    const { status, body, retryAfter } = await createDevice(shop).askToken(seen.orderId, `${seen.orderId}-other`);
    if (body.token !== undefined) {
      assert.equal(mayBeCharged, false, 'another device may charge what may have been charged');
      await service.chargeAsPage(body.token);
      return;
    }
    const isBusy = status === 503 && body.closed === 'busy' && Number(retryAfter) >= 1;
    assert.ok(isBusy || (status === 200 && body.closed === 'paid'), `another device is told ${status} ${JSON.stringify(body)}`);
  }

  /** The page of the first device tries the same attempt again. */
  async function tryAgain(shop, seen) {
    const { orderId, attemptId, hasToken, isRelayed } = seen;
    const device = createDevice(shop, orderId);
    if (isRelayed) {
      const before = service.chargesOf(orderId).length;
      const { body } = await device.payByRelay(orderId, attemptId);
      const count = service.chargesOf(orderId).length;
      assert.ok(count === before || (before === 0 && count === 1), 'what was charged is charged again');
      if (body.sent === false) assert.equal(count, 0, 'a page reads that nothing was sent, and it was');
    } else if (!hasToken) {
      const { status, body } = await device.askToken(orderId, attemptId);
      assert.ok(body.token, `the same attempt gets no token again: ${status} ${JSON.stringify(body)}`);
      await service.chargeAsPage(body.token);
    }
  }

  /** What the page of the first device is told of its attempt. */
  async function askWhatBecame(shop, { orderId, attemptId }) {
    const { status, body } = await createDevice(shop, orderId).resolve(orderId, attemptId);
    assert.equal(status, 200);
    const isCharged = service.chargesOf(orderId).some((charge) => charge.attemptId === attemptId);
    assert.equal(body.status === 'charged', isCharged, `the page is told ${body.status}, and charged is ${isCharged}`);
  }

  /** Waits until the database has noticed that whoever is gone is gone: what they had locked a sweep passes over, until the next one. */
  async function waitForLocks() {
    const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;
    await until(async () => (await pool.query(sql)).rows[0].count === 0);
  }

  /** Once everything was looked for. */
  async function checkBooks(shop, seen) {
    const { orderId } = seen;
    const taken = listTaken(seen);
    assert.ok(taken.length <= 1, `the shopper has paid ${taken.length} times`);
    const payments = await listRows('SELECT payment_id, kind, identifier FROM balcao_payments WHERE order_id = $1', orderId);
    assert.deepEqual(
      payments.map(({ identifier, kind }) => [identifier, kind]),
      taken.map((identifier) => [identifier, 'paid']),
    );
    const ids = payments.map(({ payment_id: id }) => id);
    const settled = await listRows('SELECT payment_id FROM shop_settled WHERE order_id = $1', orderId);
    assert.deepEqual(
      settled.map(({ payment_id: id }) => id),
      ids,
      'what settled wrote',
    );
    for (const id of ids) assert.ok(service.countDeliveries(id) >= 1, 'a payment was not delivered');
    const waiting = await listRows(
      'SELECT payment_id FROM balcao_outbox JOIN balcao_payments USING (payment_id) WHERE order_id = $1',
      orderId,
    );
    assert.deepEqual(waiting, [], 'the outbox');
    // An order is not lost: it is paid, or can be.
    const { status, body } = await createDevice(shop).askToken(orderId, `${orderId}-last`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.closed, taken.length > 0 ? 'paid' : undefined);
    assert.equal(body.token !== undefined, taken.length === 0);
  }

  const next = open(0);
  const later = [open(LATER_MS), open(LATER_MS)];

  return {
    /** @param {Seen} seen @param {{ isTriedAgain: boolean }} options Whether the same page tries again, or another device comes. */
    async check(seen, { isTriedAgain }) {
      await (isTriedAgain ? tryAgain(next, seen) : tryOtherDevice(next, seen));
      if (seen.paidPix === undefined) await askWhatBecame(next, seen);
      await waitForLocks();
      // Two at a time, and once more: none of them may count a payment that another one has.
      await Promise.all(later.map((shop) => shop.sweep()));
      await later[0].sweep();
      await checkBooks(later[0], seen);
    },
  };
}
