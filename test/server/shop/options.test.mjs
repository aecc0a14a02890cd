import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createShopServer, loginTokens, memoryLedger } from '../../../src/server/index.ts';
import { oauthTokens } from '../../../src/server/oauth.ts';

/** Settings with which a shop starts. */
const createGood = () => ({
  service: { baseUrl: 'https://servico.example/' },
  tokens: async () => 'um-token',
  orders: { find: () => undefined, deliver: async () => undefined },
  ledger: memoryLedger(),
  publicOrigin: 'https://loja.example',
  sweepEveryMs: 0,
});

/** @param {any} settings */
const create = (settings) => createShopServer({ ...createGood(), ...settings });

/** The settings without one of them. @param {string} name */
const without = (name) => Object.fromEntries(Object.entries(createGood()).filter(([each]) => each !== name));

describe('the settings of a shop’s server', () => {
  it('are taken as documented, also from a class with fields of its own', async () => {
    class OrderBook {
      database = 'of the shop';
      find() {
        return undefined;
      }
      async settled() {}
    }
    await create({ orders: new OrderBook(), trustProxy: true, limits: { streams: 5 }, webhookSecret: 'um-segredo-de-teste' }).close();
  });

  it('are taken from a class with getters and methods', async () => {
    const warnings = [];
    class Settings {
      #origin = 'https://loja.example';
      ledger = memoryLedger();
      service = { baseUrl: 'https://servico.example/' };
      orders = { find: () => ({ id: '42', amountCents: 14_990 }), deliver: async () => undefined };
      get publicOrigin() {
        return this.#origin;
      }
      get basePath() {
        return '/loja/';
      }
      get pageTokens() {
        return false;
      }
      async tokens() {
        return 'um-token';
      }
      customerOf() {
        return this.#origin === '' ? 'c-1' : undefined;
      }
      onEvent({ type }) {
        if (type === 'warning') warnings.push(this.#origin);
      }
    }
    class Limited extends Settings {
      get limits() {
        return new (class {
          get streams() {
            return 0;
          }
        })();
      }
    }
    assert.throws(() => createShopServer(new Limited()), { message: /^limits\.streams cannot be used/ });
    const shop = createShopServer(new Settings());
    const ask = (path, body) =>
      shop(
        new Request(`https://loja.example/loja/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
    const token = await ask('token', { purpose: 'card-payment', orderId: '42', attemptId: 'a-1', amount: '149.90' });
    assert.deepEqual([shop.basePath, token.status, (await ask('cards')).status], ['/loja/', 404, 401]);
    assert.deepEqual(warnings, ['https://loja.example']);
    await shop.close();
  });

  /** @type {[string, any, RegExp][]} What is given, and what is said of it. */
  const unknown = [
    ['pageToken: false', { pageToken: false }, /^pageToken is unknown\. Did you mean pageTokens\?$/],
    ['webHookSecret', { webHookSecret: 'x' }, /^webHookSecret is unknown\. Did you mean webhookSecret\?$/],
    ['find beside orders', { find: () => undefined }, /^find is unknown\. Did you mean orders\.find\?$/],
    [
      'orders.settle',
      { orders: { find: () => undefined, settle: () => undefined } },
      /^orders\.settle is unknown\. Did you mean orders\.settled\?$/,
    ],
    ['service.url', { service: { baseUrl: 'https://servico.example/', url: 'x' } }, /^service\.url is unknown\.$/],
    [
      'limits.chargePerOrder',
      { limits: { chargePerOrder: 3 } },
      /^limits\.chargePerOrder is unknown\. Did you mean limits\.chargesPerOrder\?$/,
    ],
    [
      'records.find',
      { records: { certainty: 'exact', findCharge: () => undefined, find: 1 } },
      /^records\.find is unknown\. Did you mean records\.findCharge\?$/,
    ],
    ['cards.findCard', { cards: { find: () => undefined, findCard: 1 } }, /^cards\.findCard is unknown\. Did you mean cards\.find\?$/],
    ['what is like nothing', { zzz: 1 }, /^zzz is unknown\.$/],
    ['a path as a name', { 'orders.find': () => undefined }, /^orders\.find is unknown\./],
  ];
  for (const [what, settings, message] of unknown) {
    it(`that are unknown are refused by name: ${what}`, () => {
      assert.throws(() => create(settings), { code: 'invalid-config', message });
    });
  }

  for (const name of ['service', 'tokens', 'orders', 'ledger', 'publicOrigin']) {
    it(`that are missing are named with the fix: ${name}`, () => {
      const settings = /** @type {any} */ (without(name));
      assert.throws(() => createShopServer(settings), { code: 'invalid-config', message: new RegExp(`^${name} is missing\\. Give `) });
      assert.throws(() => create({ [name]: undefined }), { code: 'invalid-config', message: new RegExp(`^${name} is missing\\. Give `) });
    });
  }

  it('that come from a variable that is not set say so', () => {
    const message = /webhookSecret.*environment variable not set/;
    assert.throws(() => create({ webhookSecret: process.env['BALCAO_NOT_SET'] }), { code: 'invalid-config', message });
    assert.throws(() => create({ service: { baseUrl: undefined } }), {
      message: /service\.baseUrl is missing.*environment variable not set/,
    });
    const login = { url: 'https://servico.example/login', body: { clientId: 'loja', clientSecret: process.env['BALCAO_NOT_SET'] } };
    assert.throws(() => loginTokens(login), { code: 'invalid-config', message: /body\.clientSecret is given as undefined/ });
    const connection = {
      authUrl: 'https://servico.example/auth',
      clientId: 'loja',
      key: Buffer.alloc(32).toString('base64'),
      mayConnect: () => false,
    };
    const secret = /** @type {any} */ ({ clientSecret: undefined });
    assert.throws(() => oauthTokens({ ...connection, ...secret }), {
      code: 'invalid-config',
      message: /clientSecret is given as undefined/,
    });
  });

  it('of a login and of a sign-in are checked by name, too', () => {
    const login = /** @type {any} */ ({ url: 'https://servico.example/login', body: {}, readTokens: () => undefined });
    assert.throws(() => loginTokens(login), { message: 'loginTokens: readTokens is unknown. Did you mean readToken?' });
    const connection = { authUrl: 'https://servico.example/auth', clientId: 'loja', key: 'x', mayConnect: () => false };
    const wrong = /** @type {any} */ ({ ...connection, scopes: 'charges' });
    assert.throws(() => oauthTokens(wrong), { message: 'oauthTokens: scopes is unknown. Did you mean scope?' });
    for (const [name, values] of Object.entries({ body: [null, 'clientId=loja', 5], readToken: ['token', {}] }))
      for (const value of values)
        assert.throws(() => loginTokens({ url: 'https://servico.example/login', body: {}, [name]: value }), {
          message: new RegExp(`^loginTokens: ${name} cannot be used\\.`),
        });
    assert.throws(() => loginTokens(/** @type {any} */ ({ url: 'https://servico.example/login' })), {
      message: /^loginTokens: body is missing\./,
    });
  });

  /** @type {Record<string, any>} */
  const wrong = {
    service: ['https://servico.example/'],
    tokens: ['um-token', { card: async () => 'x' }, {}, Promise.resolve('x')],
    orders: [() => undefined],
    ledger: [{}, { query: () => undefined, transaction: () => undefined }],
    trustProxy: ['yes', 0.5],
    pageTokens: ['false', 0, null],
    relayCards: ['true'],
    asksPixStatus: ['no'],
    sweepEveryMs: ['60', -1, NaN, Infinity, 1e12],
    limits: [5, [], 'many'],
    customerOf: ['c-1'],
    onEvent: ['log', {}],
    now: [0],
    records: [() => undefined],
    webhookSecret: ['', 'curto', 12345678901234567n, null],
  };
  for (const [name, values] of Object.entries(wrong)) {
    it(`of a wrong type are named: ${name}`, () => {
      for (const value of values) {
        assert.throws(() => create({ [name]: value }), {
          code: 'invalid-config',
          message: new RegExp(`^${name}(\\.\\w+)? (cannot be used|is missing)`),
        });
      }
    });
  }

  it('within another setting are named by their path', () => {
    assert.throws(() => create({ orders: { find: 'orders', deliver: async () => undefined } }), {
      message: /^orders\.find cannot be used\./,
    });
    assert.throws(() => create({ records: { certainty: 'exact' } }), { message: /^records\.findCharge is missing\./ });
    assert.throws(() => create({ limits: { streams: '5' } }), { message: /^limits\.streams cannot be used\. Give a whole number/ });
  });
});

describe('the start of a shop’s server', () => {
  /** @param {any} settings */
  const listWarnings = async (settings) => {
    const events = /** @type {any[]} */ ([]);
    const shop = create({ ...settings, onEvent: (event) => events.push(event) });
    await shop.start();
    await shop.close();
    return events.filter(({ type, message }) => type === 'warning' && /wait for a person/.test(message)).length;
  };
  const findCharge = async () => ({ status: 'unknown' });

  it('says once what will wait for people: tokens in pages without exact records', async () => {
    assert.equal(await listWarnings({}), 1);
    assert.equal(await listWarnings({ records: { certainty: 'guess', findCharge } }), 1);
    assert.equal(await listWarnings({ records: { certainty: 'exact', findCharge } }), 0);
    assert.equal(await listWarnings({ pageTokens: false }), 0);
  });
});
