// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { Ear } from '../../access/ear.js';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

const LAYOUT = `
  <h2>Cartões salvos</h2><balcao-saved-cards></balcao-saved-cards>
  <div><h2>Outro cartão</h2><div><balcao-card-form></balcao-card-form></div></div>
  <h2>Pix</h2><section><balcao-pix></balcao-pix></section>`;

describe('balcao-checkout: the outcome in a layout of the shop', () => {
  let room: Room;
  let page: SavedCardsPage;
  let ear: Ear | undefined;
  collectErrors();

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => {
    ear?.stop();
    ear = undefined;
    page.remove();
  });

  /** Puts a layout into the page, with what is in it shown, and the order read. */
  const open = async (more: Record<string, string> = {}, layout = LAYOUT): Promise<void> => {
    const { cardStore, ...settings } = settingsOf(room, [await tokenize(room)]);
    const counter = document.createElement('balcao-checkout');
    for (const [name, value] of Object.entries({ ...settings, ...more })) counter.setAttribute(name, String(value));
    Object.assign(counter, { cardStore });
    counter.innerHTML = layout;
    page = new SavedCardsPage(counter);
    document.body.append(counter);
    await waitUntil(() => page.eventNames.includes('balcao-ready') || places().length, 'a layout that can be used, or says why not');
    await customElements.whenDefined('balcao-installments');
    // Their code may come one after the other.
    await Promise.all(parts().map(({ localName }) => customElements.whenDefined(localName)));
    await Promise.all([page.element, ...parts()].map((each) => each.updateComplete));
  };
  const parts = (): SavedCardsPage['element'][] => page.all<SavedCardsPage['element']>('balcao-card-form, balcao-pix, balcao-saved-cards');
  const part = (tag: string): SavedCardsPage => {
    const element = parts().find(({ localName }) => localName === tag);
    if (!element) throw new Error(`There is no ${tag}`);
    return new SavedCardsPage(element);
  };
  /** The elements in whose shadow root an outcome is read. */
  const places = (): string[] =>
    page
      .all('[part~="outcome"]')
      .filter((each) => each.checkVisibility() && each.textContent?.trim())
      .map((each) => (each.getRootNode() as ShadowRoot).host.localName);
  /** Presses the pay button of a part, once there is something to pay with. */
  const press = async (tag: string): Promise<void> => {
    await waitUntil(() => part(tag).all('[part~="pay-button"]').length, `the button of ${tag}`);
    await part(tag).clickPay();
  };
  const pay = async (tag: 'balcao-card-form' | 'balcao-saved-cards' = 'balcao-card-form'): Promise<void> => {
    if (tag === 'balcao-card-form') await page.fill();
    await press(tag);
  };
  /** Makes a code, which is then paid; the shopper comes back from the bank's app. */
  const payPix = async (): Promise<void> => {
    await press('balcao-pix');
    await page.event('balcao-pix-created');
    await room.pix('settle');
    dispatchEvent(new PageTransitionEvent('pageshow'));
  };
  /** Waits for an outcome, and until nobody shows anything else of the order; says where it is read. */
  const read = async (words: RegExp, isOver = true): Promise<string[]> => {
    await page.outcome(words);
    const shown = (): HTMLElement[] => page.all('[part~="pay-button"]').filter((each) => each.checkVisibility());
    if (isOver) await waitUntil(() => !shown().length, 'every part to know of it');
    await Promise.all(parts().map((each) => each.updateComplete));
    return places();
  };

  for (const tag of ['balcao-card-form', 'balcao-saved-cards'] as const) {
    it(`is said once, by the ${tag} that paid, with the focus`, async () => {
      await open();
      ear = new Ear(page.element);
      await pay(tag);
      expect(await read(/Pagamento aprovado/)).to.deep.equal([tag]);
      await waitUntil(async () => (await page.focused()) === 'outcome', 'the focus');
      expect(part(tag).element.matches(':focus-within')).to.equal(true);
      expect(ear.count('Pagamento aprovado')).to.equal(1);
      expect(ear.unheard).to.deep.equal([]);
      expect(
        page.all('form').filter((form) => form.checkVisibility()),
        'nothing to pay with',
      ).to.have.length(0);
    });

    it(`is said by the ${tag} that paid after a reload, in English`, async () => {
      await open();
      await pay(tag);
      await page.event('balcao-approved');
      page.remove();
      await open({ lang: 'en' });
      await read(/Payment approved/);
      // The parts come one after the other.
      await waitUntil(() => places().join() === tag, `the part that paid; it is said by ${places().join()}`);
    });
  }

  it('is said by the Pix that paid, also after a reload', async () => {
    await open();
    ear = new Ear(page.element);
    await payPix();
    expect(await read(/Pix recebido/)).to.deep.equal(['balcao-pix']);
    expect(ear.count('Pix recebido')).to.equal(1);
    page.remove();
    await open();
    expect(await read(/Pix recebido/)).to.deep.equal(['balcao-pix']);
  });

  it('is said once of a payment that nobody could confirm', async () => {
    await open();
    await room.fault('processPayment', '503-after-charge');
    await pay();
    expect(await read(/Não conseguimos confirmar/)).to.deep.equal(['balcao-card-form']);
    page.remove();
    await open();
    await read(/Não conseguimos confirmar/);
    await waitUntil(() => places().join() === 'balcao-card-form', `the part that paid; it is said by ${places().join()}`);
  });

  it('is said once of an order that is paid elsewhere, by the first part that is shown', async () => {
    const getToken = async (): Promise<unknown> => ({ closed: 'paid' });
    await open();
    Object.assign(page.element, { getToken });
    page.element.removeAttribute('token-url');
    await pay();
    expect(await read(/Pagamento aprovado/)).to.deep.equal(['balcao-card-form']);
    await waitUntil(async () => (await page.focused()) === 'outcome', 'the focus');
  });

  for (const [fault, words] of [
    ['decline', /Pagamento não aprovado/],
    ['403', /O pagamento não foi feito/],
  ] as const) {
    it(`is said of the last try alone: ${fault}`, async () => {
      await open();
      await room.fault('processPayment', fault, { times: 2 });
      await pay('balcao-saved-cards');
      expect(await read(words, false)).to.deep.equal(['balcao-saved-cards']);
      await pay();
      await part('balcao-card-form').outcome(words);
      expect(await read(words, false)).to.deep.equal(['balcao-card-form']);
    });
  }

  it('is said by the part in sight, where the shop shows one at a time', async () => {
    await open();
    await pay();
    await read(/Pagamento aprovado/);
    part('balcao-card-form').element.hidden = true;
    await waitUntil(() => places().join() === 'balcao-saved-cards', `another part; it is said by ${places().join()}`);
    part('balcao-saved-cards').remove();
    await waitUntil(() => places().join() === 'balcao-pix', `the last part; it is said by ${places().join()}`);
    part('balcao-pix').remove();
    page.element.append(document.createElement('balcao-card-form'));
    await waitUntil(() => places().join() === 'balcao-card-form', `a new part; it is said by ${places().join()}`);
  });

  it('is said once where nothing can be paid', async () => {
    await open({ 'max-installments': '0' });
    expect(await read(/Pagamento indisponível/)).to.deep.equal(['balcao-saved-cards']);
  });

  it('is said once where nothing can be paid in a layout that the shop shows later', async () => {
    await open({ 'max-installments': '0' });
    page.element.style.display = 'none';
    page.element.setAttribute('max-installments', '-1');
    await page.element.updateComplete;
    await Promise.all(parts().map((each) => each.updateComplete));
    page.element.style.display = '';
    expect(places()).to.deep.equal(['balcao-saved-cards']);
  });

  it('watches a part for one order alone, however often the shop gives it another', async () => {
    const { observe, unobserve } = ResizeObserver.prototype;
    const watches = new Set<ResizeObserver>();
    let watched: Element | undefined;
    let count = 0;
    ResizeObserver.prototype.observe = function (target, options) {
      if (target === watched) {
        watches.add(this);
        count += 1;
      }
      observe.call(this, target, options);
    };
    ResizeObserver.prototype.unobserve = function (target) {
      if (target === watched) watches.delete(this);
      unobserve.call(this, target);
    };
    try {
      await open();
      watched = part('balcao-card-form').element;
      for (const order of [1, 2, 3]) {
        page.element.setAttribute('order-id', `order-${order}-${room.name}`);
        await waitUntil(() => count === order, 'the part to be watched for this order');
      }
      expect(watches.size).to.equal(1);
    } finally {
      Object.assign(ResizeObserver.prototype, { observe, unobserve });
    }
  });

  it('is said of each order, where a part has one of its own', async () => {
    await open({}, `<balcao-card-form></balcao-card-form><balcao-pix order-id="other-${room.name}"></balcao-pix>`);
    await pay();
    expect(await read(/Pagamento aprovado/, false)).to.deep.equal(['balcao-card-form']);
    await payPix();
    expect(await read(/Pix recebido/)).to.deep.equal(['balcao-card-form', 'balcao-pix']);
  });
});
