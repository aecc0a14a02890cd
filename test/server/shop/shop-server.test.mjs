import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { readOutcome, useShops } from '../support/shop.mjs';

const DAY = 86_400_000;

describe('the shop’s server', () => {
  const { open } = useShops();

  it('starts once, and says what its ledger cannot promise', async () => {
    let starts = 0;
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, start: async () => void (starts += 1) }) });
    await Promise.all([shop.server.start(), shop.askToken(), shop.server.sweep(), shop.server.unresolved()]);
    assert.equal(starts, 1);
    const [warning] = shop.events.filter((event) => event.type === 'warning');
    assert.match(warning.message, /in memory/);
  });

  it('refuses requests while the ledger does not start, and people hear why', async () => {
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, start: () => Promise.reject(new Error('senha=segredo')) }) });
    const answer = await shop.askToken();
    assert.equal(answer.status, 503);
    assert.doesNotMatch(answer.text + JSON.stringify(shop.events), /segredo/);
    await assert.rejects(() => shop.server.unresolved(), /segredo/);
    await assert.rejects(() => shop.server.removeBefore(0), /segredo/);
  });

  it('says to a page that nothing was sent while the ledger does not start', async () => {
    const shop = open({ relayCards: true, wrapLedger: (ledger) => ({ ...ledger, start: () => Promise.reject(new Error('down')) }) });
    const paid = await shop.pay();
    assert.equal(readOutcome(paid), 'not-sent');
    for (const { status, json, headers } of [paid, await shop.askToken(), await shop.payPix()])
      assert.deepEqual([status, json.sent, json.closed, headers.get('Retry-After')], [503, false, 'busy', '1']);
  });

  it('may be asked by its people before any request', async () => {
    let isStarted = false;
    const wrapLedger = (ledger) => ({
      ...ledger,
      start: async () => void (isStarted = true),
      listUnresolved: async () => (isStarted ? ledger.listUnresolved() : Promise.reject(new Error('no tables'))),
    });
    assert.deepEqual(await open({ wrapLedger }).server.unresolved(), { attempts: [], payments: [] });
  });

  it('says how it is', async () => {
    const shop = open();
    assert.deepEqual(await shop.server.health(), {
      status: 'ready',
      database: 'up',
      ledger: 'trusted',
      tokens: { card: 'ready', pix: 'ready' },
      unwritten: 0,
      deliveries: 0,
      waiting: [],
    });
    const failing = open({ tokens: () => Promise.reject(new Error('x')) });
    await failing.askToken();
    assert.deepEqual([(await failing.server.health()).status, (await failing.server.health()).tokens.card], ['degraded', 'failing']);
    const down = open({ wrapLedger: (ledger) => ({ ...ledger, ping: () => Promise.reject(new Error('x')) }) });
    assert.equal((await down.server.health()).status, 'down');
  });

  it('keeps a keyed hash of an address for an hour, without a call of anybody', async () => {
    const { memory, ...shop } = open({ trustProxy: true });
    const other = open({ memory, clock: shop.clock, trustProxy: true, limits: { declinesPerAddress: 1 } });
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    await shop.askToken({}, { headers });
    await shop.notify({}, { headers });
    const token = { attemptId: 'tentativa-2', orderId: 'pedido-da-bia' };
    assert.equal((await other.askToken(token, { session: 'bia', headers })).status, 429, 'all instances have the same key');
    const hashes = () => [...memory.orders.values()].flatMap(({ attempts }) => attempts.flatMap(({ address = [] }) => address));
    assert.equal(hashes().length, 1);
    const plain = createHash('sha256').update('203.0.113.7').digest('hex');
    assert.doesNotMatch(JSON.stringify([[...memory.counts], ...memory.orders]), new RegExp(`${plain}|203\\.0\\.113\\.7`));
    shop.clock.pass(3_600_000);
    await shop.server.sweep();
    assert.deepEqual([hashes(), memory.keys?.size], [[], 0]);
    assert.deepEqual(
      [...(memory.tries?.keys() ?? [])].filter((sender) => sender.startsWith('address ')),
      [],
    );
  });

  it('warns at the first request of a proxy that it does not know, and lets it pass', async () => {
    const shop = open();
    for (let round = 0; round < 2; round += 1) await shop.ask('nothing', { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    const warnings = shop.events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    assert.equal(warnings.filter((message) => /neither trustProxy nor addressOf/.test(message)).length, 1);
    assert.doesNotMatch(JSON.stringify(shop.events), /203/);
  });

  for (const trustProxy of /** @type {any[]} */ ([0, -1, 1.5, 'true', null]))
    it(`takes no ${JSON.stringify(trustProxy)} for a number of proxies`, () =>
      assert.throws(() => open({ trustProxy }), { code: 'invalid-config', message: /^trustProxy/ }));

  it('writes a payment that a copy of the database lacks down, each once', async () => {
    const shop = open();
    /** @type {import('../../../src/server/index.ts').LostPayment[]} */
    const payments = [
      { orderId: 'pedido-1', method: 'card', identifier: '700000001', amountCents: 14_990 },
      { orderId: 'pedido-2', method: 'pix', identifier: 'pix-da-copia', amountCents: 14_000 },
    ];
    await shop.server.reconcile({ payments });
    await shop.server.reconcile({ payments });
    assert.deepEqual(
      shop.settled.map(({ orderId, paymentId, kind }) => [orderId, paymentId, kind]),
      [
        ['pedido-1', 'lost-700000001', 'paid'],
        ['pedido-2', 'pix-pix-da-copia', 'paid'],
      ],
    );
    assert.deepEqual((await shop.askToken()).json, { closed: 'paid' });
  });

  it('takes no word of a person that is none of its own, nor any other field', async () => {
    const shop = open();
    await shop.askToken();
    shop.clock.pass(3_600_000);
    /** @type {any[]} */
    const words = [
      { status: 'declined' },
      { status: 'chraged' },
      {},
      { status: 'charged', amountCents: 0 },
      { status: 'charged', identifier: 7 },
    ];
    for (const said of words) await assert.rejects(shop.server.resolve('tentativa-1', said), { code: 'invalid-input' });
    assert.equal(shop.order().holder, 'tentativa-1');
    const more = { state: 'not-charged', by: 'relay' };
    await shop.server.resolve('tentativa-1', { status: 'charged', ...more });
    assert.deepEqual([shop.order().attempts[0].state, shop.order().attempts[0].endedBy], ['charged', 'person']);
  });

  it('gives a lost payment back when a person says so', async () => {
    const shop = open();
    await shop.server.reconcile({ payments: [{ orderId: 'pedido-1', method: 'card', identifier: '700000001', amountCents: 14_990 }] });
    assert.deepEqual(await shop.server.resolve('lost-700000001', { status: 'returned' }), { status: 'resolved' });
    assert.deepEqual(await shop.server.resolve('lost-700000001', { status: 'returned' }), { status: 'kept' });
    assert.deepEqual(await shop.server.resolve('lost-none', { status: 'returned' }), { status: 'none' });
  });

  it('takes a lost payment and the attempt that made it for one', async () => {
    const shop = open();
    await shop.askToken();
    await shop.server.reconcile({ payments: [{ orderId: 'pedido-1', method: 'card', identifier: '700000001', amountCents: 14_990 }] });
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '700000001' }), { status: 'resolved' });
    assert.equal(shop.order().payments.length, 1);
    assert.equal(shop.settled.length, 1);
  });

  it('settles each payment once, though many repair at a time', async () => {
    const shop = open();
    await shop.askToken();
    const other = open({ memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
    await Promise.all([
      shop.server.resolve('tentativa-1', { status: 'charged', identifier: '1' }),
      other.server.resolve('tentativa-1', { status: 'charged', identifier: '1' }),
      shop.server.sweep(),
      other.server.sweep(),
    ]);
    assert.equal(shop.delivered.length + other.delivered.length, 1);
    assert.equal(shop.order().payments.length, 1);
  });

  it('forgets what ended before an instant, and nothing that waits for a person', async () => {
    const shop = open();
    await shop.askToken();
    await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '1' });
    await shop.askToken({ orderId: 'pedido-2', attemptId: 'aberta', amount: '149.90' });
    await shop.askToken({ orderId: 'pedido-da-bia', attemptId: 'curta' }, { session: 'bia' });
    await shop.server.resolve('curta', { status: 'charged', amountCents: 1 });
    assert.equal(await shop.server.removeBefore(shop.clock.at), 0);
    shop.clock.pass(DAY);
    await shop.server.sweep();
    assert.equal(await shop.server.removeBefore(shop.clock.at), 1);
    assert.deepEqual([...shop.memory.orders.keys()], ['pedido-2', 'pedido-da-bia']);
    assert.equal(shop.memory.counts.size, 0);
  });

  it('forgets the cards of a customer', async () => {
    const shop = open();
    const card = { cardId: 'c', name: 'x', brand: 'visa', last4: '1486', expiration: '12/2039' };
    await shop.ask('cards', { body: card });
    await shop.server.forgetCustomer('cliente-ana');
    assert.deepEqual((await shop.ask('cards', { method: 'GET' })).json, []);
  });

  /** @type {[string, any][]} */
  const wrongSettings = [
    ['an origin with a slash', { publicOrigin: 'https://loja.example/' }],
    ['an origin that is not safe', { publicOrigin: 'http://loja.example' }],
    ['a base path without slashes', { basePath: 'shop' }],
    ['a short secret', { webhookSecret: 'curto' }],
    ['a limit that is none', { limits: { chargesPerOrder: 0 } }],
    ['records of no certainty', { records: { certainty: 'maybe', findCharge: () => undefined } }],
    ['a service that is not safe', { service: { baseUrl: 'http://servico.example/' } }],
    ['a profile that cannot be used', { service: { baseUrl: 'https://servico.example/', profile: { paths: 7 } } }],
    ['nobody who learns of a payment', { orders: { settled: undefined, deliver: undefined } }],
  ];
  for (const [what, settings] of wrongSettings) {
    it(`is not made with ${what}`, () => {
      assert.throws(() => open(settings), { code: 'invalid-config' });
    });
  }

  it('tells of every request by its endpoint’s name, and of nothing that is secret', async () => {
    const shop = open();
    await shop.askToken();
    await shop.ask('nada');
    await shop.ask('status/x?order=pedido-1', { method: 'GET' });
    assert.deepEqual(
      shop.events.filter((event) => event.type === 'request').map(({ endpoint, status }) => [endpoint, status]),
      [
        ['token', 200],
        ['unknown', 404],
        ['status', 404],
      ],
    );
  });
});
