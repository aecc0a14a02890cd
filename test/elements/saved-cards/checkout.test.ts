import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import type { SavedCards } from '../../../src/elements/saved-cards/saved-cards.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { press, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('balcao-checkout: methods', () => {
  let room: Room;
  let cards: SavedCard[];
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown> = {}, store: CardStore = memoryCardStore(cards)): Promise<void> => {
    page = await SavedCardsPage.show('balcao-checkout', { ...settingsOf(room, store), methods: 'saved-cards card', ...more });
  };
  const nameRows = (state = ''): string[] =>
    page.all(`[name="method"]${state} + [part="method-name"]`).map((name) => name.textContent?.trim() ?? '');
  const usable = (): string[] => nameRows(':enabled');
  const selected = (): string | undefined => page.all<HTMLInputElement>('[name="method"]:checked')[0]?.value;

  beforeEach(async () => {
    room = await openRoom();
    cards = [await tokenize(room), await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' })];
  });

  afterEach(() => page.remove());

  it('opens with the saved cards of a returning customer, and pays with one', async () => {
    await open();
    await waitUntil(() => usable().length > 1, 'rows');
    expect(nameRows()).to.deep.equal(['Cartões salvos', 'Novo cartão']);
    expect(selected()).to.equal('saved-cards');
    expect(await page.card.isShown('number'), 'one method at a time').to.equal(false);
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
    expect(page.all('[name="method"]'), 'nothing to choose any more').to.have.length(0);
  });

  it('shows the form alone, without rows, to a customer without cards and to a visitor', async () => {
    await open({}, memoryCardStore());
    await page.fill();
    expect(page.all('[name="method"]')).to.have.length(0);
    expect((await page.element.pay()).status).to.equal('approved');
    page.remove();
    await open({ 'customer-id': '', cardStore: undefined, 'order-id': `other-${room.name}` });
    expect(page.all('[name="method"]')).to.have.length(0);
    expect(page.all('[name="saveCard"]')).to.have.length(0);
  });

  it('gives no row to saved cards that a customer does not have, whatever is chosen later', async () => {
    await open({ methods: 'saved-cards card pix' }, memoryCardStore());
    await waitUntil(() => nameRows().length === 2, 'the answer of the store');
    expect(nameRows()).to.deep.equal(['Cartão', 'Pix']);
    await page.clickPart('method-pix');
    await page.element.updateComplete;
    expect(nameRows()).to.deep.equal(['Cartão', 'Pix']);
    expect(selected()).to.equal('pix');
  });

  for (const count of [0, 2]) {
    it(`moves no row when the store answers late, with ${count} cards`, async () => {
      let answer: (cards: SavedCard[]) => void = () => undefined;
      const store = { ...memoryCardStore(), list: () => new Promise<SavedCard[]>((resolve) => (answer = resolve)) };
      await open({ methods: 'saved-cards card pix' }, store);
      await page.fill();
      await waitUntil(() => usable().length === 2, 'rows');
      page.part('method-saved-cards').click();
      await page.element.updateComplete;
      expect(selected(), 'nothing to choose there').to.equal('card');
      const places = async (): Promise<unknown[]> => {
        const field = await page.card.place('number');
        return ['saved-cards', 'card', 'pix'].map((name) => {
          const { left, top, width } = page.part(`method-${name}`).getBoundingClientRect();
          return [left, width, field.top - top];
        });
      };
      expect(usable()).to.deep.equal(['Novo cartão', 'Pix']);
      const before = await places();
      const listed = new Promise((resolve) => page.all('balcao-saved-cards')[0]?.addEventListener('load', resolve, { once: true }));
      answer(cards.slice(0, count));
      await listed;
      await page.element.updateComplete;
      expect(await places()).to.deep.equal(before);
      expect(usable()).to.have.length(count ? 3 : 2);
    });
  }

  it('is one stop with arrow keys, and tells of each change', async () => {
    await open();
    await waitUntil(() => usable().length > 1, 'rows');
    const told = (): unknown[] => page.events.filter(({ name }) => name === 'balcao-method-changed').map(({ detail }) => detail);
    const before = told().length;
    page.all('[name="method"]:checked')[0]?.focus();
    await press('ArrowDown');
    await page.element.updateComplete;
    expect(selected()).to.equal('card');
    expect(await page.focused()).to.equal('method');
    await press('ArrowUp');
    await press('ArrowDown');
    await page.element.updateComplete;
    expect(selected()).to.equal('card');
    expect(told().slice(before)).to.deep.equal(['card', 'saved-card', 'card'].map((method) => ({ method })));
    await expect(page.element).to.be.accessible();
  });

  it('says in its row which card would be paid with, and none once that is deleted', async () => {
    await open();
    await page.cards(2);
    const line = (): string | null | undefined => page.all('[part~="method-saved-cards"] [part="method-line"]')[0]?.textContent;
    await waitUntil(() => line() === 'Visa •••• 1111', 'the card that is chosen');
    await page.clickDelete(page.chosen[0] ?? '');
    await page.clickPart('confirm-delete');
    await page.cards(1);
    await waitUntil(() => line() === '', 'no card');
    expect(page.chosen).to.deep.equal([]);
  });

  it('says in its row at once that another card is chosen, and that none is', async () => {
    const other = await tokenize(room, { number: '5555555555554444' });
    await open({}, memoryCardStore([...cards.slice(0, 1), other]));
    await page.cards(2);
    const line = (): string | null | undefined => page.all('[part~="method-saved-cards"] [part="method-line"]')[0]?.textContent;
    await waitUntil(() => line() === 'Visa •••• 1111', 'the card that is chosen');
    await page.pick(other.cardId);
    await waitUntil(() => line()?.endsWith(other.last4), 'the other card');
    page.all<SavedCards>('balcao-saved-cards')[0]?.clear();
    await waitUntil(() => line() === '', 'no card');
  });

  it('keeps the order of methods', async () => {
    await open({ methods: 'card saved-cards' });
    await page.cards(2);
    await waitUntil(() => usable().length > 1, 'rows');
    expect(nameRows()).to.deep.equal(['Novo cartão', 'Cartões salvos']);
    expect(selected()).to.equal('card');
  });

  it('leads from "usar outro cartão" to the form, whose card is then paid with', async () => {
    await open();
    await page.cards(2);
    await page.pick(cards[0]?.cardId ?? '');
    await page.clickPart('other-card');
    await waitUntil(async () => (await page.focused()) === 'number', 'focus on the number');
    expect(page.chosen, 'for whoever comes back').to.deep.equal([cards[0]?.cardId]);
    expect(selected()).to.equal('card');
    expect(page.events.filter(({ name }) => name === 'balcao-method-changed').at(-1)?.detail).to.deep.equal({ method: 'card' });
    await page.fill();
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    expect((await room.state()).requests.at(-1)?.body).not.to.have.property('cardId');
  });

  it('does not take the form away from under the hands of a shopper when the cards come late', async () => {
    let answer: (cards: SavedCard[]) => void = () => undefined;
    await open({}, { ...memoryCardStore(), list: () => new Promise((resolve) => (answer = resolve)) });
    await page.type('number', '41');
    answer(cards);
    await waitUntil(() => usable().length > 1, 'rows');
    expect(selected()).to.equal('card');
    expect(await page.focused()).to.equal('number');
    expect(await page.card.read('number')).to.equal('41');
  });

  it('keeps what was typed while another method is looked at', async () => {
    await open({ methods: 'card saved-cards' });
    await page.type('number', '41');
    await waitUntil(() => usable().length > 1, 'rows');
    await page.clickPart('method-saved-cards');
    await page.clickPart('method-card');
    expect(await page.card.read('number')).to.equal('41');
  });

  it('stays at the saved cards when the last is deleted, with the way to another card', async () => {
    await open({}, memoryCardStore(cards.slice(0, 1)));
    await page.cards(1);
    await page.clickDelete(cards[0]?.cardId ?? '');
    await page.clickPart('confirm-delete');
    await waitUntil(async () => (await page.focused()) === 'other-card', 'focus on another card');
    await press('Enter');
    await waitUntil(async () => (await page.focused()) === 'number', 'focus on the number');
  });

  it('pays with the picked card in a layout of the shop, and with the typed one once one is typed', async () => {
    page = new SavedCardsPage(document.createElement('balcao-checkout'));
    for (const [name, value] of Object.entries(settingsOf(room, memoryCardStore(cards)))) {
      if (typeof value === 'string') page.element.setAttribute(name, value);
      else Object.assign(page.element, { [name]: value });
    }
    page.element.innerHTML = '<balcao-saved-cards></balcao-saved-cards><balcao-card-form></balcao-card-form>';
    document.body.append(page.element);
    await page.cards(2);
    expect(page.chosen, 'in advance').to.deep.equal([cards[0]?.cardId]);
    await page.type('number', '41');
    expect(page.chosen).to.deep.equal([]);
    expect(await page.element.pay(), 'the form is the source').to.deep.include({ status: 'invalid' });
    await page.pick(cards[1]?.cardId ?? '');
    expect(await page.card.read('number')).to.equal('');
    expect(await page.element.pay()).to.include({ status: 'approved', cardId: cards[1]?.cardId });
    expect(await room.charges()).to.have.length(1);
  });

  it('says what is wrong with methods', async () => {
    const said: unknown[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => void said.push(...words);
    await open({ methods: 'card boleto' });
    await waitUntil(() => said.length, 'a word in the console');
    console.error = error;
    expect(said.join()).to.match(/methods="boleto"/);
  });
});
