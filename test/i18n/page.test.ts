import { expect } from '@open-wc/testing';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { CHECKOUT_STATES, openCheckout, reachState } from '../access/checkout-states.js';
import { APPROVED_CARD } from '../support/checkout-page.js';
import { openRoom, type Room } from '../support/sandbox-room.js';

type Texts = Readonly<Record<string, string>>;

describe('the languages of a checkout', () => {
  let room: Room;
  let page: SavedCardsPage;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    document.documentElement.removeAttribute('lang');
    await room.release();
  });

  const setTexts = (texts: Texts | undefined): void => {
    Object.assign(page.element, { texts });
  };

  it('changes everything that is shown with the page, and keeps what was typed', async () => {
    page = await openCheckout(room, { settings: { 'customer-id': 'somebody' } });
    await page.type('number', APPROVED_CARD.number);
    await page.element.pay();
    await page.says(/Digite o nome como está/);
    const typed = page.field('number').value;

    document.documentElement.lang = 'en-GB';
    await page.says(/Up to 12 interest-free installments.*Approved at once/);
    for (const words of [
      /Card number/,
      /Enter the name as printed/,
      /Installments/,
      /Total R\$ 149,90/,
      /Save this card/,
      /Pay R\$ 149,90/,
    ])
      await page.says(words);
    expect(page.text).not.to.match(/cartão|Parcelas|Digite/);

    document.documentElement.lang = 'es-419';
    for (const words of [/Número de tarjeta/, /Cuotas/, /Guardar esta tarjeta/]) await page.says(words);

    document.documentElement.lang = 'fr';
    await page.says(/Número do cartão.*Parcelas/);
    expect(page.field('number').value).to.equal(typed);
  });

  it('takes the nearest language, also from around a shadow root', async () => {
    document.documentElement.lang = 'en';
    page = await openCheckout(room, {});
    await page.says(/Card number/);
    const host = document.createElement('section');
    host.lang = 'es';
    host.attachShadow({ mode: 'open' }).append(page.element);
    document.body.append(host);
    await page.says(/Número de tarjeta/);

    host.lang = 'pt';
    await page.says(/Número do cartão/);
    page.element.setAttribute('lang', 'en');
    await page.says(/Card number/);
    host.remove();
  });

  it("shows the shop's own texts in every part, whatever the language, and gives them back", async () => {
    page = await openCheckout(room, { settings: { methods: 'card pix' } });
    setTexts({ number: 'Seu cartão', installments: 'Em quantas vezes?', methodPix: 'Pix na hora', pay: 'Fechar por {amount}' });
    await page.says(/Seu cartão.*Em quantas vezes\?.*Fechar por R\$ 149,90.*Pix na hora/);

    document.documentElement.lang = 'en';
    await page.says(/Seu cartão.*Name on card.*Em quantas vezes\?.*Pix na hora/);

    setTexts(undefined);
    await page.says(/Card number.*Installments/);
    expect(page.text).not.to.contain('na hora');
  });

  for (const language of ['pt-BR', 'en', 'es']) {
    it(`writes money as Brazil does and times as the reader does: ${language}`, async () => {
      document.documentElement.lang = language;
      page = await openCheckout(room, { settings: { amount: '1234.56' } });
      const before = Date.now();
      await page.fill();
      const outcome = await page.element.pay();
      const after = Date.now();

      expect(outcome.status).to.equal('approved');
      await page.outcome(/R\$ 1\.234,56/);
      const format = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
      const times = [before, after].map((time) => format.format(time).replaceAll('\u00a0', ' '));
      expect(
        times.some((time) => page.text.includes(time)),
        `${times.join(' or ')} in ${page.text}`,
      ).to.equal(true);
    });
  }

  it('says the rates of a plan with the comma or the point of the language', async () => {
    page = await reachState(room, CHECKOUT_STATES['the fee choice']);
    await page.says(/\d,\d\d% ao mês/);
    document.documentElement.lang = 'en';
    await page.says(/\d\.\d\d% a month/);
  });
});
