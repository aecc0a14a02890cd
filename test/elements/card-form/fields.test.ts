import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CARD_FIELDS } from '../../../src/controllers/card/card-field.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';

const SETTINGS = { 'base-url': 'https://service.test/', 'token-url': '/token', amount: '149.90' };

describe('balcao-card-form: what is wrong, in words', () => {
  let page: CheckoutPage;

  beforeEach(async () => {
    page = await CheckoutPage.open('balcao-card-form', SETTINGS);
  });

  afterEach(() => page.remove());

  const leave = async (name: string, text: string): Promise<void> => {
    await page.type(name, text);
    await sendKeys({ press: 'Tab' });
    await page.element.updateComplete;
  };

  for (const [name, text, says] of [
    ['number', '4111111111111112', /dígito não bate/],
    ['number', '41111111', /parece faltar/],
    ['holderName', '4111 1111 1111 1111', /Parece o número do cartão/],
    ['expirationDate', '1324', /mês e ano/],
    ['expirationDate', '0125', /já venceu/],
    ['expirationDate', '0199', /mês e ano/],
    ['securityCode', '12', /3 ou 4 números/],
  ] as const) {
    it(`says what is wrong with ${name} "${text}" when it is left`, async () => {
      await leave(name, text);
      expect(await page.error(name)).to.match(says);
      expect(await page.card.attribute(name, 'aria-invalid')).to.equal('true');
    });
  }

  it('is quiet while a field is typed and when an empty one is passed over', async () => {
    await page.type('number', '4111111111111112');
    expect(await page.error('number')).to.equal('');
    await page.focus('holderName');
    await sendKeys({ press: 'Tab' });
    await page.element.updateComplete;
    expect(await page.error('holderName')).to.equal('');
  });

  it('takes an error away as soon as the text is right', async () => {
    await leave('number', '411111111111111');
    expect(await page.error('number')).to.not.equal('');
    await page.card.select('number', 99, 99);
    await page.type('number', '1');
    await page.element.updateComplete;
    expect(await page.error('number')).to.equal('');
    expect(await page.card.attribute('number', 'aria-invalid')).to.equal('false');
  });

  it('marks every empty field on pay, sends nothing and puts the focus on the first', async () => {
    await page.clickPay();
    await waitUntil(() => page.error('securityCode'), 'an error');
    for (const name of CARD_FIELDS) expect(await page.error(name), name).to.match(/^Digite/);
    expect(await page.focused()).to.equal('number');
    expect(page.eventNames).to.not.include('balcao-failed');
  });

  it('answers the names of the wrong fields to pay()', async () => {
    await page.fill({ ...APPROVED_CARD, securityCode: '1' });
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['securityCode'] });
    expect(await page.focused()).to.equal('securityCode');
  });

  it('judges the security code anew when the brand changes', async () => {
    await leave('securityCode', '9173');
    expect(await page.error('securityCode')).to.equal('');
    await page.type('number', '4');
    await page.element.updateComplete;
    expect(await page.error('securityCode'), 'one too many for a Visa').to.match(/3 números/);
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '37' });
    await page.element.updateComplete;
    expect(await page.error('securityCode'), 'right for an American Express').to.equal('');
  });

  it('does not judge a code that is being typed when the brand changes', async () => {
    await page.type('securityCode', '9173');
    await page.fillIn({ number: '4111111111111111' });
    await page.element.updateComplete;
    expect(await page.error('securityCode')).to.equal('');
    await sendKeys({ press: 'Tab' });
    await page.element.updateComplete;
    expect(await page.error('securityCode')).to.match(/3 números/);
  });

  it('shows an error in the place of a hint', async () => {
    const described = (): Promise<string | null> => page.card.attribute('securityCode', 'aria-describedby');
    expect(await described()).to.equal('securityCode-error securityCode-hint');
    await leave('securityCode', '12');
    expect(await page.readText())
      .to.contain('O código tem 3 ou 4 números')
      .and.not.to.contain('no verso');
    expect(await described()).to.equal('securityCode-error');
    await page.type('securityCode', '3');
    await page.element.updateComplete;
    expect(await page.readText()).to.contain('no verso');
    expect(await described()).to.equal('securityCode-error securityCode-hint');
  });

  for (const [text, says] of [
    ['maria@example.com', /Parece um e-mail. Digite o nome/],
    ['MARIA 2', /números no nome/],
  ] as const) {
    it(`hints at "${text}" in the name without stopping`, async () => {
      await leave('holderName', text);
      expect(await page.readText()).to.match(says);
      expect(await page.error('holderName')).to.equal('');
    });
  }

  it('refuses a brand that the shop does not take and says which it takes', async () => {
    page.element.setAttribute('accepted-brands', 'mastercard elo');
    await page.element.updateComplete;
    await leave('number', '4111111111111111');
    expect(await page.error('number')).to.match(/não aceita Visa.*Mastercard, Elo/);
  });

  it('shows the brands that the shop takes while there is no number, then a card, then its brand', async () => {
    const marks = async (): Promise<unknown> => Object.values((await page.card.mark()) ?? {});
    await waitUntil(() => page.card.mark(), 'the marks');
    expect(await marks(), 'those that Brazilians have most').to.deep.equal(['accepted-brands', null, 4]);
    page.element.setAttribute('accepted-brands', 'mastercard elo');
    await page.element.updateComplete;
    expect(await marks()).to.deep.equal(['accepted-brands', 'Aceitamos Mastercard, Elo.', 2]);
    await page.type('number', '9');
    await page.element.updateComplete;
    expect(await marks(), 'of no brand').to.deep.equal(['brand', null, 1]);
    await sendKeys({ press: 'Backspace' });
    await page.type('number', '5555');
    await page.element.updateComplete;
    expect(await marks()).to.deep.equal(['brand', 'Mastercard', 1]);
    await page.focus('number');
    await page.card.select('number', 0, 99);
    await sendKeys({ press: 'Delete' });
    await page.element.updateComplete;
    expect(await marks()).to.deep.equal(['accepted-brands', 'Aceitamos Mastercard, Elo.', 2]);
  });

  it('tells the page of brand and completeness, with the last four alone', async () => {
    await page.fill();
    const told = page.events.filter(({ name }) => name === 'balcao-card-changed').map(({ detail }) => detail);
    expect(told).to.deep.equal([
      { complete: false, brand: 'visa' },
      { complete: true, brand: 'visa', last4: '1111' },
    ]);
  });

  it('keeps what was typed when the amount changes', async () => {
    await page.fill();
    page.element.setAttribute('amount', '99.00');
    await page.element.updateComplete;
    await page.element.updateComplete;
    expect(await page.card.read('number')).to.equal('4111 1111 1111 1111');
    expect(page.part('pay-button').textContent).to.match(/99,00/);
  });

  it('empties the form on reset and when it leaves the page', async () => {
    await page.fill();
    page.remove();
    await Promise.resolve();
    await Promise.resolve();
    // Looked at outside of the page, where that can be.
    document.body.append(page.element);
    expect(await page.card.readAll()).to.deep.equal(['', '', '', '']);
  });

  it('keeps what was typed when it is moved within the page', async () => {
    await page.fill();
    const box = document.createElement('div');
    document.body.append(box);
    box.append(page.element);
    await page.element.updateComplete;
    expect(await page.card.read('number')).to.equal('4111 1111 1111 1111');
    box.remove();
  });

  it('is one real form with the tokens by which browsers fill it', async () => {
    expect(await page.card.formMethod()).to.equal('dialog');
    const tokens = await Promise.all(CARD_FIELDS.map((name) => page.card.attribute(name, 'autocomplete')));
    expect(tokens).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  });
});
