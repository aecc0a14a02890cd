// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/checkout/define.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('balcao-checkout: a layout of the shop', () => {
  let room: Room;
  let page: CheckoutPage;

  const open = async (layout: string): Promise<void> => {
    const checkout = document.createElement('balcao-checkout');
    const settings = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': `order-${room.name}` };
    for (const [name, value] of Object.entries(settings)) checkout.setAttribute(name, value);
    checkout.innerHTML = layout;
    page = new CheckoutPage(checkout);
    document.body.append(checkout);
    await waitUntil(() => page.eventNames.includes('balcao-ready'), 'a checkout that can be used');
  };
  /** The parts that the checkout draws itself. */
  const drawn = (): string[] =>
    [...(page.element.shadowRoot?.querySelectorAll('[part="panel"] > *') ?? [])].map(({ localName }) => localName);

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => page.remove());

  it('is kept where its parts stand in elements of the shop, however deep', async () => {
    await open('<div><section><p>Cartão</p><balcao-card-form></balcao-card-form></section></div>');
    expect(drawn()).to.deep.equal([]);
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '149.90' });
  });

  it('is kept where its parts come later', async () => {
    await open('<div></div>');
    expect(drawn()).to.deep.equal(['balcao-card-form']);
    page.element.querySelector('div')?.append(document.createElement('balcao-card-form'));
    await waitUntil(() => !drawn().length, 'the layout');
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved' });
  });

  it('is none where a part stands in words of a slot', async () => {
    await open('<div slot="header"><balcao-installments amount="10.00"></balcao-installments></div>');
    expect(drawn()).to.deep.equal(['balcao-card-form']);
  });
});
