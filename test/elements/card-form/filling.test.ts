import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
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
      expect(await page.card.readAll(), order.join()).to.deep.equal([isVisa ? '4111 1111 1111 1111' : '3714 496353 98431', KEPT.holderName, '01/31', card.securityCode]); // prettier-ignore
      const last4 = card.number.slice(-4);
      expect(page.events.at(-1)?.detail).to.deep.equal({ complete: true, brand: isVisa ? 'visa' : 'american-express', last4 });
    }
  });

  for (const name of CARD_FIELDS) {
    it(`puts a whole card that is pasted into ${name} where it belongs`, async () => {
      await open();
      await page.paste(name, 'Cartão: 4111 1111 1111 1111\nValidade: 01/2031\nCVV: 737');
      expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '', '01/31', '737']);
      await page.element.updateComplete;
      expect(await page.marked()).to.deep.equal([]);
      expect(await page.focused()).to.equal(name);
    });
  }

  it('takes the card that is pasted, and not what stood there', async () => {
    await open();
    await page.fillIn(KEPT_AMEX);
    await page.paste('number', '4111 1111 1111 1111 01/31 737');
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', KEPT.holderName, '01/31', '737']);
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
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '', '01/31', '737']);
  });

  it('splits no number that is typed, whatever it looks like on the way', async () => {
    await open();
    // Twelve digits that are a number, and three that could be a code.
    await page.type('number', '630400000000123');
    expect(await page.card.readAll()).to.deep.equal(['6304 0000 0000 123', '', '', '']);
  });

  it('takes nothing while it pays', async () => {
    await open();
    await room.fault('processPayment', 'slow');
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
