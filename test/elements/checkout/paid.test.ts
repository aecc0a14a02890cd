// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf } from '../saved-cards/saved-cards-page.js';

const isChromium = 'userAgentData' in navigator;

describe('balcao-checkout: what is shown of a payment that was made', () => {
  let room: Room;
  let page: SavedCardsPage;
  const { print } = window;
  const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => {
    page.remove();
    window.print = print;
    if (clipboard) Object.defineProperty(Navigator.prototype, 'clipboard', clipboard);
  });

  const read = (part: string): string => (page.part(part).textContent ?? '').replace(/\s+/g, ' ').trim();

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show('balcao-checkout', { ...settingsOf(room, []), 'customer-id': '', cardStore: undefined, ...more });
  };

  const pay = async (says: RegExp): Promise<void> => {
    await page.fill();
    await page.clickPart('pay-button');
    await page.outcome(says);
    await page.element.updateComplete;
  };

  /** Prints the receipt. Answers what the printed page has in it while it is printed. */
  const printReceipt = async (): Promise<string> => {
    let words = '';
    window.print = () => {
      words = document.querySelector('[data-balcao-receipt]')?.shadowRoot?.textContent?.replace(/\s+/g, ' ') ?? '';
    };
    await page.clickPart('receipt-button');
    return words.trim();
  };

  it('is the amount, how, when, and what the shop may ask for; the service only where it says more', async () => {
    await open({ methods: 'card' });
    await pay(/Pagamento aprovado/);
    expect(read('outcome-amount')).to.equal('R$ 149,90');
    expect(read('outcome-details')).to.match(/^Cartão Visa final 1111 Data e hora .+ Identificador 7\d{8}$/);
    expect(page.all('[part~="outcome-message"]'), '"Transação aprovada."').to.have.length(0);
  });

  it('is for a Pix also to whom, and when the page learned of it', async () => {
    await open({ methods: 'pix' });
    await page.clickPart('pay-button');
    await waitUntil(() => page.all('[part~="pix-code"]').length, 'a code');
    await room.pix('settle');
    dispatchEvent(new PageTransitionEvent('pageshow'));
    await page.outcome(/Pix recebido/);
    expect(read('outcome-amount')).to.equal('R$ 149,90');
    expect(read('outcome-details')).to.match(/^Recebido por LOJA BALCAO Confirmado em [\d/]{10}, \d\d:\d\d Identificador \S+$/);
  });

  it('has an identifier that is copied, or selected where the browser refuses', async () => {
    const copied: string[] = [];
    let isRefused = false;
    const writeText = async (text: string): Promise<void> => {
      if (isRefused) throw new DOMException('No', 'NotAllowedError');
      copied.push(text);
    };
    Object.defineProperty(Navigator.prototype, 'clipboard', { configurable: true, get: () => ({ writeText }) });
    await open({ methods: 'card' });
    await pay(/Pagamento aprovado/);
    const height = page.part('outcome-details').offsetHeight;

    await page.clickPart('copy-identifier-button');
    await page.says(/Identificador copiado/);
    expect(copied).to.have.length(1);
    expect(read('outcome-details')).to.contain(copied[0]);
    expect(page.part('outcome-details').offsetHeight, 'nothing moves').to.equal(height);

    isRefused = true;
    Object.defineProperty(document, 'execCommand', { configurable: true, value: () => false });
    await page.clickPart('copy-identifier-button');
    await page.says(/não deixou copiar/);
    Reflect.deleteProperty(document, 'execCommand');
  });

  it('prints a receipt of its own, without the card, and then leaves the page as it was', async () => {
    const name = Object.assign(document.createElement('meta'), { content: 'Loja da Ana' });
    name.setAttribute('property', 'og:site_name');
    document.head.append(name);
    await open({ methods: 'card' });
    await pay(/Pagamento aprovado/);
    const printed = await printReceipt();
    expect(printed).to.match(/^Comprovante de pagamento Pagamento aprovado Loja Loja da Ana Pedido order-room-\S+ Valor R\$ 149,90/);
    expect(printed).to.match(/Cartão Visa final 1111 Data e hora .+ Identificador 7\d{8}$/);
    if (isChromium) {
      await emulateMedia({ media: 'print' });
      const shown = [...document.body.children].filter((each) => each.checkVisibility());
      expect(shown.map((each) => each.getAttribute('data-balcao-receipt'))).to.deep.equal(['']);
      await emulateMedia({ media: 'screen' });
    }
    const sheets = document.adoptedStyleSheets.length;
    expect(document.querySelector('[data-balcao-receipt]')?.checkVisibility()).to.equal(false);
    dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('[data-balcao-receipt]')).to.equal(null);
    expect(document.adoptedStyleSheets).to.have.length(sheets - 1);
    name.remove();
  });

  it('prints what is known of a charge that nobody could confirm, as what it is', async () => {
    await open({ methods: 'card' });
    await room.fault('processPayment', '503-after-charge');
    await pay(/Não conseguimos confirmar/);
    expect(read('receipt-button')).to.equal('Guardar estes dados');
    const printed = await printReceipt();
    dispatchEvent(new Event('afterprint'));
    expect(printed)
      .to.match(/^Não conseguimos confirmar o pagamento Não pague de novo/)
      .and.to.match(/R\$ 149,90 Cartão Visa final 1111/);
    expect(printed).not.to.match(/Comprovante/);
  });

  it('offers no receipt where there is no printing', async () => {
    Object.assign(window, { print: undefined });
    await open({ methods: 'card' });
    await pay(/Pagamento aprovado/);
    expect(page.all('[part~="receipt-button"]')).to.have.length(0);
  });
});
