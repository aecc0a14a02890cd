import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AMOUNT, ORIGIN, useShops, WEBHOOK_SECRET } from '../support/shop.mjs';

const FOREIGN = 'pedido-da-bia';
const NONE = 'pedido-que-nao-existe';
const CARD_BODY = { amount: 149.9, installments: 1, whoPaysFee: 'merchant', cardId: 'cartao-1' };

/** @import { RequestOptions, ShopOptions } from '../support/shop.mjs' */

/** @typedef {[path: string, options: RequestOptions]} Asked */

/**
 * Every endpoint that speaks of an order, asked about one.
 *
 * @type {Record<string, (orderId: string) => Asked>}
 */
const ORDER_REQUESTS = {
  'token for a card': (orderId) => ['token', { body: { purpose: 'card-payment', orderId, attemptId: 't', amount: '149.90' } }],
  'token for a Pix': (orderId) => ['token', { body: { purpose: 'pix', orderId, attemptId: 't', amount: '149.90' } }],
  'token for a status': (orderId) => ['token', { body: { purpose: 'pix-status', orderId } }],
  'token for a card to keep': (orderId) => ['token', { body: { purpose: 'card-token', orderId } }],
  notify: (orderId) => ['notify', { body: { orderId, attemptId: 't', method: 'card', state: 'approved' } }],
  'notify of a Pix': (orderId) => ['notify', { body: { orderId, attemptId: 't', method: 'pix', chargeId: 'p', state: 'approved' } }],
  resolve: (orderId) => ['resolve', { body: { orderId, attemptId: 't' } }],
  'resolve of a Pix': (orderId) => ['resolve', { body: { orderId, attemptId: 't', chargeId: 'p' } }],
  status: (orderId) => [`status/p?order=${orderId}`, { method: 'GET' }],
  stream: (orderId) => [`stream/p?order=${orderId}`, { method: 'GET' }],
  fees: (orderId) => ['fees', { body: { orderId, amount: '149.90' } }],
  'relay of a charge': (orderId) => [`orders/${orderId}/service/card/processPayment`, { body: CARD_BODY }],
  'relay of a Pix': (orderId) => [
    `orders/${orderId}/service/pix/generateQrCode`,
    { body: { amount: 149.9, expirationDate: '2031-01-01T00:00:00Z' } },
  ],
  'relay of a status': (orderId) => [`orders/${orderId}/service/pix/qrCode/p`, { method: 'GET' }],
};

describe('who may ask', () => {
  const { open } = useShops();
  /** @param {ShopOptions} [options] */
  const openWithFees = (options) => open({ getFees: () => [{ installments: 1, percent: 0 }], ...options });
  const describeAnswer = ({ status, text, headers }) => [status, text, [...headers]];

  for (const [name, request] of Object.entries(ORDER_REQUESTS)) {
    it(`${name}: another’s order and none are the same 404, byte by byte, with and without a session`, async () => {
      const shop = openWithFees();
      // Another's order about which there is much to say.
      await shop.askToken({ orderId: FOREIGN }, { session: 'bia' });
      for (const session of ['ana', null]) {
        const [foreign, none] = [
          await shop.ask(...withSession(request(FOREIGN), session)),
          await shop.ask(...withSession(request(NONE), session)),
        ];
        assert.equal(foreign.status, 404);
        assert.deepEqual(describeAnswer(foreign), describeAnswer(none));
      }
      assert.deepEqual(shop.memory.orders.size, 1);
      assert.equal(shop.sandbox.state().requests.length, 0, 'the service was asked');
    });
  }

  /** @type {(request: Asked, session: string | null) => Asked} */
  const withSession = ([path, options], session) => [path, { ...options, session }];

  it('a Pix of another’s order and none are the same 404, whatever order is named beside it', async () => {
    const shop = open();
    const made = await shop.payPix({ orderId: FOREIGN, session: 'bia' });
    const { qrCodeId } = made.json;
    for (const order of [FOREIGN, 'pedido-1', NONE]) {
      const paths = (id) => [`status/${id}?order=${order}`, `stream/${id}?order=${order}`, `orders/${order}/service/pix/qrCode/${id}`];
      for (const [index, path] of paths(qrCodeId).entries()) {
        const foreign = await shop.ask(path, { method: 'GET' });
        const none = await shop.ask(paths('00000000-0000-4000-8000-000000000000')[index], { method: 'GET' });
        assert.equal(foreign.status, 404, path);
        assert.deepEqual(describeAnswer(foreign), describeAnswer(none));
      }
      const notice = (chargeId) => shop.notify({ orderId: order, method: 'pix', chargeId, state: 'approved' });
      assert.deepEqual(describeAnswer(await notice(qrCodeId)), describeAnswer(await notice('nenhum')));
      assert.deepEqual((await shop.resolve({ orderId: 'pedido-1', chargeId: qrCodeId })).json, { status: 'unknown' });
    }
    assert.equal(shop.order(FOREIGN).pix.length, 1);
  });

  /** @type {[string, Asked][]} */
  const all = Object.entries(ORDER_REQUESTS).map(([name, request]) => [name, request('pedido-1')]);
  const POSTS = all.filter(([, [, { body }]]) => body);

  it('a POST without Origin and Sec-Fetch-Site, of another origin or of another site, is refused everywhere', async () => {
    const shop = openWithFees();
    /** @type {[string | null, Record<string, string>][]} */
    const senders = [
      [null, {}],
      ['https://evil.example', {}],
      ['https://evil.example', { 'Sec-Fetch-Site': 'same-origin' }],
      ['null', {}],
      [null, { 'Sec-Fetch-Site': 'cross-site' }],
      [null, { 'Sec-Fetch-Site': 'same-site' }],
      [null, { 'Sec-Fetch-Site': 'none' }],
    ];
    /** @type {[string, Asked][]} */
    const posts = [
      ...POSTS,
      ['cards', ['cards', { body: {} }]],
      ['delete', ['service/card/delete', { body: { cardId: 'x' } }]],
      ['tokenize', ['service/card/tokenize', { body: {} }]],
    ];
    for (const [name, [path, options]] of posts) {
      for (const [origin, headers] of senders) {
        assert.equal((await shop.ask(path, { ...options, origin, headers })).status, 403, `${name} ${origin} ${JSON.stringify(headers)}`);
      }
    }
    assert.equal(shop.memory.orders.size, 0);
  });

  it('a POST of the same origin, by either header, is answered', async () => {
    const shop = open();
    const body = { purpose: 'pix-status', orderId: 'pedido-1' };
    assert.equal((await shop.ask('token', { body })).status, 200);
    assert.equal((await shop.ask('token', { body, origin: null, headers: { 'Sec-Fetch-Site': 'same-origin' } })).status, 200);
  });

  it('no forwarded header makes an origin', async () => {
    const shop = open();
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Host: 'evil.example',
      Forwarded: 'host=evil.example;proto=https',
    };
    const body = { purpose: 'pix-status', orderId: 'pedido-1' };
    assert.equal((await shop.ask('token', { body, origin: 'https://evil.example', headers })).status, 403);
    assert.equal((await shop.ask('token', { body, origin: ORIGIN, headers })).status, 200);
  });

  it('the webhook alone needs no origin, and its secret', async () => {
    const shop = open();
    const made = await shop.payPix();
    const notice = { qrCodeId: made.json.qrCodeId, status: 'PAGO' };
    assert.equal((await shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: notice, origin: null, session: null })).status, 204);
    assert.equal((await shop.ask('webhook/wrong', { body: notice, origin: null, session: null })).status, 404);
    assert.equal((await shop.ask(`webhook/${WEBHOOK_SECRET}x`, { body: notice, origin: null, session: null })).status, 404);
  });

  it('a body of more than 16 KiB is 413 everywhere', async () => {
    const shop = openWithFees({ relayCards: true });
    const big = `{"x":"${'a'.repeat(16_384)}"}`;
    const paths = [
      ...POSTS.map(([, [path]]) => path),
      'cards',
      'service/card/delete',
      'service/card/tokenize',
      `webhook/${WEBHOOK_SECRET}`,
    ];
    for (const path of paths) assert.equal((await shop.ask(path, { body: big })).status, 413, path);
  });

  it('whose cookie is none of ours has a session of its own, and sees nothing', async () => {
    const shop = open();
    await shop.askToken({ orderId: 'pedido-compartilhado' });
    const stranger = await shop.askToken({ orderId: 'pedido-compartilhado', attemptId: 'tentativa-2' }, { session: null });
    assert.equal(stranger.status, 503);
    assert.match(
      stranger.headers.get('Set-Cookie') ?? '',
      /^__Host-balcao=[\da-f]{64}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    const repeated = await shop.askToken({ orderId: 'pedido-compartilhado' }, { session: null });
    assert.equal(repeated.status, 503, 'the name of another’s attempt is no key to it');
  });

  /** @type {[string, () => any][]} */
  const nobodies = [
    ['undefined', () => undefined],
    ['null', () => null],
    ['an empty text', () => ''],
  ];
  for (const [what, customerOf] of nobodies) {
    it(`nobody is logged in where customerOf returns ${what}`, async () => {
      const shop = open({ relayCards: true, customerOf });
      assert.equal((await shop.ask('token', { body: { purpose: 'card-token' } })).status, 401);
      assert.equal((await shop.ask('service/card/delete', { body: { cardId: 'x' } })).status, 401);
      const card = { holderName: 'ANA', number: '4111111111111111', expirationDate: '12/39', securityCode: '123', name: 'Meu' };
      assert.equal((await shop.ask('service/card/tokenize', { body: card })).status, 401);
      shop.memory.cards.set('de-ninguem', { customer: customerOf() });
      assert.equal(
        (await shop.ask(`orders/pedido-1/service/card/processPayment`, { body: { ...CARD_BODY, cardId: 'de-ninguem' } })).status,
        403,
      );
      assert.equal(shop.sandbox.state().requests.length, 0);
    });
  }

  it('an amount that is not the order’s is refused, by either way', async () => {
    const shop = open({ relayCards: true });
    for (const amount of ['149.91', '0.01', '14990', 'x', undefined, 149.9]) assert.equal((await shop.askToken({ amount })).status, 422);
    assert.equal((await shop.ask('token', { body: { purpose: 'pix', orderId: 'pedido-2', amount: '149.90' } })).status, 422);
    assert.equal((await shop.ask('token', { body: { purpose: 'pix', orderId: 'pedido-2', amount: '140.00' } })).status, 200);
    for (const amount of [149.91, 0.01, '149.90', undefined, -149.9, 1e9]) {
      assert.equal((await shop.pay({ body: { amount } })).status, 422);
      assert.equal((await shop.payPix({ body: { amount } })).status, 422);
    }
    assert.equal(shop.sandbox.state().charges.length, 0);
    assert.equal(shop.memory.orders.size, 0);
    assert.equal(AMOUNT, 14_990);
  });
});
