import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands';
import { findFocus } from '../../src/controllers/page/find-focus.js';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { APPROVED_CARD, waitUntil } from '../support/checkout-page.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { CHECKOUT_STATES, openCheckout, type CheckoutState } from './checkout-states.js';
import { measureFocusRing } from './contrast.js';
import { isSeen } from './flat-tree.js';
import { isHit, listControls, listTarget } from './layout.js';

/** The last word of its part, its name, or its own identifier. */
function nameFocus(): string {
  const active = findFocus();
  return active?.getAttribute('name') ?? active?.getAttribute('part')?.split(' ').at(-1) ?? active?.id ?? '';
}

describe('balcao-checkout by keyboard', () => {
  let room: Room;
  let page: SavedCardsPage;
  const links = ['before', 'after'].map((id) => Object.assign(document.createElement('a'), { id, href: '#', textContent: id }));

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    for (const link of links) link.remove();
    await room.release();
    document.documentElement.removeAttribute('style');
  });

  /** Opens a checkout between two links, the first of which has the focus. */
  const open = async (state: Omit<CheckoutState, 'says'>): Promise<void> => {
    page = await openCheckout(room, state);
    const [before, after] = links;
    if (before) page.element.before(before);
    if (after) page.element.after(after);
    before?.focus();
  };

  /** Whether the middle of a control, or of its label, lies on top of all else in the window. */
  const isOnTop = (control: Element): boolean => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return isHit(listTarget(control), left + width / 2, top + height / 2);
  };

  /** Everything that Tab stops at, up to the link after the checkout. */
  const tabThrough = async (end: 'after' | 'before' = 'after', look?: (focus: Element) => Promise<unknown>): Promise<string[]> => {
    const stops: string[] = [];
    while (stops.at(-1) !== end && stops.length < 20) {
      if (end === 'before') await sendKeys({ down: 'Shift' });
      await sendKeys({ press: 'Tab' });
      if (end === 'before') await sendKeys({ up: 'Shift' });
      const focus = findFocus();
      if (focus && !isSeen(focus)) throw new Error(`The focus is on something that is not seen: ${nameFocus()}`);
      if (focus) await look?.(focus);
      stops.push(nameFocus());
    }
    return stops;
  };

  it('stops at everything once, in the order that is read: saved cards, there and back', async () => {
    await open({ isReturning: true });
    page.radios[0]?.click();
    await page.clickPart('manage-cards-button');
    links[0]?.focus();
    const stops = [
      'cardId',
      'delete-button',
      'delete-button',
      'expired-cards-button',
      'manage-cards-button',
      'delete-button',
      'installments',
      'pay-button',
      'method',
    ];

    expect(await tabThrough()).to.deep.equal([...stops, 'after']);
    expect(await tabThrough('before')).to.deep.equal([...stops.toReversed(), 'before']);
  });

  it('stops at what a returning customer needs, and at nothing more', async () => {
    await open({ isReturning: true });
    await CHECKOUT_STATES['a card chosen in advance'].reach(page);
    await page.element.updateComplete;
    links[0]?.focus();

    expect(await tabThrough()).to.deep.equal([
      'cardId',
      'expired-cards-button',
      'manage-cards-button',
      'installments',
      'pay-button',
      'method',
      'after',
    ]);
  });

  it('stops at everything once, in the order that is read: a card, with the fee choice and the tick', async () => {
    await open({ settings: { ...CHECKOUT_STATES['the fee choice'].settings, 'customer-id': 'somebody' } });
    const stops = [
      'number',
      'expirationDate',
      'securityCode',
      'holderName',
      'saveCard',
      'installments',
      'whoPaysFee',
      'plans-title',
      'pay-button',
    ];

    expect(await tabThrough()).to.deep.equal(['method', ...stops, 'after']);
  });

  it('takes a new card with nine stops at most, the tick and the table of fees among them', async () => {
    const { fees } = CHECKOUT_STATES['the fee choice'].settings;
    await open({ settings: { fees, 'fee-payer': 'customer', 'customer-id': 'somebody' } });

    const stops = await tabThrough();
    expect(stops.indexOf('pay-button') + 1).to.be.within(1, 9);
  });

  it('stops at everything once, in the order that is read: Pix', async () => {
    await open({ settings: CHECKOUT_STATES['Pix waiting'].settings });
    await CHECKOUT_STATES['Pix waiting'].reach(page, room);
    links[0]?.focus();

    expect(await tabThrough()).to.deep.equal(['method', 'pix-code', 'code-toggle', 'copy-button', 'after']);
  });

  for (const name of ['Pix waiting', 'declined', 'saved cards'] as const) {
    it(`has the control with the focus in sight on a phone, with nothing over it: ${name}`, async () => {
      await setViewport({ width: 360, height: 640 });
      try {
        const state: CheckoutState = CHECKOUT_STATES[name];
        await open(state);
        await state.reach?.(page, room);
        await page.says(state.says);
        for (const end of ['after', 'before'] as const) {
          (end === 'after' ? links : links.toReversed())[0]?.focus();
          // WebKit scrolls to what has the focus a moment after it has it.
          await tabThrough(end, (focus) => waitUntil(() => isOnTop(focus), `${nameFocus()} in sight, with nothing over it`));
        }
      } finally {
        await setViewport({ width: 1280, height: 720 });
      }
    });
  }

  for (const [name, focus] of [
    ['approved', 'outcome'],
    ['unconfirmed', 'outcome'],
    ['declined', 'outcome-title'],
    ['failed', 'outcome-title'],
  ] as const) {
    it(`has the focus at ${focus} after a payment by keyboard ended ${name}`, async () => {
      await open({});
      const faults = { approved: undefined, unconfirmed: '503-after-charge', declined: 'decline', failed: '403' } as const;
      const fault = faults[name];
      if (fault) await room.fault('processPayment', fault);
      for (const [field, text] of Object.entries(APPROVED_CARD)) await page.type(field, text);
      page.part('pay-button').focus();
      await sendKeys({ press: 'Enter' });

      await page.outcome(CHECKOUT_STATES[name].says);
      await waitUntil(() => nameFocus() === focus, `focus on ${focus}; it is on ${nameFocus()}`);
      const button = page.all('[part~="check-button"]')[0];
      if (button) {
        await sendKeys({ press: 'Tab' });
        expect(nameFocus()).to.equal('check-button');
      }
    });
  }

  for (const [name, focus] of [
    ['Pix expired', 'new-code-button'],
    ['Pix cancelled', 'new-code-button'],
    ['Pix paid', 'outcome'],
  ] as const) {
    it(`has the focus at ${focus} when the shopper comes back: ${name}`, async () => {
      const { settings, reach, says } = CHECKOUT_STATES[name];
      await open({ settings });
      page.part('pay-button').focus();
      await reach(page, room);
      await page.says(says);

      await waitUntil(() => nameFocus() === focus, `focus on ${focus}; it is on ${nameFocus()}`);
    });
  }

  for (const scheme of ['light', 'dark']) {
    it(`shows where the focus is by a ring of 3 to 1, ${scheme}`, async () => {
      document.documentElement.style.cssText = `color-scheme: ${scheme}; background: Canvas; --balcao-duration: 0s`;
      await open({ settings: { 'customer-id': 'somebody', methods: 'card pix' } });
      // By a key, which is when rings are shown.
      await sendKeys({ press: 'Tab' });
      for (const control of listControls(page.element)) {
        control.focus();
        expect(measureFocusRing(control), control.outerHTML).to.be.at.least(3);
      }
    });
  }

  // The only engine whose driver emulates these.
  if ('userAgentData' in navigator) {
    it('keeps borders, the row of the chosen method and the chosen card in forced colours', async () => {
      await emulateMedia({ forcedColors: 'active' });
      await open({ isReturning: true });
      page.radios[0]?.click();
      await page.element.updateComplete;
      const [chosen, other] = page.all('[part~="method"]').map((row) => getComputedStyle(row));
      expect(chosen?.borderTopColor, 'the row of the chosen method').not.to.equal(other?.borderTopColor);
      expect(page.radios.map((radio) => getComputedStyle(radio).appearance)).to.deep.equal(['auto', 'auto', 'auto']);
      for (const control of listControls(page.element).filter((each) => each.matches('button, select'))) {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(control);
        const hasEdge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0;
        expect(hasEdge || control.querySelector('svg') !== null, control.outerHTML).to.equal(true);
      }
      await emulateMedia({ forcedColors: 'none' });
    });

    it('moves nothing where that is not wanted', async () => {
      await emulateMedia({ reducedMotion: 'reduce' });
      await open({ settings: CHECKOUT_STATES['Pix waiting'].settings });
      await CHECKOUT_STATES['Pix waiting'].reach(page, room);
      const moving = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 0);
      expect(moving.map(({ effect }) => effect?.getComputedTiming())).to.deep.equal([]);
      for (const element of page.all('*')) {
        const { transitionDuration, animationName } = getComputedStyle(element);
        // What is in no slot has no style.
        if (!transitionDuration) continue;
        expect(/^0s(?:, 0s)*$/.test(transitionDuration), element.outerHTML).to.equal(true);
        expect(animationName).to.equal('none');
      }
      await emulateMedia({ reducedMotion: 'no-preference' });
    });
  }
});
