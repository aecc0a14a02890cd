import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/saved-cards/define.js';
import { expect } from '@open-wc/testing';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { lookAtPix } from '../pix/pix-page.js';
import { SavedCardsPage, settingsOf } from '../saved-cards/saved-cards-page.js';

describe('balcao-checkout: what balcao-before-pay brings', () => {
  let room: Room;
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show('balcao-checkout', {
      ...settingsOf(room, memoryCardStore()),
      'order-id': '',
      methods: 'card pix',
      ...more,
    });
    await customElements.whenDefined('balcao-pix');
  };
  const bring = (answer: { orderId?: string; amount?: string }): void =>
    page.element.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.resolve(answer)), { once: true });

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => page.remove());

  it('reaches every method: an order that got its name from the card is closed to Pix', async () => {
    await open();
    const pix = await lookAtPix(page);
    await page.fill();
    bring({ orderId: `order-${room.name}`, amount: '99.50' });
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '99.50' });
    expect(await pix.create()).to.equal(undefined);
    expect(await pix.pay()).to.include({ status: 'approved', amount: '99.50' });
    expect((await room.state()).pix).to.have.length(0);
    expect(await room.charges()).to.have.length(1);
  });

  it('reaches every method: what Pix brought is what the card pays', async () => {
    await open();
    const orderId = `order-${room.name}`;
    bring({ orderId, amount: '99.50' });
    expect(await (await lookAtPix(page)).create()).to.include({ amount: '99.50' });
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '99.50' });
    expect((await room.charges())[0]).to.include({ amount: 99.5 });
    const { requests } = await room.shop.state();
    expect(requests.filter(({ endpoint }) => endpoint === 'token').map(({ body }) => body['orderId'])).to.satisfy((ids: unknown[]) =>
      ids.every((id) => id === orderId),
    );
  });

  it('holds until the page writes another order or amount', async () => {
    await open();
    bring({ orderId: `order-${room.name}`, amount: '99.50' });
    await (await lookAtPix(page)).create();
    page.element.setAttribute('amount', '12.30');
    await page.element.updateComplete;
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '12.30' });
  });

  it('marks the plan that another amount has withdrawn, and pays once the shopper has seen the new one', async () => {
    await open({ 'max-installments': '12', 'default-installments': '3', 'min-installment-amount': '40.00' });
    await page.fill();
    bring({ amount: '99.50' });
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['installments'] });
    await waitUntil(async () => (await page.focused()) === 'installments', 'the focus on the plans');
    expect(page.field('installments').getAttribute('aria-invalid')).to.equal('true');
    await page.says(/2x de/);
    page.field('installments').value = '1';
    page.field('installments').dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => page.field('installments').getAttribute('aria-invalid') === 'false', 'a choice that is right');
    expect(await page.element.pay()).to.include({ status: 'approved', installments: 1, amount: '99.50' });
  });

  it('takes the new plan as it is for the choice of a shopper who pays again', async () => {
    await open({ 'max-installments': '12', 'default-installments': '3', 'min-installment-amount': '40.00' });
    await room.fault('processPayment', 'decline');
    await page.fill();
    bring({ amount: '99.50' });
    await page.element.pay();
    expect(await page.element.pay()).to.include({ status: 'declined' });
    await waitUntil(() => page.field('installments').getAttribute('aria-invalid') === 'false', 'a choice that is right');
    expect((await room.state()).requests.at(-1)?.body).to.include({ installments: 2 });
  });
});
