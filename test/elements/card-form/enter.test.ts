import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CARD_FIELDS } from '../../../src/controllers/card/card-field.js';
import { APPROVED_CARD, CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, orderOf, type Room } from '../../support/sandbox-room.js';

describe('balcao-card-form: Enter', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
    page = await CheckoutPage.open('balcao-card-form', { ...orderOf(room), 'customer-id': '7' });
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  const hints = (): Promise<string[]> => Promise.all(CARD_FIELDS.map((name) => page.card.enterKeyHint(name)));

  it('goes from field to field, and pays once all are right', async () => {
    page.element.focus();
    for (const name of CARD_FIELDS) {
      expect(await page.focused()).to.equal(name);
      await sendKeys({ type: APPROVED_CARD[name] });
      await page.press('Enter');
      expect(await page.marked()).to.deep.equal([]);
    }
    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('says what is wrong with the field that it is pressed in, and marks no other', async () => {
    await page.type('number', '411111');
    await page.press('Enter');
    expect(await page.error('number')).to.match(/parece faltar/);
    expect(await page.marked()).to.deep.equal(['number']);
    expect(await page.focused()).to.equal('number');
    expect(page.part('pay-button').getAttribute('aria-disabled')).to.equal('false');
    expect(page.eventNames).not.to.include('balcao-before-pay');
  });

  it('says so of an empty field, too', async () => {
    await page.focus('holderName');
    await page.press('Enter');
    expect(await page.error('holderName')).to.match(/^Digite o nome/);
    expect(await page.marked()).to.deep.equal(['holderName']);
  });

  it('goes back to what was left out', async () => {
    await page.fill({ ...APPROVED_CARD, holderName: '' });
    await page.focus('securityCode');
    await page.press('Enter');
    expect(await page.focused()).to.equal('holderName');
    expect(await page.marked()).to.deep.equal([]);
  });

  it('goes to the first field from the tick and from the name for a card that is kept', async () => {
    await page.click(page.field('saveCard'));
    await page.element.updateComplete;
    for (const name of ['saveCard', 'cardName']) {
      await page.focus(name);
      await page.press('Enter');
      expect(await page.focused(), name).to.equal('number');
    }
    expect(await page.marked()).to.deep.equal([]);
  });

  it('is left to an input method that it ends the word of', async () => {
    await page.type('holderName', 'MARIA');
    for (const details of [{ isComposing: true }, { keyCode: 229 }]) {
      expect(await page.card.press('holderName', { key: 'Enter', ...details })).to.equal(false);
    }
    expect(await page.focused()).to.equal('holderName');
  });

  it('does not run through the fields while it is held down', async () => {
    await page.type('number', APPROVED_CARD.number);
    expect(await page.card.press('number', { key: 'Enter', repeat: true })).to.equal(true);
    expect(await page.focused()).to.equal('number');
  });

  it('is what the key of a phone says it is', async () => {
    expect(await hints()).to.deep.equal(['next', 'next', 'next', 'next']);
    await page.fill({ ...APPROVED_CARD, holderName: '' });
    expect(await hints(), 'the name is the last').to.deep.equal(['next', 'next', 'next', 'go']);
    await page.type('holderName', APPROVED_CARD.holderName);
    await page.press('Tab');
    expect(await hints()).to.deep.equal(['go', 'go', 'go', 'go']);
  });
});
