import { expect } from '@open-wc/testing';
import type { ServiceProfileInput } from '../../../src/client/index.js';
import type { PaymentsClientOptions } from '../../../src/client/service.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import type { FakeClock } from '../../support/fake-clock.js';
import { broken, FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';
import { createTestClient, payment } from './charge-setup.js';
import { waitUntil } from '../../support/wait-until.js';
import { passPause } from './pass-pause.js';

const good = json(200, { success: true, message: 'ok', identifier: 'tx-1' });
const declined = json(200, { success: false, message: 'Saldo insuficiente' });
const header = { idempotency: { header: 'Idempotency-Key' } } satisfies ServiceProfileInput;

/** The service's own word "declined", by a status with which it may refuse what it has already. */
const refusedDeclines = [
  ['400 that says declined', json(400, { success: false, message: 'Chave já usada.' })],
  ['422 that says declined', json(422, { success: false, message: 'Transação duplicada.' })],
] as const;

/** What a service may say to a charge that it has already. */
const refusals = [
  ...refusedDeclines,
  ['400', json(400, { message: 'x' })],
  ['405', text(405, '')],
  ['403', json(403, {})],
  ['404', json(404, {})],
  ['409', json(409, {})],
  ['422', json(422, { message: 'x' })],
  ['429', json(429, {}, { 'Retry-After': '2' })],
] as const;

function codeOf(result: ChargeResult | undefined): string | undefined {
  return result && 'error' in result ? result.error.code : undefined;
}

/** A charge under way. */
interface Paying {
  clock: FakeClock;
  result: Promise<ChargeResult>;
  /** Whether it has ended. */
  isOver: () => boolean;
  controller: AbortController;
}

function pay(options: Partial<PaymentsClientOptions> = {}): Paying {
  const { client, clock } = createTestClient({ profile: header, ...options });
  const controller = new AbortController();
  let isOver = false;
  const result = client.processPayment(payment, { attemptId: 'attempt-1', signal: controller.signal });
  void result.then(() => (isOver = true));
  return { clock, result, isOver: () => isOver, controller };
}

describe('the key of a charge', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  it('is the attempt, in the header that the profile names', async () => {
    stub.reply(good);
    await pay().result;
    expect(stub.requests[0]?.headers).to.deep.equal({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: 'Bearer token-1',
      'Idempotency-Key': 'attempt-1',
    });
    expect(stub.requests[0]?.body).to.have.all.keys('amount', 'installments', 'whoPaysFee', 'card');
  });

  it('is the attempt, in the field that the profile names', async () => {
    stub.reply(good);
    await pay({ profile: { idempotency: { field: 'requestId' } } }).result;
    expect(stub.requests[0]?.headers).to.have.all.keys('Accept', 'Content-Type', 'Authorization');
    expect(stub.requests[0]?.body).to.have.all.keys('amount', 'installments', 'whoPaysFee', 'card', 'requestId');
    expect(stub.requests[0]?.body).to.include({ requestId: 'attempt-1' });
  });

  it('stays the same when a 401 makes it two requests, and a lost answer three', async () => {
    stub.reply(json(401, {}), broken(), good);
    const { clock, result } = pay();
    await passPause(clock, 2000);
    expect((await result).status).to.equal('approved');
    expect(stub.requests.map(({ headers }) => headers['Idempotency-Key'])).to.deep.equal(['attempt-1', 'attempt-1', 'attempt-1']);
  });

  it('is told to the shop’s own server without the setting, too: what the browser sends again is then no other attempt', async () => {
    stub.reply(broken());
    const { result } = pay({ baseUrl: '/shop/orders/42/service/', profile: {} });
    expect((await result).status).to.equal('unconfirmed');
    expect(stub.requests.map(({ headers }) => headers['Idempotency-Key'])).to.deep.equal(['attempt-1']);
  });

  it('is one of its own where the caller names no attempt', async () => {
    stub.reply(good);
    const { client } = createTestClient({ profile: header });
    await client.processPayment(payment);
    await client.processPayment(payment);
    const [first, second] = stub.requests.map(({ headers }) => headers['Idempotency-Key']);
    expect(first).to.match(/^[\da-f-]{36}$/);
    expect(second)
      .to.match(/^[\da-f-]{36}$/)
      .and.not.to.equal(first);
  });

  it('is checked before anything is sent', async () => {
    const { client } = createTestClient({ profile: header });
    for (const attemptId of ['', 'pedido 1', 'pedido\n1', 'ação']) {
      const result = await client.processPayment(payment, { attemptId });
      expect(result, attemptId).to.include({ status: 'failed', sent: false });
      expect(codeOf(result)).to.equal('invalid-input');
    }
    expect(stub.requests).to.have.length(0);
  });
});

describe('a lost charge', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  const losses: [string, ReturnType<typeof broken>][] = [
    ['a broken connection', broken()],
    ['502', text(502, '<h1>Bad gateway</h1>')],
    ['503', json(503, { success: false, message: 'Fora do ar' })],
    ['504', text(504, '')],
    ['409, since it is under way', json(409, { message: 'Em andamento' })],
  ];
  for (const [what, loss] of losses) {
    it(`is sent again after ${what}, as it was`, async () => {
      stub.reply(loss, good);
      const { clock, result } = pay();
      await passPause(clock, 1000);
      expect(await result).to.deep.equal({ status: 'approved', identifier: 'tx-1', message: 'ok' });
      const [first, second] = stub.requests.map(({ url, headers, body }) => ({ url, headers, body }));
      expect(second).to.deep.equal(first);
      expect(clock.pending).to.equal(0);
    });

    it(`is never sent again after ${what} without the setting`, async () => {
      stub.reply(loss);
      const { clock, result } = pay({ profile: {} });
      expect((await result).status).to.equal('unconfirmed');
      await clock.advance(60_000);
      expect(stub.requests).to.have.length(1);
    });
  }

  it('is sent again three times at most, with pauses that double', async () => {
    stub.reply(broken());
    const { clock, result } = pay();
    for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
    const ended = await result;
    expect([ended.status, codeOf(ended), stub.requests.length, clock.pending]).to.deep.equal(['unconfirmed', 'network', 4, 0]);
    expect(ended).to.not.have.property('late');
  });

  it('tells each time that it was sent again, and of nothing else', async () => {
    stub.reply(json(401, {}), broken(), broken(), good);
    const { client, clock } = createTestClient({ profile: header });
    let count = 0;
    const result = client.processPayment(payment, { onResend: () => (count += 1) });
    for (const ms of [2000, 4000]) await passPause(clock, ms);
    expect((await result).status).to.equal('approved');
    expect([count, stub.requests.length]).to.deep.equal([3, 4]);
  });

  it('has shorter pauses within a shorter time limit', async () => {
    stub.reply(broken());
    const { clock, result } = pay({ profile: { ...header, timeLimits: { cardMs: 1500 } } });
    for (const ms of [50, 100, 200]) await passPause(clock, ms);
    await result;
    expect(stub.requests).to.have.length(4);
  });

  const others: [string, ReturnType<typeof broken>][] = [
    ['408', text(408, '')],
    ['500', json(500, {})],
    ['HTML', text(200, '<h1>ok</h1>')],
    ['another shape', json(200, { success: true })],
  ];
  for (const [what, reply] of others) {
    it(`is none that was answered by ${what}`, async () => {
      stub.reply(reply);
      const { clock, result } = pay();
      expect((await result).status).to.equal('unconfirmed');
      expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
    });
  }

  it("is none where the shop's readCharge knows the answer: it is a refusal, and asked about at once", async () => {
    stub.reply(text(503, ''));
    const { clock, result } = pay({ profile: { ...header, readCharge: () => 'failed' } });
    expect((await result).status).to.equal('failed');
    expect([stub.requests.length, clock.pending]).to.deep.equal([2, 0]);
  });

  it('is sent again when a limiter lets it, by its Retry-After', async () => {
    stub.reply(json(429, {}, { 'Retry-After': '7' }), json(429, {}), good);
    const { clock, result } = pay();
    for (const ms of [7000, 2000]) await passPause(clock, ms);
    expect((await result).status).to.equal('approved');
    expect([stub.requests.length, clock.pending]).to.deep.equal([3, 0]);
  });

  it('is unconfirmed where a limiter answers each time', async () => {
    stub.reply(json(429, {}));
    const { clock, result } = pay();
    for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
    expect([(await result).status, codeOf(await result), stub.requests.length]).to.deep.equal(['unconfirmed', 'rate-limited', 4]);
  });

  it('is unconfirmed at once where the limiter asks to wait beyond the time limit', async () => {
    stub.reply(json(429, {}, { 'Retry-After': '60' }));
    const { clock, result } = pay();
    expect([(await result).status, stub.requests.length, clock.pending]).to.deep.equal(['unconfirmed', 1, 0]);
  });

  it('is unconfirmed where a limiter answers what asks about a refusal, as often as it is asked', async () => {
    stub.reply(json(422, {}), json(429, {}));
    const { clock, result } = pay();
    for (const ms of [2000, 4000]) await passPause(clock, ms);
    expect([(await result).status, stub.requests.length]).to.deep.equal(['unconfirmed', 4]);
  });

  it('is not sent again once the time limit is over, by whatever clock', async () => {
    const held = new HeldReply();
    stub.reply(held.reply);
    const { clock, result } = pay();
    await waitUntil(() => stub.requests.length === 1, 'a request');
    // A device that slept: every timer is due at once.
    clock.jump(40_000);
    await clock.advance(0);
    const ended = await result;
    expect(codeOf(ended)).to.equal('timeout');
    held.release(broken());
    expect(ended.status === 'unconfirmed' && (await ended.late)?.status).to.equal('unconfirmed');
    expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
  });

  it('ends at once where the next pause would be longer than what is left', async () => {
    const held = [new HeldReply(), new HeldReply(), new HeldReply()];
    stub.reply(...held.map(({ reply }) => reply));
    const { clock, result } = pay();
    await passPause(clock, 10_000);
    await passPause(clock, 11_000);
    await clock.advance(6000);
    for (const each of held) each.release(broken());
    expect(codeOf(await result)).to.equal('network');
    expect([stub.requests.length, clock.pending]).to.deep.equal([3, 0]);
  });

  it('is not sent again once it is given up', async () => {
    stub.reply(broken());
    const { clock, result, controller } = pay();
    await waitUntil(() => clock.nextDelayMs === 1000, 'a pause');
    controller.abort();
    const ended = await result;
    expect(codeOf(ended)).to.equal('aborted');
    expect(ended.status === 'unconfirmed' && (await ended.late)?.status).to.equal('unconfirmed');
    await clock.advance(60_000);
    expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
  });

  it('is not sent again when its connection breaks after it was given up', async () => {
    const held = new HeldReply();
    stub.reply(held.reply);
    const { clock, result, controller } = pay();
    await waitUntil(() => stub.requests.length === 1, 'a request');
    controller.abort();
    const ended = await result;
    held.release(broken());
    expect(ended.status === 'unconfirmed' && (await ended.late)?.status).to.equal('unconfirmed');
    expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
  });

  it('is not sent while the device is offline: that turn passes', async () => {
    let isOnline = true;
    stub.reply(broken(), good);
    const { clock, result } = pay({ isOnline: () => isOnline });
    await waitUntil(() => clock.nextDelayMs === 1000, 'a pause');
    isOnline = false;
    await clock.advance(1000);
    expect(stub.requests).to.have.length(1);
    isOnline = true;
    await passPause(clock, 2000);
    expect((await result).status).to.equal('approved');
    expect(stub.requests).to.have.length(2);
  });

  it('ends unconfirmed where the device stays offline', async () => {
    let isOnline = true;
    stub.reply(broken());
    const { clock, result } = pay({ isOnline: () => isOnline });
    await waitUntil(() => clock.nextDelayMs === 1000, 'a pause');
    isOnline = false;
    for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
    expect([(await result).status, stub.requests.length, clock.pending]).to.deep.equal(['unconfirmed', 1, 0]);
  });
});

describe('a charge that was sent again', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  for (const [what, reply] of refusals) {
    it(`is asked about again when it is answered by ${what}, which says nothing of the one before`, async () => {
      stub.reply(broken(), reply, reply, good);
      const { clock, result } = pay();
      for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
      expect((await result).status).to.equal('approved');
      expect([stub.requests.length, clock.pending]).to.deep.equal([4, 0]);
    });

    it(`is unconfirmed when it is answered by ${what} each time`, async () => {
      stub.reply(broken(), reply);
      const { clock, result } = pay();
      for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
      expect((await result).status).to.equal('unconfirmed');
      expect([stub.requests.length, clock.pending]).to.deep.equal([4, 0]);
    });
  }

  it('has another token after a 401', async () => {
    stub.reply(broken(), json(401, {}), good);
    const getToken = (
      (count) => () =>
        `token-${(count += 1)}`
    )(0);
    const { clock, result } = pay({ getToken });
    for (const ms of [1000, 2000]) await passPause(clock, ms);
    expect((await result).status).to.equal('approved');
    expect(stub.requests.map(({ headers }) => headers['Authorization'])).to.deep.equal([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  for (const [what, reply] of [
    ['500', json(500, {})],
    ['HTML', text(200, '<h1>ok</h1>')],
  ] as const) {
    it(`is unconfirmed, and not sent again, when it is answered by ${what}`, async () => {
      stub.reply(broken(), reply);
      const { clock, result } = pay();
      await passPause(clock, 1000);
      expect((await result).status).to.equal('unconfirmed');
      expect([stub.requests.length, clock.pending]).to.deep.equal([2, 0]);
    });
  }

  it("is unconfirmed when the page's policy blocks it by then", async () => {
    stub.reply(broken());
    // At an address of its own: requests that other tests have left waiting are under way at theirs.
    const { clock, result } = pay({ baseUrl: 'https://blocked.example/', wasBlocked: () => stub.requests.length > 1 });
    await passPause(clock, 1000);
    expect([(await result).status, codeOf(await result), stub.requests.length]).to.deep.equal(['unconfirmed', 'blocked-by-page', 2]);
  });

  it('is declined by a service that knows its key', async () => {
    stub.reply(broken(), declined);
    const { clock, result } = pay();
    await passPause(clock, 1000);
    expect(await result).to.deep.equal({ status: 'declined', message: 'Saldo insuficiente' });
  });
});

describe('a charge that is refused, with a key', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  for (const [what, reply] of refusals) {
    if (what === '409' || what === '429') continue;
    const isDecline = what.endsWith('declined');
    const status = isDecline ? 'declined' : 'failed';
    it(`by ${what} is ${status} once it is refused again, at once`, async () => {
      stub.reply(reply);
      const { clock, result } = pay();
      expect((await result).status).to.equal(status);
      expect([stub.requests.length, clock.pending]).to.deep.equal([2, 0]);
    });

    it(`by ${what} is approved where that was the answer to what the browser had sent again`, async () => {
      stub.reply(reply, good);
      const { result } = pay();
      expect((await result).status).to.equal('approved');
      expect(stub.requests.map(({ headers }) => headers['Idempotency-Key'])).to.deep.equal(['attempt-1', 'attempt-1']);
    });

    it(`by ${what} is unconfirmed where the answer to the second is lost`, async () => {
      stub.reply(reply, broken());
      const { clock, result } = pay();
      for (const ms of [2000, 4000]) await passPause(clock, ms);
      expect((await result).status).to.equal('unconfirmed');
      expect(stub.requests).to.have.length(4);
    });

    it(`by ${what} late, once nobody waits, is unconfirmed: it cannot be asked about`, async () => {
      const held = new HeldReply();
      stub.reply(held.reply);
      const { result, controller } = pay();
      await waitUntil(() => stub.requests.length === 1, 'a request');
      controller.abort();
      const ended = await result;
      held.release(reply);
      expect(ended.status === 'unconfirmed' && (await ended.late)?.status).to.equal('unconfirmed');
      expect(stub.requests).to.have.length(1);
    });

    it(`by ${what} without a key is ${status}, and nothing is asked`, async () => {
      stub.reply(reply);
      const { clock, result } = pay({ profile: {} });
      expect((await result).status).to.equal(status);
      expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
    });
  }

  for (const [what, reply] of [
    ['200', declined],
    ['402', json(402, { success: false, message: 'Saldo insuficiente' })],
  ] as const) {
    it(`by ${what} that says declined is declined, and not asked about`, async () => {
      stub.reply(reply);
      const { clock, result } = pay();
      expect(await result).to.deep.equal({ status: 'declined', message: 'Saldo insuficiente' });
      expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
    });
  }

  it('in two ways is asked about until it is refused twice alike', async () => {
    stub.reply(json(401, {}), json(422, {}), json(422, {}));
    const { clock, result } = pay();
    await passPause(clock, 2000);
    expect((await result).status).to.equal('failed');
    expect(stub.requests).to.have.length(3);
  });

  it('in another way each time is unconfirmed', async () => {
    stub.reply(json(422, {}), json(403, {}), json(401, {}), json(404, {}));
    const { clock, result } = pay();
    for (const ms of [2000, 4000]) await passPause(clock, ms);
    expect([(await result).status, stub.requests.length]).to.deep.equal(['unconfirmed', 4]);
  });

  for (const profile of [header, {}]) {
    it(`by 401, and no other token can be got, is ${profile === header ? 'unconfirmed' : 'failed without a key'}`, async () => {
      stub.reply(json(401, {}));
      const getToken = (): string => {
        if (stub.requests.length > 0) throw new Error('no more');
        return 'token-1';
      };
      const result = await pay({ profile, getToken }).result;
      const status = profile === header ? 'unconfirmed' : 'failed';
      expect([result.status, codeOf(result), stub.requests.length]).to.deep.equal([status, 'token-source', 1]);
    });

    it(`by 401 twice has failed${profile === header ? '' : ' without a key'}`, async () => {
      stub.reply(json(401, {}));
      const result = await pay({ profile }).result;
      expect([result.status, codeOf(result), stub.requests.length]).to.deep.equal(['failed', 'unauthorized', 2]);
    });
  }

  // What refused it may have been the answer to what the browser had sent again, and nobody could ask.
  it('is unconfirmed where nothing was sent again, since there was no other token', async () => {
    let asked = 0;
    stub.reply(json(422, {}));
    const getToken = (): { token: string; singleUse: boolean } => {
      if ((asked += 1) > 1) throw new Error('no more');
      return { token: 'token-1', singleUse: true };
    };
    const result = await pay({ getToken }).result;
    expect([result.status, codeOf(result), stub.requests.length]).to.deep.equal(['unconfirmed', 'token-source', 1]);
  });

  it('is unconfirmed where nothing was sent again, since the device was offline', async () => {
    stub.reply(json(422, {}));
    const { clock, result } = pay({ isOnline: () => stub.requests.length === 0 });
    for (const ms of [2000, 4000]) await passPause(clock, ms);
    const { status } = await result;
    expect([status, stub.requests.length, clock.pending]).to.deep.equal(['unconfirmed', 1, 0]);
  });

  const notSent = json(503, { sent: false, closed: 'busy' });
  for (const [what, first] of [['broke', broken()], ...refusals] as const) {
    it(`is unconfirmed where a relay sent nothing of the second, and the first ${what === 'broke' ? what : `was answered by ${what}`}`, async () => {
      stub.reply(first, notSent);
      const { clock, result } = pay({ baseUrl: '/shop/orders/42/service/' });
      if (what === 'broke' || what === '409' || what === '429') await passPause(clock, what === '429' ? 2000 : 1000);
      expect([(await result).status, stub.requests.length, clock.pending]).to.deep.equal(['unconfirmed', 2, 0]);
    });
  }

  it('by a relay that sent nothing has failed, at once', async () => {
    stub.reply(notSent);
    const result = await pay({ baseUrl: '/shop/orders/42/service/' }).result;
    expect(result).to.include({ status: 'failed', sent: false });
    expect(stub.requests).to.have.length(1);
  });
});

describe('a charge with a token that serves one request', () => {
  let stub: FetchStub;
  let count: number;
  const getToken = (): { token: string; singleUse: boolean; expiresIn: number } => ({
    token: `token-${(count += 1)}`,
    singleUse: true,
    expiresIn: 3600,
  });
  beforeEach(() => {
    count = 0;
    stub = new FetchStub();
  });
  afterEach(() => stub.restore());

  it('is unconfirmed after a 401, and not sent again', async () => {
    stub.reply(json(401, {}));
    const { result, clock } = pay({ profile: {}, getToken });
    expect([(await result).status, codeOf(await result)]).to.deep.equal(['unconfirmed', 'unauthorized']);
    await clock.advance(60_000);
    expect([stub.requests.length, count]).to.deep.equal([1, 1]);
  });

  it('is asked about by its key after a 401, each time with another token', async () => {
    stub.reply(json(401, {}), json(401, {}), good);
    const { result, clock } = pay({ getToken });
    for (const ms of [1000, 2000]) await passPause(clock, ms);
    expect((await result).status).to.equal('approved');
    expect(stub.requests.map(({ headers }) => headers['Authorization'])).to.deep.equal([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-3',
    ]);
  });

  it('is unconfirmed where each of them is refused', async () => {
    stub.reply(json(401, {}));
    const { result, clock } = pay({ getToken });
    for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
    expect((await result).status).to.equal('unconfirmed');
    expect(stub.requests).to.have.length(4);
  });

  it('is refused by 403 and 422 as any other', async () => {
    for (const status of [403, 422]) {
      stub.reply(json(status, {}));
      expect((await pay({ profile: {}, getToken }).result).status).to.equal('failed');
      expect((await pay({ getToken }).result).status).to.equal('failed');
    }
  });
});

describe('a charge that is answered by silence', () => {
  let stub: FetchStub;
  let first: HeldReply;
  beforeEach(() => {
    stub = new FetchStub();
    first = new HeldReply();
  });
  afterEach(() => stub.restore());

  it('is sent again after a third of the time limit', async () => {
    stub.reply(first.reply, good);
    const { clock, result } = pay();
    await waitUntil(() => stub.requests.length === 1, 'a request');
    await clock.advance(9999);
    expect(stub.requests).to.have.length(1);
    await clock.advance(1);
    expect((await result).status).to.equal('approved');
    expect([stub.requests.length, clock.pending]).to.deep.equal([2, 0]);
    expect(stub.requests[0]?.init.signal.aborted).to.equal(false);
  });

  it('is never sent again without the setting', async () => {
    stub.reply(first.reply);
    const { clock, result } = pay({ profile: {} });
    await clock.advance(30_000);
    expect(codeOf(await result)).to.equal('timeout');
    expect(stub.requests).to.have.length(1);
  });

  it('waits for the first request, too', async () => {
    stub.reply(first.reply, json(403, {}));
    const { clock, result, isOver } = pay();
    await passPause(clock, 10_000);
    await waitUntil(() => clock.nextDelayMs === 2000, 'a pause');
    expect([isOver(), stub.requests.length]).to.deep.equal([false, 2]);
    first.release(good);
    expect((await result).status).to.equal('approved');
  });

  it('is unconfirmed, not failed, when the first request is refused after all', async () => {
    const second = new HeldReply();
    stub.reply(first.reply, second.reply, json(429, {}));
    const { clock, result } = pay();
    await passPause(clock, 10_000);
    first.release(json(403, {}));
    second.release(json(429, {}));
    for (const ms of [2000, 4000]) await passPause(clock, ms);
    expect((await result).status).to.equal('unconfirmed');
  });

  for (const [status, reply] of [
    ['approved', good],
    ['declined', declined],
  ] as const) {
    it(`is not sent again once the first request is ${status}, in a pause after the second`, async () => {
      stub.reply(first.reply, broken());
      const { clock, result } = pay();
      await passPause(clock, 10_000);
      await waitUntil(() => clock.nextDelayMs === 2000, 'a pause');
      first.release(reply);
      expect((await result).status).to.equal(status);
      expect([stub.requests.length, clock.pending]).to.deep.equal([2, 0]);
    });
  }

  it('is not sent once more for the break of a request that was sent again already', async () => {
    const second = new HeldReply();
    stub.reply(first.reply, second.reply);
    const { clock, result } = pay();
    await passPause(clock, 10_000);
    first.release(broken());
    // Long enough for any pause after a break, and not for the silence of the second request.
    await clock.advance(9000);
    expect(stub.requests).to.have.length(2);
    second.release(good);
    expect((await result).status).to.equal('approved');
  });

  it('is sent at growing distances, and approved by a late answer of any request', async () => {
    const second = new HeldReply();
    const third = new HeldReply();
    stub.reply(first.reply, second.reply, third.reply);
    const { clock, result } = pay();
    await passPause(clock, 10_000);
    await passPause(clock, 11_000);
    await passPause(clock, 9000);
    const ended = await result;
    expect([codeOf(ended), stub.requests.length, clock.pending]).to.deep.equal(['timeout', 3, 0]);
    first.release(broken());
    third.release(json(403, {}));
    second.release(good);
    expect(ended.status === 'unconfirmed' && (await ended.late)).to.include({ status: 'approved', identifier: 'tx-1' });
    expect([stub.requests.length, clock.pending]).to.deep.equal([3, 0]);
  });

  it('is declined only once no other request can be answered any more', async () => {
    stub.reply(first.reply, declined);
    const { clock, result, isOver } = pay();
    await passPause(clock, 10_000);
    await waitUntil(() => clock.pending === 1, 'the time limit alone');
    expect([isOver(), stub.requests.length]).to.deep.equal([false, 2]);
    first.release(broken());
    expect((await result).status).to.equal('declined');
  });

  it('is approved where one request is declined and the other approved', async () => {
    stub.reply(first.reply, declined);
    const { clock, result } = pay();
    await passPause(clock, 10_000);
    await waitUntil(() => clock.pending === 1, 'the time limit alone');
    first.release(good);
    expect((await result).status).to.equal('approved');
  });

  it('is unconfirmed where one request is declined and the other stays silent, and tells a late approval', async () => {
    stub.reply(first.reply, declined);
    const { clock, result } = pay();
    await passPause(clock, 10_000);
    await passPause(clock, 20_000);
    const ended = await result;
    expect(codeOf(ended)).to.equal('timeout');
    first.release(good);
    expect(ended.status === 'unconfirmed' && (await ended.late)?.status).to.equal('approved');
  });
});
