import { expect } from '@open-wc/testing';
import type { ChargeOptions } from '../../../src/client/cards/charge.js';
import type { TokenRequest } from '../../../src/client/tokens/token.js';
import { FramedClient } from '../../../src/controllers/card-frame/framed-client.js';
import type { ChargeTerms } from '../../../src/controllers/card/typed-card.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { OrderClosedError } from '../../../src/domain/order/order-closed-error.js';
import { waitUntil } from '../../support/checkout-page.js';
import { FakeClock } from '../../support/fake-clock.js';
import { ScriptedFrame, SERVICE } from './scripted-frame.js';

const TERMS: ChargeTerms = { amountCents: 14_990, installments: 3, whoPaysFee: 'customer' };
const ID = 'attempt-1';
const NOT_SENT = { type: 'not-sent', id: ID, error: { code: 'timeout', message: 'Too late.' } } as const;
const APPROVED = { status: 'approved', identifier: 'id-1' } as const;
const OUTCOME = { type: 'outcome', id: ID, result: APPROVED, isLateAwaited: false } as const;

describe('FramedClient.charge', () => {
  let clock: FakeClock;
  let frame: ScriptedFrame;
  let client: FramedClient;
  let asked: TokenRequest[];
  /** By turn what the token source gives; the last one from then on. */
  let tokens: (() => Promise<string>)[];
  let isOnline: boolean;
  let reports: string[];
  /** What happened, in turn. */
  let steps: string[];
  let beforeSend: () => Promise<void>;
  let signal: AbortSignal;
  let giveUp: () => void;

  const charge = (change: Partial<ChargeTerms & { cardId: string }> = {}, options: ChargeOptions = {}): Promise<ChargeResult> =>
    client.charge(frame.link, { ...TERMS, ...change }, { attemptId: ID, orderId: 'order-7', beforeSend, signal, ...options });

  /** Charges, up to the word of the frame that it is prepared. */
  const prepare = async (): Promise<Promise<ChargeResult>[]> => {
    const result = charge();
    await frame.hear('prepare');
    frame.say({ type: 'prepared', id: ID });
    return [result];
  };

  /** Charges, up to `go`. */
  const send = async (): Promise<{ result: Promise<ChargeResult> }> => {
    const [result = charge()] = await prepare();
    await frame.hear('go');
    return { result };
  };

  /** The late answer of a charge that is unconfirmed. */
  const expectUnconfirmed = async (result: Promise<ChargeResult>, code: string): Promise<{ late?: Promise<ChargeResult> }> => {
    const settled = await result;
    expect(settled).to.include({ status: 'unconfirmed' });
    expect(settled).to.have.nested.property('error.code', code);
    return settled.status === 'unconfirmed' && settled.late !== undefined ? { late: settled.late } : {};
  };

  const expectNotSent = async (result: Promise<ChargeResult>, code: string): Promise<void> => {
    const settled = await result;
    expect(settled).to.include({ status: 'failed', sent: false });
    expect(settled).to.have.nested.property('error.code', code);
    await frame.sync();
    expect(frame.listHeard('go')).to.deep.equal([]);
  };

  beforeEach(async () => {
    clock = new FakeClock();
    frame = new ScriptedFrame(clock);
    [asked, steps, reports, isOnline] = [[], [], [], true];
    tokens = [async () => 'token-1', async () => 'token-2'];
    beforeSend = async () => void steps.push('written down');
    const removal = new AbortController();
    signal = removal.signal;
    giveUp = () => removal.abort();
    client = new FramedClient({
      getToken: (request) => {
        asked.push(request);
        const give = tokens.length > 1 ? tokens.shift() : tokens[0];
        return give ? give() : '';
      },
      environment: undefined,
      service: SERVICE,
      clock,
      isOnline: () => isOnline,
      reportToken: ({ code }) => void reports.push(`token ${code}`),
      reportFrame: ({ code }) => void reports.push(`frame ${code}`),
      findLink: async () => frame.link,
      direct: undefined,
      isRelay: false,
    });
    await frame.open();
  });

  afterEach(() => frame.link.close());

  it('asks the frame, writes the attempt down, and only then says go', async () => {
    beforeSend = async () => {
      await frame.sync();
      expect(frame.listHeard('go')).to.deep.equal([]);
      steps.push('written down');
    };
    const { result } = await send();
    expect(steps).to.deep.equal(['written down']);
    frame.say(OUTCOME);
    expect(await result).to.deep.equal(APPROVED);
    expect(frame.listHeard('prepare')).to.deep.equal([{ type: 'prepare', id: ID }]);
    expect(frame.listHeard('go')).to.deep.equal([
      {
        type: 'go',
        id: ID,
        token: 'token-1',
        deadline: clock.now() + 5000,
        amount: 14_990,
        installments: 3,
        whoPaysFee: 'customer',
      },
    ]);
    expect(clock.pending, 'no timer is left').to.equal(0);
  });

  it('asks the shop for a token as every charge does', async () => {
    const { result } = await send();
    frame.say(OUTCOME);
    await result;
    const { signal: _, ...request } = asked[0] ?? {};
    expect(request).to.deep.equal({ purpose: 'card-payment', orderId: 'order-7', attemptId: ID, amount: '149.90' });
    expect(asked).to.have.length(1);
  });

  it('gives the go its deadline when it leaves, not when the frame was asked', async () => {
    beforeSend = () => clock.advance(3000);
    const { result } = await send();
    expect((await frame.hear('go')).deadline).to.equal(clock.now() + 5000);
    frame.say(OUTCOME);
    await result;
  });

  it('names the tokenized card in both', async () => {
    const result = charge({ cardId: 'card-1' });
    expect(await frame.hear('prepare')).to.deep.equal({ type: 'prepare', id: ID, cardId: 'card-1' });
    frame.say({ type: 'prepared', id: ID });
    expect(await frame.hear('go')).to.include({ cardId: 'card-1' });
    frame.say(OUTCOME);
    await result;
  });

  it('says go once, however often the frame says that it is prepared', async () => {
    const { result } = await send();
    frame.say({ type: 'prepared', id: ID });
    await frame.sync();
    expect(frame.listHeard('go')).to.have.length(1);
    expect(steps).to.have.length(1);
    expect(frame.link.droppedCount).to.equal(1);
    frame.say(OUTCOME);
    await result;
  });

  it('waits for the charge before it', async () => {
    const { result } = await send();
    const next = charge({}, { attemptId: 'attempt-2' });
    await frame.sync();
    expect(frame.listHeard('prepare')).to.have.length(1);
    frame.say(OUTCOME);
    await result;
    expect(await frame.hear('prepare', 2)).to.include({ id: 'attempt-2' });
    frame.say({ ...NOT_SENT, id: 'attempt-2' });
    await next;
  });

  describe('before go, it has failed and nothing was sent', () => {
    it('where the frame says so', async () => {
      const result = charge();
      await frame.hear('prepare');
      frame.say({ ...NOT_SENT, error: { code: 'invalid-input', message: 'The card is not complete.' } });
      await expectNotSent(result, 'invalid-input');
    });

    it('where the frame is silent for 5 s', async () => {
      const result = charge();
      await frame.hear('prepare');
      await clock.advance(5000);
      await expectNotSent(result, 'timeout');
    });

    it('where the attempt cannot be written down', async () => {
      beforeSend = () => Promise.reject(new CheckoutError('store', 'No ledger.'));
      const [result = charge()] = await prepare();
      await expectNotSent(result, 'store');
    });

    it('where the frame is loaded anew', async () => {
      const result = charge();
      await frame.hear('prepare');
      await frame.open({ build: 'second' });
      await expectNotSent(result, 'network');
    });

    it('where the frame is loaded anew while the attempt is written down', async () => {
      beforeSend = async () => void (await frame.open({ build: 'second' }));
      const [result = charge()] = await prepare();
      await expectNotSent(result, 'network');
    });

    it('where the frame takes its word back while the attempt is written down', async () => {
      beforeSend = async () => {
        frame.say(NOT_SENT);
        await frame.sync();
      };
      const [result = charge()] = await prepare();
      await expectNotSent(result, 'timeout');
    });

    it('where the element leaves the page while the attempt is written down', async () => {
      beforeSend = async () => giveUp();
      const [result = charge()] = await prepare();
      await expectNotSent(result, 'aborted');
    });

    it('where it is given up at once', async () => {
      giveUp();
      await expectNotSent(charge(), 'aborted');
      expect(asked).to.deep.equal([]);
    });

    it('where the device is offline', async () => {
      isOnline = false;
      await expectNotSent(charge(), 'offline');
      expect(asked).to.deep.equal([]);
      expect(frame.listHeard('prepare')).to.deep.equal([]);
    });

    it('where the shop gives no token', async () => {
      tokens = [() => Promise.reject(new Error('No token.'))];
      await expectNotSent(charge(), 'token-source');
      expect(reports).to.deep.equal(['token token-source']);
      expect(frame.listHeard('prepare')).to.deep.equal([]);
    });

    it('where the frame would drop the message without a word', async () => {
      await expectNotSent(charge({ cardId: 'x'.repeat(1001) }), 'invalid-input');
      await expectNotSent(charge({ amountCents: 0.1 }), 'invalid-input');
    });

    it('where the frame is for another service by now', async () => {
      await frame.open({ service: 'https://other.example/' });
      await expectNotSent(charge(), 'invalid-config');
      expect(reports).to.deep.equal(['frame invalid-config']);
    });

    it('where the frame does not come', async () => {
      frame.link.close();
      const other = new ScriptedFrame(clock);
      other.link.connect();
      const result = client.charge(other.link, TERMS, { attemptId: ID, beforeSend });
      await clock.advance(30_000);
      expect(await result).to.include({ status: 'failed', sent: false });
      expect(reports).to.deep.equal(['frame network']);
      other.link.close();
    });
  });

  describe('after go', () => {
    it('passes on what the service has said', async () => {
      for (const result of [
        { status: 'declined', message: 'Saldo insuficiente' },
        { status: 'declined' },
        { status: 'approved' },
      ] as const) {
        const id = `attempt ${JSON.stringify(result)}`.replace(/\W/g, '-');
        const settled = charge({}, { attemptId: id });
        await waitUntil(() => frame.listHeard('prepare').some((each) => each.id === id), 'prepare');
        frame.say({ type: 'prepared', id });
        await waitUntil(() => frame.listHeard('go').some((each) => each.id === id), 'go');
        frame.say({ ...OUTCOME, id, result });
        expect(await settled).to.deep.equal(result);
      }
    });

    it('has failed where the service refused it, with all that the service said', async () => {
      const { result } = await send();
      const error = { code: 'rate-limited', message: 'HTTP 429.', status: 429, retryAfterMs: 7000 } as const;
      frame.say({ ...OUTCOME, result: { status: 'failed', error, sent: true } });
      const settled = await result;
      expect(settled).to.include({ status: 'failed', sent: true });
      expect(settled).to.have.property('error').that.is.instanceOf(CheckoutError).and.includes(error);
    });

    it('has failed where the frame says that nothing was sent', async () => {
      const { result } = await send();
      frame.say(NOT_SENT);
      const settled = await result;
      expect(settled).to.include({ status: 'failed', sent: false });
    });

    it('is unconfirmed where the frame is silent, and hears a late answer', async () => {
      const { result } = await send();
      await clock.advance(34_999);
      await frame.sync();
      expect(steps).to.deep.equal(['written down']);
      await clock.advance(1);
      const { late } = await expectUnconfirmed(result, 'timeout');
      frame.say(OUTCOME);
      expect(await late).to.deep.equal(APPROVED);
    });

    it('is unconfirmed where the frame is silent, and frees the order where the frame wakes up too late', async () => {
      const { result } = await send();
      await clock.advance(35_000);
      const { late } = await expectUnconfirmed(result, 'timeout');
      frame.say(NOT_SENT);
      expect(await late).to.include({ status: 'failed', sent: false });
    });

    it('is unconfirmed at once where a second document says hello, and nothing late comes', async () => {
      const { result } = await send();
      await frame.open({ build: 'second' });
      expect(await expectUnconfirmed(result, 'network')).to.deep.equal({});
      expect(clock.pending).to.equal(0);
    });

    it('stays unconfirmed where the frame goes while a late answer is awaited', async () => {
      const { result } = await send();
      await clock.advance(35_000);
      const { late } = await expectUnconfirmed(result, 'timeout');
      await frame.open({ build: 'second' });
      expect(await late).to.include({ status: 'unconfirmed' });
    });

    it('is unconfirmed where the element leaves the page, and hears a late answer', async () => {
      const { result } = await send();
      giveUp();
      const { late } = await expectUnconfirmed(result, 'aborted');
      frame.say({ ...OUTCOME, result: { status: 'declined' } });
      expect(await late).to.deep.equal({ status: 'declined' });
    });

    it('is unconfirmed where the frame says so, and hears the late answer that it announced', async () => {
      const { result } = await send();
      const error = { code: 'timeout', message: 'No answer in time.' } as const;
      frame.say({ ...OUTCOME, result: { status: 'unconfirmed', error }, isLateAwaited: true });
      const { late } = await expectUnconfirmed(result, 'timeout');
      frame.say(OUTCOME);
      await frame.sync();
      expect(frame.link.droppedCount, 'a second outcome').to.equal(1);
      frame.say({ type: 'late', id: ID, result: { status: 'approved' } });
      expect(await late).to.deep.equal({ status: 'approved' });
    });

    it('is unconfirmed without a late answer where the frame awaits none', async () => {
      const { result } = await send();
      const error = { code: 'network', message: 'The request broke.' } as const;
      frame.say({ ...OUTCOME, result: { status: 'unconfirmed', error }, isLateAwaited: false });
      expect(await expectUnconfirmed(result, 'network')).to.deep.equal({});
      frame.say({ type: 'late', id: ID, result: APPROVED });
      await frame.sync();
      expect(frame.link.droppedCount).to.equal(1);
    });

    it('waits as long again for each of three charges that are sent again, and for no fourth', async () => {
      const { result } = await send();
      for (let turn = 0; turn < 3; turn += 1) {
        await clock.advance(34_000);
        frame.say({ type: 'retrying', id: ID });
        await frame.sync();
      }
      await clock.advance(34_000);
      frame.say({ type: 'retrying', id: ID });
      await frame.sync();
      expect(frame.link.droppedCount).to.equal(1);
      await clock.advance(1000);
      const { late } = await expectUnconfirmed(result, 'timeout');
      frame.say(OUTCOME);
      await late;
    });
  });

  describe('a token that the service has refused', () => {
    const NEEDED = { type: 'token-needed', id: ID } as const;

    it('is renewed as often as a charge may be sent again, whoever says that tokens serve one request', async () => {
      const { result } = await send();
      for (const count of [1, 2, 3]) {
        frame.say(NEEDED);
        await frame.sync();
        expect(frame.link.droppedCount).to.equal(0);
        await waitUntil(() => frame.listHeard('token').length === count, 'another token');
      }
      frame.say(NEEDED);
      await frame.sync();
      expect(frame.listHeard('token')).to.have.length(3);
      expect(frame.link.droppedCount).to.equal(1);
      expect(frame.listHeard('go'), 'it is the same attempt').to.have.length(1);
      frame.say(OUTCOME);
      expect(await result).to.deep.equal(APPROVED);
      expect(asked).to.have.length(4);
    });

    it('is not given up while the shop is asked, and then has as long again', async () => {
      let give: (token: string) => void = () => undefined;
      tokens = [async () => 'token-1', () => new Promise((resolve) => (give = resolve))];
      const { result } = await send();
      await clock.advance(30_000);
      frame.say(NEEDED);
      await waitUntil(() => asked.length === 2, 'the second question');
      await clock.advance(10_000);
      give('token-2');
      await frame.hear('token');
      await clock.advance(34_000);
      frame.say(OUTCOME);
      expect(await result).to.deep.equal(APPROVED);
    });

    it('and that has no successor ends the charge by the reason of the shop', async () => {
      const paid = new OrderClosedError('paid');
      tokens = [async () => 'token-1', () => Promise.reject(paid)];
      const { result } = await send();
      frame.say(NEEDED);
      expect(await frame.hear('token')).to.include({ token: null });
      const error = { code: 'unauthorized', message: 'HTTP 401.', status: 401 } as const;
      frame.say({ ...OUTCOME, result: { status: 'failed', error, sent: true } });
      expect(await result).to.include({ status: 'failed', error: paid });
    });

    it('has no successor once nobody waits any more', async () => {
      const { result } = await send();
      giveUp();
      const { late } = await expectUnconfirmed(result, 'aborted');
      frame.say(NEEDED);
      expect(await frame.hear('token')).to.include({ token: null });
      expect(asked).to.have.length(1);
      const error = { code: 'unauthorized', message: 'HTTP 401.', status: 401 } as const;
      frame.say({ ...OUTCOME, result: { status: 'failed', error, sent: true } });
      expect(await late).to.include({ status: 'failed', sent: true });
    });
  });
});
