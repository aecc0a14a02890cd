import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultKinds } from '../../../src/sandbox/index.ts';
import { CARD, readOutcome as read, readResult, payUntilLimit, useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

const MINUTE = 60_000;
const bia = { session: 'bia', orderId: 'pedido-compartilhado' };
const SHARED = { orderId: 'pedido-compartilhado' };

/** @import { FaultName } from '../../../src/sandbox/faults/faults.ts' */

/**
 * What the relay's page reads by each fault of the service, and how the attempt then stands.
 *
 * @type {[FaultName, string, string][]}
 */
const FAULTS = [
  ['decline', 'declined', 'declined'],
  ['402', 'declined', 'declined'],
  ['400', 'failed', 'failed'],
  ['403', 'failed', 'failed'],
  ['404', 'failed', 'failed'],
  ['405', 'failed', 'failed'],
  ['413', 'failed', 'failed'],
  ['415', 'failed', 'failed'],
  ['422', 'failed', 'failed'],
  ['429', 'failed', 'failed'],
  ['408', 'unconfirmed', 'sent'],
  ['408-after-charge', 'unconfirmed', 'sent'],
  ['409', 'unconfirmed', 'sent'],
  ['500', 'unconfirmed', 'sent'],
  ['503-after-charge', 'unconfirmed', 'sent'],
  ['reset', 'unconfirmed', 'sent'],
  ['reset-after-charge', 'unconfirmed', 'sent'],
  ['cut-after-charge', 'unconfirmed', 'sent'],
  ['redirect', 'unconfirmed', 'sent'],
  ['wrong-shape', 'unconfirmed', 'sent'],
  ['wrong-shape-after-charge', 'unconfirmed', 'sent'],
  ['html', 'unconfirmed', 'sent'],
  ['html-after-charge', 'unconfirmed', 'sent'],
  ['empty-after-charge', 'unconfirmed', 'sent'],
  ['4xx-success-true', 'unconfirmed', 'sent'],
  ['deep-json', 'unconfirmed', 'sent'],
  ['huge', 'unconfirmed', 'sent'],
  ['no-message-after-charge', 'approved', 'charged'],
  ['identifier-number', 'approved', 'charged'],
  ['no-cors-after-charge', 'approved', 'charged'],
];

describe('a charge by the relay', () => {
  const { open } = useShops();
  const openRelay = (options) => open({ relayCards: true, ...options });
  const charges = (shop) => shop.sandbox.state().charges;
  const attempts = (shop, id = 'pedido-1') => (shop.memory.orders.get(id)?.attempts ?? []).map(({ state }) => state);

  it('is made once, with the order’s amount and a token that the page never sees, and settles', async () => {
    const shop = openRelay();
    const answer = await shop.pay({ key: 'chave-1', body: { extra: 'x', token: 'y' } });
    assert.deepEqual([answer.status, read(answer)], [200, 'approved']);
    const [request] = shop.sandbox.state().requests;
    assert.deepEqual(Object.keys(Object(request.body)).sort(), ['amount', 'card', 'installments', 'whoPaysFee']);
    assert.deepEqual(Object.keys(request.headers).sort(), ['accept', 'authorization', 'content-type']);
    assert.deepEqual(
      shop.settled.map(({ paymentId, kind, amountCents, identifier }) => [paymentId, kind, amountCents, identifier]),
      [['chave-1', 'paid', 14_990, charges(shop)[0].identifier]],
    );
    assert.equal(shop.delivered.length, 1);
    assert.equal(charges(shop).length, 1);
  });

  for (const [name, outcome, state] of FAULTS) {
    it(`"${name}" is ${outcome} to the page, ${state} in the ledger, and charged once at most`, async () => {
      const shop = openRelay();
      shop.sandbox.fault('processPayment', name, name === 'huge' ? { bytes: 400_000 } : {});
      const answer = await shop.pay({ key: 'chave-1' });
      assert.equal(read(answer), outcome);
      assert.deepEqual(attempts(shop), [state]);
      assert.ok(charges(shop).length <= 1);
      if (charges(shop).length === 1) assert.notEqual(read(answer), 'failed');
      assert.equal(shop.sandbox.state().collected.length, 0);
      const repeated = await shop.pay({ key: 'chave-1' });
      assert.ok([outcome, 'unconfirmed'].includes(read(repeated)));
      assert.equal(shop.sandbox.state().requests.length, 1, 'it was sent again');
      const isFree = state === 'declined' || state === 'failed';
      const next = await shop.pay({ key: 'chave-2' });
      assert.equal(read(next), isFree ? 'approved' : 'not-sent');
      assert.ok(charges(shop).length <= 1);
      // However it stands, one session’s word moves nothing.
      await shop.notify({ attemptId: 'chave-1', state: 'failed' });
      if (state === 'sent') assert.equal(read(await shop.pay({ key: 'chave-3' })), 'not-sent');
      shop.clock.pass(3 * MINUTE);
      await shop.server.sweep();
      assert.equal((await shop.server.unresolved()).attempts.length, state === 'sent' ? 1 : 0);
    });
  }

  it('has a fault in the table for each of the sandbox’s that is of a charge', () => {
    const others = [
      'success-false',
      'slow',
      'hang',
      'hang-after-charge',
      '401',
      'no-cors-on-error',
      'drip',
      'wrong-charset',
      'status-word',
    ];
    const known = [...FAULTS.map(([name]) => name), ...others];
    assert.deepEqual(
      Object.keys(faultKinds).filter((name) => !known.includes(name) && !name.startsWith('pix-')),
      [],
    );
  });

  /** @type {FaultName[]} */
  const hanging = ['hang', 'hang-after-charge'];
  for (const name of hanging) {
    it(`"${name}" is unconfirmed to the page after the time limit, and what comes later settles`, async (t) => {
      const shop = openRelay();
      shop.sandbox.fault('processPayment', name);
      const answer = await payUntilLimit(
        t,
        () => shop.pay({ key: 'chave-1' }),
        () => shop.sandbox.state().pending.length === 1,
      );
      assert.deepEqual([answer.status, read(answer)], [504, 'unconfirmed']);
      assert.equal(read(await payUntilLimit(t, () => shop.pay({ key: 'chave-1' }))), 'unconfirmed');
      assert.equal(read(await shop.pay({ key: 'chave-2' })), 'not-sent');
      shop.sandbox.release();
      await until(() => shop.settled.length === 1);
      assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
      assert.deepEqual((await shop.pay({ key: 'chave-2' })).json, { sent: false, closed: 'paid' });
      assert.equal(charges(shop).length, 1);
    });
  }

  it('that was declined late lets the next one go', async (t) => {
    const shop = openRelay();
    shop.sandbox.fault('processPayment', 'hang');
    const pay = () => shop.pay({ body: { card: { ...CARD, number: '4000000000000002' } } });
    await payUntilLimit(t, pay, () => shop.sandbox.state().pending.length === 1);
    shop.sandbox.release();
    await until(() => attempts(shop)[0] === 'declined');
    assert.equal(read(await shop.pay()), 'approved');
  });

  it('may still be charged as long as what leaves last may take', async () => {
    const records = { certainty: 'exact', findCharge: async () => ({ status: 'not-charged' }) };
    const shop = openRelay({ records, wrapFetch: () => async () => Response.error() });
    await shop.pay({ ...SHARED, key: 'chave-1' });
    for (const { secondsMore, state } of [
      { secondsMore: 119, state: 'sent' },
      { secondsMore: 2, state: 'not-charged' },
    ]) {
      shop.clock.pass(secondsMore * 1000);
      await shop.server.sweep();
      assert.deepEqual(attempts(shop, SHARED.orderId), [state]);
    }
  });

  it('after a 401 is sent once more, with a new token', async () => {
    const shop = openRelay();
    shop.sandbox.fault('processPayment', '401');
    assert.equal(read(await shop.pay()), 'approved');
    assert.deepEqual([shop.tokens.length, charges(shop).length, shop.sandbox.state().requests.length], [2, 1, 2]);
    shop.sandbox.fault('processPayment', '401', { times: 2 });
    assert.equal(read(await shop.pay({ ...SHARED })), 'failed');
    assert.equal(charges(shop).length, 1);
  });

  it('after a 401 that came too late is not sent any more', async () => {
    const shop = openRelay({
      wrapFetch:
        (send, own) =>
        async (...args) => {
          const response = await send(...args);
          own.clock.pass(2 * MINUTE);
          return response;
        },
    });
    shop.sandbox.fault('processPayment', '401');
    assert.equal(read(await shop.pay()), 'failed');
    assert.equal(shop.sandbox.state().requests.length, 1);
  });

  it('of which the service says "sent: false" is unconfirmed all the same', async () => {
    /** @type {[FaultName, { sent: boolean, message: string, closed?: string, retryAfter?: number }][]} */
    const claims = [
      ['500', { sent: false, closed: 'busy', retryAfter: 1, message: 'x' }],
      ['wrong-shape-after-charge', { sent: false, message: 'ok' }],
    ];
    for (const [name, body] of claims) {
      const shop = openRelay();
      shop.sandbox.fault('processPayment', name, { body });
      const answer = await shop.pay();
      assert.deepEqual([read(answer), answer.status, Object.keys(answer.json)], ['unconfirmed', 502, ['message']]);
    }
    const shop = openRelay({ wrapFetch: () => async () => Response.json({ sent: false }, { status: 503 }) });
    const answer = await shop.pay();
    assert.deepEqual([answer.status, read(answer), attempts(shop)], [502, 'unconfirmed', ['sent']]);
  });

  /** A service that responds so to each charge. */
  const openSaying = (body, { status = 200, headers = {}, ...options } = {}) =>
    openRelay({ wrapFetch: () => async () => Response.json(body, { status, headers }), ...options });
  /** What else may stand in a service's response, and no page is to read. */
  const WORDS = { cliente: 'Maria da Silva', saldo: 12.5, card: { cardId: 'segredo' }, erros: ['limite: 3'] };

  it('tells the page its message, its identifier and when to come back, and no other word of the service', async () => {
    const approved = await openSaying({ success: true, message: 'Pago.', identifier: 42, ...WORDS }).pay();
    assert.deepEqual([approved.status, approved.json], [200, { success: true, message: 'Pago.', identifier: '42' }]);
    const declined = await openSaying({ success: false, message: 'Saldo.', ...WORDS }, { status: 422 }).pay();
    assert.deepEqual([declined.status, declined.json], [402, { success: false, message: 'Saldo.' }]);
    const limited = await openSaying({ ...WORDS }, { status: 429, headers: { 'Retry-After': '7' } }).pay();
    assert.deepEqual([limited.status, limited.json], [429, { message: 'The answer was 429.' }]);
    const result = readResult(limited);
    assert.deepEqual([result.status, 'error' in result && result.error?.retryAfterMs], ['failed', 7000]);
    for (const status of [200, 400, 500]) {
      const lost = await openSaying({ success: true, ...WORDS }, { status }).pay();
      assert.deepEqual([lost.status, read(lost), Object.keys(lost.json)], [502, 'unconfirmed', ['message']]);
    }
  });

  it('whose answer shows the card is told without its digits, in a late answer too', async (t) => {
    const message = `Cartão ${CARD.number} recusado.`;
    const { json } = await openSaying({ success: false, message }, { status: 402 }).pay();
    assert.deepEqual(json, { success: false, message: 'Cartão •••• recusado.' });
    const named = await openSaying({ success: true, identifier: `tx-${CARD.number}` }).pay();
    assert.deepEqual([named.json, readResult(named)], [{ success: true }, { status: 'approved' }]);
    /** @type {((response: Response) => void)[]} */
    const held = [];
    const shop = openRelay({ wrapFetch: () => () => new Promise((resolve) => held.push(resolve)) });
    const pay = () => shop.pay({ key: 'chave-1' });
    await payUntilLimit(t, pay, () => held.length === 1);
    held[0]?.(Response.json({ success: false, message }, { status: 402 }));
    await until(() => attempts(shop)[0] === 'declined');
    assert.deepEqual((await pay()).json, json);
  });

  it('has the result that the server’s profile reads, whatever a page’s profile reads in its answer', async () => {
    const others = /** @type {const} */ (['approved', 'declined', 'failed', 'unconfirmed']);
    for (const outcome of others) {
      const profile = { readCharge: () => outcome };
      const service = { baseUrl: 'https://servico.example/', profile };
      for (const status of [200, 402, 500]) {
        const wrapFetch = () => async () => Response.json({ resultado: outcome }, { status });
        const answer = await openRelay({ service: { ...service, fetch: wrapFetch() } }).pay();
        for (const word of others) assert.equal(readResult(answer, { readCharge: () => word }).status, outcome);
        assert.ok([outcome, 'unconfirmed'].includes(read(answer)), 'a page that does not know the header never reads another result');
      }
    }
  });

  it('gets the same answer when it is asked for again, also if it is unconfirmed', async () => {
    /** @type {FaultName[]} */
    const faults = [
      'no-message-after-charge',
      'decline',
      '403',
      '429',
      '500',
      '503-after-charge',
      'reset-after-charge',
      'html',
      'redirect',
    ];
    for (const name of faults) {
      const shop = openRelay();
      shop.sandbox.fault('processPayment', name);
      const [first, again] = [await shop.pay({ key: 'chave-1' }), await shop.pay({ key: 'chave-1' })];
      assert.deepEqual([again.status, again.text], [first.status, first.text], name);
      assert.equal(shop.sandbox.state().requests.length, 1);
    }
  });

  it('that is unconfirmed here is approved to its page once a person has found it', async () => {
    const shop = openRelay();
    shop.sandbox.fault('processPayment', '500');
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'unconfirmed');
    await shop.server.resolve('chave-1', { status: 'charged', identifier: '700000001' });
    assert.deepEqual(readResult(await shop.pay({ key: 'chave-1' })), {
      status: 'approved',
      identifier: '700000001',
      message: 'Pagamento aprovado.',
    });
  });

  it('that was held up after it was written down is not sent, and its order is free', async () => {
    let heldUpMs = 10_001;
    const wrapLedger = (ledger, own) => ({
      ...ledger,
      change: async (...args) => {
        const result = await ledger.change(...args);
        own.clock.pass(heldUpMs);
        heldUpMs = 0;
        return result;
      },
    });
    const shop = openRelay({ wrapLedger });
    const held = await shop.pay({ ...SHARED, key: 'chave-1' });
    assert.deepEqual([held.status, held.json], [503, { sent: false, closed: 'busy', retryAfter: 5 }]);
    assert.deepEqual((await shop.pay({ ...SHARED, key: 'chave-1' })).json, held.json);
    assert.deepEqual([attempts(shop, SHARED.orderId), shop.sandbox.state().requests.length], [['failed'], 0]);
    assert.equal(read(await shop.pay({ ...bia, key: 'chave-2' })), 'approved');
  });

  it('whose answer shows the token is passed on without it', async () => {
    const echo =
      () =>
      async (_, { headers }) =>
        Response.json({ success: false, message: `Token: ${headers.Authorization}` }, { status: 402 });
    const answer = await openRelay({ wrapFetch: echo }).pay();
    assert.deepEqual(answer.json, { success: false, message: 'Token: Bearer ••••' });
  });

  it('whose answer shows the token in another way of writing JSON is passed on without it', async () => {
    const token = 'abc/def+ghi/0123456789';
    const written = token.replaceAll('/', '\\/').replaceAll('+', '\\u002b');
    const echo = () => async () => new Response(`{"success":false,"message":"Token: ${written}"}`, { status: 402 });
    const answer = await openRelay({ tokens: async () => token, wrapFetch: echo }).pay();
    assert.deepEqual(answer.json, { success: false, message: 'Token: ••••' });
  });

  it('whose answer has a status that no response may have is unconfirmed, also when it is asked for again', async () => {
    const odd = () => async () => new Proxy(Response.json({ message: 'x' }), { get: (target, name) => readOdd(target, name) });
    const readOdd = (target, name) => {
      const value = name === 'status' ? 999 : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    };
    const shop = openRelay({ wrapFetch: odd });
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'unconfirmed');
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'unconfirmed');
  });

  it('is named like no payment of another kind: it would be in the way of another order’s Pix', async () => {
    const shop = openRelay();
    const { json } = await shop.payPix({ orderId: 'pedido-da-bia', session: 'bia' });
    for (const name of [`pix-${json.qrCodeId}`, 'lost-700000001']) {
      assert.equal((await shop.askToken({ attemptId: name })).status, 400);
    }
    assert.equal(read(await shop.pay({ key: `pix-${json.qrCodeId}` })), 'approved');
    shop.sandbox.settlePix(json.qrCodeId);
    shop.clock.pass(60_000);
    await shop.server.sweep();
    assert.deepEqual(
      shop.settled.map(({ orderId, method, kind }) => [orderId, method, kind]),
      [
        ['pedido-1', 'card', 'paid'],
        ['pedido-da-bia', 'pix', 'paid'],
      ],
    );
  });

  it('whose answer is no response at all is unconfirmed, also when it is asked for again', async () => {
    const shop = openRelay({ wrapFetch: () => async () => Response.error() });
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'unconfirmed');
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'unconfirmed');
  });

  it('is one of many that come at once, by whatever session', async () => {
    const shop = openRelay({ limits: { chargesPerOrder: 100, declinesPerSession: 100 } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => shop.pay({ ...(index % 2 ? SHARED : bia), key: `k-${index}` })),
    );
    assert.equal(answers.filter((answer) => read(answer) === 'approved').length, 1);
    assert.equal(answers.filter((answer) => read(answer) === 'not-sent').length, 39);
    assert.equal(charges(shop).length, 1);
  });

  it('under one key is one, asked for at once, later, after a restart and by another session', async () => {
    const shop = openRelay();
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.pay({ ...SHARED, key: 'chave-1' })));
    assert.ok(answers.every((answer) => read(answer) === 'approved'));
    assert.equal(read(await shop.pay({ ...SHARED, key: 'chave-1' })), 'approved');
    const restarted = openRelay({ memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
    assert.equal(read(await restarted.pay({ ...SHARED, key: 'chave-1' })), 'approved');
    const other = await restarted.pay({ ...bia, key: 'chave-1' });
    assert.deepEqual([other.status, read(other)], [409, 'unconfirmed'], 'its page may have got its cookie since');
    assert.equal(charges(shop).length, 1);
  });

  it('under one key is never refused to the one of two that come at once, and made for the other', async () => {
    // The second comes while the first waits for its token. By then its order is closed.
    const answers = [];
    let finds = 0;
    const find = (id) => {
      finds += 1;
      return { id, amountCents: 14_990, isClosed: answers.length > 1 };
    };
    const tokens = async () => {
      answers.push(shop.pay({ key: 'chave-1' }));
      await until(() => finds > 1);
      // There is time to refuse it, if it is refused by itself.
      for (let turn = 0; turn < 1000; turn += 1) await new Promise(setImmediate);
      return shop.sandbox.issueToken({ expiresIn: 900 }).token;
    };
    const shop = openRelay({ orders: { find }, tokens });
    answers.push(shop.pay({ key: 'chave-1' }));
    await until(() => answers.length > 1);
    assert.deepEqual((await Promise.all(answers)).map(read), ['approved', 'approved']);
    assert.equal(charges(shop).length, 1);
    const refused = openRelay();
    refused.sandbox.fault('processPayment', '403', { times: 2 });
    assert.deepEqual((await Promise.all([refused.pay({ key: 'chave-1' }), refused.pay({ key: 'chave-1' })])).map(read), [
      'failed',
      'failed',
    ]);
    assert.equal(refused.sandbox.state().requests.length, 1);
  });

  it('that its browser sends again before it has a cookie is told to have been sent, and never not to have been', async () => {
    const shop = openRelay();
    await shop.pay({ ...SHARED, session: null, key: 'chave-1' });
    const again = await shop.pay({ ...SHARED, session: null, key: 'chave-1' });
    assert.deepEqual([again.status, read(again)], [409, 'unconfirmed']);
    assert.equal(charges(shop).length, 1);
  });

  it('with tokens that serve one request is not sent again after a 401, and unconfirmed', async () => {
    const shop = openRelay({ tokens: async () => ({ token: 'recusado', expiresIn: 900, singleUse: true }) });
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'unconfirmed');
    assert.equal(shop.sandbox.state().requests.length, 1);
  });

  it('that was declined is declined to the same key after a restart, and one that failed is unconfirmed until its page asks', async () => {
    const shop = openRelay();
    shop.sandbox.fault('processPayment', 'decline');
    await shop.pay({ key: 'chave-1' });
    shop.sandbox.fault('processPayment', '403');
    await shop.pay({ key: 'chave-2' });
    const restarted = openRelay({ memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
    assert.equal(read(await restarted.pay({ key: 'chave-1' })), 'declined');
    assert.equal(read(await restarted.pay({ key: 'chave-2' })), 'unconfirmed');
    assert.deepEqual((await restarted.resolve({ attemptId: 'chave-2' })).json, { status: 'not-charged' });
    assert.equal(shop.sandbox.state().requests.length, 2);
  });

  it('without a key is found again by its session where it was charged, and is never said not to be', async () => {
    const shop = openRelay();
    shop.sandbox.fault('processPayment', 'reset-after-charge');
    await shop.pay();
    assert.deepEqual((await shop.resolve({ attemptId: 'da-pagina' })).json, { status: 'unknown' });
    const [{ attemptId }] = shop.order().attempts;
    await shop.server.resolve(attemptId, { status: 'charged', identifier: '700000001' });
    assert.equal((await shop.resolve({ attemptId: 'da-pagina' })).json.status, 'charged');
    const declined = openRelay();
    declined.sandbox.fault('processPayment', 'decline');
    await declined.pay(SHARED);
    for (const session of ['ana', 'bia'])
      assert.deepEqual((await declined.resolve({ ...SHARED, attemptId: 'da-pagina' }, { session })).json, { status: 'unknown' });
  });

  it('by a service that knows its key carries it, and is sent again under it', async () => {
    const profile = { idempotency: { header: 'Idempotency-Key' } };
    const shop = openRelay({ service: { baseUrl: 'https://servico.example/', profile }, sandboxOptions: { idempotency: 'header' } });
    shop.sandbox.fault('processPayment', 'reset-after-charge');
    assert.equal(read(await shop.pay({ key: 'chave-1' })), 'approved');
    const { requests } = shop.sandbox.state();
    assert.deepEqual(
      requests.map(({ headers }) => headers['idempotency-key']),
      ['chave-1', 'chave-1'],
    );
    assert.equal(charges(shop).length, 1);
  });
});
