import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

/** All elements of the form, those of its parts too. */
function listElements(root: Element | ShadowRoot): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? listElements(element.shadowRoot) : [])]);
}

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
    expect(page.focused).to.equal('number');
    for (const [name, text] of Object.entries(APPROVED_CARD)) {
      expect(page.focused).to.equal(name);
      await sendKeys({ type: text });
      await sendKeys({ press: 'Tab' });
    }
    expect(page.focused).to.equal('installments');
    await sendKeys({ press: 'Tab' });
    expect(page.focused).to.match(/pay-button/);
    await sendKeys({ press: 'Enter' });

    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('puts the focus where the words are, once nothing more can be paid', async () => {
    await open();
    await page.fill();
    await page.element.pay();
    await page.outcome(/Pagamento aprovado/);
    expect(page.part('outcome').getAttribute('tabindex')).to.equal('-1');
    page.element.focus();
    expect(page.focused).to.equal('outcome');
  });

  it('puts the focus on the heading of a decline, over which no keyboard opens', async () => {
    await open();
    await room.fault('processPayment', 'decline');
    await page.fill();
    page.field('securityCode').focus();
    await sendKeys({ press: 'Enter' });
    await page.outcome(/não aprovado/);
    await waitUntil(() => page.focused === 'outcome-title', 'the focus on the heading');
    expect(page.part('outcome-title').getAttribute('tabindex')).to.equal('-1');
  });

  it('has its live regions from the start, so that what comes is announced', async () => {
    await open();
    const regions = listElements(page.element.shadowRoot ?? page.element).filter((part) => part.matches('[role="status"], [aria-live]'));
    const before = regions.filter(({ isConnected }) => isConnected).length;
    await page.element.pay();
    await page.element.updateComplete;

    expect(before).to.be.at.least(5);
    expect(
      regions.filter(({ isConnected }) => !isConnected).map(({ outerHTML }) => outerHTML),
      'none is replaced',
    ).to.deep.equal([]);
    const error = regions.find(({ textContent }) => /Digite o número/.test(textContent ?? ''));
    expect(error, 'the error comes in a region that was there').to.not.equal(undefined);
    await room.fault('processPayment', 'decline');
    await page.fill();
    await page.element.pay();
    await page.outcome(/não aprovado/);
    expect(regions).to.include(page.part('outcome'));
  });

  it('names every control by a label that is seen, and ties hint and error to it', async () => {
    await open();
    await page.element.pay();
    await page.element.updateComplete;
    for (const name of ['number', 'holderName', 'expirationDate', 'securityCode']) {
      const field = page.field(name);
      expect(field.labels?.[0]?.textContent?.trim(), name).to.match(/\S/);
      expect(field.labels?.[0]?.checkVisibility()).to.equal(true);
      expect(page.error(name), name).to.match(/^Digite/);
      expect(field.required, name).to.equal(true);
    }
  });

  it('has targets of at least 24 px, and of 44 px for what is pressed to pay', async () => {
    await open();
    for (const control of listElements(page.element.shadowRoot ?? page.element).filter((part) => part.matches('input, select, button'))) {
      expect(control.getBoundingClientRect().height, control.outerHTML).to.be.at.least(24);
    }
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
      page.field('number').focus();
      expect(getComputedStyle(page.field('number')).outlineStyle).to.equal('solid');
      await page.element.pay();
      await page.element.updateComplete;
      expect(getComputedStyle(page.field('number')).borderTopWidth, 'an error is not colour alone').to.equal('2px');
      await emulateMedia({ forcedColors: 'none' });
    });

    it('moves nothing where that is not wanted', async () => {
      await emulateMedia({ reducedMotion: 'reduce' });
      await open();
      for (const part of listElements(page.element.shadowRoot ?? page.element)) {
        const { transitionDuration, transitionProperty, animationName } = getComputedStyle(part);
        expect(transitionProperty === 'none' || /^0s(?:, 0s)*$/.test(transitionDuration), part.outerHTML).to.equal(true);
        expect(animationName).to.equal('none');
      }
      await emulateMedia({ reducedMotion: 'no-preference' });
    });
  }
});
