import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import type { ChargeOptions } from '../../../src/client/cards/charge.js';
import { createTokenizedCard, createTypedCard } from '../../../src/controllers/card/typed-card.js';
import { payOrder, type PayingContext, type Payment } from '../../../src/controllers/payment/pay-order.js';
import type { PaymentDraft } from '../../../src/controllers/payment/payment-draft.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { InstallmentPlan } from '../../../src/domain/installments/plans.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { CardPayment } from '../../../src/domain/payment.js';
import type { BeforeSend, ChargeIntent } from '../../../src/flow/order/charge-intent.js';
import type { OrderGuard } from '../../../src/flow/order/order-guard.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

const CARD = { holderName: 'MARIA DA SILVA', expirationDate: '01/31', number: '4111111111111111', securityCode: '737' };
const OUTCOME: PaymentOutcome = { status: 'declined', attemptId: 'attempt-1' };

describe('payOrder', () => {
  let host: SettingsHost & FakeHost;
  let context: PayingContext;
  let draft: PaymentDraft | { fields: string[] };
  let plan: InstallmentPlan | undefined;
  let validations: number;
  let refusal: PaymentOutcome | undefined;
  let result: ChargeResult;
  let charges: { payment: CardPayment; options: ChargeOptions | undefined }[];
  let intents: ChargeIntent[];
  let learned: Parameters<BeforeSend>[0][];
  let plansMarked: boolean[];
  let named: (string | undefined)[];
  let early: Payment[];

  const client = {
    processPayment: async (payment: CardPayment, options?: ChargeOptions) => {
      charges.push({ payment, options });
      await options?.beforeSend?.();
      return result;
    },
    tokenizeCard: async () => ({ cardId: 'card-2' }),
  } as unknown as PaymentsClient;

  const LABEL = { brand: 'visa', last4: '1111' } as const;

  const createDraft = (keeper?: Extract<PaymentDraft, { keeper: object }>['keeper']): PaymentDraft => {
    const card = { ...createTypedCard(CARD, 'visa'), name: 'Visa final 1111' };
    return keeper ? { ...LABEL, method: 'card', card, keeper } : { ...LABEL, method: 'card', card };
  };

  const pay = async (intent: ChargeIntent): Promise<{ outcome: PaymentOutcome; isNew: boolean }> => {
    intents.push(intent);
    const attempt = { ...intent, attemptId: 'attempt-1', orderId: 'order-7', startedAt: 0, state: 'open' as const };
    await intent.send(attempt, async (card) => void learned.push(card));
    return { outcome: OUTCOME, isNew: true };
  };

  const expectNotCharged = (payment: Payment, outcome: PaymentOutcome): void => {
    expect(payment).to.deep.equal({ outcome, wasSent: false, isNew: false });
    expect(charges).to.deep.equal([]);
  };

  beforeEach(async () => {
    [charges, intents, learned, plansMarked, named, early, refusal] = [[], [], [], [], [], [], undefined];
    result = { status: 'declined' };
    draft = createDraft();
    plan = { installments: 2, whoPaysFee: 'merchant' };
    validations = 0;
    const element = document.createElement('test-form');
    host = createFakeHost(Object.assign(element, { client, amount: '149.90', orderId: 'order-7' }));
    const settings = new SettingsController(host);
    document.body.append(element);
    host.connect();
    await host.updateComplete;
    context = {
      host,
      settings,
      order: { guard: { findRefusal: async () => refusal } as OrderGuard, pay },
      quoted: { amountCents: 14_990, hasPlans: true },
      source: {
        ready: async () => undefined,
        get isComplete() {
          return !('fields' in draft);
        },
        findPlan: () => plan,
        validate: () => {
          validations++;
          return draft;
        },
        markPlan: (isWrong) => void plansMarked.push(isWrong),
        settled: () => undefined,
      },
      onCharge: ({ orderId }) => void named.push(orderId),
      onPayment: (payment) => void early.push(payment),
      loadClient: async () => client,
      isPixDenied: false,
      signal: new AbortController().signal,
    };
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
  });

  it('tells early what it resolves with', async () => {
    const payAndTell: PayingContext['order']['pay'] = async (intent, _settings, onPaid) => {
      const paid = await pay(intent);
      onPaid(paid);
      return paid;
    };
    context.order = { ...context.order, pay: payAndTell };
    const payment = await payOrder(context);
    expect(payment).to.deep.equal({ outcome: OUTCOME, wasSent: true, isNew: true });
    expect(early).to.deep.equal([payment]);
  });

  it('charges the card for the amount of the settings, in the attempt of the guard', async () => {
    expect(await payOrder(context)).to.deep.equal({ outcome: OUTCOME, wasSent: true, isNew: true });
    expect(charges).to.have.length(1);
    expect(charges[0]?.payment).to.deep.equal({ amount: 149.9, installments: 2, whoPaysFee: 'merchant', card: CARD });
    expect(charges[0]?.options).to.include({ attemptId: 'attempt-1', orderId: 'order-7', signal: context.signal });
    expect(intents[0]).to.include({ method: 'card', amount: '149.90', installments: 2, brand: 'visa', last4: '1111' });
    expect(intents[0]).not.to.have.property('card');
    expect(learned).to.deep.equal([{}]);
    expect(named).to.deep.equal(['order-7']);
  });

  it('writes down the total and the parts that the shopper saw', async () => {
    plan = { installments: 2, whoPaysFee: 'merchant', totalCents: 15_989, partsCents: [7995, 7994] };
    await payOrder(context);
    expect(intents[0]).to.deep.include({ amount: '149.90', orderAmount: '149.90', total: '159.89', parts: ['79.95', '79.94'] });
    expect(charges[0]?.payment).to.include({ amount: 149.9 });
  });

  it('sends where it wrote the attempt down, whatever is set meanwhile', async () => {
    const asked: unknown[] = [];
    context.loadClient = async (settings) => {
      asked.push(settings?.baseUrl);
      return client;
    };
    Object.assign(host, { baseUrl: 'https://one.example/v1' });
    host.requestUpdate();
    await host.updateComplete;
    const { order } = context;
    context.order = {
      ...order,
      pay: async (intent, settings) => {
        Object.assign(host, { baseUrl: 'https://other.example/v1', orderId: 'order-8' });
        host.requestUpdate();
        await host.updateComplete;
        expect(settings).to.include({ orderId: 'order-7' });
        return pay(intent);
      },
    };
    await payOrder(context);
    expect(asked).to.deep.equal(['https://one.example/v1/']);
  });

  it('is cancelled, and has failed nothing, where the element left the page before anything was sent', async () => {
    const removal = new AbortController();
    removal.abort();
    const failed: PaymentOutcome = { status: 'failed', error: new CheckoutError('aborted', 'Gone.') };
    context = { ...context, signal: removal.signal, order: { ...context.order, pay: async () => ({ outcome: failed, isNew: true }) } };
    expect((await payOrder(context)).outcome).to.deep.equal({ status: 'cancelled', reason: 'removed' });
  });

  it('charges a tokenized card by its identifier alone', async () => {
    draft = { ...LABEL, method: 'saved-card', card: createTokenizedCard('card-1') };
    await payOrder(context);
    expect(charges[0]?.payment).to.deep.equal({ amount: 149.9, installments: 2, whoPaysFee: 'merchant', cardId: 'card-1' });
    expect(intents[0]).to.include({ method: 'saved-card', cardId: 'card-1' });
  });

  it('hands the identifier of a card that was tokenized on the way to the guard, before the charge', async () => {
    draft = createDraft({ prepareCard: (charging, card, options) => card.exchange(charging, { name: card.name }, options) });
    await payOrder(context);
    expect(intents[0]).not.to.have.property('cardId');
    expect(learned).to.deep.equal([{ cardId: 'card-2' }]);
    expect(charges[0]?.payment).to.deep.equal({ amount: 149.9, installments: 2, whoPaysFee: 'merchant', cardId: 'card-2' });
    expect(charges[0]?.options).to.include({ exchanged: CARD });
  });

  it('says whether card data left the page', async () => {
    result = { status: 'failed', error: new CheckoutError('offline', 'Offline.'), sent: false };
    expect(await payOrder(context), 'nothing was sent').to.include({ wasSent: false });
    draft = createDraft({ prepareCard: async () => createTokenizedCard('card-2') });
    expect(await payOrder(context), 'tokenized').to.include({ wasSent: true });
    draft = { ...LABEL, method: 'saved-card', card: createTokenizedCard('card-1') };
    expect(await payOrder(context), 'a saved card').to.include({ wasSent: false });
    result = { status: 'failed', error: new CheckoutError('forbidden', '403.'), sent: true };
    expect(await payOrder(context), 'refused').to.include({ wasSent: true });
  });

  it('charges nothing where the order accepts no payment', async () => {
    const declined: PaymentOutcome = { status: 'declined', attemptId: 'attempt-0' };
    refusal = declined;
    expectNotCharged(await payOrder(context), declined);
  });

  it('charges nothing where a field is wrong', async () => {
    draft = { fields: ['number'] };
    expectNotCharged(await payOrder(context), { status: 'invalid', fields: ['number'] });
  });

  it('checks what was filled in once', async () => {
    await payOrder(context);
    expect(validations).to.equal(1);
  });

  it('charges nothing where the page has emptied the form before', async () => {
    host.addEventListener('balcao-before-pay', () => (draft = { fields: ['number'] }));
    expectNotCharged(await payOrder(context), { status: 'invalid', fields: ['number'] });
  });

  it('charges nothing where the chosen plan waits for the table of the shop', async () => {
    plan = undefined;
    expectNotCharged(await payOrder(context), { status: 'invalid', fields: ['installments'] });
    expect(validations).to.equal(0);
  });

  it('charges nothing where the page cancels', async () => {
    host.addEventListener('balcao-before-pay', (event) => event.preventDefault());
    expectNotCharged(await payOrder(context), { status: 'cancelled', reason: 'prevented' });
  });

  it('charges the amount that the page brings', async () => {
    host.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.resolve({ amount: '20.00' })));
    await payOrder(context);
    expect(charges[0]?.payment).to.include({ amount: 20 });
    expect(intents[0]).to.include({ amount: '20.00' });
    expect(plansMarked).to.deep.equal([false]);
  });

  it('charges nothing where the amount that the page brings has withdrawn the plan', async () => {
    host.addEventListener('balcao-before-pay', () => (plan = { installments: 1, whoPaysFee: 'merchant' }));
    expectNotCharged(await payOrder(context), { status: 'invalid', fields: ['installments'] });
    expect(plansMarked).to.deep.equal([true]);
  });
});
