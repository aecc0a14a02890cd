import { expect } from '@open-wc/testing';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { createTestClient, payment } from './charge-setup.js';
import { broken, FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';

const good = json(200, { success: true, message: 'ok', identifier: 'tx-1' });

/** Until the browser has come to its next task. */
async function nextTask(): Promise<void> {
  // A timer as well: WebKit may deliver two channels' messages in the other order.
  for (let hop = 0; hop < 2; hop += 1) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function codeOf(result: ChargeResult | undefined): string | undefined {
  return result && 'error' in result ? result.error.code : undefined;
}

describe('sending a charge', () => {
  let stub: FetchStub;
  beforeEach(() => {
    stub = new FetchStub();
    stub.reply(good);
  });
  afterEach(() => stub.restore());

  it("sends exactly the interface's fields, by the common rules", async () => {
    await createTestClient().client.processPayment(payment);
    const [request] = stub.requests;
    expect(request?.url).to.equal('https://payments.example/v1/card/processPayment');
    expect(request?.body).to.deep.equal({
      amount: 149.9,
      installments: 2,
      whoPaysFee: 'customer',
      card: { holderName: 'MARIA DA SILVA', expirationDate: '01/31', number: '4111111111111111', securityCode: '123' },
    });
    expect(request?.headers).to.deep.equal({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: 'Bearer token-1',
    });
    const { method, redirect, cache, referrerPolicy, credentials } = request?.init ?? {};
    expect({ method, redirect, cache, referrerPolicy, credentials }).to.deep.equal({
      method: 'POST',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
    });
  });

  it('keeps nothing of a request that broke in its error', async () => {
    stub.reply(broken());
    const result = await createTestClient().client.processPayment(payment);
    const error = result.status === 'unconfirmed' ? result.error : undefined;
    expect(codeOf(result)).to.equal('network');
    expect(error).to.not.have.property('cause');
    expect(error).to.not.have.any.keys('request', 'response', 'options');
  });

  it('sends a saved card by its cardId alone', async () => {
    await createTestClient().client.processPayment({ amount: 10, installments: 1, whoPaysFee: 'merchant', cardId: 'card-1' });
    expect(stub.requests[0]?.body).to.deep.equal({ amount: 10, installments: 1, whoPaysFee: 'merchant', cardId: 'card-1' });
  });

  it('writes the expiry with four digits of the year where the profile says so', async () => {
    await createTestClient({ profile: { cardExpiration: 'MM/YYYY' } }).client.processPayment(payment);
    expect(stub.requests[0]?.body).to.have.nested.property('card.expirationDate', '01/2031');
  });

  it('writes the expiry as the profile says for paying, and for saving', async () => {
    const profile = { cardExpiration: { processPayment: 'MM/YYYY', tokenizeCard: 'MM/YY' } } as const;
    const { client } = createTestClient({ profile });
    await client.processPayment(payment);
    stub.reply(json(200, { success: true, cardId: 'card-1' }));
    await client.tokenizeCard({
      holderName: 'MARIA',
      expirationDate: '01/31',
      number: '4111111111111111',
      securityCode: '123',
      name: 'Visa',
    });
    expect(stub.requests[0]?.body).to.have.nested.property('card.expirationDate', '01/2031');
    expect(stub.requests[1]?.body).to.have.property('expirationDate', '01/31');
  });

  it('sends the name of a holder as the profile says, and asks for no token where it is missing', async () => {
    const named = { holderName: 'MARIA', expirationDate: '01/31', number: '4111111111111111', securityCode: '123' };
    const { holderName: _, ...nameless } = named;
    const terms = { amount: 149.9, installments: 1, whoPaysFee: 'merchant' } as const;
    for (const [profile, card, sent] of [
      [{}, named, named],
      [{ holderName: 'optional' }, named, named],
      [{ holderName: 'optional' }, nameless, nameless],
      [{ holderName: 'none' }, named, nameless],
      [{ holderName: 'none' }, nameless, nameless],
    ] as const) {
      stub.requests.length = 0;
      stub.reply(good);
      const { client } = createTestClient({ profile });
      await client.processPayment({ ...terms, card });
      stub.reply(json(200, { success: true, cardId: 'card-1' }));
      await client.tokenizeCard({ ...card, name: 'Visa' });
      expect(stub.requests.map(({ body }) => body)).to.deep.equal([
        { ...terms, card: sent },
        { ...sent, name: 'Visa' },
      ]);
    }
    stub.requests.length = 0;
    const { client } = createTestClient({ getToken: () => expect.fail('no token is needed') });
    const result = await client.processPayment({ ...terms, card: nameless });
    expect(result).to.include({ status: 'failed', sent: false });
    expect(result).to.have.nested.property('error.message', 'Not sent, since this breaks a rule: card.holderName (required).');
    const error = await client.tokenizeCard({ ...nameless, name: 'Visa' }).catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'invalid-input');
    expect(stub.requests).to.have.length(0);
  });

  it('refuses what breaks a rule and asks for no token', async () => {
    let asked = 0;
    const { client } = createTestClient({ getToken: () => `token-${(asked += 1)}` });
    const result = await client.processPayment({ ...payment, installments: 1 });
    expect(result).to.include({ status: 'failed', sent: false });
    expect(codeOf(result)).to.equal('invalid-input');
    expect([asked, stub.requests.length]).to.deep.equal([0, 0]);
  });

  it('asks no token for a path of the own origin, where the cookies of the page go along', async () => {
    await createTestClient({ baseUrl: '/relay' }).client.processPayment(payment);
    const [request] = stub.requests;
    expect(request?.url).to.equal(`${location.origin}/relay/card/processPayment`);
    expect(request?.headers).to.not.have.property('Authorization');
    expect(request?.init.credentials).to.equal('same-origin');
  });

  it('does not send again after a 401 of the own origin', async () => {
    stub.reply(json(401, {}));
    expect(codeOf(await createTestClient({ baseUrl: '/relay' }).client.processPayment(payment))).to.equal('unauthorized');
    expect(stub.requests.length).to.equal(1);
  });

  it('sends nothing while the device is offline, but for loopback', async () => {
    const isOnline = (): boolean => false;
    const away = await createTestClient({ isOnline }).client.processPayment(payment);
    expect([codeOf(away), stub.requests.length]).to.deep.equal(['offline', 0]);
    const near = await createTestClient({ isOnline, baseUrl: 'http://127.0.0.1:9/' }).client.processPayment(payment);
    expect(near.status).to.equal('approved');
  });

  it('fails when there is no token', async () => {
    const { client } = createTestClient({ getToken: () => Promise.reject(new Error('no session')) });
    const result = await client.processPayment(payment);
    expect([result.status, codeOf(result), stub.requests.length]).to.deep.equal(['failed', 'token-source', 0]);
  });

  it("says failed when the page's policy kept the request from being sent", async () => {
    stub.reply(broken());
    const urls: string[] = [];
    const { client } = createTestClient({ wasBlocked: (url) => urls.push(url) > 0 });
    const result = await client.processPayment(payment);
    expect(result).to.include({ status: 'failed', sent: false });
    expect([codeOf(result), urls]).to.deep.equal(['blocked-by-page', ['https://payments.example/v1/card/processPayment']]);
  });

  it('stays unconfirmed where the request broke later than a policy blocks, though there is a violation of its address', async () => {
    stub.reply(async () => {
      await nextTask();
      throw new TypeError('Failed to fetch');
    });
    const { client } = createTestClient({ wasBlocked: () => true });
    expect((await client.processPayment(payment)).status).to.equal('unconfirmed');
  });

  it('stays unconfirmed where another request to the same address is under way', async () => {
    const held = new HeldReply();
    stub.reply(held.reply, broken());
    const first = createTestClient({ wasBlocked: () => true });
    const paying = first.client.processPayment(payment);
    await nextTask();
    const second = await createTestClient({ wasBlocked: () => true }).client.processPayment(payment);
    expect([second.status, stub.requests.length]).to.deep.equal(['unconfirmed', 2]);
    held.release(good);
    expect((await paying).status).to.equal('approved');
    expect(codeOf(await createTestClient({ wasBlocked: () => true }).client.processPayment(payment)), 'alone').to.equal('blocked-by-page');
  });

  it('stays unconfirmed when nobody can tell whether the policy blocked', async () => {
    stub.reply(broken());
    const { client } = createTestClient({ wasBlocked: () => Promise.reject(new Error('gone')) });
    expect((await client.processPayment(payment)).status).to.equal('unconfirmed');
  });
});

describe('beforeSend', () => {
  let stub: FetchStub;
  beforeEach(() => {
    stub = new FetchStub();
    stub.reply(good);
  });
  afterEach(() => stub.restore());

  it('runs once, after the token and before the request, also when a 401 makes it two', async () => {
    const steps: string[] = [];
    stub.reply(json(401, {}), good);
    const { client } = createTestClient({ getToken: () => `token-${steps.push('token')}` });
    const result = await client.processPayment(payment, {
      beforeSend: () => {
        steps.push(`before ${stub.requests.length}`);
      },
    });
    expect(result.status).to.equal('approved');
    expect(steps).to.deep.equal(['token', 'before 0', 'token']);
    expect(stub.requests.map(({ headers }) => headers['Authorization'])).to.deep.equal(['Bearer token-1', 'Bearer token-3']);
  });

  it('keeps the charge from being sent when it throws', async () => {
    const { client } = createTestClient();
    const own = await client.processPayment(payment, { beforeSend: () => Promise.reject(new CheckoutError('store', 'full')) });
    const other = await client.processPayment(payment, { beforeSend: () => Promise.reject(new Error('no')) });
    expect([codeOf(own), codeOf(other), stub.requests.length]).to.deep.equal(['store', 'aborted', 0]);
  });

  it('is the last moment to give up', async () => {
    const controller = new AbortController();
    const { client } = createTestClient();
    const result = await client.processPayment(payment, { signal: controller.signal, beforeSend: () => controller.abort() });
    expect(result).to.include({ status: 'failed', sent: false });
    expect([codeOf(result), stub.requests.length]).to.deep.equal(['aborted', 0]);
  });
});

describe('a charge without an answer in time', () => {
  let stub: FetchStub;
  let held: HeldReply;
  beforeEach(() => {
    stub = new FetchStub();
    held = new HeldReply();
    stub.reply(held.reply);
  });
  afterEach(() => stub.restore());

  it('is unconfirmed after 30 seconds, and its request goes on', async () => {
    const { client, clock } = createTestClient();
    let result: ChargeResult | undefined;
    const paying = client.processPayment(payment).then((ended) => (result = ended));
    await clock.advance(29_999);
    expect(result).to.equal(undefined);
    await clock.advance(1);
    await paying;
    expect([result?.status, codeOf(result)]).to.deep.equal(['unconfirmed', 'timeout']);
    expect(stub.requests[0]?.init.signal.aborted).to.equal(false);
    expect(clock.pending).to.equal(0);
  });

  it('tells a late answer', async () => {
    const { client, clock } = createTestClient();
    const paying = client.processPayment(payment);
    await clock.advance(30_000);
    const result = await paying;
    held.release(good);
    expect(result.status === 'unconfirmed' && (await result.late)).to.deep.equal({ status: 'approved', identifier: 'tx-1', message: 'ok' });
  });

  it('is read without the card once it is late', async () => {
    const { client, clock } = createTestClient();
    const paying = client.processPayment(payment);
    await clock.advance(30_000);
    const result = await paying;
    held.release(json(200, { success: true, message: '4111 e 1111 e 1111 e 1111', identifier: '4111111111111111' }));
    expect(result.status === 'unconfirmed' && (await result.late)).to.deep.equal({
      status: 'approved',
      message: '•••• e •••• e •••• e ••••',
    });
  });

  it('never sends again for a late 401', async () => {
    const { client, clock } = createTestClient();
    const paying = client.processPayment(payment);
    await clock.advance(30_000);
    const result = await paying;
    held.release(json(401, {}));
    const late = result.status === 'unconfirmed' ? await result.late : undefined;
    expect([late?.status, codeOf(late), stub.requests.length]).to.deep.equal(['failed', 'unauthorized', 1]);
  });

  it('tells a late break as unconfirmed and never rejects', async () => {
    const { client, clock } = createTestClient();
    const paying = client.processPayment(payment);
    await clock.advance(30_000);
    const result = await paying;
    held.release(broken());
    const late = result.status === 'unconfirmed' ? await result.late : undefined;
    expect([late?.status, codeOf(late)]).to.deep.equal(['unconfirmed', 'network']);
  });

  it('is unconfirmed when it is given up after sending, and the request goes on', async () => {
    const controller = new AbortController();
    const { client, clock } = createTestClient();
    const paying = client.processPayment(payment, { signal: controller.signal });
    await clock.advance(1);
    controller.abort();
    const result = await paying;
    expect([result.status, codeOf(result)]).to.deep.equal(['unconfirmed', 'aborted']);
    held.release(good);
    expect(result.status === 'unconfirmed' && (await result.late)?.status).to.equal('approved');
  });

  it('is unconfirmed when the body drips on beyond the limit', async () => {
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"success":')) });
    stub.reply(() => new Response(body, { status: 200 }));
    const { client, clock } = createTestClient();
    const paying = client.processPayment(payment);
    await clock.advance(30_000);
    expect(codeOf(await paying)).to.equal('timeout');
  });

  it('stops reading a body beyond all measure', async () => {
    let isCancelled = false;
    const chunk = new Uint8Array(65_536);
    const body = new ReadableStream({ pull: (stream) => stream.enqueue(chunk), cancel: () => void (isCancelled = true) });
    stub.reply(() => new Response(body, { status: 200 }));
    const result = await createTestClient().client.processPayment(payment);
    expect([result.status, isCancelled]).to.deep.equal(['unconfirmed', true]);
  });

  it('sends nothing when it was given up before', async () => {
    const result = await createTestClient().client.processPayment(payment, { signal: AbortSignal.abort() });
    expect([result.status, codeOf(result), stub.requests.length]).to.deep.equal(['failed', 'aborted', 0]);
  });
});

describe('a charge after 401', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  it('has failed, certainly, when the new token does not come', async () => {
    let asked = 0;
    stub.reply(text(401, ''));
    const { client } = createTestClient({ getToken: () => ((asked += 1) === 1 ? 'first' : Promise.reject(new Error('no'))) });
    const result = await client.processPayment(payment);
    expect(result).to.include({ status: 'failed', sent: true });
    expect([codeOf(result), stub.requests.length]).to.deep.equal(['token-source', 1]);
  });

  it('is read by the table like any other', async () => {
    stub.reply(json(401, {}), text(503, ''));
    expect((await createTestClient().client.processPayment(payment)).status).to.equal('unconfirmed');
    expect(stub.requests.length).to.equal(2);
  });
});
