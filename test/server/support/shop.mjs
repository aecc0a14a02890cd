import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { parseChargeResponse } from '../../../src/client/cards/charge-response.ts';
import { defaultProfile } from '../../../src/client/profile/default-profile.ts';
import { findNotSent } from '../../../src/client/create-service.ts';
import { OUTCOME_HEADER } from '../../../src/client/http/request-rules.ts';
import { parseRetryAfter } from '../../../src/domain/retry-after.ts';
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

/**
 * @import { Sandbox, SandboxOptions } from '../../../src/sandbox/index.ts'
 * @import { Ledger, LedgerMemory, PaymentRecord, ShopEvent, ShopServer } from '../../../src/server/index.ts'
 * @import { ShopOrder, ShopOrders, ShopServerOptions } from '../../../src/server/index.ts'
 */

/** @typedef {(url: string | URL | Request, init?: RequestInit) => Promise<Response>} Send Like `fetch`. */

/** @typedef {{ path: string, status: number, headers: Headers, response: Response, text: string, json: any }} Answer */

/**
 * @typedef {object} Shop What a shop is made of, and what it said and told.
 * @property {ReturnType<typeof createHandClock>} clock
 * @property {LedgerMemory} memory
 * @property {Map<string, ShopOrder & { owner: string | undefined }>} orders
 * @property {ShopEvent[]} events
 * @property {PaymentRecord[]} settled
 * @property {PaymentRecord[]} delivered
 * @property {string[]} tokens
 * @property {Answer[]} answers
 * @property {Sandbox} sandbox
 */

/**
 * @typedef {object} OwnOptions
 * @property {number | (() => number | undefined)} [tokenLife] Seconds; `undefined`: nobody tells.
 * @property {LedgerMemory} [memory]
 * @property {Sandbox} [sandbox]
 * @property {SandboxOptions} [sandboxOptions]
 * @property {Shop['clock']} [clock]
 * @property {boolean} [isTimed] `false`: the ledger's clock counts, and not the one that the test moves. Default `true`.
 * @property {(ledger: Ledger, shop: Shop) => Ledger} [wrapLedger] Puts something in between.
 * @property {(send: Send, shop: Shop) => Send} [wrapFetch]
 * @property {Partial<ShopOrders>} [orders]
 * @property {Partial<ShopServerOptions['service']>} [service]
 * @property {string | null} [webhookSecret] `null`: there is no webhook.
 */

/** @typedef {OwnOptions & Partial<Omit<ShopServerOptions, keyof OwnOptions>>} ShopOptions Also the settings of `createShopServer` that differ. */

/**
 * @typedef {object} RequestOptions
 * @property {string | null} [session] `null` is somebody without a cookie.
 * @property {string} [method]
 * @property {string | object | undefined} [body]
 * @property {string | null} [origin] `null` sends none.
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 */

/** @typedef {Omit<RequestOptions, 'body'> & { orderId?: string, key?: string, body?: object }} PayOptions */

/** A clock that a test moves by hand. Delays never end by themselves: `release` of the sandbox ends them. */
function createHandClock() {
  const clock = {
    at: START,
    now: () => clock.at,
    schedule: () => () => undefined,
    /** @param {number} ms */
    pass: (ms) => (clock.at += ms),
  };
  return clock;
}

/**
 * Shops for the tests of one suite: `open(options)` makes one. After every test all that they said, and all that their ledgers know, is
 * searched for card digits, tokens and cookies.
 */
export function useShops() {
  /** @type {(Shop & { server: ShopServer })[]} */
  const opened = [];
  afterEach(async () => {
    const shops = opened.splice(0);
    await Promise.all(shops.map((shop) => shop.server.close()));
    for (const shop of shops) assert.deepEqual(findTraces(shop), [], 'secrets were found');
  });
  /** @param {ShopOptions} [options] */
  const open = (options) => {
    const shop = openShop(options);
    opened.push(shop);
    return shop;
  };
  return { open };
}

/** Orders of the shop: what each costs, and whose it is. */
function createOrders() {
  /** @type {[string, Partial<ShopOrder> & { owner: string | undefined }][]} */
  const orders = [
    ['pedido-1', { owner: 'ana' }],
    ['pedido-2', { owner: 'ana', pixAmountCents: 14_000 }],
    ['pedido-compartilhado', { owner: undefined }],
    ['pedido-da-bia', { owner: 'bia' }],
    ['pedido-fechado', { owner: 'ana', isClosed: true }],
  ];
  return new Map(orders.map(([id, order]) => [id, { id, amountCents: AMOUNT, ...order }]));
}

/**
 * A shop whose service is the sandbox, called as a function.
 *
 * @param {ShopOptions} options
 */
function openShop(options = {}) {
  const {
    tokenLife = 900,
    memory = createLedgerMemory(),
    sandbox,
    sandboxOptions,
    clock = createHandClock(),
    isTimed = true,
    ...rest
  } = options;
  const { wrapLedger = (ledger) => ledger, wrapFetch = (send) => send, orders: ownOrders, service, ...others } = rest;
  const { webhookSecret = WEBHOOK_SECRET, ...settings } = others;
  /** @type {Shop} */
  const shop = {
    clock,
    memory,
    orders: createOrders(),
    events: [],
    settled: [],
    delivered: [],
    tokens: [],
    answers: [],
    sandbox: sandbox ?? createSandbox({ clock, ...sandboxOptions }),
  };
  const getToken = async () => {
    const life = typeof tokenLife === 'function' ? tokenLife() : tokenLife;
    const { token } = shop.sandbox.issueToken({ expiresIn: life ?? 900 });
    shop.tokens.push(token);
    return life === undefined ? token : { token, expiresIn: life };
  };
  /** @type {Send} */
  const fetchSandbox = async (url, init) => {
    assert.equal(init?.redirect, 'manual', 'a redirect must not be followed');
    return shop.sandbox(new Request(url, init));
  };
  const ledger = wrapLedger(memoryLedger(memory), shop);
  const server = createShopServer({
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
    ledger,
    publicOrigin: ORIGIN,
    ...(webhookSecret !== null && { webhookSecret }),
    customerOf: (request) => (sessionOf(request) ? `cliente-${sessionOf(request)}` : undefined),
    onEvent: (event) => shop.events.push(event),
    sweepEveryMs: 0,
    ...(isTimed && { now: clock.now }),
    ...settings,
  });
  return Object.assign(shop, { ledger, server }, createActs(shop, server));
}

/**
 * What pages, and a test, do with a shop.
 *
 * @param {Shop} shop
 * @param {ShopServer} server
 */
function createActs(shop, server) {
  /**
   * One request.
   *
   * @param {string} path
   * @param {RequestOptions} options
   */
  const ask = async (path, { session = 'ana', method = 'POST', body, origin = ORIGIN, headers = {}, signal } = {}) => {
    const all = { ...(origin !== null && { Origin: origin }), ...(session && { Cookie: cookieOf(session) }), ...headers };
    const sent = typeof body === 'string' ? body : body && JSON.stringify(body);
    const request = new Request(`${ORIGIN}/shop/${path}`, { method, headers: all, ...(sent && { body: sent }), ...(signal && { signal }) });
    const response = await server(request);
    const isStream = response.headers.get('Content-Type') === 'text/event-stream';
    const text = isStream ? '' : await response.text();
    const json = text === '' ? undefined : JSON.parse(text);
    const answer = { path, status: response.status, headers: response.headers, response, text, json };
    shop.answers.push(answer);
    return answer;
  };
  /**
   * @param {object} [fields] Of the body.
   * @param {RequestOptions} [options]
   */
  const askToken = (fields, options) =>
    ask('token', {
      body: { purpose: 'card-payment', orderId: 'pedido-1', attemptId: 'tentativa-1', amount: '149.90', ...fields },
      ...options,
    });
  /**
   * @param {object} [fields] Of the body.
   * @param {RequestOptions} [options]
   */
  const notify = (fields, options) =>
    ask('notify', { body: { orderId: 'pedido-1', attemptId: 'tentativa-1', method: 'card', state: 'declined', ...fields }, ...options });
  /**
   * @param {object} [fields] Of the body.
   * @param {RequestOptions} [options]
   */
  const resolve = (fields, options) => ask('resolve', { body: { orderId: 'pedido-1', attemptId: 'tentativa-1', ...fields }, ...options });
  /**
   * A page charges a card by itself, with a token that it got.
   *
   * @param {string} token
   * @param {object} [fields] Of the body.
   */
  const charge = async (token, fields) => {
    const body = JSON.stringify({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD, ...fields });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return (await shop.sandbox(new Request('https://servico.example/card/processPayment', { method: 'POST', headers, body }))).json();
  };
  /**
   * A page makes a Pix charge by itself.
   *
   * @param {string} token
   * @param {object} [fields] Of the body.
   */
  const makePix = async (token, fields) => {
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
  /**
   * A page pays through the relay.
   *
   * @param {PayOptions} options
   */
  const pay = ({ orderId = 'pedido-1', key, body, ...options } = {}) =>
    ask(`orders/${orderId}/service/card/processPayment`, {
      body: { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD, ...body },
      ...options,
      headers: { ...(key && { 'Idempotency-Key': key }), ...options.headers },
    });
  /** @param {PayOptions} options */
  const payPix = ({ orderId = 'pedido-1', body, ...options } = {}) =>
    ask(`orders/${orderId}/service/pix/generateQrCode`, {
      body: { amount: 149.9, expirationDate: new Date(shop.clock.at + 3_600_000).toISOString(), paymentWebhook: true, ...body },
      ...options,
    });
  /** An order of which the ledger knows something. */
  const order = (id = 'pedido-1') => {
    const known = shop.memory.orders.get(id);
    assert.ok(known, `the ledger knows nothing of ${id}`);
    return known;
  };
  return { ask, askToken, notify, resolve, charge, makePix, pay, payPix, order };
}

/**
 * The outcome that a page reads from an answer of the relay by its status and body alone: as `src/client` reads it.
 *
 * @param {Pick<Answer, 'status' | 'text'>} answer
 */
export function readOutcome({ status, text }) {
  return readResult({ status, text, headers: new Headers() }).status;
}

/**
 * The result that a page reads from an answer of the relay: as `src/client` reads it.
 *
 * @param {Pick<Answer, 'status' | 'text' | 'headers'>} answer
 * @param {Pick<import('../../../src/client/profile/service-profile.js').ServiceProfile, 'readCharge'>} [profile] The page's.
 */
export function readResult({ status, text, headers }, profile = defaultProfile) {
  const body = text === '' ? undefined : JSON.parse(text);
  const retryAfterMs = parseRetryAfter(headers.get('Retry-After'), START);
  const response = { status, text, body, retryAfterMs, sentAt: undefined, outcome: headers.get(OUTCOME_HEADER) ?? undefined };
  const error = findNotSent(response);
  return error ? /** @type {const} */ ({ status: 'not-sent', error }) : parseChargeResponse(response, profile, undefined);
}

/**
 * Pays through the relay where the service does not answer: resolves with what the page is told once the time limit is over.
 *
 * @template Result
 * @param {import('node:test').TestContext} t Whose timers pass the limit.
 * @param {() => Promise<Result>} pay
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
