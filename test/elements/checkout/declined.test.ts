// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

interface LayoutShift extends PerformanceEntry {
  value: number;
}

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 720 };
const hasLayoutShift = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

describe('balcao-checkout: a payment that was declined, or failed', () => {
  let room: Room;
  let cards: SavedCard[];
  let page: SavedCardsPage;
  const around = [document.createElement('header'), document.createElement('footer')];

  beforeEach(async () => {
    room = await openRoom();
    cards = [];
  });

  afterEach(async () => {
    page.remove();
    for (const element of around) element.remove();
    await setViewport(DESK);
  });

  /** Opens a checkout between a shop's header and its footer. */
  const open = async (methods: string, tag: 'balcao-checkout' | 'balcao-card-form' = 'balcao-checkout'): Promise<void> => {
    if (methods.includes('saved-cards')) cards = [await tokenize(room), await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' })];
    page = await SavedCardsPage.show(tag, { ...settingsOf(room, memoryCardStore(cards)), methods });
    await customElements.whenDefined('balcao-installments');
    const [header, footer] = around;
    if (header) page.element.before(Object.assign(header, { textContent: 'Loja' }));
    if (footer) page.element.after(Object.assign(footer, { textContent: 'Rodapé' }));
    for (const element of around) element.style.minHeight = '160px';
  };

  /** Has the first method of the checkout pay, and the service refuse. */
  const refuse = async (method: 'card' | 'saved-cards' | 'pix'): Promise<void> => {
    if (method === 'pix') await room.fault('generatePixQrCode', '500');
    else await room.fault('processPayment', 'decline');
    if (method === 'card') await page.fill();
    if (method === 'saved-cards') {
      await page.cards(cards.length);
      await page.pick(cards[0]?.cardId ?? '');
    }
    await page.clickPart('pay-button');
    await page.outcome(method === 'pix' ? /não foi feito/ : /não aprovado/);
  };

  /** Waits until nothing moves any more. */
  const rest = async (): Promise<void> => {
    let before = NaN;
    await waitUntil(async () => (await page.focused()) === 'outcome-title', 'the focus on the heading');
    await waitUntil(() => {
      const last = before;
      before = page.part('outcome').getBoundingClientRect().top;
      return before === last && page.all('*').every((each) => !each.getAnimations().length);
    }, 'everything at rest');
  };

  const isInView = (part: string): boolean => {
    const { top, bottom, left, right } = page.part(part).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
  };

  for (const [method, methods] of [
    ['card', 'card pix'],
    ['saved-cards', 'saved-cards card pix'],
    ['pix', 'pix card'],
  ] as const) {
    it(`stands above what it is of, in view on a phone, with the focus on its heading: ${method}`, async () => {
      await setViewport(PHONE);
      await open(methods);
      await refuse(method);

      await rest();
      expect(isInView('outcome-title')).to.equal(true);
      expect(isInView('outcome-text')).to.equal(true);
      const button = page.part('pay-button');
      const order = page.part('outcome').compareDocumentPosition(button);
      expect(order & Node.DOCUMENT_POSITION_FOLLOWING, 'above').to.be.above(0);
      expect(page.part('outcome').getBoundingClientRect().bottom).to.be.at.most(button.getBoundingClientRect().top);
      expect(page.all('[part~="pay-with-pix-button"]'), 'Pix beside another method').to.have.length(method === 'pix' ? 0 : 1);
    });
  }

  /** Pays with a typed card, and the service declines with a message. */
  const declineWith = async (message: string): Promise<void> => {
    await room.fault('processPayment', 'decline', { message });
    // After a decline, all but the code is still there.
    if (await page.card.read('number')) await page.type('securityCode', '737');
    else await page.fill();
    await page.clickPart('pay-button');
    await page.outcome(/Você não foi cobrado/);
  };

  const ways = (): string[] => page.all('.ways button').map(({ textContent }) => textContent ?? '');

  it('has the reason as its heading, and the way that fits it first: no funds', async () => {
    await open('card pix');
    page.element.setAttribute('pix-amount', '142.40');
    await declineWith('Saldo insuficiente.');
    expect(page.part('outcome-title').textContent).to.equal('Saldo insuficiente');
    const text = 'Pagamento não aprovado. Você não foi cobrado. Pague com Pix ou use outro cartão.';
    expect(page.part('outcome-text').textContent).to.equal(text);
    expect(page.all('[part~="outcome-message"]'), 'nothing twice').to.have.length(0);
    expect(ways()).to.deep.equal(['Pagar R$\u00a0142,40 com Pix', 'Usar outro cartão']);
    expect(page.all('.ways .primary').map((button) => button.getAttribute('part'))).to.deep.equal(['pay-with-pix-button']);
  });

  it('puts the focus on the code if that is wrong, and its region says why, both in view on a phone', async () => {
    await setViewport(PHONE);
    await open('card pix');
    await declineWith('CVV inválido');
    await waitUntil(async () => (await page.focused()) === 'securityCode', 'the focus on the code');
    await waitUntil(() => isInView('outcome-title'), 'the heading in view');
    const { top } = await page.card.place('securityCode');
    expect(top).to.be.within(0, innerHeight - 48);
    expect(page.part('outcome-title').textContent).to.equal('O código de segurança não confere');
    expect(page.part('outcome-text').textContent).to.match(/Confira o código e tente de novo\.$/);
    expect(page.part('outcome-message').textContent?.trim()).to.equal('Resposta da operadora: CVV inválido');
    expect(page.part('outcome').getAttribute('aria-live')).to.equal(null);
    expect(page.all('.ways .primary')).to.have.length(0);
  });

  it('says a reason that it does not know in the words of the service, if they are few', async () => {
    await open('card');
    await declineWith('Contate a central do seu cartão.');
    expect(page.part('outcome-title').textContent).to.equal('Contate a central do seu cartão');
    expect(ways()).to.deep.equal(['Usar outro cartão']);

    const long = 'A transação não foi concluída por uma regra interna do emissor, procure a agência';
    await declineWith(long);
    const title = (): string | null | undefined => page.all('[part~="outcome-title"]')[0]?.textContent;
    await waitUntil(() => title() === 'Pagamento não aprovado', 'the heading of any decline');
    expect(page.part('outcome-message').textContent).to.contain(long);
  });

  it('says after many declines why one has to wait', async () => {
    await open('card');
    for (let declines = 1; declines <= 5; declines++) {
      await declineWith('Saldo insuficiente.');
      const told = (): number => page.eventNames.filter((name) => name === 'balcao-declined').length;
      await waitUntil(() => told() === declines, 'the decline');
    }
    await page.outcome(/Depois de várias recusas é preciso esperar um pouco/);
    expect(page.part('pay-button').textContent).to.match(/Tente de novo em \d+ s/);
  });

  it('keeps what was typed but for the code, and offers another card with an empty form', async () => {
    await open('card pix');
    await refuse('card');
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '', 'MARIA DA SILVA']);

    await rest();
    await page.clickPart('use-other-card-button');
    await waitUntil(async () => (await page.focused()) === 'number', 'the focus on the number');
    expect(await page.card.readAll()).to.deep.equal(['', '', '', '']);
    expect(page.text).not.to.match(/não aprovado/);
  });

  it('leads from a saved card to the form for another one', async () => {
    await open('saved-cards card');
    await refuse('saved-cards');
    expect(page.all('[part~="pay-with-pix-button"]'), 'no Pix in this shop').to.have.length(0);
    await rest();
    await page.clickPart('use-other-card-button');
    await waitUntil(async () => (await page.focused()) === 'number', 'the focus on the number');
    const told = page.events.filter(({ name }) => name === 'balcao-method-changed').map(({ detail }) => detail);
    expect(told).to.deep.equal([{ method: 'saved-card' }, { method: 'card' }]);
    expect(page.text).not.to.match(/não aprovado/);
  });

  it('leads to Pix, and keeps what was typed', async () => {
    await open('card pix');
    await refuse('card');
    await rest();
    await page.clickPart('pay-with-pix-button');
    await waitUntil(
      async () => (await page.focused()) === 'pay-button' && /Gerar código Pix/.test(page.part('pay-button').textContent ?? ''),
      'Pix',
    );
    expect(page.events.filter(({ name }) => name === 'balcao-method-changed').map(({ detail }) => detail)).to.deep.equal([
      { method: 'pix' },
    ]);
    expect(await page.card.read('number')).to.equal('4111 1111 1111 1111');
  });

  it('leads from a Pix code that is refused to the card', async () => {
    await open('pix card');
    await room.fault('generatePixQrCode', 'pix-tampered');
    await page.clickPart('pay-button');
    await page.outcome(/Este código Pix não confere com o pedido/);
    await page.clickPart('use-other-card-button');
    await waitUntil(async () => (await page.focused()) === 'number', 'the focus on the number');
    expect(page.events.filter(({ name }) => name === 'balcao-method-changed').map(({ detail }) => detail)).to.deep.equal([
      { method: 'card' },
    ]);
  });

  it('offers no Pix where there is none beside the form', async () => {
    await open('card pix', 'balcao-card-form');
    await refuse('card');
    expect(page.all('[part~="use-other-card-button"]')).to.have.length(1);
    expect(page.all('[part~="pay-with-pix-button"]')).to.have.length(0);
  });

  it('offers nothing else where the device has no network', async () => {
    await open('card pix');
    await page.fill();
    await room.shop.fault('token', '500');
    await page.clickPart('pay-button');
    await page.outcome(/não foi feito/);
    expect(page.all('.ways button')).to.have.length(0);
  });

  it('leaves the focus where the shopper types meanwhile, and is then said by its region', async () => {
    await open('card');
    const input = document.createElement('input');
    around[1]?.append(input);
    await room.fault('processPayment', 'hang');
    await room.shop.fault('token', '500', { times: 9 });
    await page.fill();
    const paying = page.element.pay();
    input.focus();
    await paying;
    await page.outcome(/não foi feito/);
    await page.element.updateComplete;
    expect(document.activeElement).to.equal(input);
    expect(page.part('outcome').getAttribute('aria-live')).to.equal(null);
    input.remove();
  });

  it('holds the room of the message while it is paid again, and says the next decline', async () => {
    await open('card');
    await refuse('card');
    const top = async (): Promise<number> => (await page.card.place('number')).top + scrollY;
    await rest();
    const before = await top();
    await room.fault('processPayment', 'hang');
    await page.type('securityCode', '737');
    void page.element.pay();
    await room.waitForPending();
    await page.outcome(/Processando seu pagamento…/);
    expect(await top()).to.be.closeTo(before, 0.5);
    await room.release();
    await page.outcome(/Pagamento aprovado/);
  });

  for (const viewport of hasLayoutShift ? [PHONE, DESK] : []) {
    it(`moves nothing by a jump where the answer took its time, on ${viewport.width} x ${viewport.height}`, async () => {
      await setViewport(viewport);
      await open('card pix');
      // What stands below a checkout makes room for it, as it must.
      around[1]?.remove();
      await page.fill();
      await room.fault('processPayment', 'decline');
      const shifts: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift' });
      // Each look at the clock is later than browsers excuse.
      const now = performance.now.bind(performance);
      let looks = 0;
      performance.now = () => now() + (looks += 1) * 600;
      await page.clickPart('pay-button');
      await page.outcome(/não aprovado/);
      performance.now = now;
      await rest();
      shifts.push(...observer.takeRecords());
      observer.disconnect();
      expect(shifts.reduce((sum, shift) => sum + (shift as LayoutShift).value, 0)).to.be.at.most(0.01);
    });
  }
});
