import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import { CARD_FIELDS } from '../../../src/controllers/card/card-field.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('balcao-card-form for everyone', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  const open = async (): Promise<void> => {
    await customElements.whenDefined('balcao-installments');
    page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      'resolve-url': room.resolveUrl,
      amount: '149.90',
      'order-id': room.name,
    });
  };

  it('pays by keyboard alone', async () => {
    await open();
    page.element.focus();
    expect(await page.focused()).to.equal('number');
    for (const [name, text] of Object.entries(APPROVED_CARD)) {
      expect(await page.focused()).to.equal(name);
      await sendKeys({ type: text });
      await sendKeys({ press: 'Tab' });
    }
    expect(await page.focused()).to.equal('installments');
    await sendKeys({ press: 'Tab' });
    expect(await page.focused()).to.match(/pay-button/);
    await sendKeys({ press: 'Enter' });

    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('takes a pointer into each field, and what is typed there', async () => {
    await open();
    for (const name of CARD_FIELDS.toReversed()) {
      await page.clickField(name);
      expect(await page.focused()).to.equal(name);
      await sendKeys({ type: APPROVED_CARD[name].slice(0, 2) });
    }
    expect(await page.card.readAll()).to.deep.equal(['41', '01', '73', 'MA']);
  });

  it('puts the focus where the words are, once nothing more can be paid', async () => {
    await open();
    await page.fill();
    await page.element.pay();
    await page.outcome(/Pagamento aprovado/);
    expect(page.part('outcome').getAttribute('tabindex')).to.equal('-1');
    page.element.focus();
    expect(await page.focused()).to.equal('outcome');
  });

  it('puts the focus on the heading of a decline, over which no keyboard opens', async () => {
    await open();
    await room.fault('processPayment', 'decline');
    await page.fill();
    await page.focus('securityCode');
    await sendKeys({ press: 'Enter' });
    await page.outcome(/não aprovado/);
    await waitUntil(async () => (await page.focused()) === 'outcome-title', 'the focus on the heading');
    expect(page.part('outcome-title').getAttribute('tabindex')).to.equal('-1');
  });

  it('has its live regions from the start, so that what comes is announced', async () => {
    await open();
    const before = (await page.regions()).length;
    expect(before).to.be.at.least(5);
    await page.element.pay();
    await waitUntil(() => page.error('number'), 'the error');

    const regions = await page.regions();
    expect(
      regions.filter(({ isConnected }) => !isConnected),
      'none is replaced',
    ).to.deep.equal([]);
    const said = regions.slice(0, before).map(({ text }) => text);
    expect(said.join('|'), 'the error comes in a region that was there').to.match(/Digite o número/);
    await room.fault('processPayment', 'decline');
    await page.fill();
    await page.element.pay();
    await page.outcome(/não aprovado/);
    const outcome = (await page.regions()).slice(0, before).find(({ text }) => /não aprovado/.test(text));
    expect(outcome, 'in one that was there, too').to.include({ isConnected: true });
  });

  it('names every control by a label that is seen, and ties hint and error to it', async () => {
    await open();
    await page.element.pay();
    await page.element.updateComplete;
    for (const name of CARD_FIELDS) {
      expect(await page.card.label(name), name).to.match(/\S/);
      expect(await page.error(name), name).to.match(/^Digite/);
      expect(await page.card.attribute(name, 'required'), name).to.equal('');
    }
  });

  it('has targets of at least 24 px, and of 44 px for what is pressed to pay', async () => {
    await open();
    const heights = await page.heights();
    expect(heights).to.have.length.at.least(6);
    for (const height of heights) expect(height).to.be.at.least(24);
    expect(page.part('pay-button').getBoundingClientRect().height).to.be.at.least(44);
  });

  // The only engine whose driver emulates these.
  if ('userAgentData' in navigator) {
    it('keeps borders, focus and the state of the button in forced colours', async () => {
      await emulateMedia({ forcedColors: 'active' });
      await open();
      const button = getComputedStyle(page.part('pay-button'));
      expect(button.borderTopStyle).to.equal('solid');
      expect(button.borderTopColor).not.to.equal(button.backgroundColor);
      await page.focus('number');
      expect(await page.card.style('number', 'outline-style')).to.equal('solid');
      await page.element.pay();
      await page.element.updateComplete;
      expect(await page.card.style('number', 'border-top-width'), 'an error is not colour alone').to.equal('2px');
      await emulateMedia({ forcedColors: 'none' });
    });

    it('moves nothing where that is not wanted', async () => {
      await emulateMedia({ reducedMotion: 'reduce' });
      await open();
      expect(await page.moving()).to.deep.equal([]);
      await emulateMedia({ reducedMotion: 'no-preference' });
    });
  }
});
