import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { SavedCards } from '../../../src/elements/saved-cards/saved-cards.js';
import { indexedDbCardStore } from '../../../src/flow/card-stores/indexed-db-card-store.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { EXPIRED_CARD, press, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('balcao-saved-cards: a customer who comes back', () => {
  let room: Room;
  let page: SavedCardsPage;
  let cards: SavedCard[];

  const open = async (more: Record<string, unknown> = {}, tag: 'balcao-checkout' | 'balcao-saved-cards' = 'balcao-saved-cards') => {
    page = await SavedCardsPage.show(tag, { ...settingsOf(room, memoryCardStore(cards)), ...more });
    await waitUntil(() => page.radios.length, 'the list');
  };
  const heightOf = (part: string): number => page.part(part).getBoundingClientRect().height;

  beforeEach(async () => {
    room = await openRoom();
    cards = [await tokenize(room), await tokenize(room, { number: '5555555555554444', name: 'Roxinho' }), EXPIRED_CARD];
  });

  afterEach(() => page.remove());

  it('pays with one tap with the card that was used last, in a page that is new', async () => {
    const store = { cardStore: undefined };
    const onDevice = indexedDbCardStore({ customerId: `customer-${room.name}` });
    for (const card of cards) await onDevice.add(card);
    await open(store, 'balcao-checkout');
    expect(page.chosen, 'the first, before any was used').to.deep.equal([cards[0]?.cardId]);
    await page.pick(cards[1]?.cardId ?? '');
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    page.remove();
    // It is written while the shopper reads that the order is paid.
    let first: string | undefined;
    const readFirst = async (): Promise<void> => void (first = (await onDevice.list())[0]?.cardId);
    await waitUntil(() => (first === cards[1]?.cardId ? true : void readFirst()), 'a note on the device of the card that was used');

    await open({ ...store, 'order-id': `next-${room.name}` }, 'balcao-checkout');
    await page.says(/Roxinho •••• 4444.*Validade 01\/31/);
    expect(
      page.radios.map(({ value }) => value),
      'that one first',
    ).to.deep.equal([cards[1]?.cardId, cards[0]?.cardId]);
    expect(page.chosen).to.deep.equal([cards[1]?.cardId]);
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    expect((await room.state()).requests.at(-1)?.body).to.include({ cardId: cards[1]?.cardId });
    expect(page.eventNames).not.to.include('balcao-card-selected');
    expect(await room.charges()).to.have.length(2);
  });

  it('shows each card once, the expired ones behind a button, and which card would pay', async () => {
    await open();
    expect((page.element as HTMLElement as SavedCards).preferredCard).to.deep.equal(cards[0]);
    expect(page.text).to.match(/Roxinho.*Ver cartões vencidos \(1\).*Usar outro cartão/);
    expect(page.text).not.to.match(/Antigo/);
    page.part('expired-cards-button').focus();
    await press('Enter');
    await page.says(/Antigo final 4444.*Vencido em 06\/21/);
    expect(await page.focused(), 'the focus stays').to.equal('expired-cards-button');
    await expect(page.element).to.be.accessible();
    await page.pick(cards[1]?.cardId ?? '');
    expect(page.chosen).to.deep.equal([cards[1]?.cardId]);
    await expect(page.element).to.be.accessible();
  });

  /** Opens a checkout with so many cards, all payable, and shows the first of them. */
  const openMany = async (length: number, settings: Record<string, string> = {}): Promise<void> => {
    const [first = EXPIRED_CARD] = cards;
    cards = Array.from({ length }, (_, index) => ({ ...first, cardId: `card-${index}`, last4: String(1000 + index) }));
    await open(settings);
  };

  it('shows five of many cards, or as many as the shop says, and then all of them, with the focus on the next one', async () => {
    await openMany(12);
    expect(page.radios).to.have.length(5);
    expect(page.text).to.match(/Ver todos os cartões \(12\)/);
    page.part('all-cards-button').focus();
    await press('Enter');
    await waitUntil(() => page.focusedValue === 'card-5', 'the focus on the first new card');
    expect(page.radios).to.have.length(12);
    expect(page.chosen, 'as before').to.deep.equal(['card-0']);
    expect(page.text).not.to.match(/Ver todos/);
    const list = page.part('card-list');
    expect(list.scrollHeight, 'none of them is cut off').to.equal(list.clientHeight);
    await expect(page.element).to.be.accessible();
    page.remove();
    await openMany(4, { 'saved-cards-shown': '2' });
    expect(page.radios).to.have.length(2);
    await page.pick('card-3');
    page.element.setAttribute('saved-cards-shown', '3');
    await page.element.updateComplete;
    expect(page.chosen).to.deep.equal(['card-3']);
  });

  it('stays short with many cards', async () => {
    await openMany(30);
    await page.clickPart('all-cards-button');
    expect(page.radios).to.have.length(30);
    expect(heightOf('card-list')).to.be.below(420);
    page.radios[28]?.focus();
    await press('ArrowDown');
    const [last, list] = [page.row('card-29'), page.part('card-list')].map((each) => each.getBoundingClientRect());
    expect(page.chosen).to.deep.equal(['card-29']);
    expect(last?.bottom, 'scrolled to').to.be.at.most(list?.bottom ?? 0);
  });

  it('says that all cards are expired, and leads to a new one', async () => {
    cards = [EXPIRED_CARD];
    page = await SavedCardsPage.show('balcao-saved-cards', settingsOf(room, cards));
    await page.says(/Ver cartões vencidos \(1\).*Seus cartões salvos venceram\..*Usar outro cartão/);
    expect(page.all('[part~="pay-button"]')).to.have.length(0);
    expect((page.element as HTMLElement as SavedCards).preferredCard).to.equal(undefined);
  });

  it('opens the form for a new card in a checkout if every saved card is expired, whose row can still be opened', async () => {
    page = await SavedCardsPage.show('balcao-checkout', settingsOf(room, memoryCardStore([EXPIRED_CARD])));
    const isOpen = (method: string): boolean => page.part(`method-${method}`).classList.contains('open');
    await waitUntil(() => isOpen('card') && page.part('method-saved-cards').checkVisibility(), 'the form and the row');
    expect(page.eventNames.filter((name) => name === 'balcao-method-changed')).to.have.length(0);
    await page.click(page.part('method-saved-cards'));
    await waitUntil(() => isOpen('saved-cards'), 'the saved cards');
    await page.says(/Seus cartões salvos venceram\./);
  });

  it('says what became of a deletion where the card was, until the next action', async () => {
    const [first = EXPIRED_CARD, second = EXPIRED_CARD] = cards;
    cards = [first, second, await tokenize(room, { name: 'Verdinho', expirationDate: '03/31' })];
    await open();
    await page.clickDelete(second.cardId);
    const news = page.part('cards-news');
    await page.clickPart('confirm-delete');
    await page.says(/Roxinho final 4444 foi excluído/);
    expect(page.part('cards-news'), 'the live region that was there').to.equal(news);
    expect(news.getAttribute('role')).to.equal('status');
    expect(news.previousElementSibling).to.equal(page.row(first.cardId));
    expect(news.nextElementSibling).to.equal(page.row(cards[2]?.cardId ?? ''));
    await waitUntil(() => page.focusedValue === cards[2]?.cardId, 'focus on the next card');
    await expect(page.element).to.be.accessible();
    await press(' ');
    await page.element.updateComplete;
    expect(page.chosen).to.deep.equal([cards[2]?.cardId]);
    expect(page.text).not.to.match(/foi excluído/);
    expect(page.focusedValue, 'nothing was made anew under the finger').to.equal(cards[2]?.cardId);
  });

  it('moves nothing when the marks come', async () => {
    await open();
    const places = (): unknown[] => [...page.all('[part]')].map((each) => JSON.stringify(each.getBoundingClientRect()));
    const mark = page.row(cards[0]?.cardId ?? '').querySelector('[part="card-mark"]');
    await waitUntil(() => mark?.childElementCount, 'the mark');
    const drawn = places();
    mark?.replaceChildren();
    expect(places(), 'its room is held').to.deep.equal(drawn);
  });
});
