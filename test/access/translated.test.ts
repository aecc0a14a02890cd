import { expect } from '@open-wc/testing';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { FakeTime } from '../elements/pix/fake-time.js';
import { PixPage } from '../elements/pix/pix-page.js';
import { growTexts } from '../i18n/grown-texts.js';
import { waitUntil } from '../support/checkout-page.js';
import { findAllDeep } from '../support/deep-dom.js';
import { sample } from '../support/run-settings.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { CHECKOUT_STATES, reachState, type CheckoutState } from './checkout-states.js';

/** The elements whose text a translator leaves alone. */
const LEFT_ALONE = 'style, script, svg *, textarea';

/** Replaces every text node below an element as translators and reading aids do, those without a letter too. */
function translate(element: Element): void {
  const roots = [element, ...findAllDeep(element, '*')].flatMap((each) => [each, ...(each.shadowRoot ? [each.shadowRoot] : [])]);
  for (const text of roots.flatMap(({ childNodes }) => [...childNodes])) {
    if (text.nodeType !== Node.TEXT_NODE || text.parentElement?.closest(LEFT_ALONE)) continue;
    const [font, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.textContent;
    font.append(inner);
    text.parentNode?.replaceChild(font, text);
  }
}

/** Reads all texts below a node, without spaces, since a translator may break a text in two. */
function read(node: Node): string {
  const element = node instanceof Element ? node : undefined;
  if (element && (element.matches('style, script') || getComputedStyle(element).display === 'none')) return '';
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return `[${element.name}]`;
  if (node.nodeType === Node.TEXT_NODE) return node.textContent?.replace(/\s/g, '') ?? '';
  return [...(element?.shadowRoot ?? node).childNodes].map(read).join('');
}

/** Reads a checkout, without the texts that differ from payment to payment. */
const readPage = (page: SavedCardsPage): string =>
  read(page.element)
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, 'identifier')
    .replace(/\d{1,2}:\d{2}(?::\d{2})?(?:[AP]M)?/gi, 'time')
    .replace(/\d+(?=s\.)/g, 'seconds');

/** Everything that a page can change of an order, in turn: other words, another language, another amount and plan, another order. */
const CHANGES: readonly (readonly [string, (page: SavedCardsPage, room: Room) => void])[] = [
  ['the texts of the shop', ({ element }) => Object.assign(element, { texts: growTexts() })],
  ['the texts of Balcão', ({ element }) => Object.assign(element, { texts: {} })],
  ['the language', ({ element }) => Object.assign(element, { lang: 'es' })],
  ['the amount', ({ element }) => element.setAttribute('amount', '999.00')],
  ['the plan', ({ element }) => element.setAttribute('default-installments', '3')],
  ['the terms', ({ element }) => element.setAttribute('fee-payer', 'customer')],
  ['the order', ({ element }, { name }) => element.setAttribute('order-id', `${name}-2`)],
];

/** Waits until what a checkout says rests for some frames. */
async function settle(page: SavedCardsPage): Promise<void> {
  let before = '';
  let rests = 0;
  await waitUntil(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const now = readPage(page);
    rests = now === before ? rests + 1 : 0;
    before = now;
    return rests === 3;
  }, 'a checkout that rests');
}

describe('balcao-checkout, translated by the browser', () => {
  /**
   * Brings two checkouts into a state and changes everything of both; one of them is translated before each change. They stand side by
   * side, since an order is read anew after a change: on a busy machine one of them may be done with it later.
   */
  const compare = async (state: CheckoutState): Promise<void> => {
    const rooms = [await openRoom(), await openRoom()] as const;
    const fresh = await reachState(rooms[0], state);
    const translated = await reachState(rooms[1], state);
    try {
      for (const [name, apply] of [['nothing', () => undefined] as const, ...CHANGES]) {
        const before = readPage(fresh);
        translate(translated.element);
        apply(fresh, rooms[0]);
        apply(translated, rooms[1]);
        // The texts of another language are loaded.
        if (name === 'the language') await waitUntil(() => readPage(fresh) !== before, 'the language');
        await settle(fresh);
        await settle(translated);
        await waitUntil(
          () => readPage(translated) === readPage(fresh),
          () => `${name}: ${readPage(fresh)}, and not ${readPage(translated)}`,
        );
      }
    } finally {
      for (const page of [fresh, translated]) page.remove();
      for (const room of rooms) await room.release();
    }
  };

  for (const [name, state] of sample(Object.entries(CHECKOUT_STATES), 6)) {
    it(`says what one says that was never translated: ${name}`, () => compare(state));
  }

  it('counts down, and keeps the code', async () => {
    const { room, settings } = await PixPage.settings();
    const time = new FakeTime();
    const translated = await PixPage.open(settings);
    const code = await translated.create();
    translate(translated.element);
    await time.advance(65_000);
    const fresh = await PixPage.open(settings);
    try {
      expect(await fresh.code()).to.equal(code);
      expect(await translated.code()).to.equal(code);
      await waitUntil(
        () => read(translated.element) === read(fresh.element),
        () => `${read(fresh.element)}, and not ${read(translated.element)}`,
      );
      expect((await translated.part('countdown')).textContent).to.match(/2[0-8]:\d\d$/);
    } finally {
      for (const { page } of [translated, fresh]) page.remove();
      time.restore();
      await room.release();
    }
  });

  it('marks what must not be translated: money, codes, names, times and buttons', async () => {
    const { room, settings } = await PixPage.settings();
    const pix = await PixPage.open(settings);
    await pix.create();
    for (const selector of [
      '[part="pix-code"]',
      '[part="amount"]',
      '[part="receiver"] bdi',
      '[part="countdown"] bdi',
      '[part="copy-button"]',
    ]) {
      const found = findAllDeep<HTMLElement>(pix.element, selector);
      expect(found, selector).not.to.have.length(0);
      for (const { translate } of found) expect(translate, selector).to.equal(false);
    }
    pix.page.remove();
    await room.release();
    const other = await openRoom();
    const page = await reachState(other, CHECKOUT_STATES['the fee choice']);
    for (const selector of [
      '[part="total"] strong',
      '[part="payer"] dd',
      '[part="installments-text"] bdi',
      '[part="fee-option"] strong',
      '[part="pay-button"]',
    ]) {
      const found = page.all(selector).filter((each) => each.checkVisibility());
      expect(found, selector).not.to.have.length(0);
      for (const { translate } of found) expect(translate, selector).to.equal(false);
    }
    page.remove();
    await other.release();
  });
});
