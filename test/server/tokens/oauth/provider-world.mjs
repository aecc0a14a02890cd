/** An OpenID provider, a service that takes its tokens, and a shop between them: each over HTTP. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { mock } from 'node:test';
import { OUTCOME_HEADER } from '../../../../src/client/http/request-rules.ts';
import { createSandbox } from '../../../../src/sandbox/index.ts';
import { memoryLedger, toNodeListener } from '../../../../src/server/index.ts';
import { listen } from '../../../support/listen.mjs';
import { CARD, cookieOf } from '../../support/shoppers.mjs';
import { startOpenidProvider } from './openid-provider.mjs';
import { AMOUNT, CLIENT_SECRET, createProviderShop, extendTimeLimits } from './provider-shop.mjs';
import { Visitor } from './visitor.mjs';

/** What `oidc-provider` says of settings that are for trying alone. */
const OF_PROVIDER = /oidc-provider (NOTICE|WARNING): /;

/** Keeps every line of the console, and prints those that are not the provider's. */
function watchConsole() {
  /** @type {string[]} */
  const lines = [];
  const mocks = /** @type {const} */ (['debug', 'log', 'info', 'warn', 'error']).map((level) => {
    const print = console[level].bind(console);
    return mock.method(console, level, (...parts) => {
      const line = parts.join(' ');
      if (OF_PROVIDER.test(line)) return;
      lines.push(line);
      print(...parts);
    });
  });
  return { lines, restore: () => mocks.forEach((each) => each.mock.restore()) };
}

/** Serves `handle` on loopback. */
async function serve(handle) {
  const listener = toNodeListener(handle);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  // Whoever sends must not meet the end of a connection that it keeps, however slow this machine is.
  server.keepAliveTimeout = 600_000;
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Pays an order through the relay of a shop's server.
 *
 * @param {string} server Its address.
 * @param {string} orderId
 * @param {{ origin?: string, attemptId?: string | undefined }} [options] `origin`: of the page.
 */
export async function payAt(server, orderId, { origin = server, attemptId = `${orderId}-first` } = {}) {
  const response = await fetch(`${server}/shop/orders/${orderId}/service/card/processPayment`, {
    method: 'POST',
    headers: {
      Origin: origin,
      Cookie: cookieOf('ana').replace('__Host-', ''),
      'Content-Type': 'application/json',
      'Idempotency-Key': attemptId,
    },
    body: JSON.stringify({ amount: AMOUNT, installments: 1, whoPaysFee: 'merchant', card: CARD }),
  });
  const body = await response.json();
  return { status: response.status, outcome: response.headers.get(OUTCOME_HEADER), body };
}

/** The page of a clerk who may connect the shop. */
export const createClerk = () => new Visitor({ cookies: { clerk: 'yes' } });

/** Starts all of them. From then on `Date` stands still, and `pass` moves it: for the provider, the service and the shop at once. */
export async function openProviderWorld() {
  const startedAt = Date.now();
  mock.timers.enable({ apis: ['Date'], now: startedAt });
  const restoreTimeLimits = extendTimeLimits();
  const watched = watchConsole();

  /** The shop of the running test. */
  let shop;
  /** Whatever the shops of the running test said: to pages, by events and by `health`. */
  const said = /** @type {{ where: string, text: string }[]} */ ([]);
  const service = { sandbox: createSandbox({ basePath: '/service/', magic: false }), refusedTokens: 0 };

  const serviceServer = await serve(async (request) => {
    const token = request.headers.get('Authorization')?.replace('Bearer ', '');
    if (!(await openid.knowsToken(token))) {
      service.refusedTokens += 1;
      return Response.json({ message: 'The token is not valid.' }, { status: 401 });
    }
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${service.sandbox.issueToken().token}`);
    return service.sandbox(new Request(request, { headers }));
  });
  const shopServer = await serve(async (request) => {
    const { pathname } = new URL(request.url);
    const response = pathname.startsWith('/shop/') ? await shop.server(request) : new Response('The panel of the shop');
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    said.push({ where: `the answer of ${pathname}`, text: `${JSON.stringify(headers)} ${await response.clone().text()}` });
    return response;
  });
  const { origin } = shopServer;
  const connected = `${origin}/shop/connected`;
  const openid = await startOpenidProvider(connected);

  /** @type {import('../../../../src/server/index.ts').ShopServer[]} */
  const opened = [];

  /**
   * Starts the shop's server. With the `ledger` and the `key` of another it is the next start of the same shop.
   *
   * @param {object} settings
   * @param {import('../../../../src/server/index.ts').Ledger} [settings.ledger]
   * @param {string} [settings.key]
   * @param {number} [settings.skewMs] How far the clock of the shop is ahead of the provider's.
   * @param {Partial<import('../../../../src/server/oauth.ts').OauthTokensOptions>} [settings.oauth]
   */
  async function openShop({ ledger = memoryLedger(), key = randomBytes(32).toString('base64'), skewMs = 0, ...given } = {}) {
    const oauth = { authUrl: openid.origin, key, ...given.oauth };
    openid.tokenRequests.length = 0;
    const sandbox = createSandbox({ basePath: '/service/', magic: false });
    Object.assign(service, { sandbox, refusedTokens: 0 });
    /** @type {import('../../../../src/server/index.ts').ShopEvent[]} */
    const events = [];
    const server = createProviderShop({
      ledger,
      service: `${serviceServer.origin}/service/`,
      origin,
      oauth,
      now: () => Date.now() + skewMs,
      onEvent(event) {
        events.push(event);
        said.push({ where: `the event ${event.type}`, text: JSON.stringify(event) });
      },
    });
    opened.push(server);
    shop = { server };
    return {
      ledger,
      key,
      oauth,
      server,
      events,
      /** How often a card was charged. */
      countCharges: () => sandbox.state().charges.length,
      pay: (orderId, attemptId) => payAt(origin, orderId, { attemptId }),
      /** The state of the source of tokens. */
      async health() {
        const health = await server.health();
        said.push({ where: 'health', text: JSON.stringify(health) });
        return health.tokens.card;
      },
    };
  }

  /** Signs in and consents on the provider's pages, as often as it asks, to its end or up to the address `stopAt`. */
  async function passProvider(visitor, page, stopAt) {
    let shown = page;
    while (shown.url.startsWith(openid.origin)) {
      assert.equal(shown.status, 200, shown.html);
      const fields = shown.html.includes('name="login"') ? { login: 'dona-da-loja', password: 'x' } : {};
      shown = await visitor.submit(shown, { fields, stopAt });
    }
    return shown;
  }

  const world = {
    openid,
    service,
    origin,
    connected,
    said,
    console: watched.lines,
    /** @param {number} ms */
    pass: (ms) => mock.timers.setTime(Date.now() + ms),
    /** The settings of a shop's server in a process of its own, where time goes by. */
    describeShop: ({ oauth }) => ({
      service: `${serviceServer.origin}/service/`,
      origin,
      oauth,
      aheadMs: Date.now() - startedAt,
    }),
    openShop,
    passProvider,
    /** Opens the page on which a sign-in begins; a shop that is connected asks first. */
    async begin(visitor) {
      const page = await visitor.open(`${origin}/shop/connect`, { stopAt: connected });
      return page.html.includes('Trocar a conta?') ? visitor.submit(page, { stopAt: connected }) : page;
    },
    /** Signs in: the address to which the provider sends the browser back, which it does not open. */
    async approve(visitor = createClerk()) {
      const { url } = await passProvider(visitor, await world.begin(visitor), connected);
      assert.ok(url.startsWith(connected), url);
      return url;
    },
    /** Connects the shop, whole. */
    async connect(visitor = createClerk()) {
      const page = await visitor.open(await world.approve(visitor));
      assert.equal(page.url, `${origin}/`, page.html);
      return visitor;
    },
    /** Every secret of the sign-ins of the running test. */
    listSecrets() {
      const ofRequests = openid.tokenRequests.flatMap(({ form, answer }) => [
        form['code'],
        form['code_verifier'],
        form['refresh_token'],
        answer['access_token'],
        answer['refresh_token'],
        answer['id_token'],
      ]);
      const secret = [CLIENT_SECRET, encodeURIComponent(CLIENT_SECRET), new URLSearchParams({ s: CLIENT_SECRET }).toString().slice(2)];
      return [...secret, ...ofRequests].filter((text) => text !== undefined);
    },
    /** Where a secret is in a text. */
    findLeaks(texts = [...said, ...watched.lines.map((text) => ({ where: 'the console', text }))]) {
      const secrets = world.listSecrets();
      return texts.filter(({ text }) => secrets.some((secret) => text.includes(secret))).map(({ where }) => where);
    },
    /** Ends the shops of a test, which have told no secret. */
    async endTest() {
      Object.assign(openid, { isDown: false, answer: undefined, hold: undefined });
      await Promise.all(opened.splice(0).map((server) => server.close()));
      const leaks = world.findLeaks();
      said.length = 0;
      watched.lines.length = 0;
      assert.deepEqual(leaks, [], 'secrets were found');
    },
    async close() {
      await openid.close();
      serviceServer.close();
      shopServer.close();
      watched.restore();
      restoreTimeLimits();
      mock.timers.reset();
    },
  };
  return world;
}
