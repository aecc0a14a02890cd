import '../../../src/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { LitElement } from 'lit';
import type { CardForm } from '../../../src/elements/card-form/card-form.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { isFramed } from '../../support/frame/use-frame.js';

const SETTINGS = { 'base-url': 'https://service.test/', 'token-url': '/token', amount: '149.90', 'order-id': '42' };
const VISA = { number: '4111111111111111', holderName: 'MARIA', expirationDate: '0131', securityCode: '737' };

/** What is drawn, in the order in which it is drawn. */
function watchRenders(...elements: LitElement[]): string[] {
  const renders: string[] = [];
  for (const element of elements) element.addController({ hostUpdated: () => void renders.push(element.localName) });
  return renders;
}

/** What draws the card's fields, where that is in this page. */
const fields = isFramed ? [] : ['balcao-card-form'];

/** How often a page's properties are read from now on. */
function watchReads(element: HTMLElement, ...names: string[]): () => number {
  let reads = 0;
  for (const name of names) {
    const value: unknown = Reflect.get(element, name);
    Object.defineProperty(element, name, { configurable: true, get: () => ((reads += 1), value) });
  }
  return () => reads;
}

describe('balcao-card-form: a keystroke', () => {
  let page: CheckoutPage;

  afterEach(() => page.remove());

  const findForm = (): CardForm => {
    const form = page.element.shadowRoot?.querySelector('balcao-card-form') ?? document.querySelector('balcao-card-form');
    if (!form) throw new Error('no card form');
    return form;
  };
  const findInstallments = (): LitElement => {
    const found = findForm().shadowRoot?.querySelector('balcao-installments');
    if (!found) throw new Error('no installments');
    return found;
  };
  /** Puts the focus on a field, and waits for what that renders. */
  const enter = async (name: string): Promise<void> => {
    await page.focus(name);
    await settle();
  };
  const settle = async (): Promise<void> => {
    await page.hear();
    for (const each of [page.element, findForm(), findInstallments()]) await each.updateComplete;
  };

  describe('in a checkout', () => {
    let renders: string[];

    beforeEach(async () => {
      page = await CheckoutPage.open('balcao-checkout', { ...SETTINGS, methods: 'card pix', texts: { pay: 'Pagar {amount}' } });
      // What comes after the page is ready renders the checkout once more.
      await waitUntil(() => page.element.shadowRoot?.querySelector('[part="method-line"]')?.textContent, 'the lines of the methods');
      await enter('number');
      renders = watchRenders(page.element as unknown as LitElement, findForm(), findInstallments());
    });

    it('renders the form and the installments for another brand, and nothing else for any digit', async () => {
      for (const digit of '411111111111111') await sendKeys({ press: digit });
      expect(renders).to.deep.equal(['balcao-card-form', 'balcao-installments']);
      await sendKeys({ press: '1' });
      await settle();
      expect(renders, 'with the whole number').to.have.length(2);
      expect(await page.card.read('number')).to.equal('4111 1111 1111 1111');
    });

    it('writes no attribute for a digit of the same brand, and none again when the form renders', async () => {
      await sendKeys({ press: '4' });
      await settle();
      const root = findForm().shadowRoot;
      if (!root) throw new Error('no shadow root');
      const written: (string | null)[] = [];
      const observer = new MutationObserver((records) => written.push(...records.map(({ attributeName }) => attributeName)));
      observer.observe(root, { attributes: true, subtree: true });
      await sendKeys({ type: '11111111111111' });
      findForm().requestUpdate();
      await settle();
      observer.disconnect();
      expect(written).to.deep.equal([]);
    });

    it('validates no other field for a digit of a number that is not complete', async () => {
      await sendKeys({ press: '4' });
      await settle();
      const others = isFramed ? [] : ['holderName', 'expirationDate', 'securityCode'].map((name) => page.field(name));
      const reads = others.map((input) => watchReads(input, 'value'));
      await sendKeys({ type: '11111111111111' });
      await settle();
      for (const input of others) Reflect.deleteProperty(input, 'value');
      expect(reads.map((count) => count())).to.deep.equal(others.map(() => 0));
    });

    it('reads no setting', async () => {
      await sendKeys({ press: '4' });
      await settle();
      const reads = [page.element, findForm(), findInstallments()].map((each) => watchReads(each, 'amount', 'texts', 'fees', 'baseUrl'));
      await sendKeys({ type: '111111111111111' });
      await settle();
      expect(reads.map((count) => count())).to.deep.equal([0, 0, 0]);
    });

    it('renders nothing for the other fields but a hint, not even with the last of them', async () => {
      await sendKeys({ type: VISA.number });
      await settle();
      renders.length = 0;
      await page.type('expirationDate', VISA.expirationDate);
      await page.type('securityCode', VISA.securityCode);
      await page.type('holderName', VISA.holderName);
      await settle();
      expect(renders).to.deep.equal([]);
      expect(page.events.at(-1)?.detail).to.deep.equal({ complete: true, brand: 'visa', last4: '1111' });

      await sendKeys({ type: ' 7' });
      await settle();
      expect(renders).to.deep.equal(fields);
      expect(await page.readText()).to.contain('Há números no nome');
    });

    it('renders once more when a shown error goes', async () => {
      await sendKeys({ type: '411111111111111' });
      await enter('holderName');
      expect(await page.error('number')).to.contain('parece faltar');
      await enter('number');
      await page.card.select('number', 99, 99);
      renders.length = 0;
      await sendKeys({ press: '1' });
      await settle();
      expect(renders).to.deep.equal(fields);
      expect(await page.error('number')).to.equal('');
    });

    it('renders once for a card that the browser fills in', async () => {
      await page.fillIn(APPROVED_CARD, 'browser');
      await settle();
      expect(renders).to.deep.equal(['balcao-card-form', 'balcao-installments']);
      expect([await page.card.read('number'), await page.card.read('expirationDate')]).to.deep.equal(['4111 1111 1111 1111', '01/31']);
      expect(page.events.at(-1)?.detail).to.deep.equal({ complete: true, brand: 'visa', last4: '1111' });
    });
  });

  it('that changes the brand in the middle of a number changes the fees of the brand and the security code with it', async () => {
    const fees = [{ installments: 1 }, { installments: 2, rate: 0.1 }, { installments: 2, rate: 0.2, brands: ['elo'] }];
    page = await CheckoutPage.open('balcao-card-form', {
      ...SETTINGS,
      fees,
      'fee-payer': 'customer',
      'max-installments': '12',
      'default-installments': '2',
    });
    const read = async (): Promise<string[]> => {
      await settle();
      const brand = (await page.card.mark())?.label ?? '';
      return [brand, page.part('total').textContent?.match(/[\d,]+/)?.[0] ?? ''];
    };
    await page.type('number', '50669');
    expect(await read()).to.deep.equal(['', '164,89']);
    await sendKeys({ press: '9' });
    expect(await read()).to.deep.equal(['Elo', '179,88']);
    expect(await page.readText()).to.contain('Os 3 números no verso');
    for (let index = 0; index < 6; index += 1) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '37' });
    expect(await read()).to.deep.equal(['American Express', '164,89']);
    expect(await page.readText()).to.contain('Os 4 números na frente');
    await page.type('securityCode', '73737');
    expect(await page.card.read('securityCode')).to.equal('7373');
  });

  it("leaves an input of the shop in a slot alone, also one with the id of a card's field", async () => {
    page = await CheckoutPage.open('balcao-card-form', SETTINGS);
    const input = Object.assign(document.createElement('input'), { id: 'number', name: 'number', slot: 'help' });
    page.element.append(input);
    input.focus();
    await sendKeys({ type: '41111' });
    await settle();
    expect(input.value).to.equal('41111');
    expect(page.eventNames).not.to.contain('balcao-card-changed');
    expect(findForm().isTyped).to.equal(false);
  });

  for (const isInForm of [true, false]) {
    it(`leaves the validity right at once, ${isInForm ? "in a shop's form" : 'without a form'}`, async () => {
      page = await CheckoutPage.open('balcao-card-form', { ...SETTINGS, 'pay-button': 'none', name: 'cardId' });
      const form = document.createElement('form');
      document.body.append(form);
      if (isInForm) form.append(page.element);
      const element = findForm();
      await settle();
      const isRight = async (): Promise<boolean[]> => {
        await page.hear();
        return [
          element.validity.valid,
          element.validationMessage === '',
          element.matches(':valid'),
          ...(isInForm ? [form.matches(':valid'), form.checkValidity()] : []),
        ];
      };
      expect(new Set(await isRight())).to.deep.equal(new Set([true]));
      // Of a field that is not the first, too: what is typed there makes the empty number wrong.
      await page.focus('securityCode');
      await sendKeys({ press: '7' });
      expect(new Set(await isRight())).to.deep.equal(new Set([false]));
      await sendKeys({ press: 'Backspace' });
      expect(new Set(await isRight())).to.deep.equal(new Set([true]));
      for (const [name, text] of Object.entries(VISA)) {
        await page.focus(name);
        for (const [index, key] of [...text].entries()) {
          await sendKeys({ press: key });
          const isWhole = name === 'securityCode' && index === 2;
          expect(new Set(await isRight()), `${name}, ${index}`).to.deep.equal(new Set([isWhole]));
        }
      }
      await sendKeys({ press: 'Backspace' });
      expect(new Set(await isRight())).to.deep.equal(new Set([false]));
      form.remove();
    });
  }
});
