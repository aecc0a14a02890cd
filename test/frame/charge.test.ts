import { expect } from '@open-wc/testing';
import type { FrameMessage } from '../../src/channel/frame-message.js';
import type { FrameConfig } from '../../src/frame/config.js';
import { broken, FetchStub, HeldReply, json } from '../client/support/fetch-stub.js';
import { CARD, FramePage } from './frame-page.js';
import { waitUntil } from '../support/wait-until.js';

const good = json(200, { success: true, message: 'ok', identifier: 'tx-1' });

const ENDS: readonly FrameMessage['type'][] = ['not-sent', 'outcome', 'tokenized', 'call-failed'];

/** A JSON Web Token with these claims, signed by nobody. */
function createToken(claims: object): string {
  const encode = (part: object): string => btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

describe('a charge in a frame', () => {
  let stub: FetchStub;
  let page: FramePage;

  beforeEach(() => {
    stub = new FetchStub();
    stub.reply(good);
  });

  afterEach(() => {
    page.remove();
    stub.restore();
  });

  async function open(config: Partial<FrameConfig> = {}): Promise<void> {
    page = await FramePage.open(config);
    page.fill();
    await page.prepare('attempt-1');
  }

  /** The first word on what became of a call, whatever it is. */
  const waitForEnd = (): Promise<FrameMessage> =>
    waitUntil(() => page.messages.find(({ type }) => ENDS.includes(type)), 'the end of a call');

  for (const [what, config, go] of [
    ['the page', {}, { singleUse: true }],
    ['its config', { token: { singleUse: true } }, {}],
  ] as const) {
    it(`is unconfirmed after a 401, and asks for no other token, where ${what} says that a token serves one request`, async () => {
      stub.reply(json(401, {}), good);
      await open(config);
      page.go('attempt-1', go);
      const { result } = await page.wait('outcome');
      expect(result).to.nested.include({ status: 'unconfirmed', 'error.code': 'unauthorized' });
      expect(stub.requests).to.have.length(1);
    });
  }

  it('fails where the page has no other token, and was refused', async () => {
    stub.reply(json(401, {}), good);
    await open();
    page.go('attempt-1');
    await page.wait('token-needed');
    page.send({ type: 'token', id: 'attempt-1', token: null });
    expect((await page.wait('outcome')).result).to.nested.include({ status: 'failed', sent: true, 'error.code': 'token-source' });
    expect(stub.requests).to.have.length(1);
  });

  it('fails where the other token does not come in time, and takes none that comes later', async () => {
    stub.reply(json(401, {}), good);
    await open();
    page.go('attempt-1');
    await page.wait('token-needed');
    await page.clock.advance(15_000);
    expect((await page.wait('outcome')).result).to.nested.include({ status: 'failed', 'error.code': 'token-source' });
    page.send({ type: 'token', id: 'attempt-1', token: 'token-2' });
    expect(await page.countDropped()).to.equal(1);
    expect(stub.requests).to.have.length(1);
  });

  it('takes one other token, for its own call', async () => {
    stub.reply(json(401, {}), json(401, {}));
    await open();
    page.go('attempt-1');
    await page.wait('token-needed');
    page.send({ type: 'token', id: 'attempt-2', token: 'token-2' });
    page.send({ type: 'token', id: 'attempt-1', token: 'token-3' });
    page.send({ type: 'token', id: 'attempt-1', token: 'token-4' });
    expect((await page.wait('outcome')).result).to.nested.include({ status: 'failed', 'error.code': 'unauthorized' });
    expect(await page.countDropped()).to.equal(2);
    expect(stub.requests.map(({ headers }) => headers['Authorization'])).to.deep.equal(['Bearer token-1', 'Bearer token-3']);
  });

  it('goes without a token where the page names none', async () => {
    await open();
    page.go('attempt-1', { token: null });
    await page.wait('outcome');
    expect(stub.requests[0]?.headers).to.not.have.property('Authorization');
  });

  it('is one request by the rules of all, on an origin of its own', async () => {
    await open();
    page.go('attempt-1');
    await page.wait('outcome');
    const [request] = stub.requests;
    const { method, redirect, cache, credentials, referrerPolicy } = request?.init ?? {};
    expect([method, redirect, cache, credentials, referrerPolicy]).to.deep.equal(['POST', 'error', 'no-store', 'omit', 'no-referrer']);
    expect(request?.url).to.equal('https://service.test/card/processPayment');
    expect(request?.headers).to.have.all.keys('Accept', 'Content-Type', 'Authorization');
    expect(request?.body).to.deep.include({ amount: 149.9, installments: 1, whoPaysFee: 'merchant' });
  });

  it('has its token on the own origin of the frame, too', async () => {
    await open({ service: new URL('/service/', location.href).href });
    page.go('attempt-1');
    await page.wait('outcome');
    expect(stub.requests[0]?.headers).to.include({ Authorization: 'Bearer token-1' });
  });

  it('tells each time that it is sent again, under one key', async () => {
    stub.reply(broken(), good);
    await open({ profile: { idempotency: { header: 'Idempotency-Key' } } });
    page.go('attempt-1');
    // Whether the policy of the frame has blocked it is told a moment later.
    for (const ms of [50, 1000]) {
      await waitUntil(() => page.clock.nextDelayMs === ms, `a pause of ${ms} ms`);
      await page.clock.advance(ms);
    }
    expect((await page.wait('retrying')).id).to.equal('attempt-1');
    expect((await page.wait('outcome')).result.status).to.equal('approved');
    expect(stub.requests.map(({ headers }) => headers['Idempotency-Key'])).to.deep.equal(['attempt-1', 'attempt-1']);
  });

  /** Charges, and holds the answer back. */
  const goAndHold = async (): Promise<HeldReply> => {
    const held = new HeldReply();
    stub.reply(held.reply);
    await open();
    page.go('attempt-1');
    await waitUntil(() => stub.requests.length === 1, 'a request');
    return held;
  };

  it('is unconfirmed where the answer is late, which follows', async () => {
    const held = await goAndHold();
    await page.clock.advance(30_000);
    const { result, isLateAwaited } = await page.wait('outcome');
    expect(result).to.nested.include({ status: 'unconfirmed', 'error.code': 'timeout' });
    expect(isLateAwaited).to.equal(true);
    expect(page.texts).to.deep.equal(['', '', '', '']);
    held.release(good);
    expect(await page.wait('late')).to.deep.include({ id: 'attempt-1', result: { status: 'approved', identifier: 'tx-1', message: 'ok' } });
  });

  const talkative = json(402, { success: false, message: 'BIN 41111111 recusado' });

  it('says no digits of the card that was sent where the page has emptied the fields meanwhile', async () => {
    const held = await goAndHold();
    page.send({ type: 'clear', what: 'all' });
    expect(await page.check()).to.include({ isTyped: false });
    held.release(talkative);
    expect((await page.wait('outcome')).result).to.deep.equal({ status: 'declined' });
  });

  it('says no digits of the card that was sent in a late answer', async () => {
    const held = await goAndHold();
    await page.clock.advance(30_000);
    await page.wait('outcome');
    held.release(talkative);
    expect((await page.wait('late')).result).to.deep.equal({ status: 'declined' });
  });

  it('says no digits of the card that was sent where another is typed meanwhile', async () => {
    const held = await goAndHold();
    await page.clock.advance(30_000);
    await page.wait('outcome');
    page.fill({ ...CARD, number: '5555 5555 5555 4444' });
    held.release(talkative);
    expect((await page.wait('late')).result).to.deep.equal({ status: 'declined' });
  });

  it('takes no cardId with digits of the card that was exchanged, where the page has emptied the fields meanwhile', async () => {
    const held = new HeldReply();
    stub.reply(held.reply);
    page = await FramePage.open();
    page.fill();
    page.send({ type: 'tokenize', id: 'call-1', token: 'token-1', deadline: page.clock.now() + 5000, name: 'Visa' });
    await waitUntil(() => stub.requests.length === 1, 'a request');
    page.send({ type: 'clear', what: 'all' });
    await page.check();
    held.release(json(200, { success: true, cardId: 'id-4111111111' }));
    expect(await waitForEnd()).to.nested.include({ type: 'call-failed', 'error.code': 'bad-response' });
  });

  it('is not sent again after its deadline, with whatever token', async () => {
    stub.reply(json(401, {}), good);
    await open();
    page.go('attempt-1', { deadline: page.clock.now() + 800 });
    await page.wait('token-needed');
    await page.clock.advance(801);
    page.send({ type: 'token', id: 'attempt-1', token: 'token-2' });
    expect(await waitForEnd()).to.nested.include({ 'result.status': 'failed', 'result.sent': true, 'result.error.code': 'timeout' });
    expect(stub.requests).to.have.length(1);
  });

  it('is unconfirmed, with nothing to follow, where the service broke', async () => {
    stub.reply(json(500, {}));
    await open();
    page.go('attempt-1');
    const { result, isLateAwaited } = await page.wait('outcome');
    expect([result.status, isLateAwaited]).to.deep.equal(['unconfirmed', false]);
  });

  it('breaks no rule of the service: nothing is sent', async () => {
    await open();
    page.go('attempt-1', { installments: 1, whoPaysFee: 'customer' });
    expect((await page.wait('not-sent')).error.code).to.equal('invalid-input');
    expect(stub.requests).to.have.length(0);
  });

  describe('of a frame whose tokens have to be of one merchant', () => {
    const claim = { token: { claim: 'merchant', value: 'loja-1' } };

    for (const [what, claims] of [
      ['another', { merchant: 'loja-2' }],
      ['others', { merchant: ['loja-2', 'loja-11'] }],
      ['nobody', { sub: 'loja-1' }],
      ['an inherited name', Object.create({ merchant: 'loja-1' })],
    ] as const) {
      it(`is not sent with a token of ${what}`, async () => {
        await open(claim);
        page.go('attempt-1', { token: createToken(claims) });
        expect((await page.wait('not-sent')).error.code).to.equal('token-source');
        expect(stub.requests).to.have.length(0);
      });
    }

    const opaqueToo = { token: { ...claim.token, allowsOpaque: true } };
    const [head = '', other = '', signature = ''] = createToken({ merchant: 'loja-2' }).split('.');
    const malformed = [
      `${head}.${other}.${signature}.`,
      `${head}.${other}.${signature}.x`,
      `${head}.${other}==.${signature}`,
      `${head}.${other}====.${signature}`,
      `${head}.${other}`,
      `${head}.${other}!.${signature}`,
      `${head}.${other}.`,
      `.${other}.${signature}`,
      `x.y.${head}.${other}.${signature}`,
      other,
    ];
    const own = createToken({ merchant: 'loja-1' });

    const ownClaims = own.split('.')[1] ?? '';
    const badHeaders = ['x', 'eyJ', btoa('7'), btoa('null'), btoa('[]'), btoa('"x"')].map(
      (header) => `${header.replaceAll('=', '')}.${ownClaims}.${signature}`,
    );

    for (const token of [
      ...malformed,
      ...badHeaders,
      `${own}.`,
      `${own}.x`,
      own.replace(/\.[^.]*$/, ''),
      'opaque-token',
      'opaque.token.text',
    ]) {
      it(`is not sent with what is no JSON Web Token: "${token}"`, async () => {
        await open(claim);
        page.go('attempt-1', { token });
        expect(await waitForEnd()).to.nested.include({ type: 'not-sent', 'error.code': 'token-source' });
        expect(stub.requests).to.have.length(0);
      });
    }

    for (const token of malformed) {
      it(`is not sent with a careless token of another where opaque ones are allowed: "${token}"`, async () => {
        await open(opaqueToo);
        page.go('attempt-1', { token });
        expect(await waitForEnd()).to.nested.include({ type: 'not-sent', 'error.code': 'token-source' });
        expect(stub.requests).to.have.length(0);
      });
    }

    for (const [what, token, config] of [
      ['that merchant', createToken({ merchant: 'loja-1', name: 'Ação' }), claim],
      ['several, that one too', createToken({ merchant: ['loja-2', 'loja-1'] }), claim],
      ['that merchant, where opaque ones are allowed', own, opaqueToo],
      ['whoever the service says, where opaque ones are allowed', 'opaque-token', opaqueToo],
      ['whoever the service says, where opaque ones are allowed: it only looks like one', 'opaque.token.text', opaqueToo],
    ] as const) {
      it(`is sent with a token of ${what}`, async () => {
        await open(config);
        page.go('attempt-1', { token });
        expect((await page.wait('outcome')).result.status).to.equal('approved');
      });
    }

    it('is not sent without a token', async () => {
      await open(claim);
      page.go('attempt-1', { token: null });
      expect((await page.wait('not-sent')).error.code).to.equal('token-source');
    });

    it('is not sent again with a token of another', async () => {
      stub.reply(json(401, {}), good);
      await open(claim);
      page.go('attempt-1', { token: createToken({ merchant: 'loja-1' }) });
      await page.wait('token-needed');
      page.send({ type: 'token', id: 'attempt-1', token: createToken({ merchant: 'loja-2' }) });
      expect((await page.wait('outcome')).result).to.nested.include({ status: 'failed', 'error.code': 'token-source' });
      expect(stub.requests).to.have.length(1);
    });

    it('exchanges and deletes no card with a token of another, either', async () => {
      await open(claim);
      await page.clock.advance(10_000);
      const shape = { token: createToken({ merchant: 'loja-2' }), deadline: page.clock.now() + 5000 };
      page.send({ type: 'tokenize', id: 'call-1', ...shape, name: 'Visa' });
      expect((await page.wait('call-failed')).error.code).to.equal('token-source');
      page.send({ type: 'delete', id: 'call-2', ...shape, cardId: 'card-1' });
      expect((await page.wait('call-failed', 2)).error.code).to.equal('token-source');
      expect(stub.requests).to.have.length(0);
    });
  });
});
