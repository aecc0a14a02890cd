import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import type { CallOptions } from '../../../src/client/service.js';
import { createTypedCard, type ChargeableCard } from '../../../src/controllers/card/typed-card.js';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import type { NamedCard } from '../../../src/controllers/saved-cards/card-saver.js';
import { isNicknameFine } from '../../../src/controllers/saved-cards/save-card-controller.js';
import { SaveCardChoice } from '../../../src/controllers/saved-cards/save-card-choice.js';
import { SaveCardController } from '../../../src/controllers/saved-cards/save-card-controller.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { CardToTokenize } from '../../../src/domain/payment.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

const TYPED = { holderName: 'MARIA DA SILVA', expirationDate: '01/31', number: '4111111111111111', securityCode: '737' };
const CARD: NamedCard = { ...createTypedCard(TYPED, 'visa'), name: 'Visa final 1111' };
const DUE = { amountCents: 14_990, installments: 1, whoPaysFee: 'merchant' } as const;
const TERMS = { amount: 149.9, installments: 1, whoPaysFee: 'merchant' } as const;
const SAVED = { cardId: 'card-1', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031' };
const OPTIONS: CallOptions = { attemptId: 'attempt-1', orderId: 'order-7' };
const APPROVED: PaymentOutcome = {
  status: 'approved',
  method: 'card',
  attemptId: 'attempt-1',
  amount: '149.90',
  installments: 1,
  whoPaysFee: 'merchant',
  cardId: 'card-1',
};
const DECLINED: PaymentOutcome = { status: 'declined', attemptId: 'attempt-1' };
const FAILED: PaymentOutcome = { status: 'failed', error: new CheckoutError('network', 'No answer.') };
const CANCELLED: PaymentOutcome = { status: 'cancelled', reason: 'removed' };
const UNCONFIRMED: PaymentOutcome = {
  status: 'unconfirmed',
  attempt: { attemptId: 'attempt-1', method: 'card', amount: '149.90', startedAt: 0, state: 'unconfirmed' },
};

describe('SaveCardController', () => {
  let host: SettingsHost & FakeHost;
  let choice: SaveCardChoice;
  let saving: SaveCardController;
  let store: CardStore;
  let tokenized: { card: CardToTokenize; options: CallOptions | undefined }[];
  let deleted: string[];
  let events: { name: string; detail: unknown }[];
  let refusal: unknown;
  let charged: unknown[][];

  const client = {
    processPayment: async (...charge: unknown[]) => {
      charged.push(charge);
      return { status: 'approved' };
    },
    tokenizeCard: async (card: CardToTokenize, options?: CallOptions) => {
      tokenized.push({ card, options });
      if (refusal) throw refusal;
      return { cardId: `card-${tokenized.length}` };
    },
    deleteCard: async (cardId: string) => void deleted.push(cardId),
    now: () => 1_700_000_000_000,
  } as unknown as PaymentsClient;

  const set = async (change: Record<string, unknown>): Promise<void> => {
    Object.assign(host, change);
    host.requestUpdate();
    await host.updateComplete;
  };
  const problems = (): unknown[] =>
    events.filter(({ name }) => name === 'balcao-problem').map(({ detail }) => (detail as BalcaoEvents['balcao-problem']).error.code);

  /** Ticks, and prepares the card of a payment. */
  const prepare = () => {
    choice.isTicked = true;
    return saving.prepareCard(client, CARD, OPTIONS);
  };

  /** What a card has the client charge. */
  const chargeWith = async (card: ChargeableCard): Promise<unknown> => {
    await card.charge(client, DUE, OPTIONS);
    return charged.at(-1);
  };

  beforeEach(async () => {
    store = memoryCardStore();
    [tokenized, deleted, events, refusal, charged] = [[], [], [], undefined, []];
    const element = document.createElement('test-form');
    for (const name of ['balcao-card-saved', 'balcao-problem'] as const)
      element.addEventListener(name, ({ detail }) => events.push({ name, detail }));
    const settings = { client, amount: '149.90', orderId: 'order-7', customerId: 'maria', cardStore: store };
    host = createFakeHost(Object.assign(element, settings));
    const controller = new SettingsController(host);
    choice = new SaveCardChoice(controller);
    saving = new SaveCardController(host, controller, choice);
    document.body.append(element);
    host.connect();
    await host.updateComplete;
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
  });

  it('charges the card itself where it is not to be kept', async () => {
    expect(await chargeWith(await saving.prepareCard(client, CARD, OPTIONS))).to.deep.equal([{ ...TERMS, card: TYPED }, OPTIONS]);
    await saving.settle(APPROVED);
    expect(tokenized).to.deep.equal([]);
    expect(choice.note).to.equal(undefined);
    expect(await store.list()).to.deep.equal([]);
  });

  it('charges the card itself without a customer, ticked or not', async () => {
    await set({ customerId: undefined });
    expect(await chargeWith(await prepare())).to.deep.equal([{ ...TERMS, card: TYPED }, OPTIONS]);
    expect(tokenized).to.deep.equal([]);
  });

  it('tokenizes a card that is to be kept, and charges its cardId', async () => {
    await set({ tokenizeExpiration: '3600' });
    expect(await chargeWith(await prepare())).to.deep.equal([
      { ...TERMS, cardId: 'card-1' },
      { ...OPTIONS, exchanged: TYPED },
    ]);
    expect(tokenized).to.deep.equal([{ card: { ...TYPED, name: 'Visa final 1111', tokenizeExpiration: '3600' }, options: OPTIONS }]);
  });

  it('keeps the card of an approved payment, and clears the tick', async () => {
    choice.nickname = 'Mercado';
    await prepare();
    await saving.settle(APPROVED);
    expect(await store.list()).to.deep.equal([SAVED]);
    expect(events).to.deep.equal([{ name: 'balcao-card-saved', detail: { cardId: 'card-1', brand: 'visa', last4: '1111' } }]);
    expect([choice.note, choice.isTicked, choice.nickname]).to.deep.equal(['cardSaved', false, '']);
    expect(deleted).to.deep.equal([]);
  });

  it("keeps with the card until when the shop's profile says that it is valid", async () => {
    await set({
      tokenizeExpiration: 3600,
      profile: { validUntil: (seconds: number, now: Date) => new Date(now.getTime() + seconds * 1000) },
    });
    await prepare();
    await saving.settle(APPROVED);
    expect(await store.list()).to.deep.equal([{ ...SAVED, validUntil: 1_700_003_600_000 }]);
  });

  it("keeps the card where the profile's function throws", async () => {
    const validUntil = (): Date => {
      throw new TypeError('broken');
    };
    await set({ tokenizeExpiration: 3600, profile: { validUntil } });
    await prepare();
    await saving.settle(APPROVED);
    expect(await store.list()).to.deep.equal([SAVED]);
  });

  describe('where tokenization fails', () => {
    for (const [what, reason, code] of [
      ['with an error of the client', new CheckoutError('timeout', 'No answer in time.'), 'timeout'],
      ['with anything else', new TypeError('broken'), 'store'],
    ] as const) {
      it(`${what}, charges the card, and reports the problem once it is approved`, async () => {
        refusal = reason;
        expect(await chargeWith(await prepare())).to.deep.equal([{ ...TERMS, card: TYPED }, OPTIONS]);
        expect(problems(), 'before the payment has ended').to.deep.equal([]);
        await saving.settle(APPROVED);
        expect(problems()).to.deep.equal([code]);
        expect(choice.note).to.equal('cardUnsaved');
        expect(await store.list()).to.deep.equal([]);
        expect(deleted).to.deep.equal([]);
      });
    }

    it('says nothing of it where the payment was declined', async () => {
      refusal = new CheckoutError('server', 'HTTP 500.');
      await prepare();
      await saving.settle(DECLINED);
      expect(problems()).to.deep.equal([]);
      expect(choice.note).to.equal(undefined);
    });
  });

  for (const outcome of [DECLINED, FAILED, CANCELLED]) {
    it(`deletes the token of a payment that was ${outcome.status}, and leaves the tick for the next try`, async () => {
      await prepare();
      await saving.settle(outcome);
      expect(deleted).to.deep.equal(['card-1']);
      expect(events).to.deep.equal([]);
      expect(await store.list()).to.deep.equal([]);
      expect([choice.note, choice.isTicked]).to.deep.equal([undefined, true]);
    });
  }

  it('reports a token that could not be deleted', async () => {
    await prepare();
    const broken = { ...client, deleteCard: () => Promise.reject(new CheckoutError('delete-unconfirmed', 'No answer.')) };
    choice.isTicked = true;
    await saving.prepareCard(broken, CARD, OPTIONS);
    await saving.settle(DECLINED);
    expect(problems()).to.deep.equal(['delete-unconfirmed']);
  });

  describe('with an unconfirmed payment', () => {
    beforeEach(async () => {
      await prepare();
      await saving.settle(UNCONFIRMED);
    });

    it('keeps the card', async () => {
      expect(await store.list()).to.deep.equal([SAVED]);
      expect(choice.note).to.equal('cardSaved');
      expect(deleted).to.deep.equal([]);
    });

    it('keeps it, once, where the payment turns out to be approved', async () => {
      await saving.settle(APPROVED);
      saving.follow('paid');
      expect(await store.list()).to.deep.equal([SAVED]);
      expect(events.map(({ name }) => name)).to.deep.equal(['balcao-card-saved']);
      expect(deleted).to.deep.equal([]);
    });

    it('deletes the token and the card where the payment turns out to be declined', async () => {
      await saving.settle(DECLINED);
      expect(deleted).to.deep.equal(['card-1']);
      expect(await store.list()).to.deep.equal([]);
      expect(choice.note).to.equal(undefined);
    });

    it('deletes them, once, where the order is open again, whoever found that out', async () => {
      for (const status of ['unconfirmed', 'open', 'open'] as const) saving.follow(status);
      await saving.settle(DECLINED);
      expect(deleted).to.deep.equal(['card-1']);
      expect(await store.list()).to.deep.equal([]);
      expect(choice.note).to.equal(undefined);
    });

    it('leaves them alone where another order of the element fails', async () => {
      await set({ orderId: 'order-8' });
      saving.follow('open');
      await saving.settle(FAILED);
      expect(deleted).to.deep.equal([]);
      expect(await store.list()).to.deep.equal([SAVED]);
    });
  });

  describe('with a store that fails', () => {
    it('reports the problem and deletes the token of an approved payment', async () => {
      await set({ cardStore: { ...store, add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) } });
      await prepare();
      await saving.settle(APPROVED);
      expect(problems()).to.deep.equal(['store']);
      expect(choice.note).to.equal('cardUnsaved');
      expect(deleted).to.deep.equal(['card-1']);
    });

    it('leaves the token of an unconfirmed payment, whose charge may still be under way', async () => {
      await set({ cardStore: { ...store, add: () => Promise.reject(new TypeError('blocked')) } });
      await prepare();
      await saving.settle(UNCONFIRMED);
      expect(problems()).to.deep.equal(['store']);
      expect(deleted).to.deep.equal([]);
    });
  });

  it('tokenizes outside of a payment without keeping the card', async () => {
    expect(await saving.tokenize(client, CARD)).to.deep.equal(SAVED);
    expect(tokenized[0]?.options).to.deep.equal({ orderId: 'order-7' });
    expect(await store.list()).to.deep.equal([]);
  });

  it('keeps a card that was tokenized outside of a payment where it is ticked', async () => {
    choice.isTicked = true;
    await saving.tokenize(client, CARD);
    expect(await store.list()).to.deep.equal([SAVED]);
    expect(choice.isTicked).to.equal(false);
  });

  it('refuses a card number for a nickname', () => {
    choice.isTicked = true;
    choice.nickname = '4111 1111 1111 1111';
    expect(isNicknameFine(choice)).to.equal(false);
    choice.isTicked = false;
    expect(isNicknameFine(choice), 'where no card is kept').to.equal(true);
  });
});
