/**
 * The page of the shots: a checkout of the built package in a page without anything of a shop, with a service that always answers the
 * same. No server, no time of its own, no chance: two runs draw the same picture.
 */
import { join } from 'node:path';
import { LIMIT_MS } from '../package/limit.mjs';
import { root } from '../package/packed.mjs';
import { createClassicTag } from '../package/shop-scripts.mjs';

/** @typedef {import('../../src/elements/checkout/checkout.ts').Checkout} Checkout */

export const ORIGIN = 'https://loja.example';

/** When every picture is taken: not at the turn of a minute, on either side of which true time may be. */
export const NOW = new Date('2030-03-11T15:30:20-03:00');

/** Installed with Chromium on Debian; what is measured tells whether they are here. */
export const FONT = 'Liberation Sans';

export const STYLE = `
  :root { color-scheme: light dark; font-family: '${FONT}'; --balcao-duration: 0s }
  body { margin: 0; background: Canvas }
  main { max-width: 720px; margin: 0 auto; padding: 16px }
  balcao-checkout::part(pix-code) { font-family: 'Liberation Mono' }`;

const DIST = join(root, 'dist');

/** The page around the checkout, unless a test has its own. */
const MAIN = '<main><i id="place"></i></main>';

/** A code that the sandbox could have made. */
const PIX_TEXT =
  '00020101021226760014br.gov.bcb.pix2554pix.balcao.example/v2/7d9f03358dcc40549bf90dbd61d36906' +
  '5204000053039865802BR5911LOJA BALCAO6009SAO PAULO62070503***6304B76C';

export const ANSWERS = {
  'card/processPayment': { success: true, message: 'Transação aprovada.', identifier: '8a1c6f3e-25d4-4b0e-9c57-1f20d3b7a964' },
  'card/tokenize': { success: true, message: 'Cartão tokenizado.', cardId: 'card-3' },
  'card/delete': { success: true, message: 'Cartão excluído.' },
  'pix/generateQrCode': { success: true, message: 'QR Code Pix gerado.', qrCodeId: 'pix-1', textQrCode: PIX_TEXT, qrCodeNumber: 1001 },
  'pix/qrCode/pix-1': { success: true, message: 'Consulta realizada.', status: 'PENDENTE' },
};

export const CARDS = [
  { cardId: 'card-1', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2033' },
  { cardId: 'card-2', name: 'Roxinho', brand: 'mastercard', last4: '4444', expiration: '09/2031' },
  { cardId: 'card-0', name: 'Antigo', brand: 'elo', last4: '9999', expiration: '06/2027' },
];

/** In the page: makes the checkout. */
function addCheckout({ settings, cards }) {
  const checkout = /** @type {Checkout} */ (document.createElement('balcao-checkout'));
  const order = { 'base-url': '/pagamentos/', amount: '149.90', 'order-id': 'pedido-1842', 'max-installments': '12' };
  for (const [name, value] of Object.entries({ ...order, ...settings })) {
    if (typeof value === 'string') checkout.setAttribute(name, value);
    else Object.assign(checkout, { [name]: value });
  }
  if (cards) {
    checkout.setAttribute('customer-id', 'marina');
    checkout.cardStore = globalThis.Balcao.memoryCardStore(cards);
  }
  document.querySelector('#place')?.replaceWith(checkout);
}

/** In the page: whether everything that is shown has come, the marks last. */
function isWhole() {
  const walk = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? walk(each.shadowRoot) : [])]);
  const elements = walk(document.querySelector('balcao-checkout')?.shadowRoot);
  const marks = elements.filter((each) => each.matches('[part~="method-mark"], [part~="card-mark"]'));
  const number = elements.find((each) => each.matches('[name="number"]'));
  return (
    elements.every((each) => each.matches(':defined')) &&
    marks.every((mark) => mark.hasChildNodes()) &&
    (!number || number.parentElement.querySelector('.mark') !== null)
  );
}

/** A checkout in a page of its own, as a shopper uses it. */
export class Shop {
  #page;
  #answers = { ...ANSWERS };
  #html = '';

  /**
   * Opens a checkout with these settings and one of our scripts; with `hasCards` for a customer who has saved some, with `css` in a page with
   * styles, with `main` in another place of the page, with `dir="rtl"` in a page that reads from right to left.
   */
  static async open(browser, { settings = {}, hasCards = false, createTag = createClassicTag, css = '', main = MAIN, dir = 'ltr' } = {}) {
    const context = await browser.newContext({
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      deviceScaleFactor: 1,
    });
    const shop = new Shop();
    shop.#html = `<!doctype html><html lang="pt-BR" dir="${dir}"><title>Loja</title><style>${STYLE}${css}</style>${main}${createTag('/balcao/')}</html>`;
    shop.#page = await context.newPage();
    shop.#page.setDefaultTimeout(LIMIT_MS);
    await shop.#page.clock.setFixedTime(NOW);
    // Two presses, as without a clipboard: whether one is here is a matter of the machine.
    await shop.#page.addInitScript(() => Reflect.deleteProperty(window, 'ClipboardItem'));
    await shop.#page.route('**/*', (route) => shop.#answer(route));
    await shop.#page.goto(`${ORIGIN}/`);
    await shop.#page.evaluate(addCheckout, { settings, cards: hasCards ? CARDS : undefined });
    return shop;
  }

  get page() {
    return this.#page;
  }

  /** From now on the service answers an operation so: with a body, with `{ status, body }`, or never with `'hang'`. */
  answer(operation, reply) {
    this.#answers[operation] = reply;
  }

  async fill(card = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '0133', securityCode: '737' }) {
    for (const [name, text] of Object.entries(card)) await this.field(name).pressSequentially(text);
    // The focus is left nowhere: rings are a picture of their own.
    await this.#page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  }

  field(name) {
    return this.#page.locator(`[name="${name}"]:visible`).first();
  }

  async press(part) {
    await this.#page.locator(`[part~="${part}"]:visible`).first().click();
  }

  /** Waits for words that can be seen. */
  async says(words) {
    await this.#page.getByText(words).locator('visible=true').first().waitFor();
  }

  /** Waits until everything that is shown has come. */
  async whole() {
    await this.#page.waitForFunction(isWhole);
  }

  /** Lets the browser draw everything that has happened. */
  async draw() {
    await this.#page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  /** Comes back from the bank's app. */
  async comeBack() {
    await this.#page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow')));
  }

  async close() {
    await this.#page.context().close();
  }

  async #answer(route) {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: this.#html });
    if (pathname.startsWith('/balcao/')) return route.fulfill({ path: join(DIST, pathname.replace('/balcao/', '')) });
    const reply = this.#answers[pathname.replace('/pagamentos/', '')];
    if (reply === 'hang') return undefined;
    if (!reply) return route.fulfill({ status: 404 });
    const { status = 200, body } = 'body' in reply ? reply : { body: reply };
    return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  }
}
