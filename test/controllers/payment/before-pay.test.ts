import { expect } from '@open-wc/testing';
import { askPage } from '../../../src/controllers/payment/before-pay.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import type { Method } from '../../../src/domain/payment.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

describe('askPage: the price by Pix', () => {
  let host: SettingsHost & FakeHost;
  let settings: SettingsController;
  let told: string[];

  beforeEach(async () => {
    told = [];
    const element = document.createElement('test-pix');
    host = createFakeHost(Object.assign(element, { amount: '149.90', pixAmount: '142.41', orderId: 'order-7' }));
    settings = new SettingsController(host);
    document.body.append(element);
    host.connect();
    await host.updateComplete;
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
  });

  /** Asks the page, which brings an amount, and says what is paid by card and by Pix then, in cents. */
  const ask = async (method: Method, amount: string | undefined): Promise<unknown> => {
    host.addEventListener(
      'balcao-before-pay',
      (event) => {
        told.push(event.detail.amount);
        event.waitUntil(Promise.resolve(amount === undefined ? undefined : { amount }));
      },
      { once: true },
    );
    await askPage(host, settings, { method, installments: 1, whoPaysFee: 'merchant' });
    const { amountCents, pixAmountCents } = settings.current.settings;
    return [amountCents, pixAmountCents];
  };

  it('is what a Pix is told of, and no card', async () => {
    await ask('pix', undefined);
    await ask('card', undefined);
    expect(told).to.deep.equal(['142.41', '149.90']);
  });

  for (const [name, method, amount, cents] of [
    ['stays where the page brings nothing', 'pix', undefined, [149_90, 142_41]],
    ['stays where the page brings the amount that is set', 'pix', '149.9', [149_90, 142_41]],
    ['stays where the page says it back, and the card keeps its own', 'pix', '142.41', [149_90, 142_41]],
    ['goes where the page brings another amount', 'pix', '99.50', [99_50, 99_50]],
    ['goes where the page brings a higher amount', 'pix', '200.00', [200_00, 200_00]],
    ['goes where a card brings another amount', 'card', '99.50', [99_50, 99_50]],
    ['stays where a card brings the amount that is set', 'card', '149.90', [149_90, 142_41]],
    ['goes where a card brings an amount that happens to be it', 'card', '142.41', [142_41, 142_41]],
  ] as const) {
    it(name, async () => expect(await ask(method, amount)).to.deep.equal(cents));
  }
});
