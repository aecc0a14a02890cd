import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import type { TokenRequest } from '../../../src/client/tokens/token.js';
import { createFramedCard, FramedClient, type FramedClientOptions } from '../../../src/controllers/card-frame/framed-client.js';
import type { CheckoutError } from '../../../src/domain/errors.js';
import type { CardPayment } from '../../../src/domain/payment.js';
import { FakeClock } from '../../support/fake-clock.js';
import { ScriptedFrame, SERVICE } from './scripted-frame.js';

const PLAN = { installments: 1, whoPaysFee: 'merchant' } as const;
const TERMS = { ...PLAN, amount: 149.9 } as const;
const DUE = { ...PLAN, amountCents: 14_990 } as const;
const APPROVED = { status: 'approved', identifier: 'id-1' } as const;

const catchError = (work: Promise<unknown>): Promise<CheckoutError> =>
  work.then(
    () => {
      throw new Error('It should have been refused.');
    },
    (error: CheckoutError) => error,
  );

describe('FramedClient', () => {
  let clock: FakeClock;
  let frame: ScriptedFrame;
  let parts: Omit<FramedClientOptions, 'direct' | 'isRelay'>;
  let asked: TokenRequest[];
  /** What the client of `base-url` was asked. */
  let direct: string[];
  let attempt: number;

  const directClient = {
    processPayment: async ({ cardId }: CardPayment) => {
      direct.push(`charge ${cardId}`);
      return APPROVED;
    },
    deleteCard: async (cardId: string) => void direct.push(`delete ${cardId}`),
    getPixStatus: async (chargeId: string) => {
      direct.push(`status ${chargeId}`);
      return { status: 'pending' };
    },
    now: () => 1,
    isTimeKnown: () => false,
  } as unknown as PaymentsClient;

  const createClient = (found: PaymentsClient | undefined, isRelay = false): FramedClient =>
    new FramedClient({ ...parts, direct: found, isRelay });

  /** Lets the frame charge what it is asked to. */
  const chargeInFrame = async (): Promise<Record<string, unknown>> => {
    attempt += 1;
    const { id, ...prepared } = await frame.hear('prepare', attempt);
    frame.say({ type: 'prepared', id });
    const { cardId } = await frame.hear('go', attempt);
    frame.say({ type: 'outcome', id, result: APPROVED, isLateAwaited: false });
    return { ...prepared, cardId };
  };

  beforeEach(async () => {
    clock = new FakeClock();
    frame = await new ScriptedFrame(clock).open();
    [asked, direct, attempt] = [[], [], 0];
    parts = {
      getToken: (request) => {
        asked.push(request);
        return { token: `token-${asked.length}`, expiresIn: 600, now: clock.now() + 60_000 };
      },
      environment: undefined,
      service: SERVICE,
      clock,
      isOnline: () => true,
      reportToken: () => undefined,
      reportFrame: () => undefined,
      findLink: async () => frame.link,
    };
  });

  afterEach(() => frame.link.close());

  describe('a tokenized card', () => {
    it('is charged through the frame where the service is of another origin', async () => {
      const result = createClient(directClient).processPayment({ ...TERMS, cardId: 'card-1' }, { attemptId: 'attempt-1' });
      expect(await chargeInFrame()).to.deep.equal({ type: 'prepare', cardId: 'card-1' });
      expect(await result).to.deep.equal(APPROVED);
      expect(direct).to.deep.equal([]);
    });

    it('is charged and deleted by the shop’s relay where there is one', async () => {
      const client = createClient(directClient, true);
      expect(await client.processPayment({ ...TERMS, cardId: 'card-1' })).to.deep.equal(APPROVED);
      await client.deleteCard('card-1');
      expect(direct).to.deep.equal(['charge card-1', 'delete card-1']);
      await frame.sync();
      expect([frame.listHeard('prepare'), frame.listHeard('delete'), asked]).to.deep.equal([[], [], []]);
    });

    it('is not charged where no frame comes', async () => {
      const client = new FramedClient({ ...parts, direct: undefined, isRelay: false, findLink: () => Promise.reject(new Error('none')) });
      expect(await client.processPayment({ ...TERMS, cardId: 'card-1' })).to.include({ status: 'failed', sent: false });
    });

    it('is not charged where the amount is no whole cents', async () => {
      const result = await createClient(undefined).processPayment({ ...TERMS, amount: 149.999, cardId: 'card-1' });
      expect(result).to.include({ status: 'failed', sent: false }).and.have.nested.property('error.code', 'invalid-input');
      await frame.sync();
      expect([frame.listHeard('prepare'), asked]).to.deep.equal([[], []]);
    });

    it('is deleted through the frame, with a token of its own', async () => {
      const deleted = createClient(directClient).deleteCard('card-1');
      const { id, ...message } = await frame.hear('delete');
      expect(message).to.deep.equal({ type: 'delete', cardId: 'card-1', token: 'token-1', deadline: clock.now() + 5000 });
      expect(asked[0]).to.include({ purpose: 'card-token' });
      frame.say({ type: 'deleted', id });
      await deleted;
      expect(clock.pending).to.equal(0);
    });
  });

  describe('a deletion', () => {
    it('has failed where the frame says so', async () => {
      const refused = catchError(createClient(undefined).deleteCard('card-1'));
      const { id } = await frame.hear('delete');
      frame.say({ type: 'call-failed', id, error: { code: 'forbidden', message: 'HTTP 403.', status: 403 } });
      expect(await refused).to.include({ code: 'forbidden', status: 403 });
    });

    it('has failed where the frame has sent nothing', async () => {
      const refused = catchError(createClient(undefined).deleteCard('card-1'));
      const { id } = await frame.hear('delete');
      frame.say({ type: 'not-sent', id, error: { code: 'timeout', message: 'Too late.' } });
      expect((await refused).code).to.equal('timeout');
    });

    it('is unconfirmed where the frame is silent', async () => {
      const refused = catchError(createClient(undefined).deleteCard('card-1'));
      await frame.hear('delete');
      await clock.advance(20_000);
      expect((await refused).code).to.equal('delete-unconfirmed');
    });

    it('is unconfirmed where the frame is loaded anew', async () => {
      const refused = catchError(createClient(undefined).deleteCard('card-1'));
      await frame.hear('delete');
      await frame.open({ build: 'second' });
      expect((await refused).code).to.equal('delete-unconfirmed');
    });

    it('is sent again with another token where the service refuses the first', async () => {
      const deleted = createClient(undefined).deleteCard('card-1');
      const { id } = await frame.hear('delete');
      frame.say({ type: 'token-needed', id });
      expect(await frame.hear('token')).to.deep.equal({ type: 'token', id, token: 'token-2' });
      frame.say({ type: 'deleted', id });
      await deleted;
    });
  });

  describe('a typed card', () => {
    const typed = () => createFramedCard(frame.link, { brand: 'visa', last4: '1111' });

    it('is charged in its frame', async () => {
      const result = typed().charge(createClient(directClient, true), DUE, { attemptId: 'attempt-1' });
      expect(await chargeInFrame()).to.deep.equal({ type: 'prepare', cardId: undefined });
      expect(await result).to.deep.equal(APPROVED);
      expect(direct).to.deep.equal([]);
    });

    it('is exchanged in its frame, which then charges the cardId, also with a relay', async () => {
      const client = createClient(directClient, true);
      const exchanging = typed().exchange(client, { name: 'Visa final 1111', tokenizeExpiration: '3600' }, {});
      const { id, ...message } = await frame.hear('tokenize');
      expect(message).to.deep.equal({
        type: 'tokenize',
        token: 'token-1',
        deadline: clock.now() + 5000,
        name: 'Visa final 1111',
        tokenizeExpiration: '3600',
      });
      frame.say({ type: 'tokenized', id, cardId: 'card-2', brand: 'visa', last4: '1111', expiration: '01/2031' });
      const exchanged = await exchanging;
      expect(exchanged).to.include({ cardId: 'card-2', expiration: '01/2031' });
      const result = exchanged.charge(client, DUE, { attemptId: 'attempt-1' });
      expect(await chargeInFrame()).to.include({ cardId: 'card-2' });
      expect(await result).to.deep.equal(APPROVED);
      expect(direct).to.deep.equal([]);
    });

    it('is not exchanged under a name that the frame would drop', async () => {
      const refused = catchError(typed().exchange(createClient(undefined), { name: 'x'.repeat(201) }, {}));
      expect((await refused).code).to.equal('invalid-input');
    });

    it('gives up an exchange where the frame is silent, so that the card can be charged', async () => {
      const refused = catchError(typed().exchange(createClient(undefined), { name: 'Visa final 1111' }, {}));
      await frame.hear('tokenize');
      await clock.advance(20_000);
      expect((await refused).code).to.equal('timeout');
      const result = typed().charge(createClient(undefined), DUE, { attemptId: 'attempt-1' });
      await chargeInFrame();
      expect(await result).to.deep.equal(APPROVED);
    });

    it('is never charged by a client that is not of its frame', async () => {
      expect(await typed().charge(directClient, DUE, {})).to.include({ status: 'failed', sent: false });
      expect((await catchError(typed().exchange(directClient, { name: 'x' }, {}))).code).to.equal('invalid-config');
      expect(direct).to.deep.equal([]);
    });

    it('has no other way out of the page', async () => {
      const card = { number: '4111', holderName: 'MARIA', expirationDate: '01/31', securityCode: '737' };
      const client = createClient(directClient, true);
      expect(await client.processPayment({ ...TERMS, card })).to.include({ status: 'failed', sent: false });
      expect((await catchError(client.tokenizeCard())).code).to.equal('invalid-config');
      expect(direct).to.deep.equal([]);
    });
  });

  it('asks base-url about Pix, and says what is missing without it', async () => {
    expect(await createClient(directClient).getPixStatus('charge-1')).to.deep.equal({ status: 'pending' });
    expect(direct).to.deep.equal(['status charge-1']);
    expect((await catchError(createClient(undefined).getPixStatus('charge-1'))).message).to.match(/base-url is missing/);
    const pix = createClient(undefined).generatePixQrCode({ amount: 1, expiresInMs: 1000 });
    expect((await catchError(pix)).code).to.equal('invalid-config');
  });

  it('knows the service’s time by what a token brought', async () => {
    const client = createClient(directClient);
    expect(client.isTimeKnown()).to.equal(false);
    const deleted = client.deleteCard('card-1');
    const { id } = await frame.hear('delete');
    frame.say({ type: 'deleted', id });
    await deleted;
    expect(client.isTimeKnown()).to.equal(true);
    expect(client.now()).to.equal(clock.now() + 60_000);
  });
});
