import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { createTokenizedCard } from '../../../src/controllers/card/typed-card.js';
import type { PaymentSource } from '../../../src/controllers/payment/payment-draft.js';
import { PaymentController } from '../../../src/controllers/payment/payment-controller.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import { checkAllSettings } from '../../../src/controllers/settings/settings-problems.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import { PayLock } from '../../../src/elements/shared/form/pay-lock.js';
import { waitUntil } from '../../support/checkout-page.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

const DRAFT: ReturnType<PaymentSource['validate']> = {
  method: 'card',
  card: createTokenizedCard('kept'),
};

describe('PaymentController', () => {
  let host: SettingsHost & FakeHost;
  let payment: PaymentController;
  let lock: PayLock;
  /** What the element does after a payment. */
  let settle: PaymentSource['settled'];
  let charges: number;
  let outcomes: PaymentOutcome[];
  let rejected: unknown[];
  const handleRejection = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    rejected.push(event.reason);
  };

  beforeEach(() => {
    outcomes = [];
    rejected = [];
    charges = 0;
    settle = () => undefined;
    addEventListener('unhandledrejection', handleRejection, true);
    const client: Partial<PaymentsClient> = {
      processPayment: async (_, { beforeSend } = {}) => {
        await beforeSend?.();
        charges++;
        return { status: 'approved', identifier: 'id-1' };
      },
    };
    const element = document.createElement('test-payment-host');
    host = createFakeHost(Object.assign(element, { amount: '149.90', client })) as SettingsHost & FakeHost;
    const settings = new SettingsController(host);
    payment = new PaymentController(host, settings, {
      ready: async () => undefined,
      isComplete: true,
      findPlan: () => ({ installments: 1, whoPaysFee: 'merchant' }),
      validate: () => DRAFT,
      settled: (outcome, context) => settle(outcome, context),
    });
    lock = new PayLock({ host, settings, hasPlans: () => true, run: (running) => payment.run(running) });
    checkAllSettings();
    for (const name of ['balcao-approved', 'balcao-failed'] as const) host.addEventListener(name, ({ detail }) => outcomes.push(detail));
    document.body.append(element);
    host.connect();
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
    removeEventListener('unhandledrejection', handleRejection, true);
  });

  it('goes to return-url once the page is visible', async () => {
    let visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    Object.assign(host, { returnUrl: '#thanks' });
    host.requestUpdate();
    await host.updateComplete;
    expect(await lock.pay()).to.include({ status: 'approved' });
    expect(location.hash).to.equal('');
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(location.hash).to.equal('#thanks');
    Reflect.deleteProperty(document, 'visibilityState');
    history.replaceState(null, '', location.pathname + location.search);
  });

  it('never calls a charge failed because the page broke after it', async () => {
    settle = () => {
      throw new TypeError('broken');
    };
    expect(await lock.pay()).to.include({ status: 'approved', identifier: 'id-1' });
    expect(outcomes).to.deep.equal([payment.outcome]);
    await waitUntil(() => rejected.length, 'the error in the console');
    expect(rejected[0]).to.be.instanceOf(TypeError);
  });

  it('tells of the charge before its outcome is rendered, and once', async () => {
    const untold: string[] = [];
    const note = (): void => void (payment.order.isPayable || outcomes.length || untold.push(payment.order.state.status));
    host.addController({ hostUpdate: note });
    expect(await lock.pay()).to.include({ status: 'approved' });
    await host.updateComplete;
    expect(untold).to.deep.equal([]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['approved']);
  });

  it('tells of the charge also where what follows it fails later', async () => {
    settle = () => Promise.reject(new TypeError('broken'));
    expect(await lock.pay()).to.include({ status: 'approved' });
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['approved']);
    await waitUntil(() => rejected.length, 'the error in the console');
  });

  it('runs no return-url that came after the check of the settings', async () => {
    const returnUrl = 'javascript:globalThis.wasRun=true;void 0';
    host.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.resolve({ amount: '10.00', returnUrl })));
    settle = () => Object.assign(host, { returnUrl }).requestUpdate();
    expect(await lock.pay()).to.include({ status: 'approved', amount: '10.00' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(globalThis).to.not.have.property('wasRun');
  });

  it('calls a payment failed that the page broke before it', async () => {
    host.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.reject(new TypeError('broken'))));
    expect(await lock.pay()).to.have.nested.property('error.code', 'aborted');
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['failed']);
  });

  it('pays once for calls that come while one runs, and renders its host as paying meanwhile', async () => {
    const [first, second] = [lock.pay(), lock.pay()];
    expect(second).to.equal(first);
    expect(lock.isPaying).to.equal(true);
    expect(await first).to.include({ status: 'approved' });
    expect(lock.isPaying).to.equal(false);
    expect(charges).to.equal(1);
    expect(outcomes).to.have.length(1);
  });

  it('gives an order that is paid its outcome again without an event or a charge', async () => {
    await lock.pay();
    expect(await lock.pay()).to.include({ status: 'approved', identifier: 'id-1' });
    expect(charges).to.equal(1);
    expect(outcomes).to.have.length(1);
  });

  it('fails with what keeps the settings from being used, and charges nothing', async () => {
    const { error } = console;
    console.error = () => undefined;
    Object.assign(host, { amount: 'a lot' });
    host.requestUpdate();
    await host.updateComplete;
    const outcome = await lock.pay();
    console.error = error;
    expect(outcome).to.have.nested.property('error.code', 'invalid-config');
    expect(payment.obstacle?.message).to.match(/amount/);
    expect(charges).to.equal(0);
  });

  it('forgets what a payment of an order without an identifier came to', async () => {
    await lock.pay();
    expect(payment.order.isPayable).to.equal(false);
    payment.reset();
    await host.updateComplete;
    expect(payment.outcome).to.equal(undefined);
    expect(payment.order.isPayable).to.equal(true);
    expect(await lock.pay()).to.include({ status: 'approved' });
    expect(charges).to.equal(2);
  });
});
