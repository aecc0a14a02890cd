import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { listen } from '../../support/listen.mjs';
import { useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const ACCOUNT = { operation: 'open-account', method: 'POST', path: 'account/business', body: { cnpj: '11.222.333/0001-81' } };

/** What a service responds: `{ status, headers, body }`, or nothing at all. */
const CREATED = { status: 201, body: JSON.stringify({ success: true, accountId: 'a-1' }) };

describe('a request of the shop to the service', () => {
  const { open } = useShops();
  const closing = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** A shop whose service is a server that answers `answers`, one after the other; the last one again and again. */
  async function openWith(answers, options = {}) {
    const requests = [];
    const respond = async (request, response) => {
      const { method, url, headers } = request;
      requests.push({ method, url, headers, body: await text(request) });
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (answer === 'broken') return response.socket?.destroy();
      if (answer !== 'silent') response.writeHead(answer.status, answer.headers).end(answer.body);
    };
    const server = createServer((request, response) => void respond(request, response));
    const origin = `http://127.0.0.1:${await listen(server)}`;
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const shop = open({ service: { baseUrl: `${origin}/v1/`, fetch: globalThis.fetch }, ...options });
    return { ...shop, requests, origin, request: (changes) => shop.server.service.request({ ...ACCOUNT, ...changes }) };
  }

  it('is sent below the base URL with a token, and resolves with the status and the JSON of the response', async () => {
    const shop = await openWith([CREATED]);
    assert.deepEqual(await shop.request(), { status: 201, body: { success: true, accountId: 'a-1' } });
    const [{ method, url, headers, body }] = shop.requests;
    assert.deepEqual([method, url, JSON.parse(body)], ['POST', '/v1/account/business', ACCOUNT.body]);
    assert.equal(headers.authorization, `Bearer ${shop.tokens[0]}`);
    assert.equal(headers['content-type'], 'application/json');
    const event = shop.events.find(({ type }) => type === 'service-request');
    assert.deepEqual(event, { type: 'service-request', operation: 'open-account', status: 201, durationMs: 0 });
    assert.deepEqual(await shop.request({ method: 'GET', path: '/account?page=2', body: undefined }), {
      status: 201,
      body: JSON.parse(CREATED.body),
    });
    assert.equal(shop.requests[1].url, '/v1/account?page=2');
  });

  for (const [what, answer, expected] of [
    ['an error', { status: 422, body: '{"message":"CNPJ"}' }, { status: 422, body: { message: 'CNPJ' } }],
    ['no JSON', { status: 200, body: '<html>' }, { status: 200, body: undefined }],
    ['no body', { status: 204 }, { status: 204, body: undefined }],
    ['more than 256 KiB', { status: 200, body: JSON.stringify('x'.repeat(262_144)) }, { status: 200, body: undefined }],
    ['a server error', { status: 503, body: '{}' }, { status: 503, body: {} }],
  ])
    it(`resolves with a response that is ${what}, and sends nothing again`, async () => {
      const shop = await openWith([answer]);
      assert.deepEqual(await shop.request(), expected);
      assert.equal(shop.requests.length, 1);
    });

  it('follows no redirect, so that neither the token nor the body goes elsewhere', async () => {
    const shop = await openWith([{ status: 307, headers: { Location: '/v1/other' }, body: '{}' }]);
    assert.equal((await shop.request()).status, 307);
    assert.equal(shop.requests.length, 1);
  });

  it('is not sent again after a 401, but the next one has a new token', async () => {
    const shop = await openWith([{ status: 401, body: '{}' }, CREATED]);
    assert.equal((await shop.request()).status, 401);
    assert.equal(shop.requests.length, 1);
    assert.equal((await shop.request()).status, 201);
    assert.notEqual(shop.requests[0].headers.authorization, shop.requests[1].headers.authorization);
  });

  it('is sent once more after a 401 if it is a GET, and no further', async () => {
    const shop = await openWith([{ status: 401, body: '{}' }]);
    assert.equal((await shop.request({ method: 'GET', body: undefined })).status, 401);
    assert.equal(shop.requests.length, 2);
    assert.notEqual(shop.requests[0].headers.authorization, shop.requests[1].headers.authorization);
  });

  for (const method of ['GET', 'POST'])
    it(`rejects where the connection of a ${method} breaks, with nothing of the request, and does not send it again`, async () => {
      const shop = await openWith(['broken']);
      const error = await shop.request({ method, ...(method === 'GET' && { body: undefined }) }).catch((reason) => reason);
      assert.equal(error.code, 'network');
      assert.doesNotMatch(JSON.stringify([error, error.message, String(error.cause), shop.events]), /0001-81|account\/business/);
      assert.equal(shop.requests.length, 1);
      assert.ok(shop.events.some((event) => event.type === 'failure' && event.operation === 'open-account'));
    });

  it('masks the token in a response that repeats it', async () => {
    const shop = await openWith([CREATED]);
    await shop.request();
    const [token] = shop.tokens;
    const echo = await openWith([{ status: 400, body: JSON.stringify({ seen: `Bearer ${token}` }) }], { tokens: async () => token });
    assert.deepEqual(await echo.request(), { status: 400, body: { seen: 'Bearer ••••' } });
  });

  it('ends with its time limit, and with its signal', async (t) => {
    const shop = await openWith(['silent']);
    const gone = new AbortController();
    const aborted = assert.rejects(shop.request({ signal: gone.signal }), { code: 'aborted' });
    await until(() => shop.requests.length === 1);
    gone.abort();
    await aborted;
    await assert.rejects(shop.request({ signal: gone.signal }), { code: 'aborted' });
    assert.equal(shop.requests.length, 1);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const late = assert.rejects(shop.request(), { code: 'timeout' });
    await until(() => shop.requests.length === 2);
    t.mock.timers.tick(15_000);
    await late;
  });

  it('is not sent without a token', async () => {
    const shop = await openWith([CREATED], { tokens: () => Promise.reject(new Error('senha=segredo')) });
    const error = await shop.request().catch((reason) => reason);
    assert.equal(error.code, 'token-source');
    assert.doesNotMatch(error.message, /segredo/);
    assert.equal(shop.requests.length, 0);
  });

  it('waits for its token no longer than its signal and its time limit say, and sends nothing then', async (t) => {
    const shop = await openWith([CREATED], {
      tokens: () => new Promise(() => {}),
      service: { profile: { timeLimits: { otherMs: 1000 } } },
    });
    const gone = new AbortController();
    const aborted = assert.rejects(shop.request({ signal: gone.signal }), { code: 'aborted' });
    setTimeout(() => gone.abort(), 10);
    await aborted;
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isOver = false;
    const late = assert.rejects(shop.request(), { code: 'token-source' }).finally(() => (isOver = true));
    await until(() => {
      t.mock.timers.tick(100);
      return isOver;
    });
    await late;
    assert.equal(shop.requests.length, 0);
  });

  it('is waited for by a server that closes', async () => {
    let respond = () => {};
    const shop = await openWith([CREATED], {
      service: {
        baseUrl: 'https://servico.example/',
        fetch: () => new Promise((resolve) => (respond = () => resolve(new Response('{}', { status: 201 })))),
      },
    });
    const order = [];
    const asked = shop.request().then(({ status }) => order.push(status));
    await until(() => shop.tokens.length === 1);
    const closed = shop.server.close().then(() => order.push('closed'));
    setTimeout(() => respond(), 50);
    await Promise.all([asked, closed]);
    assert.deepEqual(order, [201, 'closed']);
  });

  for (const path of [
    ...[
      '',
      '/',
      '//evil.example/x',
      'https://evil.example/x',
      'javascript:x',
      '..',
      '../x',
      'a/../../x',
      'a/./b',
      'a/%2e%2e/b',
      'a/%252E./b',
    ],
    ...[
      'a%3F/../../b',
      'a%253f/../card/processPayment',
      'a%23/%2e%2e/b',
      'a/..%2fb',
      'a\\..\\b',
      'a/%5c../b',
      'a b',
      'a\nb',
      'a%00b',
      'a#b',
      'a/..;x/b',
      '%',
      undefined,
      7,
    ],
  ])
    it(`refuses the path ${JSON.stringify(path)}`, async () => {
      const shop = await openWith([CREATED]);
      await assert.rejects(shop.request({ path }), { code: 'invalid-input', message: /^path cannot be used\./ });
      assert.equal(shop.requests.length, 0);
    });

  for (const path of [
    'card/processPayment',
    '/card/processPayment/',
    'card//processpayment?x',
    'c%61rd/processPayment',
    'pix/generateQrCode;v=1',
    'card/processPayment%3Fx',
    'card/processPayment%23x',
  ])
    it(`refuses ${path}: the ledger would not know of the payment`, async () => {
      const shop = await openWith([CREATED]);
      await assert.rejects(shop.request({ path }), { code: 'invalid-input', message: /ledger/ });
      assert.equal(shop.requests.length, 0);
    });

  for (const [field, change] of [
    ['operation', { operation: 'open account' }],
    ['operation', { operation: '' }],
    ['operation', { operation: undefined }],
    ['operation', { operation: '-x' }],
    ['method', { method: 'CONNECT' }],
    ['method', { method: 'get' }],
    ['body', { method: 'GET' }],
    ['body', { body: 1n }],
    ['body', { body: () => {} }],
  ])
    it(`refuses ${field} ${String(Object.values(change)[0]).slice(0, 20)}`, async () => {
      const shop = await openWith([CREATED]);
      await assert.rejects(shop.request(change), { code: 'invalid-input', message: new RegExp(`^${field} cannot be used\\.`) });
      assert.equal(shop.requests.length, 0);
    });
});
