import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { readCharge } from '../../../src/client/cards/read-charge.ts';
import { defaultProfile } from '../../../src/client/profile/default-profile.ts';
import { readNotSent } from '../../../src/client/shop/not-sent.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { createLedgerMemory, memoryLedger } from '../../../src/server/ledger/memory-ledger.ts';
import { createShopServer } from '../../../src/server/shop-server.ts';
import { CARD, cookieOf, sessionOf } from './shoppers.mjs';
import { findTraces } from './traces.mjs';
import { until } from './until.mjs';

export { CARD } from './shoppers.mjs';

export const ORIGIN = 'https://loja.example';
export const WEBHOOK_SECRET = 'um-segredo-de-teste-0123456789';
export const AMOUNT = 14_990;

const START = Date.UTC(2030, 0, 15, 12);

/** A clock that a test moves by hand. Delays never end by themselves: `release` of the sandbox ends them. */
function createHandClock() {
  const clock = { at: START, now: () => clock.at, schedule: () => () => undefined };
  clock.pass = (ms) => (clock.at += ms);
  return clock;
}

/**
 * Shops for the tests of one suite: `open(options)` makes one. After every test all that they said, and all that their ledgers know, is
 * searched for card digits, tokens and cookies.
 */
export function useShops() {
  const opened = [];
  afterEach(async () => {
    const shops = opened.splice(0);
    await Promise.all(shops.map((shop) => shop.server.close()));
    for (const shop of shops) assert.deepEqual(findTraces(shop), [], 'secrets were found');
  });
  return { open: (options) => openShop(opened, options) };
}

/** Orders of the shop: what each costs, and whose it is. */
function createOrders() {
  return new Map([
    ['pedido-1', { owner: 'ana', amountCents: AMOUNT }],
    ['pedido-2', { owner: 'ana', amountCents: AMOUNT, pixAmountCents: 14_000 }],
    ['pedido-compartilhado', { owner: undefined, amountCents: AMOUNT }],
    ['pedido-da-bia', { owner: 'bia', amountCents: AMOUNT }],
    ['pedido-fechado', { owner: 'ana', amountCents: AMOUNT, isClosed: true }],
  ]);
}

/**
 * A shop whose service is the sandbox, called as a function.
 *
 * @param {object} options Settings of `createShopServer` that differ; `tokenLife` in seconds (`undefined`: nobody tells), `memory` and
 * `sandboxOptions`; `wrapLedger` and `wrapFetch` put something in between.
 */
function openShop(opened, options = {}) {
  const { tokenLife = 900, memory = createLedgerMemory(), sandboxOptions, clock = createHandClock(), ...rest } = options;
  const { wrapLedger = (ledger) => ledger, wrapFetch = (send) => send, orders: ownOrders, service, ...settings } = rest;
  const shop = {
    clock,
    memory,
    orders: createOrders(),
    events: [],
    settled: [],
    delivered: [],
    tokens: [],
    answers: [],
    sandbox: options.sandbox ?? createSandbox({ clock, ...sandboxOptions }),
  };
  const getToken = async () => {
    const life = typeof tokenLife === 'function' ? tokenLife() : tokenLife;
    const { token } = shop.sandbox.issueToken({ expiresIn: life ?? 900 });
    shop.tokens.push(token);
    return life === undefined ? token : { token, expiresIn: life };
  };
  const fetchSandbox = async (url, init) => {
    assert.equal(init.redirect, 'manual', 'a redirect must not be followed');
    return shop.sandbox(new Request(url, init));
  };
  shop.ledger = wrapLedger(memoryLedger(memory), shop);
  delete settings.sandbox;
  shop.server = createShopServer({
    service: { baseUrl: 'https://servico.example/', fetch: wrapFetch(fetchSandbox, shop), ...service },
    tokens: getToken,
    orders: {
      find: (orderId, request) => {
        const order = shop.orders.get(orderId);
        return order && (order.owner === undefined || order.owner === sessionOf(request)) ? order : undefined;
      },
      settled: async (payment) => void shop.settled.push(payment),
      deliver: async (payment) => void shop.delivered.push(payment),
      ...ownOrders,
    },
    ledger: shop.ledger,
    publicOrigin: ORIGIN,
    webhookSecret: WEBHOOK_SECRET,
    customerOf: (request) => (sessionOf(request) ? `cliente-${sessionOf(request)}` : undefined),
    onEvent: (event) => shop.events.push(event),
    sweepEveryMs: 0,
    now: clock.now,
    ...settings,
  });
  opened.push(shop);
  return Object.assign(shop, createActs(shop));
}

/** What pages, and a test, do with a shop. */
function createActs(shop) {
  /** One request. `session: null` is somebody without a cookie; `origin: null` sends none. */
  const ask = async (path, { session = 'ana', method = 'POST', body, origin = ORIGIN, headers = {}, signal } = {}) => {
    const all = { ...(origin !== null && { Origin: origin }), ...(session && { Cookie: cookieOf(session) }), ...headers };
    const text = typeof body === 'string' ? body : body && JSON.stringify(body);
    const request = new Request(`${ORIGIN}/shop/${path}`, { method, headers: all, ...(text && { body: text }), ...(signal && { signal }) });
    const response = await shop.server(request);
    const isStream = response.headers.get('Content-Type') === 'text/event-stream';
    const answer = { path, status: response.status, headers: response.headers, response, text: isStream ? '' : await response.text() };
    answer.json = answer.text === '' ? undefined : JSON.parse(answer.text);
    shop.answers.push(answer);
    return answer;
  };
  const askToken = (fields = {}, options = {}) =>
    ask('token', {
      body: { purpose: 'card-payment', orderId: 'pedido-1', attemptId: 'tentativa-1', amount: '149.90', ...fields },
      ...options,
    });
  const notify = (fields = {}, options = {}) =>
    ask('notify', { body: { orderId: 'pedido-1', attemptId: 'tentativa-1', method: 'card', state: 'declined', ...fields }, ...options });
  const resolve = (fields = {}, options = {}) =>
    ask('resolve', { body: { orderId: 'pedido-1', attemptId: 'tentativa-1', ...fields }, ...options });
  /** A page charges a card by itself, with a token that it got. */
  const charge = async (token, fields = {}) => {
    const body = JSON.stringify({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD, ...fields });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return (await shop.sandbox(new Request('https://servico.example/card/processPayment', { method: 'POST', headers, body }))).json();
  };
  /** A page makes a Pix charge by itself. */
  const makePix = async (token, fields = {}) => {
    const body = JSON.stringify({
      amount: 149.9,
      expirationDate: new Date(shop.clock.at + 3_600_000).toISOString(),
      paymentWebhook: true,
      ...fields,
    });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await shop.sandbox(new Request('https://servico.example/pix/generateQrCode', { method: 'POST', headers, body }));
    return (await response.json()).qrCodeId;
  };
  /** A page pays through the relay. */
  const pay = ({ orderId = 'pedido-1', key, body = {}, ...options } = {}) =>
    ask(`orders/${orderId}/service/card/processPayment`, {
      body: { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD, ...body },
      ...options,
      headers: { ...(key && { 'Idempotency-Key': key }), ...options.headers },
    });
  const payPix = ({ orderId = 'pedido-1', body = {}, ...options } = {}) =>
    ask(`orders/${orderId}/service/pix/generateQrCode`, {
      body: { amount: 149.9, expirationDate: new Date(shop.clock.at + 3_600_000).toISOString(), paymentWebhook: true, ...body },
      ...options,
    });
  return { ask, askToken, notify, resolve, charge, makePix, pay, payPix, order: (id = 'pedido-1') => shop.memory.orders.get(id) };
}

/** The outcome that a page reads from an answer of the relay: as `src/client` reads it. */
export function readOutcome({ status, text }) {
  const body = text === '' ? undefined : JSON.parse(text);
  const response = { status, text, body, retryAfterMs: undefined, sentAt: undefined };
  return readNotSent(response) ? 'not-sent' : readCharge(response, defaultProfile, undefined).status;
}

/**
 * Pays through the relay where the service does not answer: resolves with what the page is told once the time limit is over.
 *
 * @param {import('node:test').TestContext} t Whose timers pass the limit.
 * @param {() => Promise<object>} pay
 * @param {() => boolean} [isSent] Whether the service has the charge, where one is sent: its limit must not be over before.
 */
export async function payUntilLimit(t, pay, isSent = () => true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isTold = false;
  const paying = pay().finally(() => (isTold = true));
  await until(isSent);
  await until(() => {
    t.mock.timers.tick(defaultProfile.timeLimits.cardMs);
    return isTold;
  });
  t.mock.timers.reset();
  return paying;
}
