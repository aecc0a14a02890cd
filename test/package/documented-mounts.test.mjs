/** The shop's server in each framework, as printed: it answers the same to the same requests as by itself. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { CARD, ORIGIN, useShops, WEBHOOK_SECRET } from '../server/support/shop.mjs';
import { cookieOf } from '../server/support/shoppers.mjs';
import { findBlock } from './documented-blocks.mjs';
import { isEventStream, loadFiles, send, startApp } from './documented-mounts.mjs';
import { APPS } from './documented-shop.mjs';

const { express: EXPRESS, 'express behind parsers': PARSERS } = APPS;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** @typedef {{ status: number, headers: Headers, text: string }} MountAnswer */
/** @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} Wanted */
/** @typedef {(wanted: Wanted) => Promise<MountAnswer>} Ask */

/**
 * Calls a handler of `Request`s.
 *
 * @param {(request: Request) => Promise<Response>} handle
 * @param {Wanted} wanted
 */
async function call(handle, { method, path, headers, body }) {
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await handle(new Request(`${ORIGIN}${path}`, init));
  const isStream = isEventStream(response.headers);
  if (isStream) await response.body?.cancel();
  return { status: response.status, headers: response.headers, text: isStream || method === 'HEAD' ? '' : await response.text() };
}

/** An app that is printed, with other text in places of it, and other modules. */
const mountApp =
  (code, modules = {}) =>
  async (t, shop) => {
    const port = await startApp(t, code, shop, modules);
    return (wanted) => send(port, wanted);
  };

/** Express 4 in the place of version 5, if it is wanted. */
const loadExpress = async (name) => ({ express: await import(name) });

/** @type {Record<string, (t: import('node:test').TestContext, shop: import('../../src/server/index.ts').ShopServer) => Promise<Ask>>} */
const MOUNTS = {
  'node:http': mountApp(APPS.node),
  'Express 5': mountApp(EXPRESS),
  'Express 4': async (t, shop) => mountApp(EXPRESS, await loadExpress('express-4'))(t, shop),
  'Express 5, below a path': mountApp(EXPRESS.replace('app.use(toNodeListener(shop))', "app.use('/shop', toNodeListener(shop))")),
  Fastify: mountApp(APPS.fastify),
  Koa: mountApp(APPS.koa),
  Hono: mountApp(APPS.hono),
  'Next, by what it calls': async (t, shop) => {
    const [config, route] = await loadFiles(
      t,
      { 'next.config.js': findBlock('// next.config.js'), 'app/shop/[...rest]/route.js': findBlock('openShop()).shop(request)') },
      shop,
    );
    assert.equal(config.default.skipTrailingSlashRedirect, true);
    return (wanted) => call((request) => route[wanted.method](request, { params: Promise.resolve({}) }), wanted);
  },
};

/** @type {typeof MOUNTS} */
const PARSED_MOUNTS = {
  'Express 5 behind parsers': mountApp(PARSERS),
  'Express 4 behind parsers': async (t, shop) => mountApp(PARSERS, await loadExpress('express-4'))(t, shop),
};

/** Parsers that leave no text. */
const PLAIN = PARSERS.replace('{ verify }', '').replace(', verify }', ' }');
/** @type {typeof MOUNTS} */
const PLAIN_MOUNTS = {
  'Express 5 behind parsers that keep no text': mountApp(PLAIN),
  'Express 4 behind parsers that keep no text': async (t, shop) => mountApp(PLAIN, await loadExpress('express-4'))(t, shop),
};

const PAGE = { Origin: ORIGIN, Cookie: cookieOf('ana'), 'Content-Type': JSON_TYPE };
const SERVICE = { 'Content-Type': JSON_TYPE };
const KEPT = { cardId: 'c-1', name: 'Visa', brand: 'visa', last4: '1111', expiration: '12/30' };
const PAYMENT = { amount: 149.9, installments: 1, whoPaysFee: 'merchant' };

/** A good request to each endpoint. `CHARGE` is a Pix charge of `pedido-2`. */
const ENDPOINTS = [
  { path: 'token', body: { purpose: 'card-payment', orderId: 'pedido-1', attemptId: 'a-1', amount: '149.90' } },
  { path: 'notify', body: { orderId: 'pedido-1', attemptId: 'a-1', method: 'card', state: 'declined' } },
  { path: 'resolve', body: { orderId: 'pedido-1', attemptId: 'a-1' } },
  { path: 'cards', body: KEPT },
  { path: 'cards' },
  { path: 'cards/c-1', method: 'DELETE' },
  { path: 'fees', body: { orderId: 'pedido-1', amount: '149.90' } },
  { path: 'orders/pedido-compartilhado/service/card/processPayment', body: { ...PAYMENT, card: CARD } },
  {
    path: 'orders/pedido-2/service/pix/generateQrCode',
    body: { amount: 140, expirationDate: '2030-01-15T13:00:00Z', paymentWebhook: true },
  },
  { path: 'orders/pedido-2/service/pix/qrCode/CHARGE' },
  { path: 'orders/pedido-2/service/card/tokenize', body: { ...CARD } },
  { path: 'service/card/delete', body: { cardId: 'c-1' } },
  { path: 'status/CHARGE?order=pedido-2' },
  { path: 'stream/CHARGE?order=pedido-2' },
  { path: 'webhook', body: { id: 'CHARGE' }, headers: { ...SERVICE, Authorization: `Bearer ${WEBHOOK_SECRET}` } },
  { path: `webhook/${WEBHOOK_SECRET}/pix`, body: { id: 'CHARGE' }, headers: SERVICE },
];

/** @returns {(Wanted & { what: string })[]} Many requests to each endpoint, good and bad. */
function listRequests() {
  return ENDPOINTS.flatMap(({ path, body, method = body ? 'POST' : 'GET', headers = PAGE }) => {
    const good = { method, path: `/shop/${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
    const [bare, query] = good.path.split('?');
    const change = (what, changes) => ({ ...good, what, ...changes });
    const of = (type) => ({ ...headers, 'Content-Type': type });
    const { Origin: _origin, ...unknown } = { Origin: '', ...headers };
    const bodies = [
      change('no JSON', { body: '{"a":' }),
      change('a list', { body: '[]' }),
      change('nothing', { body: '' }),
      change('a form', { body: 'a=1&b=2', headers: of(FORM_TYPE) }),
      change('JSON as text', { headers: of('text/plain') }),
      change('JSON as a form', { headers: of(FORM_TYPE) }),
      change('spaced JSON as a form', { body: JSON.stringify(body, null, 2), headers: of(FORM_TYPE) }),
      change('spaced JSON', { body: JSON.stringify(body, null, 2) }),
      change('too long', { body: `${JSON.stringify(body)}${' '.repeat(17_000)}` }),
    ];
    return [
      change('good', {}),
      change('a slash behind it', { path: `${bare}/${query ? `?${query}` : ''}` }),
      change('another path', { path: `${bare}/x/y` }),
      change('a page of another origin', { headers: { ...headers, Origin: 'https://evil.example' } }),
      change('no origin', { headers: unknown }),
      ...['PUT', 'OPTIONS', 'HEAD', method === 'DELETE' ? 'GET' : 'DELETE'].map((other) =>
        change(other, { method: other, ...(other === 'HEAD' && { body: undefined }) }),
      ),
      ...(body ? bodies : []),
    ].map((each) => (each.method === 'GET' ? { ...each, body: undefined } : each));
  });
}

const REQUESTS = listRequests();

/** What a page or the service sees of an answer. Tokens and identifiers differ from shop to shop. */
function describeAnswer({ status, headers, text }) {
  const names = ['Content-Type', 'Cache-Control', 'Allow', 'Retry-After', 'X-Content-Type-Options'];
  return [
    status,
    ...names.map((name) => headers.get(name)),
    text
      .replaceAll(/"[\w.+/=-]{12,}"/g, '"…"')
      .replaceAll(/("textQrCode":)"[^"]*"/g, '$1"…"')
      .replaceAll(/:\d{4,}/g, ':…'),
  ];
}

describe("the shop's server, mounted as printed", () => {
  const { open } = useShops();

  /** Asks all requests one after the other. The first makes the Pix charge that others name. */
  async function askAll(ask) {
    const { body, path, headers = PAGE } = ENDPOINTS[8];
    const made = await ask({ method: 'POST', path: `/shop/${path}`, headers, body: JSON.stringify(body) });
    const charge = JSON.parse(made.text).qrCodeId;
    const answers = new Map();
    for (const wanted of REQUESTS) {
      const named = { ...wanted, path: wanted.path.replace('CHARGE', charge), body: wanted.body?.replace('CHARGE', charge) };
      answers.set(`${wanted.method} ${wanted.path}: ${wanted.what}`, describeAnswer(await ask(named)));
    }
    return answers;
  }

  const openShop = (settings) => open({ relayCards: true, ...settings });
  /** @type {Promise<Map<string, unknown[]>> | undefined} */
  let bare;
  const askBare = () => (bare ??= askAll((wanted) => call(openShop().server, wanted)));

  it('is asked enough', async () => {
    assert.ok(REQUESTS.length >= 200, `${REQUESTS.length}`);
    const shop = openShop();
    bare = askAll((wanted) => call(shop.server, wanted));
    const statuses = new Set([...(await bare).values()].map(([status]) => status));
    for (const status of [200, 204, 400, 403, 404, 405, 413]) assert.ok(statuses.has(status), `${status}`);
  });

  for (const [name, mount] of Object.entries({ ...MOUNTS, ...PARSED_MOUNTS, ...PLAIN_MOUNTS })) {
    it(`answers in ${name} as by itself${name in MOUNTS ? '' : ', but for what the parsers refuse or lose'}`, async (t) => {
      const answers = await askAll(await mount(t, openShop().server));
      for (const [what, expected] of await askBare()) {
        if (!(name in MOUNTS) && what.endsWith(': no JSON')) assert.equal(answers.get(what)?.[0], 400, what);
        // JSON that is taken for a form is whole only where no blank or sign of a form is in it.
        else if (!(name in PLAIN_MOUNTS) || !what.endsWith('JSON as a form') || what === 'POST /shop/token: JSON as a form')
          assert.deepEqual(answers.get(what), expected, what);
      }
    });
  }

  for (const name of Object.keys(MOUNTS).filter((each) => !each.startsWith('Next'))) {
    it(`leaves other paths to ${name}`, async (t) => {
      const ask = await MOUNTS[name](t, openShop().server);
      const get = (path) => ask({ method: 'GET', path, headers: {} });
      assert.equal((await get('/')).text, 'Loja');
      assert.equal((await get('/shopping/token')).status, 404);
      assert.deepEqual((await get('/shop/nothing')).text, '{"message":"Not found."}');
    });
  }

  describe('names a body that somebody has read', () => {
    const drain = 'for await (const part of request) void part;';
    /** @type {typeof MOUNTS} */
    const readers = {
      'Express 5': mountApp(
        EXPRESS.replace('export const app = express();', `$&\napp.use(async (request, _, next) => { ${drain} next(); });`),
      ),
      'Express 4': async (t, shop) =>
        mountApp(
          EXPRESS.replace(
            'export const app = express();',
            `$&\napp.use(express.json(), async (request, _, next) => { ${drain} next(); });`,
          ),
          await loadExpress('express-4'),
        )(t, shop),
      Koa: mountApp(
        APPS.koa.replace('const koa = new Koa();', `$&\nkoa.use(async ({ req: request }, next) => { ${drain} await next(); });`),
      ),
      Fastify: mountApp(
        APPS.fastify.replace(
          /^fastify\.addHook.*$/m,
          "fastify.post('/shop/*', (request, reply) => (reply.hijack(), void toShop(request.raw, reply.raw)));",
        ),
      ),
      Hono: mountApp(
        APPS.hono.replace('const hono = new Hono();', '$&\nhono.use(async (c, next) => { await c.req.text(); await next(); });'),
      ),
      Next: async (_, shop) => (wanted) =>
        call(async (request) => {
          await request.text();
          return shop(request);
        }, wanted),
    };
    for (const [name, mount] of Object.entries(readers)) {
      it(`in ${name}, with the fix`, async (t) => {
        const shop = openShop();
        const ask = await mount(t, shop.server);
        const body = JSON.stringify(ENDPOINTS[0].body);
        // Only a parser of JSON reads this in Fastify; in Express it reads nothing, and leaves an empty object.
        const headers = { ...PAGE, 'Content-Type': name === 'Express 4' ? 'text/plain' : JSON_TYPE };
        assert.equal((await ask({ method: 'POST', path: '/shop/token', headers, body })).status, 500);
        const failures = shop.events.flatMap((event) => (event.type === 'failure' ? [event.message] : []));
        assert.equal(failures.length, 1);
        assert.match(failures[0], /Somebody has read the body .*Mount the shop before whatever reads bodies/);
      });
    }
  });

  describe('lets a signature be verified', () => {
    const KEY = 'chave-do-webhook';
    const sign = (text, key = KEY) => createHmac('sha256', key).update(text).digest('hex');
    /** A shop with the printed function, and a notice of a Pix of it. */
    const openSigned = async (t) => {
      process.env.WEBHOOK_KEY = KEY;
      const [{ verifyWebhook }] = await loadFiles(t, { 'webhook-signature.mjs': findBlock('// webhook-signature.mjs') });
      const shop = openShop({ webhookSecret: null, verifyWebhook });
      const { json } = await shop.payPix();
      return { shop, text: `{ "id": "${json.qrCodeId}",  "amount": 149.90 }` };
    };
    const notify = (ask, text, signature) =>
      ask({ method: 'POST', path: '/shop/webhook', headers: { ...SERVICE, 'X-Signature': signature }, body: text });

    for (const [name, mount] of Object.entries({ ...MOUNTS, ...PARSED_MOUNTS })) {
      it(`in ${name}`, async (t) => {
        const { shop, text } = await openSigned(t);
        const ask = await mount(t, shop.server);
        assert.equal((await notify(ask, text, sign(text))).status, 204);
        assert.equal((await notify(ask, text, sign(text, 'outra'))).status, 401);
        assert.equal((await notify(ask, text, '')).status, 401);
      });
    }

    for (const [name, mount] of Object.entries(PLAIN_MOUNTS)) {
      it(`and says so in ${name}`, async (t) => {
        const { shop, text } = await openSigned(t);
        assert.equal((await notify(await mount(t, shop.server), text, sign(text))).status, 500);
        const [failure] = shop.events.filter((event) => event.type === 'failure');
        assert.match(failure.message, /verifyWebhook needs the body as it was sent.* express\.json\(\{ verify: /);
      });
    }
  });
});
