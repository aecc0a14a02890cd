/** `docs/openapi/shop.yaml` beside the client and the demo's shop, over HTTP: what the page sends and what that shop responds. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSourceServer } from '../../scripts/source-server.mjs';
import { OpenApiDocument } from './openapi-document.mjs';
import { recordExchanges } from './openapi-recorder.mjs';

const shop = new OpenApiDocument('shop.yaml');
const SERVICE = 'https://payments.example/';
const CARD = { cardId: 'card-1', name: 'Cartão da casa', brand: 'elo', last4: '7890', expiration: '12/2039' };

/** Faults of the demo's shop that leave a request without an end. */
const ENDLESS = ['hang'];

let sources;
let loaded;
before(async () => {
  sources = await startSourceServer();
  const modules = [
    ...['/src/client/index.ts', '/src/client/shop/shop-fees.ts', '/src/client/shop/shop-status.ts', '/src/sandbox/index.ts'],
    ...['/src/client/tokens/token-source.ts', '/src/client/system-clock.ts'],
    ...['/src/sandbox/node.ts', '/src/flow/order/shop-notifier.ts', '/src/domain/order/payment-record.ts'],
    ...['/demo/server/demo-shop.ts', '/demo/server/service-access.ts', '/demo/server/shop-faults.ts'],
    ...['/test/flow/support/guard-world.ts'],
  ];
  loaded = Object.assign({}, ...(await Promise.all(modules.map((path) => sources.load(path)))));
});
after(() => sources.close());

/** The demo's shop behind HTTP, in front of a sandbox. */
async function openShop(t) {
  const deliver = async (_, body) => {
    notices.push(await handler(new Request('https://shop.example/shop/webhook', { method: 'POST', body: JSON.stringify(body) })));
  };
  const notices = [];
  const sandbox = loaded.createSandbox({ webhookUrl: 'https://shop.example/shop/webhook', deliver });
  const handler = loaded.createDemoShop({
    service: loaded.createSandboxAccess(SERVICE, (request) => sandbox(request)),
    basePath: '/shop/',
    isRelay: false,
    isSandbox: true,
    findCustomer: () => 'marina',
    now: () => Date.now(),
  });
  const { origin, exchanges, close } = await recordExchanges(handler, { ...loaded, basePath: '/shop/' });
  t.after(close);
  const url = `${origin}/shop`;
  const command = (body) => fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(body) });
  const listExchanges = () => exchanges.filter(({ path }) => path !== '/control');
  return { url, sandbox, notices, command, listExchanges };
}

/** Makes a Pix charge at the sandbox. */
async function createPix(sandbox) {
  const { token } = sandbox.issueToken();
  const body = { amount: 10, expirationDate: new Date(Date.now() + 1_800_000).toISOString(), paymentWebhook: true };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const answer = await sandbox(new Request(`${SERVICE}pix/generateQrCode`, { method: 'POST', headers, body: JSON.stringify(body) }));
  return (await answer.json()).qrCodeId;
}

/** What a page asks its shop, by operation; each resolves with whether it would believe what the shop said. */
const CALLS = {
  token: ({ url }) => createTokens(url).get({ purpose: 'card-token', minLifeMs: 0 }).then(isDone, isRefused),
  notify: ({ url }, attempt = createAttempt()) => loaded.createNotifier(`${url}/notify`)(attempt),
  resolve: async ({ url }, attempt = createAttempt()) => (await loaded.createResolver(`${url}/resolve`)(attempt)).status !== 'unknown',
  fees: ({ url }, request = { amount: '300.00' }) =>
    loaded
      .askFees(loaded.createFeesUrlSource(`${url}/fees`, request.orderId), { ...request, signal: new AbortController().signal })
      .then(isDone, isRefused),
  status: async ({ url, sandbox }) =>
    loaded
      .askShopStatus(`${url}/status/${await createPix(sandbox)}`, {}, { chargeId: '', signal: new AbortController().signal })
      .then(({ status }) => status !== 'unknown', isRefused),
  listCards: ({ url }) => loaded.httpCardStore(`${url}/cards`).list().then(isDone, isRefused),
  keepCard: ({ url }) => loaded.httpCardStore(`${url}/cards`).add(CARD).then(isDone, isRefused),
  forgetCard: async ({ url }) => loaded.httpCardStore(`${url}/cards`).remove(CARD.cardId).then(isDone, isRefused),
};

/** The tokens of a page, which come from the shop. */
function createTokens(url) {
  const getToken = loaded.createTokenUrlSource(`${url}/token`);
  return new loaded.TokenSource({ getToken, clock: loaded.systemClock, onServerTime: () => undefined });
}

const isDone = () => true;
const isRefused = () => false;

/** The endpoint of the demo's shop that an operation is of, as its faults name it. */
const readEndpoint = (operation) => (operation.endsWith('Card') || operation === 'listCards' ? 'cards' : operation);

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

describe("what the client sends to the demo's shop, and what that responds", () => {
  it('is described', async (t) => {
    const world = await openShop(t);
    for (const call of Object.values(CALLS)) await call(world);
    await CALLS.fees(world, { orderId: '42', amount: '300.00', brand: 'elo' });
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
    const seen = new Set(world.listExchanges().map((exchange) => shop.find(exchange).id));
    const described = shop.listOperations().map(({ id }) => id);
    assert.deepEqual(seen, new Set(described.filter((id) => id !== 'stream')));
  });

  it('is described for each purpose of a token, as the client asks for it', async (t) => {
    const world = await openShop(t);
    await useService(t, { ...world, getToken: loaded.createTokenUrlSource(`${world.url}/token`) });
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
    const purposes = new Set(world.listExchanges().map(({ text }) => JSON.parse(text).purpose));
    assert.deepEqual(purposes, new Set(shop.data.components.schemas.TokenRequest.properties.purpose.enum));
  });

  it('is described for an order that takes no payment, and for one that is not there', async (t) => {
    const world = await openShop(t);
    const ask = loaded.createTokenUrlSource(`${world.url}/token`);
    const request = { purpose: 'card-payment', orderId: '42', amount: '149.90', signal: new AbortController().signal };
    for (const status of ['paid', 'closed']) {
      await world.command({ order: { orderId: '42', amount: '149.90', status } });
      assert.deepEqual(await ask(request), { closed: status });
    }
    await world.command({ order: { orderId: '42', amount: '150.00', status: 'open' } });
    await assert.rejects(async () => ask(request), { status: 422 });
    assert.deepEqual(shop.listProblems(world.listExchanges()), []);
  });
});

/** Uses everything of a client whose tokens are the shop's. */
async function useService(t, { sandbox, getToken }) {
  const { origin, close } = await recordExchanges(sandbox, loaded);
  t.after(close);
  const client = loaded.createPaymentsClient({ baseUrl: `${origin}/`, getToken });
  const card = { holderName: 'MARIA DA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };
  const order = { orderId: '42', attemptId: 'attempt-1' };
  const paid = await client.processPayment({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card }, order);
  assert.equal(paid.status, 'approved');
  const { cardId } = await client.tokenizeCard({ ...card, name: 'Visa final 1111' });
  await client.deleteCard(cardId);
  const { chargeId } = await client.generatePixQrCode({ amount: 142.41, expiresInMs: 1_800_000 }, order);
  await client.getPixStatus(chargeId, { orderId: '42' });
}

describe('the attempts that the guard of an order tells the shop of', () => {
  it('are described in every state, and so is what the shop responds', async (t) => {
    const { APPROVED, DECLINED, FAILED, UNCONFIRMED, GuardWorld } = loaded;
    const shopWorld = await openShop(t);
    const states = [];
    for (const result of [APPROVED, DECLINED, FAILED, UNCONFIRMED]) {
      const page = new GuardWorld();
      const sent = [];
      const notify = loaded.createNotifier(`${shopWorld.url}/notify`);
      const asked = [];
      const resolve = (attempt) => {
        asked.push(loaded.createResolver(`${shopWorld.url}/resolve`)(attempt));
        return asked.at(-1);
      };
      const tab = page.openTab({ shop: { notify: (attempt) => sent.push(notify(attempt)) && sent.at(-1), resolve } });
      const intent = { installments: 3, total: '149.90', parts: ['49.98', '49.96', '49.96'], cardId: 'card-1', method: 'saved-card' };
      const paying = tab.guard.pay(page.intent(intent));
      await page.settle();
      page.sent.at(-1).answer(result);
      await paying;
      await tab.guard.check();
      assert.deepEqual(new Set(await Promise.all(sent)), new Set([true]));
      await Promise.all(asked);
      tab.kill();
    }
    const exchanges = shopWorld.listExchanges();
    for (const { path, text } of exchanges) states.push(`${path} ${JSON.parse(text).state}`);
    assert.deepEqual(shop.listProblems(exchanges), []);
    const all = shop.data.components.schemas.Attempt.properties.state.enum.map((state) => `/notify ${state}`);
    assert.deepEqual(new Set(states), new Set([...all, '/resolve unconfirmed']));
  });

  it('are described for a Pix that was paid, and that was one too many', async (t) => {
    const world = await openShop(t);
    for (const turn of [1, 2]) {
      const attempt = loaded.readAttempt(loaded.createPaidPix('charge-1', { turn }));
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

describe("the demo's shop with a fault", () => {
  for (const operation of Object.keys(CALLS)) {
    it(`is believed only where the document describes it: ${operation}`, async (t) => {
      const world = await openShop(t);
      const undescribed = new Set();
      for (const fault of loaded.SHOP_FAULTS.filter((name) => !ENDLESS.includes(name))) {
        await world.command({ fault, endpoint: readEndpoint(operation), amount: 5, times: 2 });
        const isBelieved = await CALLS[operation](world);
        await world.command({ fault: null });
        const exchange = world.listExchanges().at(-1);
        assert.deepEqual(shop.checkRequest(exchange), [], fault);
        const isDescribed = exchange.response !== undefined && shop.checkResponse(exchange).length === 0;
        if (isBelieved) assert.ok(isDescribed, `${fault} was believed`);
        if (exchange.response && !isDescribed) undescribed.add(fault);
      }
      const bodies = UNDESCRIBED[operation] ?? UNDESCRIBED.others;
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
    const stream = await fetch(`${url}/stream/${chargeId}`, { headers: { Accept: 'text/event-stream' } });
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    sandbox.settlePix(chargeId);
    let text = '';
    while (!/^data: (.*)\n/m.test(text)) text += (await reader.read()).value;
    await reader.cancel();
    const [, data] = /^data: (.*)\n/m.exec(text);
    await fetch(`${url}/status/${chargeId}`);
    const { pointer } = shop.resolve('/paths/~1status~1{charge}/get/responses/200');
    assert.deepEqual(shop.check(`${pointer}/content/application~1json/schema`, JSON.parse(data)), []);
    assert.deepEqual(shop.listProblems(listExchanges()), []);
    assert.deepEqual(
      notices.map(({ status }) => status),
      [204],
    );
    assert.ok(
      shop.find(listExchanges()[0]).id === 'stream' && listExchanges()[0].response.type === 'text/event-stream',
      'the stream is one of events',
    );
  });
});
