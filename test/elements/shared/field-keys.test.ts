import '../../../src/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CARD_FIELDS } from '../../../src/controllers/card/card-field.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { findAllDeep } from '../../support/deep-dom.js';

const SETTINGS = { 'base-url': 'https://service.test/', 'token-url': '/token', amount: '149.90', 'order-id': 'keys', 'customer-id': '7', 'max-installments': '12' }; // prettier-ignore
const TYPES = ['keydown', 'keypress', 'keyup'] as const;

describe('the keys that are typed into a field', () => {
  let page: CheckoutPage;
  let search: HTMLInputElement;
  let heard: string[];

  /** A shop that does what it should: it leaves keys alone that are typed into a field, as far as it sees that. */
  const listen = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.target === search) return;
    heard.push(`${event.type} ${event.key}`);
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey || event.key.length > 1) return;
    search.focus();
  };

  beforeEach(async () => {
    heard = [];
    search = document.createElement('input');
    document.body.append(search);
    page = await CheckoutPage.open('balcao-checkout', SETTINGS);
    for (const type of TYPES) document.addEventListener(type, listen);
  });

  afterEach(() => {
    for (const type of TYPES) document.removeEventListener(type, listen);
    search.remove();
    page.remove();
  });

  /** Ticks "save this card", and returns the field for the card's name. */
  const findNickname = async (): Promise<HTMLInputElement> => {
    page.field('saveCard').click();
    return waitUntil(() => findAllDeep<HTMLInputElement>(page.element, '[name="cardName"]')[0], "the card's name");
  };

  it('stay there: no shortcut of the page takes the focus', async () => {
    for (const name of CARD_FIELDS) {
      await page.type(name, APPROVED_CARD[name]);
      expect(await page.focused()).to.equal(name);
    }
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', 'MARIA DA SILVA']);
    expect(search.value).to.equal('');
    expect(heard).to.deep.equal([]);
  });

  it('leave it where they type nothing', async () => {
    const input = await findNickname();
    input.focus();
    await sendKeys({ type: 'Roxinho 2/?' });
    expect(input.value).to.equal('Roxinho 2/?');
    expect(heard).to.deep.equal([]);
    for (const key of ['ArrowLeft', 'Escape']) {
      await sendKeys({ press: key });
      expect(heard.splice(0)).to.include.members([`keydown ${key}`, `keyup ${key}`]);
    }
  });

  const KEYS: readonly [name: string, init: KeyboardEventInit, isHeard: boolean][] = [
    ['a letter', { key: 'k' }, false],
    ['a letter with Shift', { key: 'K', shiftKey: true }, false],
    ['a space', { key: ' ' }, false],
    ['a slash', { key: '/' }, false],
    ['a character of two code units', { key: '𝟜' }, false],
    ['a key with AltGr', { key: '/', modifierAltGraph: true }, false],
    ['AltGr as Ctrl and Alt', { key: '@', ctrlKey: true, altKey: true }, false],
    ['AltGr as Ctrl and Alt, with its own state', { key: '€', ctrlKey: true, altKey: true, modifierAltGraph: true }, false],
    ['a dead key', { key: 'Dead' }, false],
    ['a key of an input method', { key: 'Process' }, false],
    ['a key of a phone', { key: 'Unidentified', keyCode: 229 }, false],
    ['Enter that ends a composition', { key: 'Enter', isComposing: true }, false],
    ['Ctrl', { key: 'k', ctrlKey: true }, true],
    ['Cmd', { key: 'k', metaKey: true }, true],
    ['Alt', { key: 'k', altKey: true }, true],
    ['Ctrl, Alt and a letter', { key: 'k', ctrlKey: true, altKey: true }, true],
    ['Enter', { key: 'Enter' }, true],
    ['Tab', { key: 'Tab' }, true],
    ['Escape', { key: 'Escape' }, true],
    ['an arrow', { key: 'ArrowDown' }, true],
    ['F1', { key: 'F1' }, true],
  ];
  for (const [name, init, isHeard] of KEYS) {
    it(`are ${isHeard ? 'heard' : 'not heard'} by the page: ${name}`, async () => {
      const input = await findNickname();
      for (const type of TYPES) {
        input.dispatchEvent(new KeyboardEvent(type, { ...init, bubbles: true, composed: true, cancelable: true }));
        expect(heard.splice(0)).to.deep.equal(isHeard ? [`${type} ${init.key}`] : []);
      }
    });
  }

  it('are heard where no text is typed, and where the field is the own one of the shop', async () => {
    page.field('saveCard').focus();
    await sendKeys({ press: 'x' });
    expect(heard).to.include('keydown x');
    heard = [];
    const own = Object.assign(document.createElement('input'), { slot: 'help' });
    page.element.append(own);
    await waitUntil(() => own.assignedSlot, 'the slot');
    own.focus();
    await sendKeys({ press: 'x' });
    expect(heard).to.include('keydown x');
    expect(own.value).to.equal('x');
  });

  it('stay in the list of plans, which chooses by them', async () => {
    const select = await waitUntil(
      () => findAllDeep<HTMLSelectElement>(page.element, 'select').find((each) => each.checkVisibility()),
      'the plans',
    );
    select.focus();
    await sendKeys({ press: '3' });
    expect(heard).to.deep.equal([]);
    expect(search.matches(':focus')).to.equal(false);
  });
});
