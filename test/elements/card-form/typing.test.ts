import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { CardField } from '../../../src/controllers/card/card-field.js';
import { CheckoutPage } from '../../support/checkout-page.js';

const SETTINGS = { 'base-url': 'https://service.test/', 'token-url': '/token', amount: '149.90' };

describe('balcao-card-form: typing', () => {
  let page: CheckoutPage;

  beforeEach(async () => {
    page = await CheckoutPage.open('balcao-card-form', SETTINGS);
    await page.focus('number');
  });

  afterEach(() => page.remove());

  /** The text of a field with `|` where the caret is. */
  const shown = async (name: CardField = 'number'): Promise<string> => {
    const [text, caret] = [await page.card.read(name), await page.card.caret(name)];
    return `${text.slice(0, caret)}|${text.slice(caret)}`;
  };

  /** Ctrl with a key. The driver of Firefox knows no chords, and a Control held down by it stays down in later tests: there the event is made by hand. */
  const pressWithControl = async (key: string): Promise<void> => {
    if (!navigator.userAgent.includes('Firefox')) return sendKeys({ press: `Control+${key}` });
    await page.card.press('number', { key, ctrlKey: true });
  };

  const undo = (): Promise<void> => pressWithControl('z');

  const redo = (): Promise<void> => pressWithControl('y');

  it('groups a Visa by four as it is typed', async () => {
    await sendKeys({ type: '4111111111111111' });
    expect(await shown()).to.equal('4111 1111 1111 1111|');
  });

  it('groups an American Express 4-6-5', async () => {
    await sendKeys({ type: '371449635398431' });
    expect(await shown()).to.equal('3714 496353 98431|');
    expect((await page.card.mark())?.label).to.equal('American Express');
    expect(await page.readText()).to.contain('Os 4 números na frente');
  });

  it('keeps the caret behind a digit that is put into the middle', async () => {
    await sendKeys({ type: '41111111' });
    await page.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await sendKeys({ type: '2' });
    expect(await shown()).to.equal('4111 12|11 1');
  });

  it('keeps the caret behind the digit where a group is filled', async () => {
    await sendKeys({ type: '41111' });
    await page.card.select('number', 4, 4);
    await sendKeys({ type: '2' });
    expect(await shown()).to.equal('4111 2|1');
  });

  it('deletes the digit before a gap, not the gap alone', async () => {
    await sendKeys({ type: '41112' });
    await page.card.select('number', 5, 5);
    await page.press('Backspace');
    expect(await shown()).to.equal('411|2');
  });

  it('deletes the digit behind a gap, not the gap alone', async () => {
    await sendKeys({ type: '41112' });
    await page.card.select('number', 4, 4);
    await page.press('Delete');
    expect(await shown()).to.equal('4111|');
    await undo();
    expect(await page.card.read('number')).to.equal('4111 2');
  });

  for (const [caret, key, text] of [
    [3, 'Backspace', '1|/30'],
    [2, 'Delete', '12|/0'],
    [0, 'Delete', '|2/30'],
  ] as const) {
    it(`leaves month and year on their sides: ${key} at ${caret} in 12/30`, async () => {
      await page.type('expirationDate', '12/30');
      await page.card.select('expirationDate', caret, caret);
      await page.press(key);
      expect(await shown('expirationDate')).to.equal(text);
    });
  }

  it('deletes a selection and closes the gap', async () => {
    await sendKeys({ type: '4111222233334444' });
    await page.card.select('number', 5, 10);
    await page.press('Delete');
    expect(await shown()).to.equal('4111| 3333 4444');
  });

  for (const text of ['4111 1111 1111 1111', '4111-1111-1111-1111', '  4111.1111.1111.1111 ']) {
    it(`takes a pasted "${text}"`, async () => {
      await page.paste('number', text);
      expect(await shown()).to.equal('4111 1111 1111 1111|');
    });
  }

  it('takes a number that the browser fills in', async () => {
    await page.fillIn({ number: '5555555555554444' }, 'browser');
    await page.element.updateComplete;
    expect(await page.card.read('number')).to.equal('5555 5555 5555 4444');
    expect((await page.card.mark())?.label).to.equal('Mastercard');
  });

  it('undoes and redoes, step by step', async () => {
    await sendKeys({ type: '41111' });
    await undo();
    expect(await shown()).to.equal('4111|');
    await undo();
    await undo();
    expect(await shown()).to.equal('41|');
    await redo();
    expect(await shown()).to.equal('411|');
    await sendKeys({ type: '9' });
    expect(await shown()).to.equal('4119|');
    await redo();
    expect(await shown(), 'nothing is left to redo').to.equal('4119|');
  });

  it('leaves text alone while it is composed, and groups it afterwards', async () => {
    await page.card.compose('number', '41111');
    expect(await page.card.read('number')).to.equal('41111');
    await page.card.endComposition('number');
    expect(await page.card.read('number')).to.equal('4111 1');
  });

  it('groups without key codes, as Android keyboards type', async () => {
    for (const digit of '411111') {
      await page.card.select('number', 99, 99);
      await page.card.insert('number', digit, 'insertText');
    }
    expect(await shown()).to.equal('4111 11|');
  });

  it('never moves the focus by itself', async () => {
    await sendKeys({ type: '4111111111111111' });
    expect(await page.focused()).to.equal('number');
  });

  for (const [typed, text] of [
    ['0131', '01/31'],
    ['1/31', '1/31'],
    ['01/2031', '01/2031'],
    ['831', '08/31'],
    ['1231', '12/31'],
    ['01-31', '01/31'],
  ] as const) {
    it(`shows the expiry "${typed}" as "${text}"`, async () => {
      await page.type('expirationDate', typed);
      expect(await page.card.read('expirationDate')).to.equal(text);
      await page.press('Tab');
      expect(await page.error('expirationDate')).to.equal('');
    });
  }

  it('lets the expiry be deleted to the start', async () => {
    await page.type('expirationDate', '0131');
    await page.press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace');
    expect(await page.card.read('expirationDate')).to.equal('');
  });

  it('keeps Tab in the order of the form', async () => {
    const order = [await page.focused()];
    // Not beyond the last control: the focus would leave the page, and the next test file would find it gone.
    while (order.length < 6) {
      await page.press('Tab');
      order.push(await page.focused());
    }
    expect(order).to.deep.equal(['number', 'expirationDate', 'securityCode', 'holderName', 'installments', 'pay-button']);
  });
});
