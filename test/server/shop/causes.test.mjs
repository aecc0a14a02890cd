import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { CARD, ORIGIN, readOutcome, useShops, WEBHOOK_SECRET } from '../support/shop.mjs';
import { cookieOf } from '../support/shoppers.mjs';

/** @import { Shop } from '../support/shop.mjs' */

const failuresOf = ({ events }) => events.filter(({ type }) => type === 'failure');

/** The only failure of a shop. @returns {any} */
function onlyFailure(shop) {
  const failures = failuresOf(shop);
  assert.equal(failures.length, 1, JSON.stringify(failures));
  return failures[0];
}

/** The warnings of this process while a shop without a listener does something. */
async function listConsole(work) {
  const lines = /** @type {string[]} */ ([]);
  const note = (warning) => lines.push(warning.message);
  process.on('warning', note);
  try {
    await work();
    // Node passes warnings on in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('warning', note);
  }
  return lines;
}

/** Asks for every endpoint of an order. */
const askAll = async (shop) => [
  await shop.askToken(),
  await shop.askToken({ purpose: 'pix' }),
  await shop.notify(),
  await shop.resolve(),
  await shop.pay(),
  await shop.payPix(),
  await shop.ask('status/p?order=pedido-1', { method: 'GET' }),
  await shop.ask('fees', { body: { orderId: 'pedido-1', amount: '149.90' } }),
];

describe('the cause of a failure', () => {
  const { open } = useShops();
  const failWith = (error, options) => open({ orders: { find: () => Promise.reject(error) }, ...options });

  it('is the name, the code and the message of the error, and of its causes, and nothing else', async () => {
    const inner = Object.assign(new TypeError('the inner one'), { detail: 'Key (email)=(ana@loja.example)', code: 'EINNER' });
    const error = Object.assign(new Error('the outer one', { cause: inner }), { code: 'EOUTER', query: 'SELECT 1', stack: 'at shop.mjs' });
    const shop = failWith(error);
    await shop.askToken();
    assert.deepEqual(onlyFailure(shop).cause, {
      name: 'Error',
      code: 'EOUTER',
      message: 'the outer one',
      cause: { name: 'TypeError', code: 'EINNER', message: 'the inner one' },
    });
  });

  it('names each address of a host that cannot be reached', async () => {
    const error = new AggregateError([Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })], '');
    const shop = failWith(error);
    assert.equal((await shop.askToken()).json.closed, 'busy');
    assert.deepEqual(onlyFailure(shop).cause, {
      name: 'AggregateError',
      message: '',
      errors: [{ name: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' }],
    });
  });

  /** @type {[string, any][]} */
  const odd = [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'a text'],
    ['a symbol', Symbol('x')],
    ['a function', () => undefined],
    [
      'an object whose fields throw',
      {
        get message() {
          throw new Error('x');
        },
        get name() {
          throw new Error('x');
        },
      },
    ],
    ['its own cause', Object.assign(new Error('round'), {})],
    ['a message of any length', new Error('x '.repeat(100_000))],
  ];
  for (const [what, error] of odd) {
    it(`is described whatever was thrown: ${what}`, async () => {
      if (what === 'its own cause') error.cause = error;
      const shop = failWith(error);
      assert.equal((await shop.askToken()).status, 503);
      const { cause } = onlyFailure(shop);
      assert.equal(typeof cause.name, 'string');
      assert.ok(JSON.stringify(cause).length < 3000);
    });
  }

  it('is in the console where nobody listens, and the failures of a listener end nothing', async () => {
    const quiet = failWith(new Error('the disk of the shop is full'), { onEvent: undefined });
    const lines = await listConsole(() => quiet.askToken());
    assert.ok(
      lines.some((line) => /^orders\.find: orders\.find failed\..* Cause: Error: the disk of the shop is full$/.test(line)),
      lines.join('\n'),
    );
    const onEvent = /** @type {any} */ (async () => Promise.reject(new Error('no place for logs')));
    const failing = open({ onEvent });
    const said = await listConsole(async () => {
      assert.equal((await failing.askToken()).status, 200);
      assert.equal((await failing.askToken({ orderId: 'pedido-2', attemptId: 'b' })).status, 200);
    });
    assert.deepEqual(said.filter((line) => /no place for logs/.test(line)).length, 1);
  });

  const [, cookie = ''] = cookieOf('ana').split('=');
  /** @type {[string, string, RegExp][]} What an error says, and what must not be found. */
  const secrets = [
    ['a card number', `invalid input syntax for type bigint: "${CARD.number}"`, /4539/],
    ['a card number in groups', 'no row of 4539 5787-6362.1486', /5787|1486/],
    ['a part of one', 'ends with 95787636', /95787636/],
    ['a security code', `{"securityCode":"${CARD.securityCode}"}`, /737/],
    ['a bearer token', 'sent Authorization: Bearer abc.def-ghi', /abc|ghi/],
    ['a signed token', 'jwt malformed: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', /eyJ|c2ln/],
    ['a key of an API', 'unknown key sk_live_51HxYzAbCdEf99', /51Hx/],
    ['the cookie of this request', `no session ${cookie}`, /a1b2c3d4/],
    ['the header of cookies', `Cookie: sid=curto; carrinho=um-dois`, /curto|um-dois/],
    ['a cookie of any name', 'cannot parse carrinho=um-dois', /um-dois/],
    ['the address of a visitor', 'blocked 203.0.113.7 and 2001:db8::7 and ::ffff:198.51.100.9', /203\.0|2001:db8|198\.51/],
    ['the webhook’s secret', `POST /shop/webhook/${WEBHOOK_SECRET} 404`, /um-segredo/],
    ['the password of a connection string', 'bad url postgres://loja:p@ss/w0rd-x@db.interno:5432/loja', /p@ss|w0rd|loja:/],
    ['a password by name', 'config { host: "db", password: "duas palavras", DB_SENHA=segredo }', /duas|segredo/],
    ['an escaped password', JSON.stringify({ text: JSON.stringify({ clientSecret: 'duas palavras' }) }), /duas|palavras/],
    ['a password with a quote in it', JSON.stringify({ senha: 'duas"palavras juntas' }), /duas|palavras|juntas/],
    ['an e-mail address', 'no customer ana.souza+loja@correio.example', /souza|correio/],
    ['a document', 'CPF 123.456.789-09 is blocked', /456|789/],
    ['a card number that is encoded', Buffer.from(`card=${CARD.number}`).toString('base64'), /NDUz/],
  ];
  for (const [what, message, pattern] of secrets) {
    it(`does not have ${what}, in the event or the console`, async () => {
      const thrown = () => Object.assign(new Error('outer', { cause: new Error(message) }), { code: message.slice(0, 40) });
      const shop = failWith(thrown(), { trustProxy: true });
      await shop.askToken({}, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
      assert.doesNotMatch(JSON.stringify(failuresOf(shop)), pattern);
      assert.match(onlyFailure(shop).cause.cause.message, /••••/);
      const quiet = failWith(thrown(), { onEvent: undefined });
      assert.doesNotMatch((await listConsole(() => quiet.askToken())).join('\n'), pattern);
    });
  }

  it('does not have a token that this server has handed out', async () => {
    let token = '';
    const find = () => (token === '' ? { id: 'pedido-1', amountCents: 14_990 } : Promise.reject(new Error(`no ${token}`)));
    const shop = open({ orders: { find } });
    ({ token } = (await shop.askToken()).json);
    await shop.askToken();
    assert.equal(onlyFailure(shop).cause.message.includes(token.slice(0, 16)), false);
  });

  for (const message of [
    'column "amout_cents" does not exist',
    'connect ECONNREFUSED 10.0.0.3:5432',
    'permission denied for table pedidos_2024',
  ]) {
    it(`keeps what helps: ${message}`, async () => {
      const shop = failWith(new Error(message));
      await shop.askToken();
      assert.equal(onlyFailure(shop).cause.message, message);
    });
  }

  it('comes with each failure: a token, settled, deliver, records, the end of an attempt, the start, the sweep', async () => {
    const fail = async () => Promise.reject(new Error('the cause'));
    const isCaused = (shop, operation) =>
      failuresOf(shop).find((failure) => failure.operation === operation)?.cause?.message === 'the cause';
    const tokens = open({ tokens: fail });
    await tokens.askToken();
    assert.ok(isCaused(tokens, 'token function'));
    const settling = open({ relayCards: true, orders: { settled: fail } });
    await settling.pay();
    assert.ok(isCaused(settling, 'settled'));
    const delivering = open({ relayCards: true, orders: { deliver: fail } });
    await delivering.pay();
    await delivering.server.sweep();
    assert.ok(isCaused(delivering, 'deliver'));
    const searching = open({ records: { certainty: 'exact', findCharge: fail } });
    await searching.askToken();
    await searching.resolve();
    assert.ok(isCaused(searching, 'records.findCharge'));
    const starting = open({ wrapLedger: (ledger) => ({ ...ledger, start: fail }) });
    await starting.askToken();
    assert.ok(isCaused(starting, 'start'));
  });
});

describe('SQL that is broken', () => {
  const { open } = useShops();
  let database;
  before(async () => void (database = await PGlite.create()));
  after(() => database?.close());

  const TABLE = 'CREATE TABLE IF NOT EXISTS pedidos (id text PRIMARY KEY, total integer NOT NULL CHECK (total > 0))';
  /** @type {[string, string, string][]} */
  const broken = [
    ['a syntax error', 'SELEC 1', '42601'],
    ['a missing table', 'SELECT * FROM peddos', '42P01'],
    ['a missing column', 'SELECT totl FROM pedidos', '42703'],
    ['a missing right', 'SET ROLE pg_read_all_stats; SELECT * FROM pedidos', '42501'],
    ['a value of a wrong type', "SELECT 'pedido-1'::integer", '22P02'],
    ['a division by nothing', 'SELECT 1 / 0', '22012'],
    ['a broken rule', "INSERT INTO pedidos VALUES ('a', 0)", '23514'],
    ['a function of the shop', "DO $$ BEGIN RAISE 'no stock'; END $$", 'P0001'],
  ];
  for (const [what, sql, state] of broken) {
    it(`in orders.find never looks like busy: ${what}`, async () => {
      await database.exec(`RESET ROLE; ${TABLE}`);
      const shop = open({ relayCards: true, orders: { find: () => database.exec(sql) } });
      const answers = await askAll(shop);
      assert.deepEqual(
        answers.map(({ status, headers, json }) => [status, headers.get('Retry-After'), json.closed]),
        answers.map(() => [500, null, undefined]),
      );
      assert.equal(readOutcome(answers[4]), 'not-sent');
      const failures = failuresOf(shop);
      assert.equal(failures.length, answers.length);
      for (const { operation, message, cause } of failures) {
        assert.deepEqual([operation, cause.code], ['orders.find', state]);
        assert.match(message, new RegExp(`orders\\.find failed \\(SQLSTATE ${state}\\)`));
      }
      assert.equal(shop.memory.orders.size, 0);
    });
  }

  it('in settled is named with its SQLSTATE, and the payment stays', async () => {
    const ledger = sqlLedger(pglite(database));
    await database.exec('RESET ROLE');
    const settled = async (_, tx) => void (await tx.query('UPDATE peddos SET total = 1'));
    const shop = open({ relayCards: true, wrapLedger: () => ledger, orders: { settled } });
    assert.equal(readOutcome(await shop.pay()), 'approved');
    const failure = failuresOf(shop).find(({ operation }) => operation === 'settled');
    assert.match(failure?.message ?? '', /orders\.settled failed \(SQLSTATE 42P01\)/);
    assert.equal(failure?.cause.code, '42P01');
  });

  it('at the start is no promise that it can be tried later', async () => {
    const start = async () => void (await database.query('CREATE TABLE nowhere.orders (id text)'));
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, start }) });
    const answer = await shop.askToken();
    assert.deepEqual([answer.status, answer.headers.get('Retry-After')], [500, null]);
    const { operation, message, cause } = onlyFailure(shop);
    assert.deepEqual([operation, cause.code], ['start', '3F000']);
    assert.match(message, /SQLSTATE 3F000/);
  });

  it('in the ledger’s own tables never looks like busy', async () => {
    await database.exec('RESET ROLE');
    const ledger = sqlLedger(pglite(database));
    const shop = open({ relayCards: true, wrapLedger: () => ledger });
    await shop.server.start();
    await database.exec('DROP TABLE balcao_attempts CASCADE');
    for (const answer of [await shop.askToken(), await shop.pay()]) {
      assert.deepEqual([answer.status, answer.json.closed], [500, undefined]);
    }
    assert.ok(failuresOf(shop).every(({ message, cause }) => /SQLSTATE 42P01/.test(message) && cause.code === '42P01'));
    assert.equal(shop.sandbox.state().charges.length, 0);
    // What it tries to write down can never be written.
    await shop.server.close({ limitMs: 10 });
  });

  /** @type {[string, any][]} What passes by itself. */
  const passing = [
    ['too many clients', Object.assign(new Error('sorry, too many clients already'), { code: '53300', severity: 'FATAL' })],
    ['a lost connection', Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a full pool', new Error('timeout exceeded when trying to connect')],
    ['a refused connection', Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
    ['a database that only reads', Object.assign(new Error('cannot execute INSERT'), { code: '25006', severity: 'ERROR' })],
    ['a deadlock', Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' })],
    ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014', severity: 'ERROR' })],
    ['a pooler that is full', Object.assign(new Error('MaxClientsInSessionMode'), { code: 'XX000', severity: 'FATAL' })],
    ['a network that fails', new TypeError('fetch failed', { cause: new Error('getaddrinfo EAI_AGAIN db') })],
  ];
  for (const [what, error] of passing) {
    it(`is not ${what}: that is busy`, async () => {
      let isDown = true;
      for (const options of [
        { orders: { find: () => Promise.reject(error) } },
        { wrapLedger: (ledger) => ({ ...ledger, change: (...args) => (isDown ? Promise.reject(error) : ledger.change(...args)) }) },
      ]) {
        const shop = open({ relayCards: true, ...options });
        const token = await shop.askToken();
        assert.deepEqual([token.status, token.json.closed, token.headers.get('Retry-After')], [503, 'busy', '10']);
        const answer = await shop.pay();
        assert.deepEqual([answer.status, readOutcome(answer)], [503, 'not-sent']);
      }
      // What was kept is written now: the end of the test waits for it.
      isDown = false;
    });
  }

  it('is not taken for busy in the code of a shop with an error of JavaScript', async () => {
    const shop = open({ orders: { find: (id) => /** @type {any} */ (undefined).get(id) } });
    assert.equal((await shop.askToken()).status, 500);
    const { operation, message, cause } = onlyFailure(shop);
    assert.deepEqual([operation, cause.name], ['orders.find', 'TypeError']);
    assert.match(message, /^orders\.find failed\. An error of the shop’s own code/);
  });
});

describe('a function of the shop that returns what it must not', () => {
  const { open } = useShops();
  const order = { id: 'pedido-1', amountCents: 14_990 };

  /** @type {[string, any, RegExp][]} */
  const results = [
    ['a text', 'pedido-1', /must return an order as \{ id, amountCents \}, or undefined, and returned text/],
    ['a number', 14_990, /returned the number 14990/],
    ['true', true, /returned true/],
    ['false', false, /returned false/],
    ['an empty text', '', /returned an empty text/],
    ['rows', [order], /returned an array/],
    ['a promise of a text', Promise.resolve('x'), /returned text/],
    ['a function', () => order, /returned a function/],
    [
      'amountCents null',
      { ...order, amountCents: null },
      /amountCents as whole cents above 0, and returned null\. Does the row have this column\?/,
    ],
    ['no amountCents', { id: 'pedido-1' }, /amountCents .* returned undefined\. Does the row/],
    ['amountCents in reais', { ...order, amountCents: 149.9 }, /returned the number 149\.9\. R\$ 149\.90 are 14990/],
    ['amountCents as text', { ...order, amountCents: '14990' }, /returned text\. .*Number\(row\.amount_cents\)/],
    ['amountCents as a bigint', { ...order, amountCents: 14990n }, /returned a bigint\. .*Number\(row\.amount_cents\)/],
    ['a negative amount', { ...order, amountCents: -1 }, /returned the number -1/],
    ['an amount of nothing', { ...order, amountCents: 0 }, /returned the number 0/],
    ['NaN', { ...order, amountCents: NaN }, /returned the number NaN/],
    ['pixAmountCents null', { ...order, pixAmountCents: null }, /pixAmountCents .* returned null\..* Leave it out/],
    ['pixAmountCents in reais', { ...order, pixAmountCents: 140.5 }, /pixAmountCents .* the number 140\.5/],
    ['a number as its id', { ...order, id: 42 }, /the order’s id, .* returned the number 42\. Write id: String\(order\.id\)/],
    ['terms that are none', { ...order, terms: { maxInstallments: 0 } }, /terms\.maxInstallments cannot be used/],
    ['terms as text', { ...order, terms: '3x' }, /terms cannot be used/],
    ['isClosed as text', { ...order, isClosed: 'false' }, /isClosed as true or false, and returned text/],
  ];
  for (const [what, result, pattern] of results) {
    it(`orders.find: ${what} is named with the fix, in the event and the console, and is no 422`, async () => {
      const shop = open({ relayCards: true, orders: { find: () => result } });
      const answers = await askAll(shop);
      assert.deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 500),
      );
      assert.equal(failuresOf(shop).length, answers.length);
      for (const { operation, message } of failuresOf(shop)) {
        assert.equal(operation, 'orders.find');
        assert.match(message, pattern);
      }
      assert.deepEqual([shop.sandbox.state().requests.length, shop.memory.orders.size, shop.memory.counts.size], [0, 0, 0]);
      /** @type {any} */
      const silent = { orders: { find: () => result }, onEvent: undefined };
      const quiet = open(silent);
      const lines = await listConsole(() => quiet.askToken());
      assert.ok(
        lines.some((line) => line.startsWith('orders.find: ') && pattern.test(line)),
        lines.join('\n'),
      );
    });
  }

  it('orders.find: nothing, null, and an order with more fields are good', async () => {
    for (const result of /** @type {any[]} */ ([undefined, null]))
      assert.equal((await open({ orders: { find: () => result } }).askToken()).status, 404);
    /** @type {any} */
    const more = { orders: { find: () => ({ ...order, customer: 'ana', isClosed: undefined }) } };
    assert.equal((await open(more).askToken()).status, 200);
  });

  const body = { card: undefined, cardId: 'card-1' };
  const webhook = (shop) => shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: 'x' }, origin: null, session: null });
  /**
   * @typedef {ReturnType<typeof open>} OpenShop
   *
   * @type {Record<string, { act: (shop: OpenShop) => ReturnType<OpenShop['ask']>, options: (result: unknown) => object, wrong: unknown[], good: unknown[] }>}
   */
  const functions = {
    customerOf: {
      act: (shop) => shop.ask('cards', { method: 'GET' }),
      options: (result) => ({ customerOf: () => result }),
      wrong: [42, { id: 42 }, true, ['ana'], ' ', 42n],
      good: ['ana', undefined, null, '', false],
    },
    sessionOf: {
      act: (shop) => shop.askToken(),
      options: (result) => ({ sessionOf: () => result }),
      wrong: [42, { id: 42 }, true, Promise.resolve({})],
      good: ['ana', undefined, null, ''],
    },
    addressOf: {
      act: (shop) => shop.pay(),
      options: (result) => ({ addressOf: () => result, relayCards: true }),
      wrong: [42, {}, Promise.resolve('203.0.113.7'), ['203.0.113.7']],
      good: ['203.0.113.7', undefined, null, ''],
    },
    'cards.find': {
      act: (shop) => shop.pay({ body }),
      options: (result) => ({ cards: { find: () => result } }),
      wrong: ['card-1', true, {}, { cardId: 1 }, [{ cardId: 'card-1' }]],
      good: [{ cardId: 'another' }, undefined, null],
    },
    getFees: {
      act: (shop) => shop.ask('fees', { body: { amount: '149.90' } }),
      options: (result) => ({ getFees: () => result }),
      wrong: [undefined, null, 'x', {}, [{ installments: 0 }], [{ installments: 2, rate: '0.02' }]],
      good: [[], [{ installments: 2, rate: 0.02 }]],
    },
    verifyWebhook: {
      act: webhook,
      options: (result) => ({ verifyWebhook: () => result }),
      wrong: ['assinatura', 1, {}, undefined, null, Buffer.from('x')],
      good: [true, false, Promise.resolve(false)],
    },
    readWebhook: {
      act: webhook,
      options: (result) => ({ readWebhook: () => result }),
      wrong: ['x', {}, { chargeId: 7 }, { chargeId: '' }, Promise.resolve({ chargeId: 'x' }), true],
      good: [undefined, null, { chargeId: 'x' }],
    },
  };
  for (const [name, { act, options, wrong, good }] of Object.entries(functions)) {
    it(`${name}: is named with the fix, and nothing is sent`, async () => {
      for (const result of wrong) {
        const shop = open(options(result));
        const answer = await act(shop);
        assert.deepEqual([answer.status, answer.json.closed], [500, undefined], String(result));
        const { message } = onlyFailure(shop);
        assert.match(message, new RegExp(`\\b${name.replace('.', '\\.')} (must return|returned)`));
        assert.equal(shop.sandbox.state().charges.length, 0);
      }
    });

    it(`${name}: what it may return is no failure`, async () => {
      for (const result of good) {
        const shop = open(options(result));
        await act(shop);
        assert.deepEqual(failuresOf(shop), [], String(result));
      }
    });

    it(`${name}: an error is named with its cause`, async () => {
      const shop = open(options(undefined));
      const thrower = () => {
        throw new Error('the cause');
      };
      const key = Object.keys(options(undefined)).find((each) => each !== 'relayCards') ?? '';
      const failing = open({ ...options(undefined), [key]: key === 'cards' ? { find: thrower } : thrower });
      const answer = await act(failing);
      assert.equal(answer.status, 503);
      const { operation, cause } = onlyFailure(failing);
      assert.deepEqual([operation, cause.message], [name, 'the cause']);
      await shop.server.close();
    });
  }

  /** @type {[string, any][]} */
  const searches = [
    ['nothing', undefined],
    ['a text', 'charged'],
    ['another word', { status: 'paid' }],
    ['no identifier', { status: 'charged' }],
    ['a number as the identifier', { status: 'charged', identifier: 7 }],
    ['an amount in reais', { status: 'charged', identifier: '7', amountCents: 149.9 }],
  ];
  for (const [what, found] of searches) {
    it(`records.findCharge: ${what} is named with the fix, and settles nothing`, async () => {
      const shop = open({ records: { certainty: 'exact', findCharge: async () => found } });
      await shop.askToken();
      assert.deepEqual((await shop.resolve()).json, { status: 'unknown' });
      const { operation, message } = onlyFailure(shop);
      assert.equal(operation, 'records.findCharge');
      assert.match(message, /^records\.findCharge must return .*Attempt tentativa-1 stays unknown\.$/);
      assert.deepEqual(shop.order().payments, []);
    });
  }

  it('readWebhook: a status that is no word of Balcão is named, and does not become the status of the charge', async () => {
    const readWebhook = (body) => ({ chargeId: Object(body).id, status: Object(body).status });
    const shop = open({ asksPixStatus: false, verifyWebhook: () => true, readWebhook: /** @type {any} */ (readWebhook) });
    const { json } = await shop.payPix();
    await shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: json.qrCodeId, status: 'PAGO' }, origin: null, session: null });
    assert.equal(shop.order().pix[0].status, 'unknown');
    assert.match(onlyFailure(shop).message, /^readWebhook must return status in Balcão’s own words/);
  });

  it('readWebhook and readPixAmount: an amount that is none is named, and the payment is unclear', async () => {
    const settings = /** @type {any} */ ({
      asksPixStatus: false,
      verifyWebhook: () => true,
      readWebhook: ({ id }) => ({ chargeId: id, status: 'paid', amountCents: 149.9 }),
    });
    const shop = open(settings);
    const { json } = await shop.payPix();
    await shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: json.qrCodeId }, origin: null, session: null });
    assert.equal(shop.order().payments[0].kind, 'unclear');
    assert.match(onlyFailure(shop).message, /^readWebhook .*whole cents above 0/);
    const asking = open({ readPixAmount: () => 149.9 });
    const code = (await asking.payPix()).json.qrCodeId;
    asking.sandbox.settlePix(code);
    await asking.ask(`status/${code}?order=pedido-1`, { method: 'GET' });
    assert.equal(asking.order().payments[0].kind, 'unclear');
    assert.match(onlyFailure(asking).message, /^readPixAmount must return whole cents above 0/);
  });

  it('addressOf: a text that is no address, such as a list of them, is warned of once, and the card is charged', async () => {
    const shop = open({ addressOf: () => '198.51.100.7, 10.0.0.1', relayCards: true });
    assert.deepEqual([(await shop.pay()).status, (await shop.pay({ orderId: 'pedido-2', body: { amount: 149.9 } })).status], [200, 200]);
    const warnings = shop.events.flatMap((event) => (event.type === 'warning' && /addressOf/.test(event.message) ? [event.message] : []));
    assert.deepEqual(warnings, [
      'addressOf must return one address of the visitor, or undefined. It returned other text, so limits know no address.',
    ]);
  });

  it('no failure names what came: texts are named by their kind alone', async () => {
    const shop = open({ orders: { find: () => /** @type {any} */ ('4539578763621486') } });
    await shop.server(
      new Request(`${ORIGIN}/shop/resolve`, { method: 'POST', headers: { Origin: ORIGIN }, body: '{"orderId":"a","attemptId":"b"}' }),
    );
    assert.doesNotMatch(JSON.stringify(failuresOf(shop)), /4539/);
  });
});
