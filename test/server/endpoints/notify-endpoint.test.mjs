import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useShops } from '../support/shop.mjs';

const SHARED = { orderId: 'pedido-compartilhado' };
const MINUTE = 60_000;
const bia = { session: 'bia' };

/** Past the end of a token of 15 minutes, the time limit and the margin. */
const OVER = 17 * MINUTE;

describe('the word of a page', () => {
  const { open } = useShops();
  const attempt = (shop, id = SHARED.orderId) => shop.order(id).attempts[0];

  for (const state of ['open', 'approved', 'declined', 'failed', 'unconfirmed', 'charged', 'not-charged', 'paid', '']) {
    it(`"${state}", forged, settles nothing and lets nobody else in`, async () => {
      const shop = open();
      await shop.askToken(SHARED);
      const before = structuredClone(attempt(shop));
      for (const session of ['ana', 'bia', null]) {
        const { status } = await shop.notify({ ...SHARED, state, identifier: '700000001', last4: '1486' }, { session });
        assert.equal(status, session === 'ana' ? 204 : 404);
      }
      const { told, ...rest } = attempt(shop);
      assert.deepEqual(rest, before);
      assert.equal(told.state, ['open', 'approved', 'declined', 'failed', 'unconfirmed'].includes(state) ? state : 'unknown');
      assert.deepEqual([shop.order(SHARED.orderId).payments, shop.settled, shop.delivered], [[], [], []]);
      for (const attemptId of ['tentativa-1', 'tentativa-2']) {
        assert.equal((await shop.askToken({ ...SHARED, attemptId }, bia)).status, 503);
      }
      shop.clock.pass(OVER);
      await shop.server.sweep();
      assert.equal(attempt(shop).state, 'unconfirmed');
      assert.equal((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' }, bia)).status, 503);
    });
  }

  it('about an attempt that is not known, or of another session, is the same 404', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    const answers = [await shop.notify({ ...SHARED, attemptId: 'nenhuma' }), await shop.notify(SHARED, bia)];
    assert.deepEqual(
      answers.map(({ status, text }) => [status, text]),
      [answers[0], answers[0]].map(({ text }) => [404, text]),
    );
  });

  it('is kept in the fields that are named, and nothing else of it', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    await shop.notify({
      ...SHARED,
      state: 'approved',
      number: '4539578763621486',
      securityCode: '737',
      last4: '45395787',
      installments: 3,
    });
    assert.deepEqual(attempt(shop).told, { state: 'approved', at: shop.clock.at, installments: 3 });
  });

  it('that is approved makes exact records settle, once', async () => {
    const asked = [];
    /** @type {import('../../../src/server/index.ts').ChargeRecords} */
    const records = {
      certainty: 'exact',
      findCharge: async ({ attemptId }) => {
        asked.push(attemptId);
        return { status: 'charged', identifier: '700000001' };
      },
    };
    const shop = open({ records });
    await shop.askToken(SHARED);
    await shop.notify({ ...SHARED, state: 'approved' });
    await shop.notify({ ...SHARED, state: 'approved' });
    assert.deepEqual(asked, ['tentativa-1']);
    assert.deepEqual(
      shop.settled.map(({ paymentId, kind, by }) => [paymentId, kind, by]),
      [['tentativa-1', 'paid', 'records']],
    );
    assert.equal(shop.delivered.length, 1);
  });
});
