import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { registerSecret } from '../../support/every-test.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

const FIELDS = ['number', 'holderName', 'expirationDate', 'securityCode'] as const;

/** A card as password managers keep it. */
const KEPT = { number: '4111-1111-1111-1111', holderName: 'MARIA DA SILVA', expirationDate: '01/2031', securityCode: '737' };
const KEPT_AMEX = { number: '371449635398431', holderName: 'MARIA DA SILVA', expirationDate: '2031-01', securityCode: '7373' };

/** The fields in each of 24 orders. */
function listOrders(names: readonly (typeof FIELDS)[number][]): (typeof FIELDS)[number][][] {
  if (names.length < 2) return [[...names]];
  return names.flatMap((name) => listOrders(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));
}

describe('balcao-card-form: filled in and pasted', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  const settings = (): Record<string, string> => ({ 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': room.name }); // prettier-ignore

  const open = async (): Promise<void> => {
    page = await CheckoutPage.open('balcao-card-form', settings());
  };

  /** With the fields drawn, and nothing there yet that comes late. */
  const openUnready = async (): Promise<void> => {
    page = new CheckoutPage(document.createElement('balcao-card-form'));
    for (const [name, value] of Object.entries(settings())) page.element.setAttribute(name, value);
    document.body.append(page.element);
    await page.element.updateComplete;
  };

  const marked = (): string[] => FIELDS.filter((name) => page.error(name) || page.field(name).getAttribute('aria-invalid') === 'true');

  const texts = (): string[] => FIELDS.map((name) => page.field(name).value);

  /** What a paste does where nobody takes it: the text comes in at the caret, and then the page is told. */
  const pasteInto = (name: string, text: string, inputType = 'insertFromPaste'): void => {
    const field = page.field(name);
    field.focus();
    registerSecret('4111111111111111');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    // Firefox makes an event of `data` alone.
    const details = { clipboardData, data: text, dataType: 'text/plain', bubbles: true, composed: true, cancelable: true };
    const paste = new ClipboardEvent('paste', details);
    if ((inputType === 'insertFromPaste' && !field.dispatchEvent(paste)) || field.readOnly) return;
    field.setRangeText(text.replace(/\n/g, ' '), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, data: text }));
  };

  it('is complete, and wrong nowhere, however a password manager fills it in', async () => {
    await open();
    const cards = [KEPT, KEPT_AMEX].flatMap((card) => listOrders(FIELDS).map((order) => ({ card, order })));
    for (const { card, order } of cards) {
      page.fillIn(Object.fromEntries(order.map((name) => [name, card[name]])));
      await page.element.updateComplete;
      const isVisa = card === KEPT;
      expect(marked(), order.join()).to.deep.equal([]);
      expect(texts(), order.join()).to.deep.equal([isVisa ? '4111 1111 1111 1111' : '3714 496353 98431', KEPT.holderName, '01/31', card.securityCode]); // prettier-ignore
      const last4 = card.number.slice(-4);
      expect(page.events.at(-1)?.detail).to.deep.equal({ complete: true, brand: isVisa ? 'visa' : 'american-express', last4 });
    }
  });

  it('pays with what was filled in before anything could be judged', async () => {
    await openUnready();
    page.fillIn(KEPT);
    expect(page.field('number').value, 'nothing has grouped it yet').to.equal(KEPT.number);
    await page.clickPay();
    await page.outcome(/Pagamento aprovado.*Visa final 1111/);
    expect(await room.charges()).to.have.length(1);
  });

  for (const name of FIELDS) {
    it(`puts a whole card that is pasted into ${name} where it belongs`, async () => {
      await open();
      pasteInto(name, 'Cartão: 4111 1111 1111 1111\nValidade: 01/2031\nCVV: 737');
      expect(texts()).to.deep.equal(['4111 1111 1111 1111', '', '01/31', '737']);
      await page.element.updateComplete;
      expect(marked()).to.deep.equal([]);
      expect(page.focused).to.equal(name);
    });
  }

  it('takes the card that is pasted, and not what stood there', async () => {
    await open();
    page.fillIn(KEPT_AMEX);
    pasteInto('number', '4111 1111 1111 1111 01/31 737');
    expect(texts()).to.deep.equal(['4111 1111 1111 1111', KEPT.holderName, '01/31', '737']);
    await page.element.updateComplete;
    expect(marked()).to.deep.equal([]);
  });

  it('says what is wrong of a card that was pasted, where nobody would leave the field', async () => {
    await open();
    pasteInto('number', '4111 1111 1111 1111 01/20 737');
    await page.element.updateComplete;
    expect(marked()).to.deep.equal(['expirationDate']);
    expect(page.error('expirationDate')).to.match(/já venceu/);
  });

  it('leaves no code in the number that a keyboard puts in as a word', async () => {
    await open();
    pasteInto('number', '4111 1111 1111 1111 01/31 737', 'insertText');
    expect(texts()).to.deep.equal(['4111 1111 1111 1111', '', '01/31', '737']);
  });

  it('splits what was pasted before it came', async () => {
    await openUnready();
    pasteInto('number', '4111 1111 1111 1111 01/31 737');
    expect(texts()).to.deep.equal(['4111 1111 1111 1111 01/31 737', '', '', '']);
    await waitUntil(() => page.field('securityCode').value, 'the code in its field');
    expect(texts()).to.deep.equal(['4111 1111 1111 1111', '', '01/31', '737']);
  });

  it('splits no number that is typed, whatever it looks like on the way', async () => {
    await open();
    // Twelve digits that are a number, and three that could be a code.
    await page.type('number', '630400000000123');
    expect(texts()).to.deep.equal(['6304 0000 0000 123', '', '', '']);
  });

  it('takes nothing while it pays', async () => {
    await open();
    await room.fault('processPayment', 'slow');
    page.fillIn(KEPT);
    const paying = page.element.pay();
    await room.waitForPending();
    const before = texts();
    pasteInto('holderName', '5555 5555 5555 4444 02/32 111');
    expect(texts()).to.deep.equal(before);
    await room.release();
    expect((await paying).status).to.equal('approved');
  });
});
