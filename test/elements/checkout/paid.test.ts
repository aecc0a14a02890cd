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

  it('has the name and the CNPJ of the shop that the offer has, the paid amount large, and a margin on paper', async () => {
    await open({ methods: 'card', offer: { seller: 'Casa Neblina Ltda.', cnpj: '12345678000195' } });
    await pay(/Pagamento aprovado/);
    const printed = await printReceipt();
    expect(printed).to.match(/ Loja Casa Neblina Ltda\. CNPJ 12\.345\.678\/0001-95 Pedido \S+ Valor R\$ 149,90/);
    expect(
      [...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules]).some(({ cssText }) => /^@page.*20mm/.test(cssText)),
    ).to.equal(true);
    const values = [...(document.querySelector('[data-balcao-receipt]')?.shadowRoot?.querySelectorAll('dd') ?? [])];
    const [large, ...others] = values.map((value) => Number.parseFloat(getComputedStyle(value).fontSize)).toSorted((a, b) => b - a);
    expect(values.find((value) => value.textContent.includes('149,90'))?.matches('.amount *')).to.equal(true);
    expect(large).to.be.greaterThan(2 * Math.max(...others));
    dispatchEvent(new Event('afterprint'));
  });

  it('takes whom the offer is from, where it names no shop', async () => {
    await open({ methods: 'card', offer: { from: 'Casa Neblina, São Paulo' } });
    await pay(/Pagamento aprovado/);
    expect(await printReceipt()).to.contain(' Loja Casa Neblina, São Paulo Pedido');
    dispatchEvent(new Event('afterprint'));
  });

  describe('in a browser that can share', () => {
    const { matchMedia } = window;
    let shared: ShareData[];
    let hadGesture: (boolean | undefined)[];
    let prints: number;

    /** Stands in for a browser that shares, or rejects with an error of this name. */
    const share = (isCoarse: boolean, refusal?: string): void => {
      window.matchMedia = (query) =>
        query === '(pointer: coarse)' ? { ...matchMedia.call(window, query), matches: isCoarse } : matchMedia.call(window, query);
      const stub = async (data: ShareData): Promise<void> => {
        shared.push(data);
        hadGesture.push('userActivation' in navigator ? navigator.userActivation.isActive : undefined);
        if (refusal) throw new DOMException('No', refusal);
      };
      Object.defineProperty(navigator, 'share', { configurable: true, value: stub });
      window.print = () => prints++;
    };

    beforeEach(() => {
      shared = [];
      hadGesture = [];
      prints = 0;
    });

    afterEach(() => {
      window.matchMedia = matchMedia;
      Reflect.deleteProperty(navigator, 'share');
      document.querySelector('[data-balcao-receipt]')?.remove();
      dispatchEvent(new Event('afterprint'));
    });

    const press = async (): Promise<void> => {
      await open({ methods: 'card', offer: { seller: 'Casa Neblina Ltda.', cnpj: '12.345.678/0001-95' } });
      await pay(/Pagamento aprovado/);
      await page.clickPart('receipt-button');
      // A rejection arrives after a few microtasks.
      await new Promise((resolve) => setTimeout(resolve));
    };

    it('shares the receipt as text on a phone, from the click, and prints nothing', async () => {
      share(true);
      await press();
      expect(shared).to.have.length(1);
      expect(shared[0]?.title).to.equal('Comprovante de pagamento');
      expect(shared[0]?.text?.replaceAll('\u00a0', ' ')).to.match(
        /^Comprovante de pagamento\nPagamento aprovado\n\nLoja: Casa Neblina Ltda\.\nCNPJ: 12\.345\.678\/0001-95\nPedido: \S+\nValor: R\$ 149,90\nCartão: Visa final 1111\nData e hora: .+\nIdentificador: 7\d{8}$/,
      );
      expect(hadGesture[0]).not.to.equal(false);
      expect(prints).to.equal(0);
    });

    it('does nothing more where the shopper closes the dialog for sharing', async () => {
      share(true, 'AbortError');
      await press();
      expect([shared.length, prints]).to.deep.equal([1, 0]);
    });

    it('prints where sharing fails', async () => {
      share(true, 'NotAllowedError');
      await press();
      expect([shared.length, prints]).to.deep.equal([1, 1]);
    });

    it('prints with a mouse', async () => {
      share(false);
      await press();
      expect([shared.length, prints]).to.deep.equal([0, 1]);
    });

    it('shares where there is no printing', async () => {
      share(true);
      Object.assign(window, { print: undefined });
      await press();
      expect(shared).to.have.length(1);
    });
  });

  it('offers no receipt where there is no printing', async () => {
    Object.assign(window, { print: undefined });
    await open({ methods: 'card' });
    await pay(/Pagamento aprovado/);
    expect(page.all('[part~="receipt-button"]')).to.have.length(0);
  });
});
