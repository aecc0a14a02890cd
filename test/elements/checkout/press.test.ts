import '../../../src/define.js';
import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import type { CardForm } from '../../../src/elements/card-form/card-form.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { isFramed } from '../../support/frame/use-frame.js';
import { openRoom } from '../../support/sandbox-room.js';

describe('balcao-checkout: from the press of the pay button to the event', () => {
  let page: CheckoutPage;
  let form: CardForm;
  let said: string[];

  beforeEach(async () => {
    const { baseUrl, tokenUrl, name } = await openRoom();
    const settings = { 'base-url': baseUrl, 'token-url': tokenUrl, amount: '149.90', 'order-id': `order-${name}`, methods: 'card pix' };
    page = await CheckoutPage.open('balcao-checkout', settings);
    await page.fill();
    const found = page.element.shadowRoot?.querySelector('balcao-card-form');
    const installments = found?.shadowRoot?.querySelector<LitElement>('balcao-installments');
    if (!found || !installments) throw new Error('no card form');
    form = found;
    await form.updateComplete;
    said = [];
    for (const element of [page.element as unknown as LitElement, form, installments])
      element.addController({ hostUpdated: () => void said.push(element.localName) });
    for (const type of ['balcao-before-pay', 'balcao-approved'] as const) page.element.addEventListener(type, () => void said.push(type));
  });

  afterEach(() => page.remove());

  it('asks the page in the task of the press', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => void said.push('next task');
    port2.postMessage('');
    page.part('pay-button').click();
    await page.outcome(/aprovado/);
    port1.close();
    if (!isFramed) expect(said.indexOf('balcao-before-pay')).to.be.below(said.indexOf('next task'));
  });

  it('renders that it pays, and nothing of the plans again; the event comes before the outcome is rendered', async () => {
    page.part('pay-button').click();
    await page.outcome(/aprovado/);
    expect(said.slice(0, 3)).to.deep.equal(['balcao-card-form', 'balcao-installments', 'balcao-before-pay']);
    const until = said.slice(3, said.indexOf('balcao-approved'));
    // A frame reports its fields while it pays.
    if (isFramed) return;
    // Once that the order is being paid, once that the attempt is written down.
    expect(until.filter((tag) => tag === 'balcao-card-form')).to.have.length(2);
    expect(until).not.to.contain('balcao-installments');
  });
});
