import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import type { SavedCards } from '../../../src/elements/saved-cards/saved-cards.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { EXPIRED_CARD, press, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('balcao-checkout: methods', () => {
  let room: Room;
  let cards: SavedCard[];
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown> = {}, store: CardStore = memoryCardStore(cards)): Promise<void> => {
    page = await SavedCardsPage.show('balcao-checkout', { ...settingsOf(room, store), methods: 'saved-cards card', ...more });
  };
  /** Opens a checkout whose store has not answered yet; returns what lets it answer. */
  const openLate = async (more: Record<string, unknown> = {}): Promise<(cards: SavedCard[]) => void> => {
    let answer: (cards: SavedCard[]) => void = () => undefined;
    await open(more, { ...memoryCardStore(), list: () => new Promise((resolve) => (answer = resolve)) });
    return (found) => answer(found);
  };
  const nameRows = (state = ''): string[] =>
    page.all(`[name="method"]${state} + [part="method-name"]`).map((name) => name.textContent?.trim() ?? '');
  const usable = (): string[] => nameRows(':enabled');
  /** The open method. */
  const selected = (): string | undefined => /method-(\S+)/.exec(page.all('.method.open')[0]?.getAttribute('part') ?? '')?.[1];
  /** The visible words of each row: a card or the head of a method, in their order. */
  const readRows = (): string[] =>
    page
      .all('[part~="card-name"] > [aria-hidden], [part="method-name"]')
      .filter((name) => name.checkVisibility())
      .map((name) => name.textContent.trim());

  beforeEach(async () => {
    room = await openRoom();
    cards = [await tokenize(room), await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' })];
  });

  afterEach(() => page.remove());

  it('opens with the saved cards of a returning customer, and pays with one', async () => {
    await open();
    await page.cards(2);
    expect(readRows()).to.deep.equal(['Visa •••• 1111', 'Roxinho •••• 1111', 'Novo cartão']);
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
      const answer = await openLate({ methods: 'saved-cards card pix' });
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
      if (!count) return;
      await page.clickPart('method-saved-cards');
      expect(readRows()).to.deep.equal(['Visa •••• 1111', 'Roxinho •••• 1111', 'Novo cartão', 'Pix']);
    });
  }

  it('has the focus at a card once the head of the saved cards is chosen by keyboard', async () => {
    const answer = await openLate();
    await page.type('number', '41');
    answer(cards);
    await waitUntil(() => usable().length > 1, 'rows');
    page.all('[name="method"][value="card"]')[0]?.focus();
    await press('ArrowUp');
    await waitUntil(() => selected() === 'saved-cards', 'the cards');
    expect(page.focusedValue).to.equal(cards[0]?.cardId);
  });

  it('opens each method by keyboard, and tells of each change', async () => {
    await open({ methods: 'saved-cards card pix' });
    await page.cards(2);
    const told = (): unknown[] => page.events.filter(({ name }) => name === 'balcao-method-changed').map(({ detail }) => detail);
    const before = told().length;
    page.all('[name="method"]')[0]?.focus();
    for (const [key, method] of [
      [' ', 'card'],
      ['ArrowDown', 'pix'],
      ['ArrowUp', 'card'],
    ] as const) {
      await press(key);
      await page.element.updateComplete;
      expect(selected()).to.equal(method);
      expect(await page.focused()).to.equal('method');
    }
    page.radios[1]?.focus();
    await press(' ');
    await page.element.updateComplete;
    expect(selected()).to.equal('saved-cards');
    expect(page.chosen).to.deep.equal([cards[1]?.cardId]);
    expect(page.focusedValue, 'the focus stays').to.equal(cards[1]?.cardId);
    expect(told().slice(before)).to.deep.equal(['card', 'pix', 'card', 'saved-card'].map((method) => ({ method })));
    await expect(page.element).to.be.accessible();
  });

  it('keeps the cards in sight while another method is open, none of them chosen, and goes back to the one that is pressed', async () => {
    await open({ methods: 'saved-cards card pix' });
    await page.cards(2);
    await page.clickPart('manage-cards-button');
    await page.clickPart('method-pix');
    await waitUntil(() => selected() === 'pix', 'Pix');
    expect(readRows()).to.deep.equal(['Visa •••• 1111', 'Roxinho •••• 1111', 'Novo cartão', 'Pix']);
    expect(page.chosen).to.deep.equal([]);
    const list = page.all<SavedCards>('balcao-saved-cards')[0];
    expect(list?.value).to.equal('');
    expect(list?.getAttribute('row')).to.equal('closed');
    const written = document.createElement('balcao-saved-cards');
    for (const [row, isOpenRow] of [
      ['open', true],
      ['closed', false],
    ] as const) {
      written.setAttribute('row', row);
      expect(written.isOpenRow, 'the same in HTML').to.equal(isOpenRow);
    }
    written.removeAttribute('row');
    expect(written.isOpenRow).to.equal(undefined);
    const inList = [...(list?.shadowRoot?.querySelectorAll<HTMLElement>('button, select, [part~="total"]') ?? [])];
    expect(
      inList.filter((each) => each.checkVisibility()),
      'rows alone',
    ).to.be.empty;
    await expect(page.element).to.be.accessible();
    const told = (): unknown[] => page.events.filter(({ name }) => name === 'balcao-card-selected').map(({ detail }) => detail);
    for (const [index, card] of [cards[1], cards[1], cards[0]].entries()) {
      await page.pick(card?.cardId ?? '');
      await waitUntil(() => selected() === 'saved-cards', 'the cards');
      expect(page.chosen).to.deep.equal([card?.cardId]);
      expect(told(), 'also the one that was chosen before').to.have.length(index + 1);
      if (index === 2) break;
      await page.click(page.all('[name="method"][value="pix"]')[0] ?? page.element);
      await waitUntil(() => selected() === 'pix', 'Pix again');
    }
    expect(page.all('[part="delete-button"]').filter((each) => each.checkVisibility())).to.be.empty;
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    expect(page.text, 'no row beside the outcome').not.to.match(/Roxinho|Novo cartão/);
    expect((await room.state()).requests.at(-1)?.body).to.include({ cardId: cards[0]?.cardId });
  });

  it('pays with the card that is pressed when the shop pays at once, not with the new card that is typed', async () => {
    await open();
    await page.cards(2);
    await page.clickPart('method-card');
    await waitUntil(() => selected() === 'card', 'the form');
    await page.fill();
    const before = page.events.length;
    page.element.addEventListener('balcao-card-selected', () => void page.element.pay(), { once: true });
    await page.pick(cards[1]?.cardId ?? '');
    await page.says(/Pagamento aprovado/);
    expect((await room.state()).requests.at(-1)?.body).to.include({ cardId: cards[1]?.cardId });
    expect(await room.charges()).to.have.length(1);
    const told = page.eventNames.slice(before).filter((name) => /^balcao-(?:method-changed|card-selected|approved)$/.test(name));
    expect(told).to.deep.equal(['balcao-method-changed', 'balcao-card-selected', 'balcao-approved']);
  });

  it('stays at the card that was pressed when the hidden form of a new card changes by itself', async () => {
    await open();
    await page.cards(2);
    await page.clickPart('method-card');
    await waitUntil(() => selected() === 'card', 'the form');
    await page.pick(cards[1]?.cardId ?? '');
    await waitUntil(() => selected() === 'saved-cards', 'the cards');
    page.all('balcao-card-form')[0]?.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await page.element.updateComplete;
    expect(selected()).to.equal('saved-cards');
    expect(page.chosen).to.deep.equal([cards[1]?.cardId]);
  });

  it('leads back to a card that is charged, and lets no other be chosen meanwhile', async () => {
    await open({ methods: 'saved-cards pix' });
    await page.cards(2);
    await room.fault('processPayment', 'hang-after-charge');
    const paying = page.element.pay();
    await room.waitForPending();
    await page.clickPart('method-pix');
    await waitUntil(() => selected() === 'pix', 'Pix');
    await page.pick(cards[1]?.cardId ?? '');
    await waitUntil(() => selected() === 'saved-cards', 'the cards');
    expect(page.chosen).to.deep.equal([cards[0]?.cardId]);
    await room.release();
    expect(await paying).to.include({ status: 'approved', cardId: cards[0]?.cardId });
  });

  it('says no longer that a card is to be chosen once another method is open', async () => {
    await open();
    await page.cards(2);
    const list = page.all<SavedCards>('balcao-saved-cards')[0];
    list?.clear();
    await page.element.pay();
    await page.says(/Escolha um cartão/);
    expect(page.part('card-list').ariaInvalid).to.equal('true');
    await page.clickPart('method-card');
    await waitUntil(() => selected() === 'card', 'the form');
    await list?.updateComplete;
    expect(page.part('card-list').ariaInvalid).to.equal('false');
  });

  it('puts the focus on the first of the new rows that has a control, else on the button below', async () => {
    const others = [1, 2, 3].map((digit): SavedCard => ({
      ...EXPIRED_CARD,
      cardId: `other-${digit}`,
      last4: `444${digit}`,
      expiration: '01/2031',
    }));
    for (const [more, focus] of [
      [[others[1], cards[1]], 'cardId'],
      [[others[1], others[2]], 'manage-cards-button'],
    ] as const) {
      const kept = [cards[0], others[0], ...more].filter((card) => card !== undefined);
      await open({ 'saved-cards-shown': '2', 'accepted-brands': 'visa' }, memoryCardStore(kept));
      await waitUntil(() => page.radios.length === 2, 'two cards');
      page.part('all-cards-button').focus();
      await press('Enter');
      await waitUntil(() => page.radios.length === 4, 'all cards');
      expect(await page.focused()).to.equal(focus);
      page.remove();
    }
  });

  it('deletes only after "Gerenciar", and pays with no card once the chosen one is deleted', async () => {
    await open();
    await page.cards(2);
    const buttons = (): HTMLElement[] => page.all('[part="delete-button"]').filter((each) => each.checkVisibility());
    const manage = page.part('manage-cards-button');
    expect(buttons()).to.be.empty;
    expect(manage.textContent).to.equal('Gerenciar');
    manage.focus();
    await press('Enter');
    await waitUntil(() => buttons().length === 2, 'a button in each row');
    expect(manage.ariaExpanded).to.equal('true');
    await expect(page.element).to.be.accessible();
    await page.clickDelete(page.chosen[0] ?? '');
    await page.clickPart('confirm-delete');
    await page.cards(1);
    expect(page.chosen).to.deep.equal([]);
    expect(buttons(), 'to delete another one').to.have.length(1);
    expect(await page.element.pay()).to.deep.include({ status: 'invalid', fields: ['cardId'] });
    for (const ask of [true, false]) {
      if (ask) await page.clickDelete(cards[1]?.cardId ?? '');
      page.part('manage-cards-button').focus();
      await press('Enter');
      await waitUntil(() => page.part('manage-cards-button').ariaExpanded === 'false', 'no buttons');
      expect(buttons()).to.be.empty;
      expect(await page.focused(), 'the focus stays').to.equal('manage-cards-button');
      await press('Enter');
    }
  });

  it('has room for a nickname on a phone', async () => {
    await open();
    await page.cards(2);
    page.element.style.inlineSize = '328px';
    await page.element.updateComplete;
    expect(page.part('card-name').getBoundingClientRect().width, 'for some 28 letters in one line').to.be.at.least(240);
  });

  it('keeps the order of methods', async () => {
    await open({ methods: 'card saved-cards' });
    await waitUntil(() => readRows().length === 3, 'rows');
    expect(readRows()).to.deep.equal(['Novo cartão', 'Visa •••• 1111', 'Roxinho •••• 1111']);
    expect(selected()).to.equal('card');
  });

  it('pays with a new card that is typed in its row', async () => {
    await open();
    await page.cards(2);
    expect(page.part('other-card').checkVisibility(), 'a row does that').to.equal(false);
    await page.clickPart('method-card');
    await waitUntil(() => selected() === 'card', 'the form');
    expect(page.events.filter(({ name }) => name === 'balcao-method-changed').at(-1)?.detail).to.deep.equal({ method: 'card' });
    await page.fill();
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    expect((await room.state()).requests.at(-1)?.body).not.to.have.property('cardId');
  });

  it('does not take the form away from under the hands of a shopper when the cards come late', async () => {
    const answer = await openLate();
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
    await page.cards(2);
    await page.pick(cards[0]?.cardId ?? '');
    await waitUntil(() => selected() === 'saved-cards', 'the cards');
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
    await open({ methods: 'card cheque' });
    await waitUntil(() => said.length, 'a word in the console');
    console.error = error;
    expect(said.join()).to.match(/methods="cheque"/);
  });
});
