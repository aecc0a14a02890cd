import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loseFirstCommit } from '../support/lost-commit.mjs';
import { useShops } from '../support/shop.mjs';

const SHARED = { orderId: 'pedido-compartilhado' };
const MINUTE = 60_000;

/** Both shoppers may pay the shared order. */
const bia = { session: 'bia' };

describe('the token for a charge', () => {
  const { open } = useShops();
  const eventsOf = (shop, type) => shop.events.filter((event) => event.type === type);
  const attempt = (shop, index = 0, id = SHARED.orderId) => shop.order(id).attempts[index];

  it('is given to one, with its life and this server’s time', async () => {
    const shop = open();
    const { status, json, headers } = await shop.askToken(SHARED);
    assert.equal(status, 200);
    assert.equal(headers.get('Cache-Control'), 'no-store');
    assert.deepEqual(json, { token: shop.tokens[0], now: shop.clock.at, expiresIn: 900 });
    // The end of the token, the time limit and a margin.
    assert.equal(attempt(shop).mayChargeUntil, shop.clock.at + 900_000 + 30_000 + 60_000);
    assert.equal(attempt(shop).session.length, 64);
  });

  it('is given again to the same attempt of the same session, a new one since it may have been refused, and counts once', async () => {
    const shop = open();
    const first = await shop.askToken(SHARED);
    for (let times = 0; times < 10; times += 1) assert.notEqual((await shop.askToken(SHARED)).json.token, first.json.token);
    assert.equal((await shop.askToken(SHARED)).status, 429);
    assert.equal(shop.order(SHARED.orderId).attempts.length, 1);
    assert.equal(eventsOf(shop, 'attempt-opened').length, 1);
  });

  it('is refused to an attempt that is called like one of another order', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    const { status, json } = await shop.askToken();
    assert.equal(status, 422);
    assert.match(json.message, /attemptId/);
  });

  it('keeps the later end, where another one is given to the same attempt', async () => {
    const lives = [900, 90, undefined];
    const shop = open({ tokenLife: () => lives.shift() });
    await shop.askToken(SHARED);
    const end = attempt(shop).mayChargeUntil;
    shop.clock.pass(14 * MINUTE);
    await shop.askToken(SHARED);
    assert.equal(attempt(shop).mayChargeUntil, end + 30_000);
    shop.clock.pass(MINUTE);
    await shop.askToken(SHARED);
    assert.equal(attempt(shop).mayChargeUntil, undefined, 'nobody knows the end of the last');
  });

  it('is kept from everybody else meanwhile: busy, with a time to come again', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    for (const { fields, options } of [
      { fields: { attemptId: 'tentativa-2' }, options: bia },
      { fields: {}, options: bia },
      { fields: { attemptId: 'tentativa-2' }, options: {} },
    ]) {
      const { status, json, headers } = await shop.askToken({ ...SHARED, ...fields }, options);
      assert.equal(status, 503);
      assert.equal(json.closed, 'busy');
      assert.equal(headers.get('Retry-After'), String(json.retryAfter));
      assert.ok(json.retryAfter >= 1);
    }
  });

  it('is one of 200 that are asked for at once', async () => {
    const shop = open();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        shop.askToken({ ...SHARED, attemptId: `t-${index}` }, { session: index % 2 ? 'ana' : 'bia' }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.ok(answers.every(({ status, json }) => status === 200 || json.closed === 'busy'));
    assert.equal(shop.order(SHARED.orderId).attempts.length, 1);
  });

  for (const state of ['declined', 'failed']) {
    it(`goes on to the next attempt of a session whose page said "${state}", and to nobody else`, async () => {
      const shop = open();
      await shop.askToken(SHARED);
      await shop.notify({ ...SHARED, state });
      assert.equal((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' }, bia)).status, 503);
      assert.equal((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' })).status, 200);
      assert.equal((await shop.askToken({ ...SHARED, attemptId: 'tentativa-3' }, bia)).status, 503);
      assert.equal((await shop.askToken(SHARED)).status, 503, 'what was replaced is over');
      assert.deepEqual(
        shop.order(SHARED.orderId).attempts.map(({ state: is }) => is),
        ['replaced', 'open'],
      );
    });
  }

  it('that fails to come holds nothing: 502, and the next may', async () => {
    let isBroken = true;
    const own = open({
      tokens: async () => {
        if (isBroken) throw new Error('senha=segredo');
        return own.sandbox.issueToken({ expiresIn: 900 }).token;
      },
    });
    const failed = await own.askToken(SHARED);
    assert.equal(failed.status, 502);
    assert.equal(own.memory.orders.has(SHARED.orderId), false);
    assert.doesNotMatch(failed.text + JSON.stringify(own.events), /segredo/);
    isBroken = false;
    own.clock.pass(2 * MINUTE);
    assert.equal((await own.askToken({ ...SHARED, attemptId: 'tentativa-2' }, bia)).status, 200);
  });

  it('for a page that went away before it came holds nothing', async () => {
    const page = new AbortController();
    const tokens = async () => {
      page.abort();
      return 'um-token-de-teste';
    };
    const shop = open({ tokens });
    await shop.askToken(SHARED, { signal: page.signal });
    assert.equal(shop.memory.orders.has(SHARED.orderId), false);
  });

  it('is not given where the database fails: busy, and nobody holds the order', async () => {
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, change: () => Promise.reject(new Error('senha=segredo')) }) });
    const { status, json, text } = await shop.askToken(SHARED);
    assert.deepEqual([status, json.closed], [503, 'busy']);
    assert.doesNotMatch(text + JSON.stringify(shop.events), /segredo/);
  });

  it('whose COMMIT was answered by silence is given to the same attempt that asks again', async () => {
    const shop = open({ wrapLedger: loseFirstCommit });
    assert.equal((await shop.askToken(SHARED)).status, 503);
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' }, bia)).status, 503);
    assert.equal((await shop.askToken(SHARED)).status, 200);
  });

  it('is not given to an order that is paid or that the shop closed', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '1' });
    assert.deepEqual((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' }, bia)).json, { closed: 'paid' });
    assert.deepEqual((await shop.askToken({ orderId: 'pedido-fechado' })).json, { closed: 'closed' });
    assert.deepEqual(
      shop.settled.map(({ kind, amountCents }) => [kind, amountCents]),
      [['paid', 14_990]],
    );
  });

  it('is the tenth of an order within an hour at most: the eleventh is 429', async () => {
    const shop = open({ limits: { declinesPerSession: 100 } });
    for (let index = 1; index <= 10; index += 1) {
      assert.equal((await shop.askToken({ ...SHARED, attemptId: `t-${index}` })).status, 200);
      await shop.notify({ ...SHARED, attemptId: `t-${index}` });
    }
    const { status, headers, json } = await shop.askToken({ ...SHARED, attemptId: 't-11' });
    assert.deepEqual([status, json.closed], [429, 'busy']);
    assert.ok(Number(headers.get('Retry-After')) > 3000);
    shop.clock.pass(60 * MINUTE);
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 't-11' })).status, 200);
  });

  it('is not used up by those who find the order busy', async () => {
    const shop = open();
    await shop.askToken(SHARED);
    for (let index = 1; index <= 20; index += 1) {
      assert.equal((await shop.askToken({ ...SHARED, attemptId: `b-${index}` }, bia)).status, 503);
    }
    await shop.notify(SHARED);
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 'tentativa-2' })).status, 200);
  });

  it('is refused to a session whose cards were declined ten times within an hour, on any order', async () => {
    const shop = open({ limits: { chargesPerOrder: 100 } });
    for (let index = 1; index <= 10; index += 1) {
      await shop.askToken({ attemptId: `t-${index}` });
      await shop.notify({ attemptId: `t-${index}` });
      await shop.notify({ attemptId: `t-${index}` });
    }
    assert.equal((await shop.askToken({ attemptId: 't-11' })).status, 429);
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 't-11' })).status, 429);
    assert.equal((await shop.askToken({ ...SHARED, attemptId: 't-11' }, bia)).status, 200);
  });

  it('is given by no copy of the database that was not reconciled', async () => {
    /** @type {'restored' | undefined} */
    let state = 'restored';
    const shop = open({
      wrapLedger: (ledger) => ({ ...ledger, distrust: async () => state, trust: async () => void (state = undefined) }),
    });
    for (const fields of [{}, { purpose: 'pix' }]) {
      const { status, json } = await shop.askToken({ ...SHARED, ...fields });
      assert.deepEqual([status, json.closed], [503, 'busy']);
    }
    assert.deepEqual((await shop.resolve({ ...SHARED })).json, { status: 'unknown' });
    assert.equal((await shop.server.health()).ledger, 'restored');
    await shop.server.reconcile({ payments: [{ orderId: SHARED.orderId, method: 'card', identifier: '700000009', amountCents: 14_990 }] });
    assert.deepEqual((await shop.askToken(SHARED)).json, { closed: 'paid' });
  });

  it('is given by no server that relays alone: 404', async () => {
    assert.equal((await open({ pageTokens: false }).askToken(SHARED)).status, 404);
  });

  it('is given for a purpose that there is', async () => {
    const shop = open();
    for (const purpose of ['', 'card', 'toString', '__proto__', undefined, 1]) assert.equal((await shop.askToken({ purpose })).status, 400);
    for (const attemptId of ['', 'x'.repeat(201), 'a\nb', 7, undefined]) assert.equal((await shop.askToken({ attemptId })).status, 400);
  });

  /** A shop whose database gives no answer, and whose last reading of its clock is old. */
  async function openWithoutDatabase(t) {
    let isDown = false;
    const ask =
      (method) =>
      (/** @type {any[]} */ ...args) =>
        isDown ? Promise.reject(new Error('down')) : method(...args);
    const shop = open({
      isTimed: false,
      customerOf: () => 'ana',
      wrapLedger: (ledger) => ({ ...ledger, now: ask(ledger.now), read: ask(ledger.read), change: ask(ledger.change) }),
    });
    await shop.server.start();
    const now = Date.now() + 10 * MINUTE;
    t.mock.method(Date, 'now', () => now);
    isDown = true;
    return shop;
  }

  for (const purpose of ['pix-status', 'card-token']) {
    it(`${purpose} needs no database`, async (t) => {
      const shop = await openWithoutDatabase(t);
      const { status, json } = await shop.askToken({ purpose });
      assert.deepEqual([status, json.token], [200, shop.tokens[0]]);
    });
  }

  it('is not given while the database cannot say the time, which is no fault of the token source', async (t) => {
    const down = { now: false };
    const shop = open({
      isTimed: false,
      wrapLedger: (ledger) => ({ ...ledger, now: async () => (down.now ? Promise.reject(new Error('down')) : ledger.now()) }),
    });
    await shop.server.start();
    const now = Date.now() + 10 * MINUTE;
    t.mock.method(Date, 'now', () => now);
    down.now = true;
    const { status, json } = await shop.askToken();
    assert.deepEqual([status, json.closed, shop.tokens.length], [503, 'busy', 0]);
  });
});
