import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ORIGIN, readOutcome, useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

/** The default time limit of `close`, ms. */
const LIMIT = 25_000;

/** A function that does not answer before `open`, and says whether it was called. */
function createGate(result) {
  let open = () => {};
  const opened = new Promise((resolve) => (open = () => resolve(undefined)));
  const gate = {
    calls: 0,
    open: () => open(),
    wait: async () => {
      gate.calls += 1;
      await opened;
      return result;
    },
  };
  return gate;
}

/** Lets this time pass, in steps: each timer that a step ends may set the next one. */
async function pass(t, timeMs) {
  for (let passed = 0; passed < timeMs; passed += 100) {
    // What is hashed meanwhile takes a few turns.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(100);
  }
  await new Promise((resolve) => setImmediate(resolve));
}

/** Lets time pass until this work has ended. */
async function passUntilEnded(t, work) {
  let isEnded = false;
  void work.then(() => (isEnded = true));
  await until(() => {
    t.mock.timers.tick(100);
    return isEnded;
  });
}

describe('a server that is closed', () => {
  const { open } = useShops();

  /** The ways of a page to begin a charge, each with the status and the body that it gets. */
  const begin = {
    'a payment by the relay': (shop, key = 'nova') => shop.pay({ orderId: 'pedido-2', key }),
    'a Pix by the relay': (shop) => shop.payPix({ orderId: 'pedido-2', body: { amount: 140 } }),
    'a token for a charge': (shop) => shop.askToken({ orderId: 'pedido-2', attemptId: 'nova' }),
    'a token for a Pix': (shop) => shop.askToken({ purpose: 'pix', orderId: 'pedido-2', amount: '140.00' }),
  };

  function assertRefused({ status, json, headers }, what) {
    assert.deepEqual([status, json.sent, json.closed], [503, false, 'busy'], what);
    assert.ok(Number(headers.get('Retry-After')) >= 1, what);
  }

  async function assertAllRefused(shop) {
    const before = shop.sandbox.state().requests.length;
    for (const [what, act] of Object.entries(begin)) assertRefused(await act(shop), what);
    assert.equal(shop.sandbox.state().requests.length, before);
    assert.equal(shop.memory.orders.has('pedido-2'), false);
  }

  /** A shop whose charge is at the service, which answers once `gate` is open. */
  async function openWithCharge(options) {
    const gate = createGate();
    const wrapFetch = (send) => async (url, init) => {
      const response = await send(url, init);
      if (String(url).includes('processPayment')) await gate.wait();
      return response;
    };
    const shop = open({ relayCards: true, wrapFetch, ...options });
    const paying = shop.pay({ key: 'chave-1' });
    await until(() => gate.calls === 1);
    return { shop, gate, paying };
  }

  it('begins no charge any more from then on, and waits for the one that is under way', async () => {
    const { shop, gate, paying } = await openWithCharge();
    let isClosed = false;
    const closing = shop.server.close().then(() => (isClosed = true));
    await assertAllRefused(shop);
    assert.equal((await shop.server.health()).status, 'down', 'a load balancer sends nothing more');
    const repeating = shop.pay({ key: 'chave-1' });
    assert.equal((await shop.notify({ attemptId: 'chave-1', state: 'open' })).status, 204, 'what is no charge goes on');
    assert.equal(isClosed, false);
    gate.open();
    assert.equal(readOutcome(await paying), 'approved');
    assert.equal(readOutcome(await repeating), 'approved', 'a repeat is not told that nothing was sent');
    await closing;
    assert.deepEqual([shop.order().attempts[0].state, shop.settled.length], ['charged', 1]);
    assert.deepEqual(
      shop.events.filter(({ type }) => type === 'failure'),
      [],
    );
  });

  it('refuses everything once it is closed, at once, and still knows what it has sent', async () => {
    const calls = { afterClose: 0, isClosed: false };
    /**
     * Wraps all methods alike, whatever their parameters.
     *
     * @template {object} Ledger
     * @param {Ledger} ledger
     * @returns {Ledger}
     */
    const wrapLedger = (ledger) => {
      const wrapped = Object.entries(ledger).map(([name, value]) => {
        if (typeof value !== 'function' || name === 'close') return [name, value];
        const call = (...args) => {
          if (!calls.isClosed) return value(...args);
          calls.afterClose += 1;
          return new Promise(() => {});
        };
        return [name, call];
      });
      return Object.assign({ ...ledger }, Object.fromEntries(wrapped));
    };
    const shop = open({ relayCards: true, wrapLedger });
    assert.equal(readOutcome(await shop.pay({ key: 'chave-1' })), 'approved');
    await shop.server.close();
    calls.isClosed = true;
    await assertAllRefused(shop);
    for (const path of ['notify', 'resolve', 'cards', 'fees']) assertRefused(await shop.ask(path, { body: {} }), path);
    assertRefused(await shop.ask('status/x?order=pedido-1', { method: 'GET' }), 'status');
    assert.equal(readOutcome(await shop.pay({ key: 'chave-1' })), 'approved');
    assert.deepEqual([(await shop.server.health()).status, (await shop.server.health()).database], ['down', 'down']);
    await assert.rejects(() => shop.server.unresolved(), /closed/);
    assert.equal(calls.afterClose, 0);
  });

  it('is not started by a request that comes afterwards', async () => {
    let starts = 0;
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, start: async () => void (starts += 1) }) });
    await shop.server.close();
    assertRefused(await shop.askToken(), 'a token');
    assert.equal(starts, 0);
  });

  it('refuses what came before and had not begun its charge', async () => {
    const gate = createGate({ id: 'pedido-1', amountCents: 14_990 });
    const shop = open({ relayCards: true, orders: { find: gate.wait } });
    const paying = shop.pay();
    await until(() => gate.calls === 1);
    const closing = shop.server.close();
    gate.open();
    const answer = await paying;
    assertRefused(answer, 'a payment');
    assert.equal(readOutcome(answer), 'not-sent');
    await closing;
    assert.equal(shop.memory.orders.size, 0);
  });

  it('writes down what the database did not accept, as soon as it does', async (t) => {
    let refusals = 0;
    const wrapLedger = (ledger) => ({
      ...ledger,
      change: (...args) => (refusals > 0 && refusals-- ? Promise.reject(new Error('down')) : ledger.change(...args)),
    });
    const { shop, gate, paying } = await openWithCharge({ wrapLedger });
    refusals = 4;
    gate.open();
    await paying;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await passUntilEnded(t, shop.server.close());
    assert.deepEqual([shop.order().attempts[0].state, shop.settled.length], ['charged', 1]);
  });

  it('writes a result down although the client of another request sends its body for ever', async (t) => {
    let isDown = false;
    const wrapLedger = (ledger) => ({
      ...ledger,
      change: (...args) => (isDown ? Promise.reject(new Error('down')) : ledger.change(...args)),
    });
    const { shop, gate, paying } = await openWithCharge({ wrapLedger });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    // `duplex` is unknown to the types of the DOM.
    const init = { method: 'POST', headers: { Origin: ORIGIN }, body, duplex: 'half' };
    void shop.server(new Request(`${ORIGIN}/shop/token`, init));
    const closing = shop.server.close();
    isDown = true;
    gate.open();
    assert.equal(readOutcome(await paying), 'approved');
    isDown = false;
    await passUntilEnded(t, closing);
    assert.deepEqual([shop.order().attempts[0].state, shop.settled.length], ['charged', 1]);
  });

  it('closes the ledger, and so frees its connections, although a request does not end', async (t) => {
    let closes = 0;
    const { shop, gate, paying } = await openWithCharge({ wrapLedger: (ledger) => ({ ...ledger, close: async () => void (closes += 1) }) });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const closing = shop.server.close();
    await passUntilEnded(t, closing);
    assert.equal(closes, 1);
    gate.open();
    await Promise.all([closing, paying]);
  });

  it('waits for an operation of the service that the shop has begun', async () => {
    const gate = createGate();
    const wrapFetch = () => async () => {
      await gate.wait();
      return Response.json({ id: 7 });
    };
    const shop = open({ wrapFetch });
    const asking = shop.server.service.request({ operation: 'open-account', method: 'POST', path: 'account/business', body: {} });
    await until(() => gate.calls === 1);
    let isClosed = false;
    const closing = shop.server.close().then(() => (isClosed = true));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isClosed, false);
    gate.open();
    assert.deepEqual(await asking, { status: 200, body: { id: 7 } });
    await closing;
  });

  it('ends streams, and a page that opens another one meanwhile is sent on', async () => {
    const shop = open({ relayCards: true });
    const { qrCodeId } = (await shop.payPix()).json;
    const openStream = async () => (await shop.ask(`stream/${qrCodeId}?order=pedido-1`, { method: 'GET' })).response;
    const first = await openStream();
    const closing = shop.server.close();
    const second = await openStream();
    assert.match(await first.text(), /retry/);
    assert.match(await second.text(), /^retry: \d+\n\n$/);
    await closing;
  });

  it('is closed once: a second call joins the first', async () => {
    let closes = 0;
    const { shop, gate, paying } = await openWithCharge({
      wrapLedger: (ledger) => ({ ...ledger, close: async () => void (closes += 1) }),
    });
    const calls = [shop.server.close(), shop.server.close({ limitMs: 1 })];
    assert.equal(calls[0], calls[1]);
    gate.open();
    await Promise.all([...calls, paying]);
    await shop.server.close();
    assert.equal(closes, 1);
  });

  const isCharge = (url) => String(url).includes('processPayment');
  /** @type {[string, (hang: () => Promise<any>) => import('../support/shop.mjs').ShopOptions, RegExp?][]} */
  const hanging = [
    [
      'the service does not answer a charge',
      (hang) => ({ wrapFetch: (send) => (url, init) => (isCharge(url) ? hang() : send(url, init)) }),
      /1 charges/,
    ],
    ['orders.find does not end', (hang) => ({ orders: { find: hang } })],
    ['settled does not end', (hang) => ({ orders: { settled: hang } })],
    ['deliver does not end', (hang) => ({ orders: { deliver: hang } })],
    [
      'the database accepts nothing more',
      (hang) => ({
        wrapLedger: (ledger, { sandbox }) => ({
          ...ledger,
          change: async (...args) => {
            if (sandbox.state().charges.length === 0) return ledger.change(...args);
            void hang();
            throw new Error('down');
          },
        }),
      }),
      /1 results/,
    ],
    [
      'the database does not answer',
      (hang) => ({ wrapLedger: (ledger) => ({ ...ledger, change: hang, findAttempt: hang, ping: hang }) }),
      /1 requests/,
    ],
    ['the source of tokens does not close', (hang) => ({ tokens: { getToken: hang, close: hang } })],
    [
      'the ledger does not close',
      // Nothing is under way any more once the payment was delivered.
      (hang) => ({ orders: { deliver: async () => void hang() }, wrapLedger: (ledger) => ({ ...ledger, close: hang }) }),
    ],
  ];
  for (const [what, options, left] of hanging) {
    it(`ends within its time where ${what}`, async (t) => {
      const hang = createGate();
      const shop = open({ relayCards: true, ...options(hang.wait) });
      await shop.server.start();
      t.mock.timers.enable({ apis: ['setTimeout'] });
      void shop.pay();
      await until(() => hang.calls > 0);
      let isClosed = false;
      void shop.server.close().then(() => (isClosed = true));
      await pass(t, LIMIT);
      assert.ok(isClosed, 'it is closed after 25 seconds');
      assertRefused(await shop.askToken(), 'a token');
      const failure = shop.events.flatMap((event) => (event.type === 'failure' && event.operation === 'close' ? [event] : []))[0];
      if (left) assert.match(failure?.message ?? '', left);
      else assert.equal(failure, undefined);
    });
  }

  for (const limitMs of [Infinity, Number.NaN, -1, 1e12])
    it(`waits for a charge though its limit is ${limitMs}`, async (t) => {
      const { shop, gate, paying } = await openWithCharge();
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const closing = shop.server.close({ limitMs });
      await pass(t, 1000);
      gate.open();
      assert.equal(readOutcome(await paying), 'approved');
      await closing;
      assert.equal(shop.order().attempts[0].state, 'charged');
      assert.equal(shop.settled.length, 1);
      assert.deepEqual(
        shop.events.filter(({ type }) => type === 'failure'),
        [],
      );
    });

  it('closes its ledger although a source of tokens throws', async () => {
    let isClosed = false;
    const close = () => {
      throw new Error('tokens');
    };
    const shop = open({
      tokens: { getToken: async () => ({ token: 'token', expiresIn: 3600 }), close },
      wrapLedger: (ledger) => ({ ...ledger, close: async () => void (isClosed = true) }),
    });
    await shop.server.close();
    assert.ok(isClosed);
  });

  it('ends within another time if the shop says so', async (t) => {
    const { shop, gate, paying } = await openWithCharge();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isClosed = false;
    void shop.server.close({ limitMs: 1000 }).then(() => (isClosed = true));
    await pass(t, 800);
    assert.equal(isClosed, false);
    await pass(t, 200);
    assert.ok(isClosed);
    gate.open();
    await paying;
  });
});
