import { expect } from '@open-wc/testing';
import type { CheckoutPage } from '../support/checkout-page.js';
import { waitUntil } from '../support/checkout-page.js';
import { DistCopy } from './dist-copy.js';
import { SCRIPT, ShopFrame, scriptTag } from './shop-frame.js';

const PAID = /Pagamento aprovado.*R\$ 149,90.*Visa final 1111/;

/** A page with the script and a form of a second copy, both of one order. */
class TwoCopies {
  readonly frame: ShopFrame;
  readonly pages: readonly [CheckoutPage, CheckoutPage];
  readonly #thrown: string[] = [];

  private constructor(frame: ShopFrame, pages: readonly [CheckoutPage, CheckoutPage]) {
    this.frame = frame;
    this.pages = pages;
    frame.window.addEventListener('error', ({ message }) => this.#thrown.push(message));
    frame.window.addEventListener('unhandledrejection', ({ reason }) => this.#thrown.push(String(reason)));
  }

  /** `from` is the address of the second copy's module; `scripts` come before both. */
  static async open(from: string, scripts = ''): Promise<TwoCopies> {
    const second = scriptTag(`second-form.js?from=${from}`, 'type="module"');
    const frame = await ShopFrame.open(
      (tag) => `${scriptTag('patient.js')}${scripts}${SCRIPT}${second}${tag}${tag.replaceAll('balcao-checkout', 'second-card-form')}`,
      { hasTwoLits: true },
    );
    const page = await frame.checkout();
    await frame.window.customElements.whenDefined('second-card-form');
    return new TwoCopies(frame, [page, await frame.checkout(frame.document.querySelector('second-card-form'))]);
  }

  /** Has both pay at the same moment, by real clicks: what asks for a token waits until both were pressed. */
  async payAtOnce(tokens: number): Promise<void> {
    const { shop } = this.frame.room;
    await shop.fault('token', 'hang', { times: tokens });
    for (const page of this.pages) await page.fill();
    for (const page of this.pages) await page.clickPay();
    await shop.waitForRequests('token', tokens);
    for (const page of this.pages) expect(page.text).to.contain('Processando');
    await shop.release();
  }

  /** Settles when both say that the order is paid. */
  async paid(): Promise<void> {
    for (const page of this.pages) await page.outcome(PAID);
  }

  /** How often the card was charged, how often the page was told so, and what broke. */
  async count(): Promise<{ charges: number; approved: number; thrown: string[] }> {
    const told = this.pages.flatMap(({ eventNames }) => eventNames.filter((name) => name === 'balcao-approved'));
    return { charges: (await this.frame.room.charges()).length, approved: told.length, thrown: this.#thrown };
  }
}

describe('two copies of Balcão in one page', () => {
  let frame: ShopFrame | undefined;

  async function open(from: string, scripts?: string): Promise<TwoCopies> {
    const two = await TwoCopies.open(from, scripts);
    ({ frame } = two);
    return two;
  }

  afterEach(() => {
    frame?.close();
    frame = undefined;
  });

  it('share the guard of an order where they are of one version, also without a database', async () => {
    const two = await open('/__pages/balcao.js', scriptTag('no-database.js'));

    await two.payAtOnce(1);
    await two.paid();
    expect(await two.count()).to.deep.equal({ charges: 1, approved: 1, thrown: [] });

    await two.frame.window.forgetBySecond?.(two.frame.room.name);
    const [first] = two.pages;
    await first.element.updateComplete;
    expect(first.text).to.contain('Número do cartão').and.not.to.contain('aprovado');
  });

  it('charge an order once where they are of two versions, as two tabs do', async () => {
    const two = await open((await DistCopy.open({ version: '0.0.9' })).script);

    await two.payAtOnce(2);
    await two.paid();

    expect(await two.count()).to.deep.include({ charges: 1, thrown: [] });
  });

  it('know as little of each other as two tabs where they are of two versions and there is no database, and say so', async () => {
    const two = await open((await DistCopy.open({ version: '0.0.9' })).script, scriptTag('no-database.js'));
    const [first, second] = two.pages;

    await two.frame.pay(first, PAID);

    expect(second.text).to.contain('Número do cartão');
    expect(await two.count()).to.deep.equal({ charges: 1, approved: 1, thrown: [] });
    const { warned = [] } = two.frame.window;
    expect(warned.filter((text) => text.includes('IndexedDB is missing'))).to.have.length(2);
  });

  it('have their elements from the first one, whose ever code comes first', async () => {
    const late = await DistCopy.open({ held: ['pay'] });
    const other = await DistCopy.open({ version: '0.0.9' });
    frame = await ShopFrame.open((tag) => `${scriptTag('patient.js')}${late.tag}${other.tag}${tag}`, {
      hasTwoLits: true,
      isHeldBack: true,
    });
    const { window } = frame;
    const page = await frame.checkout();
    const hasLoaded = (): boolean =>
      window.performance
        .getEntriesByType('resource')
        .some(({ name }) => name.startsWith(new URL(other.script, location.href).href.replace('balcao.js', 'lazy/pay')));
    await waitUntil(hasLoaded, 'what the other copy pays with');
    await frame.drawn();

    await late.change({ held: [] });
    await waitUntil(() => page.text.includes('Parcelas'), 'the choice of installments');

    expect(page.text).not.to.contain('indisponível');
    await frame.pay(page, PAID);
    expect(await frame.room.charges()).to.have.length(1);
  });
});
