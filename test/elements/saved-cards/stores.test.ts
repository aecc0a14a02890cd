import { expect } from '@open-wc/testing';
import { forgetCustomer } from '../../../src/controllers/saved-cards/forget-customer.js';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { indexedDbCardStore } from '../../../src/flow/card-stores/indexed-db-card-store.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { collectPageTraces } from '../../support/page-traces.js';
import { APPROVED_CARD, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { TIME_LIMITS } from '../../support/time-limits.js';
import { SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('saved cards: stores', () => {
  let room: Room;
  let card: SavedCard;
  const pages: SavedCardsPage[] = [];

  const open = async (
    tag: 'balcao-checkout' | 'balcao-card-form' | 'balcao-saved-cards',
    more: Record<string, unknown> = {},
  ): Promise<SavedCardsPage> => {
    const { cardStore, ...settings } = settingsOf(room, []);
    void cardStore;
    const page = await SavedCardsPage.show(tag, { ...settings, ...more });
    pages.push(page);
    return page;
  };

  beforeEach(async () => {
    room = await openRoom();
    card = await tokenize(room);
  });

  afterEach(() => pages.splice(0).forEach((page) => page.remove()));

  it('keeps cards on this device by default, without any digit but the last four', async () => {
    const form = await open('balcao-card-form');
    await form.click(form.field('saveCard'));
    await form.fill();
    await form.clickPay();
    await form.says(/Cartão salvo/);
    form.remove();
    const picker = await open('balcao-saved-cards', { 'order-id': `later-${room.name}` });
    await picker.cards(1);
    expect(picker.text).to.match(/Visa final 1111/);
    const kept = (await collectPageTraces()).filter(({ where }) => /IndexedDB|Storage/.test(where)).map(({ text }) => text);
    expect(kept.join()).to.match(/1111/);
    expect(kept.join().replace(/\W/g, '')).not.to.contain(APPROVED_CARD.number.slice(0, 8));
    await picker.pick(picker.radios[0]?.value ?? '');
    await picker.clickPay();
    await picker.outcome(/aprovado/);
  });

  it('is in step across tabs', async () => {
    const picker = await open('balcao-saved-cards');
    await waitUntil(() => /Nenhum cartão salvo/.test(picker.text), 'the empty list');
    const otherTab = indexedDbCardStore({ customerId: `customer-${room.name}` });
    await otherTab.add(card);
    await picker.cards(1);
    await picker.pick(card.cardId);
    await otherTab.remove(card.cardId);
    await picker.cards(0);
    expect(await picker.element.pay(), 'the choice went with the card').to.include({ status: 'invalid' });
  });

  it('shows a customer nothing of another, also when the customer changes', async () => {
    await indexedDbCardStore({ customerId: `ana-${room.name}` }).add(card);
    const picker = await open('balcao-saved-cards', { 'customer-id': `ana-${room.name}` });
    await picker.cards(1);
    await picker.pick(card.cardId);
    picker.element.setAttribute('customer-id', `bia-${room.name}`);
    await picker.cards(0);
    await picker.says(/Nenhum cartão salvo/);
    expect(picker.element).to.have.property('value', '');
  });

  it("drops what an earlier customer's store answers late", async () => {
    let answer: (cards: SavedCard[]) => void = () => undefined;
    const slow = { ...memoryCardStore(), list: () => new Promise<SavedCard[]>((resolve) => (answer = resolve)) };
    const picker = await open('balcao-saved-cards', { cardStore: slow });
    Object.assign(picker.element, { cardStore: memoryCardStore() });
    await waitUntil(() => /Nenhum cartão salvo/.test(picker.text), 'the other list');
    answer([card]);
    await Promise.resolve();
    expect(picker.radios).to.have.length(0);
  });

  it('forgets a customer on logout, in every tab, and no other', async () => {
    const [ana, bia] = [`ana-${room.name}`, `bia-${room.name}`];
    await indexedDbCardStore({ customerId: ana }).add(card);
    await indexedDbCardStore({ customerId: bia }).add(card);
    const picker = await open('balcao-saved-cards', { 'customer-id': ana });
    await picker.cards(1);
    await forgetCustomer(ana);
    await picker.cards(0);
    expect(await indexedDbCardStore({ customerId: bia }).list()).to.have.length(1);
  });

  for (const [what, list] of [
    ['fails', () => Promise.reject(new Error('blocked'))],
    [
      'throws',
      () => {
        throw new DOMException('no', 'SecurityError');
      },
    ],
    ['is corrupt', async () => 'cards'],
    ['never answers', () => new Promise(() => undefined)],
  ] as const) {
    it(`never stops a payment with a new card: the store ${what}`, async () => {
      const page = await open('balcao-checkout', { cardStore: { ...memoryCardStore(), list } });
      await page.fill();
      expect(await page.element.pay()).to.include({ status: 'approved' });
      if (what === 'never answers') await page.runOut(TIME_LIMITS.storeMs);
      expect(await page.event('balcao-problem')).to.deep.include({ operation: 'list-cards' });
      expect(await room.charges()).to.have.length(1);
    });
  }

  it('reads what it can of a store that is partly corrupt', async () => {
    const list = async (): Promise<SavedCard[]> =>
      [card, card, null, 7, { cardId: 'x' }, { ...card, cardId: 'y', name: APPROVED_CARD.number }] as SavedCard[];
    const picker = await open('balcao-saved-cards', { cardStore: { ...memoryCardStore(), list } });
    await picker.cards(1);
    expect(picker.radios[0]?.value).to.equal(card.cardId);
  });

  it('shows the cards once a slow store answers', async () => {
    let answer: (cards: SavedCard[]) => void = () => undefined;
    const slow = { ...memoryCardStore(), list: () => new Promise<SavedCard[]>((resolve) => (answer = resolve)) };
    const picker = await open('balcao-saved-cards', { cardStore: slow });
    await picker.runOut(TIME_LIMITS.storeMs);
    await picker.event('balcao-problem');
    await picker.says(/Não conseguimos ler os cartões salvos/);
    answer([card]);
    await picker.cards(1);
    expect(picker.text).not.to.match(/Não conseguimos ler/);
  });
});
