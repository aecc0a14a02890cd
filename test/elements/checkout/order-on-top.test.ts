// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { Ear } from '../../access/ear.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf } from '../saved-cards/saved-cards-page.js';

const UNCONFIRMED = /Não conseguimos confirmar o pagamento/;

describe('balcao-checkout: what must be known of the whole order', () => {
  let room: Room;
  let page: SavedCardsPage;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => page.remove());

  const open = async (tag: 'balcao-checkout' | 'balcao-card-form', more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show(tag, { ...settingsOf(room, []), 'customer-id': '', cardStore: undefined, ...more });
    await customElements.whenDefined('balcao-installments');
  };
  /** The elements in whose shadow root an outcome is read. */
  const places = (): string[] =>
    page
      .all('[part~="outcome"]')
      .filter((each) => each.checkVisibility() && each.textContent?.trim())
      .map((each) => (each.getRootNode() as ShadowRoot).host.localName);

  it('is said on top, once, with the focus and the room of what was there', async () => {
    await open('balcao-checkout', { methods: 'card pix' });
    const words = Object.assign(document.createElement('p'), { slot: 'unconfirmed', textContent: 'Ligue para a loja' });
    page.element.append(words);
    const ear = new Ear(page.element);
    const height = page.element.offsetHeight;
    await room.fault('processPayment', '503-after-charge');
    await page.fill();
    await page.clickPart('pay-button');
    await page.outcome(UNCONFIRMED);
    await waitUntil(async () => (await page.focused()) === 'outcome', 'the focus');

    expect(places()).to.deep.equal(['balcao-checkout']);
    expect(page.part('methods').checkVisibility()).to.equal(false);
    expect(words.checkVisibility(), 'the words of the shop').to.equal(true);
    expect(ear.count('Não conseguimos confirmar')).to.equal(1);
    expect(ear.unheard).to.deep.equal([]);
    expect(page.element.offsetHeight, 'no more than there was').to.be.within(640, height);
    ear.stop();
  });

  it('is said whichever method comes first, also after a reload', async () => {
    await open('balcao-checkout', { methods: 'card' });
    await room.fault('processPayment', '503-after-charge');
    await page.fill();
    await page.element.pay();
    page.remove();
    await open('balcao-checkout', { methods: 'pix card' });
    await page.outcome(UNCONFIRMED);
    expect(places()).to.deep.equal(['balcao-checkout']);
  });

  it('is said where the shop says that the order is being paid elsewhere, until it is over', async () => {
    let isBusy = true;
    const getToken = async (): Promise<unknown> => (isBusy ? { closed: 'busy', retryAfter: 1 } : (await room.issueToken()).token);
    await open('balcao-checkout', { methods: 'card pix', 'token-url': '', getToken });
    await page.fill();
    await page.clickPart('pay-button');
    await page.outcome(/Pagamento em andamento.*Valor do pedido.*R\$\s149,90.*Você poderá pagar aqui em 1 s/);
    expect(places()).to.deep.equal(['balcao-checkout']);
    isBusy = false;
    await waitUntil(() => page.part('methods').checkVisibility(), 'the methods');
    expect(await page.card.read('number'), 'as it was typed').to.equal('4111 1111 1111 1111');
    expect(places()).to.deep.equal([]);
  });

  it('is said by a form that stands alone, or in a layout of the shop', async () => {
    await open('balcao-card-form');
    await room.fault('processPayment', '503-after-charge');
    await page.fill();
    await page.element.pay();
    await page.outcome(UNCONFIRMED);
    expect(places()).to.deep.equal(['balcao-card-form']);
    page.remove();

    const { cardStore: _, ...settings } = settingsOf(room, []);
    const counter = document.createElement('balcao-checkout');
    for (const [name, value] of Object.entries(settings)) counter.setAttribute(name, String(value));
    counter.append(document.createElement('balcao-card-form'));
    document.body.append(counter);
    page = new SavedCardsPage(counter);
    await page.outcome(UNCONFIRMED);
    expect(places()).to.deep.equal(['balcao-card-form']);
  });
});
