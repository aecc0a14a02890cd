import { expect } from '@open-wc/testing';
import { findFocus } from '../../src/controllers/page/find-focus.js';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { waitUntil } from '../support/checkout-page.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { CHECKOUT_STATES, reachState, type CheckoutState } from './checkout-states.js';
import { emulateMoreContrast, listPaleBorders, listPaleTexts } from './contrast.js';

const LOOKED_AT = ['errors', 'the fee choice', 'Pix waiting', 'declined'] as const;

describe('balcao-checkout in any page', () => {
  const style = document.createElement('style');
  let room: Room;
  let page: SavedCardsPage;

  const open = async (css: string, state: CheckoutState = CHECKOUT_STATES.empty): Promise<void> => {
    style.textContent = css;
    document.head.append(style);
    page = await reachState(room, state);
  };

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    style.remove();
    await room.release();
  });

  it('keeps its size where a page makes 1rem 10 px', async () => {
    await open('html { font-size: 62.5% }');
    expect(getComputedStyle(page.part('label')).fontSize).to.equal('15px');
    expect(getComputedStyle(page.field('number')).fontSize).to.equal('16px');
  });

  it("grows with the reader's own size of text", async () => {
    await open('html { font-size: 150% }');
    expect(getComputedStyle(page.field('number')).fontSize).to.equal('24px');
  });

  for (const name of LOOKED_AT) {
    it(`can be read on a dark page that never says color-scheme: ${name}`, async () => {
      await open('html { background: #14181b; color: #e8ecea; --balcao-duration: 0s }', CHECKOUT_STATES[name]);
      await waitUntil(() => getComputedStyle(page.part('label')).colorScheme === 'dark', 'the scheme of the page');
      expect([...listPaleTexts(page.element), ...listPaleBorders(page.element)]).to.deep.equal([]);
    });
  }

  it('follows a page that changes its colours', async () => {
    await open('html { background: #14181b; color: #e8ecea } html.day { background: #fff; color: #222 }');
    const scheme = (): string => getComputedStyle(page.part('label')).colorScheme;
    await waitUntil(() => scheme() === 'dark', 'the dark page');
    document.documentElement.classList.add('day');
    await waitUntil(() => scheme() === 'light', 'the light page');
    document.documentElement.classList.remove('day');
    await waitUntil(() => scheme() === 'dark', 'the dark page again');
  });

  it('takes over nothing of the text around it that would garble it', async () => {
    await open('body { text-transform: uppercase; letter-spacing: 4px; white-space: nowrap; text-align: center }');
    for (const part of ['label', 'hint', 'total', 'method-name', 'pay-button']) {
      const { textTransform, letterSpacing, whiteSpace } = getComputedStyle(page.part(part));
      expect([textTransform, letterSpacing, whiteSpace], part).to.deep.equal(['none', 'normal', 'normal']);
    }
    expect(getComputedStyle(page.part('label')).textAlign).not.to.equal('center');
  });

  it('shows numbers and names as they are on a page that reads from right to left', async () => {
    document.documentElement.dir = 'rtl';
    try {
      await open('');
      await page.type('number', '4111111111111111');
      const field = page.field('number');
      expect(getComputedStyle(field).direction).to.equal('ltr');
      expect(field.value).to.equal('4111 1111 1111 1111');
      expect(getComputedStyle(page.part('total')).direction).to.equal('ltr');
    } finally {
      document.documentElement.removeAttribute('dir');
    }
  });

  it('gives the focus to something that can be used when a dialog with it opens', async () => {
    await open('');
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    try {
      dialog.append(page.element);
      dialog.showModal();
      const focus = findFocus(document);
      expect(focus?.matches('dialog, input'), focus?.outerHTML).to.equal(true);
    } finally {
      dialog.remove();
    }
  });

  for (const scheme of ['light', 'dark']) {
    it(`sharpens lines for whoever wants more contrast: ${scheme}`, async () => {
      await open(`html { color-scheme: ${scheme}; background: Canvas; --balcao-duration: 0s }`);
      await waitUntil(() => page.all('option').length > 1, 'the plans');
      const restore = emulateMoreContrast(page.element);
      try {
        const { borderTopColor, color } = getComputedStyle(page.field('number'));
        const { borderTopColor: line } = getComputedStyle(page.part('method-pix'));
        expect([borderTopColor, line]).to.deep.equal([color, getComputedStyle(page.element).color]);
        expect([...listPaleTexts(page.element), ...listPaleBorders(page.element)]).to.deep.equal([]);
      } finally {
        restore();
      }
    });
  }
});
