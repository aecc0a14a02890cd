import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CARD_FIELDS, type CardField } from '../../../src/controllers/card/card-field.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

/** A card as password managers keep it. */
const KEPT = { number: '4111-1111-1111-1111', holderName: 'MARIA DA SILVA', expirationDate: '01/2031', securityCode: '737' };
const KEPT_AMEX = { number: '371449635398431', holderName: 'MARIA DA SILVA', expirationDate: '2031-01', securityCode: '7373' };

/** The fields in each of 24 orders. */
function listOrders(names: readonly CardField[]): CardField[][] {
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

  it('is complete, and wrong nowhere, however a password manager fills it in', async () => {
    await open();
    const cards = [KEPT, KEPT_AMEX].flatMap((card) => listOrders(CARD_FIELDS).map((order) => ({ card, order })));
    for (const { card, order } of cards) {
      await page.fillIn(Object.fromEntries(order.map((name) => [name, card[name]])));
      await page.element.updateComplete;
      const isVisa = card === KEPT;
      expect(await page.marked(), order.join()).to.deep.equal([]);
      expect(await page.card.readAll(), order.join()).to.deep.equal([isVisa ? '4111 1111 1111 1111' : '3714 496353 98431', '01/31', card.securityCode, KEPT.holderName]); // prettier-ignore
      const last4 = card.number.slice(-4);
      expect(page.events.at(-1)?.detail).to.deep.equal({ complete: true, brand: isVisa ? 'visa' : 'american-express', last4 });
    }
  });

  for (const name of CARD_FIELDS) {
    it(`puts a whole card that is pasted into ${name} where it belongs`, async () => {
      await open();
      await page.paste(name, 'Cartão: 4111 1111 1111 1111\nValidade: 01/2031\nCVV: 737');
      expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', '']);
      await page.element.updateComplete;
      expect(await page.marked()).to.deep.equal([]);
      expect(await page.focused()).to.equal(name);
    });
  }

  it('takes the card that is pasted, and not what stood there', async () => {
    await open();
    await page.fillIn(KEPT_AMEX);
    await page.paste('number', '4111 1111 1111 1111 01/31 737');
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', KEPT.holderName]);
    await page.element.updateComplete;
    expect(await page.marked()).to.deep.equal([]);
  });

  it('says what is wrong of a card that was pasted, where nobody would leave the field', async () => {
    await open();
    await page.paste('number', '4111 1111 1111 1111 01/20 737');
    await page.element.updateComplete;
    expect(await page.marked()).to.deep.equal(['expirationDate']);
    expect(await page.error('expirationDate')).to.match(/já venceu/);
  });

  it('leaves no code in the number that a keyboard puts in as a word', async () => {
    await open();
    await page.card.insert('number', '4111 1111 1111 1111 01/31 737', 'insertText');
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', '']);
  });

  it('splits no number that is typed, whatever it looks like on the way', async () => {
    await open();
    // Twelve digits that are a number, and three that could be a code.
    await page.type('number', '630400000000123');
    expect(await page.card.readAll()).to.deep.equal(['6304 0000 0000 123', '', '', '']);
  });

  const WRITINGS: readonly [CardField, string, string][] = [
    ...['203108', '2031 / 08', '2031-8', '2031-08', '2031/08', '2031.08', '31/08', '31/08/2031', '08/2031', '08 - 2031', '8/31', '082031', '\u200b08\u00a0/\u00a02031', '２０３１／０８'].map(
      (text): [CardField, string, string] => ['expirationDate', text, '08/31'],
    ), // prettier-ignore
    ...[' 737', '737\t', '\u00a0737', '\u200b737', '７３７', '7 3 7', ' 7 3 7 ', 'CVV2 737', '737 cvv2', 'cvv737'].map(
      (text): [CardField, string, string] => ['securityCode', text, '737'],
    ),
    ['number', [...'4111111111111111'].join(' - '), '4111 1111 1111 1111'],
  ];

  it('is shown in one way, however a text is written that comes at once', async () => {
    await open();
    for (const [name, text, shown] of WRITINGS) {
      for (const inputType of ['insertText', 'insertFromPaste', 'insertReplacementText', 'fill'] as const) {
        await page.fillIn({ [name]: '' });
        if (inputType === 'fill') await page.fillIn({ [name]: text });
        else await page.card.insert(name, text, inputType);
        expect(await page.card.read(name), `${inputType} of ${JSON.stringify(text)}`).to.equal(shown);
      }
    }
  });

  it('finds nothing wrong with a security code that was pasted with a blank, and pays with its digits', async () => {
    await open();
    await page.fillIn({ ...KEPT, securityCode: '' });
    await page.paste('securityCode', ' 737\u200b');
    await page.element.updateComplete;
    expect(await page.marked()).to.deep.equal([]);
    expect((await page.element.pay()).status).to.equal('approved');
  });

  it('refuses what is typed beyond the length of a security code, wherever the caret is', async () => {
    await open();
    await page.fillIn({ number: KEPT.number });
    await page.type('securityCode', '7378');
    expect(await page.card.read('securityCode')).to.equal('737');
    await page.card.select('securityCode', 0, 0);
    await sendKeys({ type: '9' });
    expect([await page.card.read('securityCode'), await page.card.caret('securityCode')]).to.deep.equal(['737', 0]);
    await page.card.select('securityCode', 1, 2);
    await sendKeys({ type: '45' });
    expect([await page.card.read('securityCode'), await page.card.caret('securityCode')]).to.deep.equal(['747', 2]);
    await page.card.select('securityCode', 0, 3);
    await page.card.insert('securityCode', '12345', 'insertFromPaste');
    expect(await page.card.read('securityCode')).to.equal('123');
  });

  it('keeps no security code after the charge that an undo would bring back', async () => {
    await open();
    await room.fault('processPayment', 'decline');
    await page.fillIn({ ...KEPT, securityCode: '' });
    await page.type('securityCode', '737');
    expect((await page.element.pay()).status).to.equal('declined');
    await page.card.focus('securityCode');
    await page.card.press('securityCode', { key: 'z', ctrlKey: true });
    expect(await page.card.read('securityCode')).to.equal('');
  });

  it("sees a card's number in the name, whatever is typed between its digits", async () => {
    await open();
    for (const between of ['.', '/', '_', '·', '\u200b']) {
      await page.fillIn({ holderName: '' });
      await page.card.insert('holderName', ['4111', '1111', '1111', '1111'].join(between), 'insertText');
      await page.element.updateComplete;
      expect(await page.readText(), between).to.contain('Parece o número do cartão');
    }
  });

  it('takes nothing while it pays', async () => {
    await open();
    await room.fault('processPayment', 'hang-after-charge');
    await page.fillIn(KEPT);
    const paying = page.element.pay();
    await room.waitForPending();
    const before = await page.card.readAll();
    await page.paste('holderName', '5555 5555 5555 4444 02/32 111');
    expect(await page.card.readAll()).to.deep.equal(before);
    await room.release();
    expect((await paying).status).to.equal('approved');
  });
});
