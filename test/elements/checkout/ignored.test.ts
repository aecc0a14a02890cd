import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';

describe('balcao-checkout: what it ignores', () => {
  let page: CheckoutPage;
  let said: string[];
  const { warn } = console;

  const open = (html: string): void => {
    const checkout = document.createElement('balcao-checkout');
    for (const [name, value] of Object.entries({ 'base-url': '/service', 'token-url': '/token', amount: '149.90', 'order-id': 'ignored' }))
      checkout.setAttribute(name, value);
    checkout.innerHTML = html;
    page = new CheckoutPage(checkout);
    document.body.append(checkout);
  };
  const hear = async (words: string): Promise<void> => void (await waitUntil(() => said.some((each) => each.includes(words)), words));

  beforeEach(() => {
    said = [];
    console.warn = (words: string) => void said.push(words);
  });

  afterEach(() => {
    console.warn = warn;
    page.remove();
  });

  it('is named in the console, each thing once, also what comes later', async () => {
    open('<p slot="hedaer">Loja</p><h2>Sobre</h2>');
    await hear('slot "hedaer"');
    page.element.append(Object.assign(document.createElement('p'), { slot: 'foter' }), document.createElement('footer'));
    await hear('slot "foter"');
    expect(said.filter((each) => each.includes('<balcao-checkout> What follows it in the page'))).to.have.length(1);
    expect(said.filter((each) => each.includes('hedaer'))).to.have.length(1);
    expect(said).to.have.length(3);
  });

  it('is named of each part, and of what a framework brings in two steps only what stays', async () => {
    open('<div>Carregando…</div>');
    await page.element.updateComplete;
    page.element.querySelector('div')?.append(document.createElement('balcao-card-form'), document.createElement('balcao-pix'));
    page.element.querySelector('balcao-pix')?.append('Pague com Pix');
    await hear('<balcao-pix> What stands inside it without a slot is not shown: text.');
    expect(said).to.have.length(1);
  });
});
