// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { clickMiddle } from '../../support/real-clicks.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

describe('balcao-checkout: how wide it is', () => {
  let room: Room;
  let cards: SavedCard[];
  let page: SavedCardsPage;

  /** Opens a checkout in a page of this width, with a margin of 16px unless another is given. A scroll bar takes nothing from it. */
  const open = async (width: number, more: Record<string, unknown> = {}, margin = 16): Promise<void> => {
    await setViewport({ width, height: 720 });
    document.body.style.cssText = margin ? `margin: ${margin}px; width: ${width - 2 * margin}px` : 'margin: 0';
    page = await SavedCardsPage.show('balcao-checkout', { ...settingsOf(room, memoryCardStore(cards)), ...more });
    await waitUntil(
      () => page.all('[part~="total"]').length,
      () => `the total; the page says: ${page.text}`,
    );
  };
  const box = (part: string): DOMRect => page.part(part).getBoundingClientRect();

  const openPix = async (): Promise<void> => {
    await page.clickPart('pay-button');
    await waitUntil(() => page.all('[part~="pix-code"]').length, 'a code');
  };

  beforeEach(async () => {
    room = await openRoom();
    cards = [];
  });

  afterEach(async () => {
    page.remove();
    document.body.style.cssText = '';
    await setViewport({ width: 1280, height: 720 });
  });

  it('gives the fields the width of a phone: no box in a box', async () => {
    await open(360, { methods: 'card pix' });
    expect(box('form').width).to.equal(326);
    expect(box('pay-button').width).to.equal(326);
    for (const method of ['method-card', 'method-pix']) {
      const { borderLeftWidth, borderTopWidth, boxShadow } = getComputedStyle(page.part(method));
      expect([borderLeftWidth, borderTopWidth, boxShadow], method).to.deep.equal(['0px', '1px', 'none']);
    }
  });

  it('gives saved cards and a Pix code the same width', async () => {
    cards = [await tokenize(room)];
    await open(360, { methods: 'saved-cards card pix' });
    await page.cards(1);
    expect(box('card-option').width).to.equal(326);
    page.remove();

    await open(360, { methods: 'pix card' });
    await openPix();
    for (const part of ['copy-button', 'details']) expect(box(part).right, part).to.equal(343);
    expect(box('copy-button').width).to.equal(326);
  });

  for (const methods of ['saved-cards card pix', 'card pix', 'pix card']) {
    it(`does not scroll sideways in a page without a margin: ${methods}`, async () => {
      cards = methods.startsWith('saved') ? [await tokenize(room), await tokenize(room, { name: 'Outro' })] : [];
      await open(320, { methods }, 0);
      if (methods === 'pix card') await openPix();
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth).to.equal(clientWidth);
    });
  }

  it('draws each row as a box where there is room, and the open one in the accent', async () => {
    await open(500, { methods: 'card pix' });
    const { borderLeftWidth, borderRadius, boxShadow } = getComputedStyle(page.part('method-card'));
    expect([borderLeftWidth, borderRadius]).to.deep.equal(['1px', '10px']);
    expect(boxShadow).to.contain('inset');
    expect(box('form').left - box('method-card').left).to.equal(17);
    expect(box('form').width).to.equal(468 - 34);
  });

  it('opens a row that is a box at its edge, too', async () => {
    await open(500, { methods: 'card pix' });
    page.part('method-pix').scrollIntoView();
    const { left, top } = box('method-pix');
    await clickMiddle({ left: left + 2, top: top + 20, width: 4, height: 20 });
    await page.element.updateComplete;
    expect(page.part('method-pix').querySelector('input')?.checked).to.equal(true);
  });

  it('fills a wide column, with fields and buttons of 40em at most', async () => {
    await open(1232, { methods: 'card pix' });
    expect(page.element.offsetWidth).to.equal(1200);
    expect(box('methods').width).to.equal(640);
    for (const part of ['form', 'installments', 'summary', 'pay-button']) expect(box(part).width, part).to.equal(606);
    page.remove();

    await open(1232, { methods: 'pix card' });
    await openPix();
    expect(box('copy-button').right).to.equal(16 + 640 - 17);
  });

  for (const tag of ['balcao-card-form', 'balcao-saved-cards'] as const) {
    it(`limits an element that a shop lays out itself as well: ${tag}`, async () => {
      cards = [await tokenize(room)];
      document.body.style.width = '1200px';
      page = await SavedCardsPage.show(tag, settingsOf(room, memoryCardStore(cards)));
      await waitUntil(
        () => page.all('[part~="total"]').length,
        () => `the total; the page says: ${page.text}`,
      );
      for (const part of ['form', 'summary', 'pay-button']) expect(box(part).width, part).to.equal(640);
    });
  }
});
