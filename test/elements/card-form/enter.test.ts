import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { APPROVED_CARD, CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

const FIELDS = ['number', 'holderName', 'expirationDate', 'securityCode'] as const;

describe('balcao-card-form: Enter', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
    const { baseUrl, tokenUrl, name } = room;
    const settings = { 'base-url': baseUrl, 'token-url': tokenUrl, amount: '149.90', 'order-id': name, 'customer-id': '7' };
    page = await CheckoutPage.open('balcao-card-form', settings);
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  const press = async (key: string): Promise<void> => {
    await sendKeys({ press: key });
    await page.element.updateComplete;
  };

  /** The fields that are called wrong. */
  const marked = (): string[] => FIELDS.filter((name) => page.error(name) || page.field(name).getAttribute('aria-invalid') === 'true');

  const hints = (): string[] => FIELDS.map((name) => page.field(name).enterKeyHint);

  it('goes from field to field, and pays once all are right', async () => {
    page.element.focus();
    for (const name of FIELDS) {
      expect(page.focused).to.equal(name);
      await sendKeys({ type: APPROVED_CARD[name] });
      await press('Enter');
      expect(marked()).to.deep.equal([]);
    }
    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('says what is wrong with the field that it is pressed in, and marks no other', async () => {
    await page.type('number', '411111');
    await press('Enter');
    expect(page.error('number')).to.match(/parece faltar/);
    expect(marked()).to.deep.equal(['number']);
    expect(page.focused).to.equal('number');
    expect(page.part('pay-button').getAttribute('aria-disabled')).to.equal('false');
    expect(page.eventNames).not.to.include('balcao-before-pay');
  });

  it('says so of an empty field, too', async () => {
    page.field('holderName').focus();
    await press('Enter');
    expect(page.error('holderName')).to.match(/^Digite o nome/);
    expect(marked()).to.deep.equal(['holderName']);
  });

  it('goes back to what was left out', async () => {
    await page.fill({ ...APPROVED_CARD, holderName: '' });
    page.field('securityCode').focus();
    await press('Enter');
    expect(page.focused).to.equal('holderName');
    expect(marked()).to.deep.equal([]);
  });

  it('goes to the first field from the tick and from the name for a card that is kept', async () => {
    await page.click(page.field('saveCard'));
    await page.element.updateComplete;
    for (const name of ['saveCard', 'cardName']) {
      page.field(name).focus();
      await press('Enter');
      expect(page.focused, name).to.equal('number');
    }
    expect(marked()).to.deep.equal([]);
  });

  it('is left to an input method that it ends the word of', async () => {
    await page.type('holderName', 'MARIA');
    const composed = [{ isComposing: true }, { keyCode: 229 }].map(
      (details) => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true, ...details }),
    );
    for (const event of composed) {
      page.field('holderName').dispatchEvent(event);
      expect(event.defaultPrevented).to.equal(false);
    }
    expect(page.focused).to.equal('holderName');
  });

  it('does not run through the fields while it is held down', async () => {
    await page.type('number', APPROVED_CARD.number);
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, composed: true, cancelable: true });
    page.field('number').dispatchEvent(held);
    expect(held.defaultPrevented).to.equal(true);
    expect(page.focused).to.equal('number');
  });

  it('is what the key of a phone says it is', async () => {
    expect(hints()).to.deep.equal(['next', 'next', 'next', 'next']);
    await page.fill({ ...APPROVED_CARD, securityCode: '' });
    expect(hints(), 'the code is the last').to.deep.equal(['next', 'next', 'next', 'go']);
    await page.type('securityCode', APPROVED_CARD.securityCode);
    await press('Tab');
    expect(hints()).to.deep.equal(['go', 'go', 'go', 'go']);
  });
});
