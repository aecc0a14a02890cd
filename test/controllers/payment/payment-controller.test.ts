import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/payments-client.js';
import type { PaymentSource } from '../../../src/controllers/payment/payment-draft.js';
import { PaymentController } from '../../../src/controllers/payment/payment-controller.js';
import { SettingsController } from '../../../src/controllers/settings/settings-controller.js';
import { SettingsElement } from '../../../src/elements/shared/settings-element.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import { waitUntil } from '../../support/checkout-page.js';

const DRAFT: ReturnType<PaymentSource['validate']> = {
  method: 'card',
  installments: 1,
  whoPaysFee: 'merchant',
  prepareCard: () => ({ cardId: 'kept' }),
};

/** An element that pays with nothing filled in, and whose part after the payment is the test's. */
class PaymentHost extends SettingsElement {
  settle: PaymentSource['settled'] = () => undefined;
  readonly payment = new PaymentController(this, new SettingsController(this), {
    ready: async () => undefined,
    validate: () => DRAFT,
    settled: (outcome, wasSent) => this.settle(outcome, wasSent),
  });
}
customElements.define('test-payment-host', PaymentHost);

describe('PaymentController', () => {
  let host: PaymentHost;
  let told: PaymentOutcome[];
  let rejected: unknown[];
  const handleRejection = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    rejected.push(event.reason);
  };

  beforeEach(() => {
    told = [];
    rejected = [];
    addEventListener('unhandledrejection', handleRejection, true);
    host = new PaymentHost();
    const client: Partial<PaymentsClient> = {
      processPayment: async (_, { beforeSend } = {}) => {
        await beforeSend?.();
        return { status: 'approved', identifier: 'id-1' };
      },
    };
    Object.assign(host, { amount: '149.90', client });
    for (const name of ['balcao-approved', 'balcao-failed'] as const) host.addEventListener(name, ({ detail }) => told.push(detail));
    document.body.append(host);
  });

  afterEach(() => {
    host.remove();
    removeEventListener('unhandledrejection', handleRejection, true);
  });

  it('never calls a charge failed because the page broke after it', async () => {
    host.settle = () => {
      throw new TypeError('broken');
    };
    expect(await host.payment.pay()).to.include({ status: 'approved', identifier: 'id-1' });
    expect(told).to.deep.equal([host.payment.outcome]);
    await waitUntil(() => rejected.length, 'the error in the console');
    expect(rejected[0]).to.be.instanceOf(TypeError);
  });

  it('tells of the charge also where what follows it fails later', async () => {
    host.settle = () => Promise.reject(new TypeError('broken'));
    expect(await host.payment.pay()).to.include({ status: 'approved' });
    expect(told.map(({ status }) => status)).to.deep.equal(['approved']);
    await waitUntil(() => rejected.length, 'the error in the console');
  });

  it('calls a payment failed that the page broke before it', async () => {
    host.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.reject(new TypeError('broken'))));
    expect(await host.payment.pay()).to.have.nested.property('error.code', 'aborted');
    expect(told.map(({ status }) => status)).to.deep.equal(['failed']);
  });
});
