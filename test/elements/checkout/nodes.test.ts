import '../../../src/elements/checkout/define.js';
// Before the first test: what a page loads late would come in the middle of its counting.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/saved-cards/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import type { CardField } from '../../../src/controllers/card/card-field.js';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { waitUntil } from '../../support/checkout-page.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

const VISITOR = { 'customer-id': '', cardStore: undefined };

describe('balcao-checkout: what is drawn', () => {
  let room: Room;
  let cards: SavedCard[];
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown>): Promise<void> => {
    page = await SavedCardsPage.show('balcao-checkout', { ...settingsOf(room, memoryCardStore(cards)), ...more });
  };
  const drawn = (): string[] => page.all('[part~="panel"] > *').map(({ localName }) => localName);
  /** Elements, texts and comments of a shadow root; not the blanks of a template that is not built. */
  const count = (tag: string): number => {
    const root = tag === page.element.localName ? page.element.shadowRoot : page.all(tag)[0]?.shadowRoot;
    const below = (node: Node): number =>
      [...node.childNodes].reduce((sum, each) => sum + (each instanceof Text && !each.data.trim() ? 0 : 1 + below(each)), 0);
    return root ? below(root) : 0;
  };

  beforeEach(async () => {
    room = await openRoom();
    cards = [];
  });

  afterEach(() => page.remove());

  it('is nothing of a method before it is opened, and all of it from then on', async () => {
    await open({ ...VISITOR, methods: 'saved-cards card pix' });
    expect(drawn()).to.deep.equal(['balcao-card-form']);
    await page.type('number', '41');
    await page.clickPart('method-pix');
    expect(drawn()).to.deep.equal(['balcao-card-form', 'balcao-pix']);
    const [pix] = page.all('balcao-pix');
    await page.clickPart('method-card');
    expect(page.all('balcao-pix')).to.deep.equal([pix]);
    expect(await page.card.read('number')).to.equal('41');
  });

  it('is the list of saved cards where there may be some, since it decides what comes first', async () => {
    cards = [await tokenize(room)];
    await open({ methods: 'saved-cards pix card' });
    await page.cards(1);
    expect(drawn()).to.deep.equal(['balcao-saved-cards', 'balcao-pix']);
    await page.clickPart('method-card');
    expect(drawn()).to.deep.equal(['balcao-saved-cards', 'balcao-pix', 'balcao-card-form']);
  });

  it('is no more in a form than what is seen, announced or listed', async () => {
    await open({ ...VISITOR, methods: 'card pix' });
    // A third more than there are, at most.
    // With the drawings of the methods, and of the brands in the number's field.
    expect(count('balcao-checkout'), 'methods').to.be.within(1, 70);
    expect(count('balcao-card-form'), 'form').to.be.within(1, 140);
    expect(count('balcao-installments'), 'installments').to.be.within(1, 60);
    const describedBy = (name: CardField): Promise<string | null> => page.card.attribute(name, 'aria-describedby');
    expect(await describedBy('number'), 'no hint').to.equal('number-error');
    expect(await describedBy('securityCode')).to.equal('securityCode-error securityCode-hint');
  });

  it('has no slot but those that the shop has filled, also later', async () => {
    await open({ ...VISITOR, methods: 'card pix' });
    const passed = (): string[] => page.all<HTMLSlotElement>('slot[slot]').map(({ name }) => name);
    expect(passed()).to.deep.equal([]);
    const help = document.createElement('p');
    page.element.append(help);
    help.slot = 'help';
    await waitUntil(() => help.checkVisibility(), 'words that were put into a slot late');
    expect(passed()).to.deep.equal(['help']);
  });

  it('has the styles of an outcome with the first one, and each style sheet once for all elements', async () => {
    await open({ ...VISITOR, methods: 'card pix' });
    const sheets = (): CSSStyleSheet[] =>
      [page.element, ...page.all('*')].flatMap(({ shadowRoot }) => shadowRoot?.adoptedStyleSheets ?? []);
    const hasOutcomes = (): boolean => sheets().some(({ cssRules }) => [...cssRules].some(({ cssText }) => cssText.startsWith('.screen')));
    expect(hasOutcomes()).to.equal(false);
    await room.fault('processPayment', 'decline');
    await page.fill();
    await page.clickPart('pay-button');
    await page.says(/não aprovado/);
    expect(hasOutcomes()).to.equal(true);
    const texts = [...new Set(sheets())].map(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText).join());
    expect(new Set(texts).size).to.equal(texts.length);
  });
});
