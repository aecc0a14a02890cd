/** `docs/openapi/shop.yaml` beside the client and `createShopServer`, over HTTP: what the page sends and what that server responds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNotifier, createPaymentsClient, createResolver, createTokenUrlSource, httpCardStore } from '../../src/client/index.ts';
import { createBoletoSource, fetchBoleto } from '../../src/client/shop/shop-boleto.ts';
import { fetchShopFees, createFeesUrlSource } from '../../src/client/shop/shop-fees.ts';
import { fetchShopStatus } from '../../src/client/shop/shop-status.ts';
import { systemClock } from '../../src/client/system-clock.ts';
import { TokenCache } from '../../src/client/tokens/token-cache.ts';
import { getDay } from '../../src/domain/boleto/banking-days.ts';
import { deriveAttempt } from '../../src/domain/order/ledger-record.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createShopServer, memoryLedger } from '../../src/server/index.ts';
import { APPROVED, DECLINED, FAILED, GuardWorld, UNCONFIRMED, createPaidPix } from '../flow/support/guard-world.ts';
import { createBank } from '../server/support/boletos.mjs';
import { AttemptBook } from '../support/shop/attempt-book.ts';
import { OrderBook } from '../support/shop/order-book.ts';
import { createSandboxAccess } from '../support/shop/service-access.ts';
import { createControlledShop } from '../support/shop/shop-control.ts';
import { SHOP_FAULTS } from '../support/shop/shop-faults.ts';
import { OpenApiDocument } from './openapi-document.mjs';
import { recordExchanges } from './openapi-recorder.mjs';
import { sampleOf } from './openapi-sample.mjs';

/** @typedef {import('../../src/domain/order/attempt.ts').Attempt} Attempt */

const shop = new OpenApiDocument('shop.yaml');
const SERVICE = 'https://payments.example/';
const PAGE = 'https://shop.example';
const SECRET = 'no-secret-in-a-test';
/** @type {import('../../src/domain/card/saved-card.ts').SavedCard} */
const CARD = { cardId: 'card-1', name: 'Cartão da casa', brand: 'elo', last4: '7890', expiration: '12/2039' };

/** Faults of the shop that leave a request without an end. */
const ENDLESS = ['hang'];

/** A shop's server behind HTTP, in front of a sandbox; the test's own control tells it what orders cost, and to fail. */
async function openShop(t) {
  const notices = [];
  const webhookUrl = `${PAGE}/shop/webhook/${SECRET}`;
  const deliver = async (url, body) => {
    notices.push(await handler(new Request(url, { method: 'POST', body: JSON.stringify(body) })));
  };
  const sandbox = createSandbox({ webhookUrl, deliver });
  const orders = new OrderBook();
  const find = (orderId) => {
    const { status, ...order } = orders.list().find((known) => known.orderId === orderId) ?? {};
    return { id: orderId, amountCents: 14_990, pixAmountCents: 14_241, ...order, isClosed: status === 'closed' };
  };
  const server = createShopServer({
    service: { baseUrl: SERVICE, fetch: (input, init) => sandbox(new Request(input, init)) },
    tokens: async () => sandbox.issueToken(),
    orders: {
      find,
      deliver: async () => undefined,
      ...createBank({ dueDate: getDay(Date.now() + 3 * 86_400_000), isHybrid: true }).orders,
    },
    ledger: memoryLedger(),
    publicOrigin: PAGE,
    customerOf: () => 'marina',
    // Node keeps no cookies.
    sessionOf: () => 'one browser',
    webhookSecret: SECRET,
    getFees: ({ amountCents }) => [{ installments: 4, total: (amountCents / 50).toFixed(2), amount: (amountCents / 100).toFixed(2) }],
    sweepEveryMs: 0,
    onEvent: () => undefined,
  });
  const service = createSandboxAccess(SERVICE);
  const parts = { shop: server, basePath: '/shop/', service, orders, attempts: new AttemptBook() };
  const handler = createControlledShop(parts);
  const { origin, exchanges, close } = await recordExchanges(handler, { basePath: '/shop/', pageOrigin: PAGE });
  t.after(async () => {
    await close();
    await server.close();
  });
  const url = `${origin}/shop`;
  const command = (body) => fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(body) });
  const listExchanges = () => exchanges.filter(({ path }) => path !== '/control');
  const ask = createTokenUrlSource(`${url}/token`);
  /**
   * What a page does before it charges a card: the server then knows the attempt.
   *
   * @param {Pick<Attempt, 'attemptId' | 'orderId' | 'amount'>} attempt
   */
  const openAttempt = ({ attemptId, orderId = '', amount }) =>
    ask({ purpose: 'card-payment', attemptId, orderId, amount, signal: new AbortController().signal });
  return { url, sandbox, server, notices, command, listExchanges, ask, openAttempt };
}

/** Makes a Pix charge at the sandbox. */
async function createPix(sandbox) {
  const { token } = sandbox.issueToken();
  const body = { amount: 142.41, expirationDate: new Date(Date.now() + 1_800_000).toISOString(), paymentWebhook: true };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await sandbox(new Request(`${SERVICE}pix/generateQrCode`, { method: 'POST', headers, body: JSON.stringify(body) }));
  return (await answer.json()).qrCodeId;
}

/** What a page asks its shop, by operation; each resolves with whether it would believe what the shop said. */
const CALLS = {
  token: ({ url }) => createTokens(url).get({ purpose: 'card-token', minLifeMs: 0 }).then(isDone, isRefused),
  notify: ({ url }, attempt = createAttempt()) => createNotifier(`${url}/notify`)(attempt),
  resolve: async ({ url }, attempt = createAttempt()) => (await createResolver(`${url}/resolve`)(attempt)).status !== 'unknown',
  fees: ({ url }, request = { amount: '300.00' }) =>
    fetchShopFees(createFeesUrlSource(`${url}/fees`, request.orderId), { ...request, signal: new AbortController().signal }).then(
      isDone,
      isRefused,
    ),
  boleto: ({ url }) =>
    fetchBoleto(
      createBoletoSource(`${url}/boleto`, () => undefined),
      { orderId: '42', amount: '149.90', signal: new AbortController().signal },
      { amountCents: 14_990 },
      Date.now,
    ).then(isDone, isRefused),
  status: async ({ url, sandbox }) =>
    fetchShopStatus(`${url}/status/${await createPix(sandbox)}?order=42`, {}, { chargeId: '', signal: new AbortController().signal }).then(
      ({ status }) => status !== 'unknown',
      isRefused,
    ),
  listCards: ({ url }) => httpCardStore(`${url}/cards`).list().then(isDone, isRefused),
  keepCard: ({ url }) => httpCardStore(`${url}/cards`).add(CARD).then(isDone, isRefused),
  forgetCard: async ({ url }) => httpCardStore(`${url}/cards`).remove(CARD.cardId).then(isDone, isRefused),
};

/** The tokens of a page, which come from the shop. */
function createTokens(url) {
  const getToken = createTokenUrlSource(`${url}/token`);
  return new TokenCache({ getToken, clock: systemClock, onServerTime: () => undefined });
}

const isDone = () => true;
const isRefused = () => false;

/** The endpoint of the shop that an operation is of, as its faults name it. */
const readEndpoint = (operation) => (operation.endsWith('Card') || operation === 'listCards' ? 'cards' : operation);

/**
 * @param {Partial<Attempt>} [change]
 * @returns {Attempt}
 */
function createAttempt(change = {}) {
  return {
    attemptId: 'attempt-1',
    orderId: '42',
    method: 'card',
    amount: '149.90',
    startedAt: Date.now(),
    state: 'unconfirmed',
    ...change,
  };
}

describe("what the client sends to the shop's server, and what that responds", () => {
  it('is described', async (t) => {
    const world = await openShop(t);
    await world.openAttempt(createAttempt());
    for (const call of Object.values(CALLS)) assert.notEqual(await call(world), undefined);
    await CALLS.fees(world, { orderId: '42', amount: '300.00', brand: 'elo' });
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
    const seen = new Set(world.listExchanges().map((exchange) => shop.find(exchange)?.id));
    const described = shop.listOperations().map(({ id }) => id);
    assert.deepEqual(seen, new Set(described.filter((id) => id !== 'stream')));
  });

  it('is described for each purpose of a token, as the client asks for it', async (t) => {
    const world = await openShop(t);
    await useService(t, { ...world, getToken: createTokenUrlSource(`${world.url}/token`) });
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
    const purposes = new Set(world.listExchanges().map(({ text }) => JSON.parse(text).purpose));
    assert.deepEqual(purposes, new Set(shop.data.components.schemas.TokenRequest.properties.purpose.enum));
  });

  it('is described for an order that takes no payment, or none now', async (t) => {
    const world = await openShop(t);
    const { ask } = world;
    const request = {
      purpose: /** @type {const} */ ('card-payment'),
      orderId: '42',
      attemptId: 'attempt-0',
      amount: '149.90',
      signal: new AbortController().signal,
    };
    await world.command({ order: { orderId: '42', amount: '149.90', status: 'closed' } });
    assert.deepEqual(await ask(request), { closed: 'closed' });
    await world.command({ order: { orderId: '42', amount: '150.00', status: 'open' } });
    await assert.rejects(async () => ask(request), { status: 422 });
    await world.server.reconcile({ payments: [{ orderId: '43', method: 'card', identifier: '700000001', amountCents: 14_990 }] });
    assert.deepEqual(await ask({ ...request, orderId: '43' }), { closed: 'paid' });
    await world.openAttempt({ attemptId: 'attempt-1', orderId: '44', amount: '149.90' });
    assert.deepEqual(await ask({ ...request, orderId: '44', attemptId: 'attempt-2' }), { closed: 'busy', retryAfter: 2 });
    assert.ok(world.listExchanges().some(({ response }) => response.status === 503));
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
  });
});

/** Uses everything of a client whose tokens are the shop's. */
async function useService(t, { sandbox, getToken }) {
  const { origin, close } = await recordExchanges(sandbox);
  t.after(close);
  const client = createPaymentsClient({ baseUrl: `${origin}/`, getToken });
  const card = { holderName: 'MARIA DA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };
  const order = { orderId: '42', attemptId: 'attempt-1' };
  const paid = await client.processPayment({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card }, order);
  assert.equal(paid.status, 'approved');
  const { cardId } = await client.tokenizeCard({ ...card, name: 'Visa final 1111' });
  await client.deleteCard(cardId);
  // Of another order: nobody has told what became of the card.
  const { chargeId } = await client.generatePixQrCode(
    { amount: 142.41, expiresInMs: 1_800_000 },
    { orderId: '43', attemptId: 'attempt-2' },
  );
  await client.getPixStatus(chargeId, { orderId: '43' });
}

describe('the attempts that the guard of an order tells the shop of', () => {
  it('are described in every state, and so is what the shop responds', async (t) => {
    const states = [];
    for (const result of [APPROVED, DECLINED, FAILED, UNCONFIRMED]) {
      const shopWorld = await openShop(t);
      const page = new GuardWorld();
      const sent = [];
      const notify = async (attempt) => {
        await shopWorld.openAttempt(attempt);
        return createNotifier(`${shopWorld.url}/notify`)(attempt);
      };
      const asked = [];
      const resolve = (attempt) => {
        asked.push(createResolver(`${shopWorld.url}/resolve`)(attempt));
        return asked.at(-1);
      };
      const tab = page.openTab({ shop: { notify: (attempt) => sent.push(notify(attempt)) && sent.at(-1), resolve } });
      const intent = {
        installments: 3,
        total: '149.90',
        parts: ['49.98', '49.96', '49.96'],
        cardId: 'card-1',
        method: /** @type {const} */ ('saved-card'),
      };
      const paying = tab.guard.pay(page.intent(intent));
      await page.settle();
      page.sent.at(-1)?.answer(result);
      await paying;
      await tab.guard.check();
      assert.deepEqual(new Set(await Promise.all(sent)), new Set([true]));
      await Promise.all(asked);
      tab.kill();
      const exchanges = shopWorld.listExchanges();
      assert.deepEqual(shop.listProblems(exchanges), []);
      const told = exchanges.filter(({ path }) => path !== '/token');
      for (const { path, text } of told) states.push(`${path} ${JSON.parse(text).state}`);
    }
    const all = shop.data.components.schemas.Attempt.properties.state.enum.map((state) => `/notify ${state}`);
    assert.deepEqual(new Set(states), new Set([...all, '/resolve unconfirmed']));
  });

  it('are described for a Pix that was paid, and that was one too many', async (t) => {
    const world = await openShop(t);
    const chargeId = await createPix(world.sandbox);
    world.sandbox.settlePix(chargeId);
    for (const turn of [1, 2]) {
      const attempt = deriveAttempt(createPaidPix(chargeId, { turn }));
      assert.equal(await CALLS.notify(world, attempt), true);
    }
    const told = world.listExchanges().map(({ text }) => JSON.parse(text));
    assert.deepEqual(
      told.map(({ method, state, duplicate }) => [method, state, duplicate]),
      [
        ['pix', 'approved', undefined],
        ['pix', 'approved', true],
      ],
    );
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
  });
});

describe('a shop with a fault', () => {
  const faults = sampleOf(
    SHOP_FAULTS.filter((name) => !ENDLESS.includes(name)),
    8,
  );

  for (const operation of Object.keys(CALLS)) {
    it(`is believed only where the document describes it: ${operation}`, async (t) => {
      const world = await openShop(t);
      const undescribed = new Set();
      for (const fault of faults) {
        await world.command({ fault, endpoint: readEndpoint(operation), amount: 5, times: 2 });
        const isBelieved = await CALLS[operation](world);
        await world.command({ fault: null });
        const exchange = world.listExchanges().at(-1);
        assert.deepEqual(shop.checkRequest(exchange), [], fault);
        const isDescribed = exchange.response !== undefined && shop.checkResponse(exchange).length === 0;
        if (isBelieved) assert.ok(isDescribed, `${fault} was believed`);
        if (exchange.response && !isDescribed) undescribed.add(fault);
      }
      const bodies = (UNDESCRIBED[operation] ?? UNDESCRIBED.others).filter((name) => faults.includes(name));
      assert.deepEqual(
        bodies.filter((name) => !undescribed.has(name)),
        [],
      );
    });
  }
});

/** What the document must not describe. An endpoint that has only to say "yes" may say it with any body. */
const UNDESCRIBED = {
  ...{ notify: [], keepCard: [], forgetCard: [] },
  status: ['html', 'empty'],
  others: ['garbage', 'html', 'empty'],
};

describe('the news of a Pix charge', () => {
  it('are described: the webhook, the stream and what the status says then', async (t) => {
    const { url, sandbox, notices, listExchanges } = await openShop(t);
    const chargeId = await createPix(sandbox);
    const stream = await fetch(`${url}/stream/${chargeId}?order=42`, { headers: { Accept: 'text/event-stream' } });
    assert.ok(stream.body);
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    const readNews = () => [...text.matchAll(/^data: (.*)\n/gm)].map(([, data]) => JSON.parse(data));
    let text = '';
    const readUntil = async (word) => {
      while (!readNews().some(({ status }) => status === word)) text += (await reader.read()).value;
    };
    await readUntil('unknown');
    sandbox.settlePix(chargeId);
    await readUntil('paid');
    await reader.cancel();
    await fetch(`${url}/status/${chargeId}`);
    const { pointer } = shop.resolve('/paths/~1status~1{charge}/get/responses/200');
    assert.deepEqual(
      readNews().flatMap((news) => shop.check(`${pointer}/content/application~1json/schema`, news)),
      [],
    );
    assert.deepEqual(shop.listProblems(listExchanges()), []);
    assert.deepEqual(
      notices.map(({ status }) => status),
      [204],
    );
    assert.ok(
      shop.find(listExchanges()[0])?.id === 'stream' && listExchanges()[0].response.type === 'text/event-stream',
      'the stream is one of events',
    );
  });
});
