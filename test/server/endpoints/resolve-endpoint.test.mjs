import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const SHARED = { orderId: 'pedido-compartilhado' };
const MINUTE = 60_000;
const bia = { session: 'bia' };

/** Past the end of a token of 15 minutes, the time limit and the margin. */
const OVER = 17 * MINUTE;

describe('what became of an attempt', () => {
  const { open } = useShops();
  const attempt = (shop, id = SHARED.orderId) => shop.order(id).attempts[0];

  const records = (certainty, found) => ({ certainty, findCharge: async () => (typeof found === 'function' ? found() : found) });

  it('nobody knows without records: it is unconfirmed after its time, listed, and a person ends it', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    shop.clock.pass(15 * MINUTE + 90_000);
    assert.equal((await shop.server.sweep()).expired, 0, 'the last instant is not over');
    assert.deepEqual((await shop.server.resolve('tentativa-1', { status: 'not-charged' })).status, 'early');
    shop.clock.pass(1);
    assert.equal((await shop.server.sweep()).expired, 1);
    assert.deepEqual(
      (await shop.server.unresolved()).attempts.map(({ attemptId }) => attemptId),
      ['tentativa-1'],
    );
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).json.retryAfter, 120);
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'not-charged' }), { status: 'resolved' });
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'not-charged' });
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).status, 200);
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'not-charged' }), { status: 'kept' });
  });

  it('a token of unknown end is listed after an hour, and a person alone ends it', async () => {
    const shop = open({ tokenLife: () => undefined, records: records('exact', { status: 'not-charged' }) });
    await shop.askToken(SHARED);
    shop.clock.pass(61 * MINUTE);
    assert.equal((await shop.server.sweep()).expired, 1);
    assert.equal((await shop.server.unresolved()).attempts.length, 1);
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).status, 503);
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'not-charged' }), { status: 'resolved' });
  });

  it('a person’s word that it was charged settles at any time, and once', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '9' }), { status: 'resolved' });
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '9' }), { status: 'kept' });
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'not-charged' }), { status: 'kept' });
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'charged', message: 'Pagamento confirmado pela loja.', identifier: '9' });
    assert.equal(shop.settled.length, 1);
    assert.deepEqual(await shop.server.resolve('nenhuma', { status: 'charged' }), { status: 'none' });
  });

  /** @type {any[]} */
  const wrongAmounts = [NaN, 0, -1, 1.5, Infinity, '14990', null];
  for (const amountCents of wrongAmounts) {
    it(`a person’s word with the amount ${String(amountCents)} is refused`, async () => {
      const shop = open();
      await shop.askToken(SHARED);
      await assert.rejects(() => shop.server.resolve('tentativa-1', { status: 'charged', amountCents }), { code: 'invalid-input' });
      /** @type {import('../../../src/server/index.ts').LostPayment} */
      const lost = { orderId: SHARED.orderId, method: 'card', identifier: '1', amountCents };
      await assert.rejects(() => shop.server.reconcile({ payments: [lost] }), { code: 'invalid-input' });
      assert.deepEqual(shop.order(SHARED.orderId).payments, []);
    });
  }

  it('exact records say so: early it may still be charged, later it is certain', async () => {
    const shop = open({ records: records('exact', { status: 'not-charged', raw: { cartao: '4539578763621486' } }) });
    await shop.askToken(SHARED);
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
    assert.equal(attempt(shop).state, 'open');
    shop.clock.pass(OVER);
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'not-charged' });
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).status, 200);
  });

  it('an answer of the records is as old as its question', async () => {
    const shop = open({ records: records('exact', () => (shop.clock.pass(OVER), { status: 'not-charged' })) });
    await shop.askToken(SHARED);
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
    assert.equal(attempt(shop).state, 'open');
  });

  it('of one that was replaced, records say nothing before its time', async () => {
    const shop = open({ records: records('exact', { status: 'not-charged' }) });
    await shop.askToken(SHARED);
    await shop.notify({ ...SHARED, state: 'failed' });
    await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' });
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
    shop.clock.pass(OVER);
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'not-charged' });
  });

  it('a forged "failed" frees nothing: what it handed over is looked up too before somebody else may charge', async () => {
    const found = { 'tentativa-1': { status: 'unknown' }, 'tentativa-2': { status: 'not-charged' } };
    const shop = open({ records: { certainty: 'exact', findCharge: async ({ attemptId }) => found[attemptId] } });
    await shop.askToken(SHARED);
    await shop.notify({ ...SHARED, state: 'failed' });
    await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' });
    shop.clock.pass(OVER);
    await shop.server.sweep();
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).status, 503);
    found['tentativa-1'] = { status: 'charged', identifier: '700000001' };
    shop.clock.pass(OVER);
    await shop.server.sweep();
    assert.deepEqual((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).json, { closed: 'paid' });
    assert.deepEqual(
      shop.settled.map(({ paymentId, kind }) => [paymentId, kind]),
      [['tentativa-1', 'paid']],
    );
  });

  it('a charge that exact records know keeps the same session from paying again, though its page said "failed"', async () => {
    const shop = open({ records: records('exact', { status: 'charged', identifier: '700000001' }) });
    await shop.askToken(SHARED);
    await shop.notify({ ...SHARED, state: 'failed' });
    assert.deepEqual((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' })).json, { closed: 'paid' });
    assert.equal(shop.settled.length, 1);
  });

  describe('costs the records one question in three seconds', () => {
    /** Records that count their questions, and answer when the test says so. */
    function createRecords(found = { status: 'unknown' }) {
      const counted = { count: 0, answer: () => {}, isHeld: false };
      const findCharge = async () => {
        counted.count += 1;
        if (counted.isHeld) await new Promise((resolve) => (counted.answer = () => resolve(undefined)));
        return found;
      };
      return Object.assign(counted, { records: /** @type {any} */ ({ certainty: 'exact', findCharge }) });
    }

    it('for ten tabs at once, which share its answer', async () => {
      const counted = createRecords({ status: 'charged', identifier: '700000001' });
      const shop = open({ records: counted.records });
      await shop.askToken(SHARED);
      counted.isHeld = true;
      const asking = Array.from({ length: 10 }, () => shop.resolve(SHARED));
      await until(() => counted.count > 0);
      counted.answer();
      assert.deepEqual(new Set((await Promise.all(asking)).map(({ json }) => json.status)), new Set(['charged']));
      assert.equal(counted.count, 1);
    });

    it('for a page that asks all the time, whatever session it has', async () => {
      const counted = createRecords();
      const shop = open({ records: counted.records });
      await shop.askToken(SHARED);
      for (let tries = 0; tries < 100; tries += 1) {
        assert.deepEqual((await shop.resolve(SHARED, tries % 2 ? bia : {})).json, { status: 'unknown' });
        shop.clock.pass(10);
      }
      assert.equal(counted.count, 1);
      shop.clock.pass(3000);
      await shop.resolve(SHARED);
      assert.equal(counted.count, 2);
    });

    it('over all instances', async () => {
      const counted = createRecords();
      const shop = open({ records: counted.records });
      const { memory, sandbox, clock } = shop;
      const others = Array.from({ length: 3 }, () => open({ records: counted.records, memory, sandbox, clock }));
      await shop.askToken(SHARED);
      await Promise.all([shop, ...others].map((instance) => instance.resolve(SHARED)));
      assert.equal(counted.count, 1);
    });

    it('of each attempt, and what the ledger knows by then is told at once', async () => {
      const counted = createRecords();
      const shop = open({ records: counted.records });
      await shop.askToken(SHARED);
      await shop.askToken({ attemptId: 'tentativa-2' });
      await shop.resolve(SHARED);
      await shop.resolve({ attemptId: 'tentativa-2' });
      assert.equal(counted.count, 2);
      await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '9' });
      assert.equal((await shop.resolve(SHARED)).json.status, 'charged');
    });

    it('also where a page says again and again that it was approved; its first notice is not lost to a question before', async () => {
      const counted = createRecords();
      const shop = open({ records: counted.records });
      await shop.askToken(SHARED);
      await shop.resolve(SHARED);
      for (const state of ['approved', 'declined', 'approved', 'declined', 'approved']) await shop.notify({ ...SHARED, state });
      assert.equal(counted.count, 2);
    });
  });

  it('a guess frees nothing and settles nothing, and stands beside the attempt for a person', async () => {
    for (const found of [{ status: 'not-charged' }, { status: 'charged', identifier: '700000001' }]) {
      const shop = open({ records: records('guess', found) });
      await shop.askToken(SHARED);
      await shop.notify({ ...SHARED, state: 'approved' });
      shop.clock.pass(OVER);
      assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
      await shop.server.sweep();
      const [listed] = (await shop.server.unresolved()).attempts;
      assert.deepEqual([listed.state, listed.guess], ['unconfirmed', found.identifier]);
      assert.deepEqual(shop.order(SHARED.orderId).payments, []);
      assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).status, 503);
    }
  });

  for (const [what, found] of [
    ['nothing', undefined],
    ['another word', { status: 'declined' }],
    ['no identifier', { status: 'charged', identifier: '' }],
    ['an identifier that is no text', { status: 'charged', identifier: 7 }],
    ['an amount that is none', { status: 'charged', identifier: '1', amountCents: NaN }],
    ['an amount as text', { status: 'charged', identifier: '1', amountCents: '14990' }],
    ['an error', () => Promise.reject(new Error('senha=segredo'))],
  ]) {
    it(`records that return ${what} say nothing`, async () => {
      const shop = open({ records: records('exact', found) });
      await shop.askToken(SHARED);
      shop.clock.pass(OVER);
      assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
      await shop.server.sweep();
      assert.equal(attempt(shop).state, 'unconfirmed');
      assert.doesNotMatch(JSON.stringify(shop.events), /segredo/);
    });
  }

  it('a charge of another order that the records name is neither believed nor in the way of the others', async () => {
    const shop = open({ records: records('exact', { status: 'charged', identifier: '700000001' }) });
    await shop.askToken({ attemptId: 'x' });
    await shop.server.resolve('x', { status: 'charged', identifier: '700000001' });
    await shop.askToken(SHARED);
    shop.clock.pass(OVER);
    assert.deepEqual((await shop.resolve(SHARED)).json, { status: 'unknown' });
    assert.equal((await shop.server.sweep()).expired, 1);
    assert.equal(attempt(shop).state, 'unconfirmed');
  });

  it('less than the order costs closes it, more pays it', async () => {
    for (const [amountCents, kind, closed] of [
      [14_989, 'short', 'closed'],
      [15_500, 'paid', 'paid'],
    ]) {
      const shop = open({ records: records('exact', { status: 'charged', identifier: '1', amountCents }) });
      await shop.askToken(SHARED);
      await shop.notify({ ...SHARED, state: 'approved' });
      assert.deepEqual(
        shop.order(SHARED.orderId).payments.map((payment) => payment.kind),
        [kind],
      );
      assert.deepEqual((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).json, { closed });
    }
  });

  it('money that went back opens the order again, and is listed no more', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    await shop.server.resolve('tentativa-1', { status: 'charged', amountCents: 100 });
    assert.equal((await shop.server.unresolved()).payments.length, 1);
    const paymentEvents = () => shop.events.filter(({ type }) => type === 'payment').length;
    assert.equal(paymentEvents(), 1);
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'returned' }), { status: 'resolved' });
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'returned' }), { status: 'kept' });
    assert.equal(paymentEvents(), 1, 'what goes back is no payment that came');
    assert.equal((await shop.server.unresolved()).payments.length, 0);
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'b' }, bia)).status, 200);
  });
});
