import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { APPROVED_CARD, CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, orderOf, type Room } from '../../support/sandbox-room.js';

/** 16 digits, and no number of its brand is longer. */
const MASTERCARD = '5555555555554444';

describe('balcao-card-form: from field to field', () => {
  let room: Room;
  let page: CheckoutPage;

  const open = async (settings: Record<string, unknown> = { 'auto-advance': '' }): Promise<void> => {
    page = await CheckoutPage.open('balcao-card-form', { ...orderOf(room), ...settings });
  };

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  /** Types each text where the focus then is, and returns the fields in which the focus was after it. */
  const follow = async (...texts: string[]): Promise<(string | null)[]> => {
    const fields: (string | null)[] = [];
    for (const text of texts) {
      await sendKeys({ type: text });
      fields.push(await page.focused());
    }
    return fields;
  };

  it('pays without a press between the fields', async () => {
    await open();
    await page.focus('number');
    expect(await follow(MASTERCARD, '0131', '737', 'MARIA DA SILVA')).to.deep.equal([
      'expirationDate',
      'securityCode',
      'holderName',
      'holderName',
    ]);
    await page.press('Enter');
    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('is off by default, and if it is "false"', async () => {
    for (const settings of [{}, { 'auto-advance': 'false' }]) {
      await open(settings);
      await page.focus('number');
      expect(await follow(MASTERCARD)).to.deep.equal(['number']);
      page.remove();
    }
    await open({});
  });

  it('stays where more digits may follow: a Visa, and a code of an unknown card', async () => {
    await open();
    await page.focus('number');
    expect(await follow('4111111111111111', '111')).to.deep.equal(['number', 'number']);
    await page.card.fillIn({ number: '' }, 'password manager');
    await page.focus('securityCode');
    expect(await follow('737')).to.deep.equal(['securityCode']);
  });

  it('waits for the fourth digit of an American Express', async () => {
    await open();
    await page.focus('number');
    expect(await follow('378282246310005', '0131', '737', '7')).to.deep.equal([
      'expirationDate',
      'securityCode',
      'securityCode',
      'holderName',
    ]);
  });

  it('stays in a field that is wrong', async () => {
    await open();
    await page.focus('number');
    expect(await follow('5555555555554445')).to.deep.equal(['number']);
    await page.focus('expirationDate');
    expect(await follow('0120')).to.deep.equal(['expirationDate']);
  });

  it('stays after a correction, a paste and autofill', async () => {
    await open();
    await page.focus('number');
    await sendKeys({ type: '555555555555444' });
    await page.press('Backspace');
    expect(await follow('44')).to.deep.equal(['number']);
    await page.card.fillIn({ number: '' }, 'password manager');
    await page.paste('number', MASTERCARD);
    expect(await page.focused()).to.equal('number');
    await page.press('Backspace');
    expect(await follow('4')).to.deep.equal(['number']);
    await page.focus('expirationDate');
    await page.card.fillIn({ expirationDate: '01/3' }, 'password manager');
    expect(await follow('1')).to.deep.equal(['expirationDate']);
  });

  it('moves on again once the field was emptied', async () => {
    await open();
    await page.focus('expirationDate');
    await sendKeys({ type: '01' });
    await page.press('Backspace', 'Backspace');
    expect(await follow('0131')).to.deep.equal(['securityCode']);
  });

  it('does not go to a field that has a text, nor on from the middle of one', async () => {
    await open();
    await page.type('expirationDate', '0131');
    await page.focus('number');
    expect(await follow(MASTERCARD)).to.deep.equal(['number']);
    await page.card.fillIn({ securityCode: '' }, 'password manager');
    await page.focus('securityCode');
    await sendKeys({ type: '77' });
    await page.press('ArrowLeft');
    expect(await follow('3')).to.deep.equal(['securityCode']);
  });

  it('goes back with Backspace at the start of a field, one field at a time, and deletes nothing there', async () => {
    await open();
    await page.fill({ ...APPROVED_CARD, securityCode: '', holderName: '' });
    await page.focus('securityCode');
    await page.press('Backspace');
    expect(await page.focused()).to.equal('expirationDate');
    expect(await page.card.read('expirationDate')).to.equal('01/31');
    await page.press('Backspace');
    expect(await page.card.read('expirationDate')).to.equal('01/3');
    await page.focus('number');
    await page.press('Home', 'Backspace');
    expect(await page.focused()).to.equal('number');
  });

  it('goes nowhere with Backspace unless it is on', async () => {
    await open({});
    await page.focus('securityCode');
    await page.press('Backspace');
    expect(await page.focused()).to.equal('securityCode');
  });
});
