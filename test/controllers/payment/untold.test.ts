import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { createTokenizedCard } from '../../../src/controllers/card/typed-card.js';
import { getGuard } from '../../../src/controllers/order/page-guards.js';
import { PaymentController } from '../../../src/controllers/payment/payment-controller.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { PayLock } from '../../../src/elements/shared/form/pay-lock.js';
import { waitUntil } from '../../support/checkout-page.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

type Host = SettingsHost & FakeHost;

/** Lets every task run that is due by now. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('PaymentController: an outcome that comes when its element has left the page', () => {
  let orderId: string;
  let hosts: Host[];
  let told: { name: string; host: Host }[];
  /** Answers the charge that was given up. */
  let answerLate: (result: ChargeResult) => void;
  let isSent: Promise<void>;

  const open = (): { host: Host; lock: PayLock } => {
    const element = document.createElement('test-payment-host');
    const host = createFakeHost(Object.assign(element, { amount: '149.90', client, orderId })) as Host;
    const settings = new SettingsController(host);
    const payment = new PaymentController(host, settings, {
      ready: async () => undefined,
      isComplete: true,
      findPlan: () => ({ installments: 1, whoPaysFee: 'merchant' }),
      validate: () => ({ method: 'card', card: createTokenizedCard('kept') }),
      settled: () => undefined,
    });
    for (const name of ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'] as const)
      host.addEventListener(name, () => told.push({ name, host }));
    hosts.push(host);
    return { host, lock: new PayLock({ host, settings, hasPlans: () => true, run: (running) => payment.run(running) }) };
  };
  const putIn = (host: Host): void => {
    document.body.append(host);
    host.connect();
  };
  const takeOut = (host: Host): void => {
    host.remove();
    host.disconnect();
  };
  let sent: () => void;
  /** A charge whose request is given up when the element leaves, and goes on. */
  const client = {
    processPayment: async (_, { beforeSend, signal } = {}) => {
      await beforeSend?.();
      sent();
      const late = new Promise<ChargeResult>((resolve) => (answerLate = resolve));
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return { status: 'unconfirmed', error: new CheckoutError('aborted', 'The element left the page.'), late };
    },
  } as Partial<PaymentsClient> as PaymentsClient;

  beforeEach(() => {
    orderId = crypto.randomUUID();
    [hosts, told] = [[], []];
    isSent = new Promise((resolve) => (sent = resolve));
  });

  afterEach(() => {
    for (const host of hosts) takeOut(host);
  });

  const payAndTakeOut = async (): Promise<Host> => {
    const { host, lock } = open();
    putIn(host);
    const paying = lock.pay();
    await isSent;
    takeOut(host);
    expect((await paying).status).to.equal('unconfirmed');
    return host;
  };

  it('is told by the next element of the order, once', async () => {
    const first = await payAndTakeOut();
    answerLate({ status: 'approved', identifier: 'id-1' });
    await waitUntil(() => getGuard({}, '', orderId).state.status === 'paid', 'a paid order');
    await rest();
    expect(told, 'outside of the page').to.deep.equal([]);
    const { host } = open();
    putIn(host);
    await waitUntil(() => told.length > 0, 'the event');
    expect(told).to.deep.equal([{ name: 'balcao-approved', host }]);
    putIn(first);
    await rest();
    expect(told).to.have.length(1);
  });

  it('is unconfirmed for the next element while nobody knows more', async () => {
    await payAndTakeOut();
    const { host } = open();
    putIn(host);
    await waitUntil(() => told.length > 0, 'the event');
    answerLate({ status: 'declined' });
    await waitUntil(() => told.length > 1, 'the late answer');
    expect(told).to.deep.equal([
      { name: 'balcao-unconfirmed', host },
      { name: 'balcao-declined', host },
    ]);
  });
});
