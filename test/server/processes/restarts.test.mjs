/** Two instances that are restarted one after the other, as a deployment does, while pages pay through both. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createGate } from '../ledger/rows.mjs';
import { hasPostgres, openPostgres } from '../postgres-server.mjs';
import { until } from '../support/until.mjs';
import { openLane } from './lane.mjs';
import { createDevice, isGone, sendTo } from './page.mjs';
import { LATER_MS } from './aftermath.mjs';
import { createShop } from './shop-settings.mjs';
import { bundleShop, startShopProcess } from './start-shop-process.mjs';

const RESTARTS = 8;

/** How many pages pay at the same time. */
const PAGES = 6;

describe('eight restarts under load', { skip: !hasPostgres() }, () => {
  let postgres;
  let program;
  let lane;
  before(async () => {
    [program, postgres] = await Promise.all([bundleShop(), openPostgres()]);
    lane = await openLane(postgres);
  });
  after(async () => {
    await lane?.service.close();
    await postgres?.stop();
    await program?.remove();
  });

  it('leave no attempt to a person, lose no charge and make none twice', async () => {
    const { service, pool, connection } = lane;
    const start = () => startShopProcess(program, { connection, connections: 4, service: service.origin });
    const instances = await Promise.all([start(), start()]);
    const seen = { orders: 0, approved: /** @type {string[]} */ ([]), refused: 0, isOver: false };

    /** The service holds the charges that come, until a test lets them go. */
    let held = 0;
    let gate = createGate();
    service.afterCharge = () => {
      held += 1;
      return gate.passed;
    };
    gate.pass();

    /** One page after the other pays an order; where it is refused, or its server is gone, it tries the same attempt at the other one. */
    async function payOrders(first) {
      for (let at = first; !seen.isOver;) {
        const orderId = `order-${(seen.orders += 1)}`;
        for (let tries = 0; ; tries += 1) {
          assert.ok(tries < 1000, 'nobody takes a payment');
          const device = createDevice(sendTo(instances[at % 2].origin), orderId);
          const answer = await device.payByRelay(orderId, orderId).catch((error) => {
            if (!isGone(error)) throw error;
            return undefined;
          });
          if (answer?.body.success === true) {
            seen.approved.push(orderId);
            break;
          }
          if (answer) {
            // Of a server that closes: nothing was sent, and the page may try again.
            assert.deepEqual([answer.status, answer.body.sent, answer.body.closed], [503, false, 'busy'], JSON.stringify(answer.body));
            assert.ok(Number(answer.retryAfter) >= 1);
            seen.refused += 1;
          }
          at += 1;
        }
      }
    }

    const pages = Promise.all(Array.from({ length: PAGES }, (_, index) => payOrders(index)));
    let failed;
    pages.catch((error) => (failed = error));
    const wait = (isSo) =>
      until(async () => {
        if (failed) throw failed;
        return isSo();
      });
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const before = seen.approved.length;
      await wait(() => seen.approved.length >= before + PAGES);
      // Charges of both instances are at the service when one of them is told to end.
      gate = createGate();
      held = 0;
      await wait(() => held >= PAGES);
      const old = instances[restart % 2];
      const ending = old.terminate();
      // It takes nothing more, and has not ended: it waits for what it has sent.
      await wait(async () => {
        const answer = await createDevice(sendTo(old.origin), 'another')
          .payByRelay(`late-${restart}`, `late-${restart}`)
          .catch((error) => (isGone(error) ? undefined : Promise.reject(error)));
        return !answer || answer.body.sent === false;
      });
      gate.pass();
      assert.deepEqual(await ending, { code: 0, signal: null }, `restart ${restart}`);
      instances[restart % 2] = await start();
    }
    seen.isOver = true;
    await pages;
    for (const instance of instances) assert.deepEqual(await instance.terminate(), { code: 0, signal: null });

    const { rows } = await pool.query('SELECT attempt_id, state FROM balcao_attempts ORDER BY attempt_id');
    assert.deepEqual(
      rows.filter(({ state }) => state !== 'charged'),
      [],
    );
    const paid = await pool.query('SELECT order_id, kind FROM balcao_payments');
    assert.deepEqual(new Set(paid.rows.map(({ kind }) => kind)), new Set(['paid']));
    assert.equal(paid.rows.length, rows.length);
    for (const orderId of seen.approved) assert.equal(service.chargesOf(orderId).length, 1, orderId);
    for (const { order_id: orderId } of paid.rows) assert.equal(service.chargesOf(orderId).length, 1, orderId);
    const settled = await pool.query('SELECT payment_id FROM shop_settled');
    assert.equal(settled.rows.length, rows.length);
    // Whatever time passes, nothing waits for a person.
    const later = createShop({ pool, service: service.origin, aheadMs: LATER_MS });
    await later.sweep();
    assert.deepEqual(await later.unresolved(), { attempts: [], payments: [] });
    for (const { order_id: id } of paid.rows) assert.ok(service.countDeliveries(id) >= 1, id);
  });
});
