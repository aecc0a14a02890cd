import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CheckoutPage } from '../../support/checkout-page.js';

const SETTINGS = { 'base-url': 'https://service.test/', 'token-url': '/token', amount: '149.90' };

describe('balcao-card-form: typing', () => {
  let page: CheckoutPage;
  let number: HTMLInputElement;

  beforeEach(async () => {
    page = await CheckoutPage.open('balcao-card-form', SETTINGS);
    number = page.field('number');
    number.focus();
  });

  afterEach(() => page.remove());

  /** The text of the number with `|` where the caret is. */
  const shown = (): string => {
    const caret = number.selectionStart ?? 0;
    return `${number.value.slice(0, caret)}|${number.value.slice(caret)}`;
  };

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await sendKeys({ press: key });
  };

  /** Ctrl with a key. The driver of Firefox knows no chords, and a Control held down by it stays down in later tests: there the event is made by hand. */
  const pressWithControl = async (key: string): Promise<void> => {
    if (!navigator.userAgent.includes('Firefox')) return sendKeys({ press: `Control+${key}` });
    number.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, composed: true, cancelable: true }));
  };

  const undo = (): Promise<void> => pressWithControl('z');

  const redo = (): Promise<void> => pressWithControl('y');

  const paste = (text: string): void => {
    number.setRangeText(text, number.selectionStart ?? 0, number.selectionEnd ?? 0, 'end');
    number.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertFromPaste' }));
  };

  it('groups a Visa by four as it is typed', async () => {
    await sendKeys({ type: '4111111111111111' });
    expect(shown()).to.equal('4111 1111 1111 1111|');
  });

  it('groups an American Express 4-6-5', async () => {
    await sendKeys({ type: '371449635398431' });
    expect(shown()).to.equal('3714 496353 98431|');
    expect(page.part('brand').ariaLabel).to.equal('American Express');
    expect(page.text).to.contain('Os 4 números na frente');
  });

  it('keeps the caret behind a digit that is put into the middle', async () => {
    await sendKeys({ type: '41111111' });
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await sendKeys({ type: '2' });
    expect(shown()).to.equal('4111 12|11 1');
  });

  it('keeps the caret behind the digit where a group is filled', async () => {
    await sendKeys({ type: '41111' });
    number.setSelectionRange(4, 4);
    await sendKeys({ type: '2' });
    expect(shown()).to.equal('4111 2|1');
  });

  it('deletes the digit before a gap, not the gap alone', async () => {
    await sendKeys({ type: '41112' });
    number.setSelectionRange(5, 5);
    await press('Backspace');
    expect(shown()).to.equal('411|2');
  });

  it('deletes the digit behind a gap, not the gap alone', async () => {
    await sendKeys({ type: '41112' });
    number.setSelectionRange(4, 4);
    await press('Delete');
    expect(shown()).to.equal('4111|');
    await undo();
    expect(number.value).to.equal('4111 2');
  });

  for (const [caret, key, text] of [
    [3, 'Backspace', '1|/30'],
    [2, 'Delete', '12|/0'],
    [0, 'Delete', '|2/30'],
  ] as const) {
    it(`leaves month and year on their sides: ${key} at ${caret} in 12/30`, async () => {
      await page.type('expirationDate', '12/30');
      const expiry = page.field('expirationDate');
      expiry.setSelectionRange(caret, caret);
      await press(key);
      const at = expiry.selectionStart ?? 0;
      expect(`${expiry.value.slice(0, at)}|${expiry.value.slice(at)}`).to.equal(text);
    });
  }

  it('deletes a selection and closes the gap', async () => {
    await sendKeys({ type: '4111222233334444' });
    number.setSelectionRange(5, 10);
    await press('Delete');
    expect(shown()).to.equal('4111| 3333 4444');
  });

  for (const text of ['4111 1111 1111 1111', '4111-1111-1111-1111', '  4111.1111.1111.1111 ']) {
    it(`takes a pasted "${text}"`, () => {
      paste(text);
      expect(shown()).to.equal('4111 1111 1111 1111|');
    });
  }

  it('takes a number that the browser fills in', async () => {
    number.value = '5555555555554444';
    number.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await page.element.updateComplete;
    expect(number.value).to.equal('5555 5555 5555 4444');
    expect(page.part('brand').ariaLabel).to.equal('Mastercard');
  });

  it('undoes and redoes, step by step', async () => {
    await sendKeys({ type: '41111' });
    await undo();
    expect(shown()).to.equal('4111|');
    await undo();
    await undo();
    expect(shown()).to.equal('41|');
    await redo();
    expect(shown()).to.equal('411|');
    await sendKeys({ type: '9' });
    expect(shown()).to.equal('4119|');
    await redo();
    expect(shown(), 'nothing is left to redo').to.equal('4119|');
  });

  it('leaves text alone while it is composed, and groups it afterwards', () => {
    number.value = '41111';
    number.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertCompositionText', isComposing: true }));
    expect(number.value).to.equal('41111');
    number.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
    expect(number.value).to.equal('4111 1');
  });

  it('groups without key codes, as Android keyboards type', () => {
    for (const digit of '411111') {
      number.setRangeText(digit, number.value.length, number.value.length, 'end');
      number.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: digit }));
    }
    expect(shown()).to.equal('4111 11|');
  });

  it('never moves the focus by itself', async () => {
    await sendKeys({ type: '4111111111111111' });
    expect(page.focused).to.equal('number');
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
      expect(page.field('expirationDate').value).to.equal(text);
      await press('Tab');
      expect(page.error('expirationDate')).to.equal('');
    });
  }

  it('lets the expiry be deleted to the start', async () => {
    await page.type('expirationDate', '0131');
    await press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace');
    expect(page.field('expirationDate').value).to.equal('');
  });

  it('keeps Tab in the order of the form', async () => {
    const order = [page.focused];
    // Not beyond the last control: the focus would leave the page, and the next test file would find it gone.
    while (order.length < 6) {
      await press('Tab');
      order.push(page.focused);
    }
    expect(order).to.deep.equal(['number', 'holderName', 'expirationDate', 'securityCode', 'installments', 'pay-button']);
  });
});
