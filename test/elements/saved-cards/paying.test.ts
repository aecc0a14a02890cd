import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { SavedCards } from '../../../src/elements/saved-cards/saved-cards.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { EXPIRED_CARD, press, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('balcao-saved-cards: paying', () => {
  let room: Room;
  let page: SavedCardsPage;
  let cards: SavedCard[];

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show('balcao-saved-cards', { ...settingsOf(room, cards), ...more });
    await page.cards(cards.length);
  };

  beforeEach(async () => {
    room = await openRoom();
    cards = [await tokenize(room), await tokenize(room, { number: '5555555555554444', name: 'Roxinho' }), EXPIRED_CARD];
  });

  afterEach(() => page.remove());

  it('shows nickname or brand, last four and expiry of every card, and the first that can be paid with is chosen', async () => {
    await open();
    expect(page.chosen).to.deep.equal([cards[0]?.cardId]);
    expect(page.eventNames, 'nobody has chosen it').not.to.include('balcao-card-selected');
    expect(page.text).to.match(
      /Visa final 1111.*Validade 01\/31.*Roxinho final 4444.*Validade 01\/31.*Antigo final 4444.*Vencido em 06\/21/,
    );
  });

  it('lets the name of a card turn nothing around it', async () => {
    cards = [{ ...(cards[0] ?? EXPIRED_CARD), name: '\u202eכרטיס' }];
    await open();
    const id = cards[0]?.cardId ?? '';
    expect(page.row(id).querySelector('[part="card-name"] > bdi')?.textContent).to.equal('\u2068כרטיס\u2069 final 1111');
    expect(page.row(id).querySelector('[part="card-name"] span bdi')?.textContent).to.equal('\u2068כרטיס\u2069');
    expect(page.row(id).querySelector('[part="delete-button"]')?.getAttribute('aria-label')).to.equal(
      'Excluir \u2068כרטיס\u2069 final 1111',
    );
    await page.clickDelete(id);
    await page.says(/Excluir \u2068כרטיס\u2069 final 1111\?/);
  });

  it('pays with two clicks, and sends exactly what a saved card needs', async () => {
    await open();
    await page.pick(cards[1]?.cardId ?? '');
    await page.clickPay();
    await page.outcome(/aprovado/);
    expect((await room.state()).requests.at(-1)?.body).to.deep.equal({
      amount: 149.9,
      installments: 1,
      whoPaysFee: 'merchant',
      cardId: cards[1]?.cardId,
    });
    expect(await page.event('balcao-approved')).to.include({ cardId: cards[1]?.cardId, last4: '4444' });
    expect(await page.event('balcao-before-pay')).to.include({ method: 'saved-card' });
    expect(await room.charges()).to.have.length(1);
  });

  it('shows a card of a brand that the shop does not take, says so, and does not pay with it', async () => {
    cards = cards.map((card, index) => ({ ...card, brand: index === 1 ? 'mastercard' : 'visa' }));
    await open();
    await page.pick(cards[0]?.cardId ?? '');
    page.element.setAttribute('accepted-brands', 'mastercard elo');
    await page.element.updateComplete;
    expect(page.about(cards[0]?.cardId ?? '')).to.match(/Esta loja não aceita Visa\. Use um cartão Mastercard, Elo\.$/);
    expect(page.radios.map(({ disabled }) => disabled)).to.deep.equal([true, false, true]);
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['cardId'] });
    expect(await room.charges()).to.have.length(0);
  });

  it('sends the installments and the payer that were chosen', async () => {
    await open({ 'max-installments': '12', 'fee-payer': 'customer' });
    await page.pick(cards[0]?.cardId ?? '');
    const select = page.field('installments');
    select.focus();
    await press('ArrowDown');
    await press('ArrowDown');
    await page.clickPay();
    await page.outcome(/aprovado/);
    expect((await room.state()).requests.at(-1)?.body).to.deep.equal({
      amount: 149.9,
      installments: 3,
      whoPaysFee: 'customer',
      cardId: cards[0]?.cardId,
    });
  });

  it('is a radio group for the keyboard: one stop, arrow keys choose, the expired card is passed over, Enter does not pay', async () => {
    cards = [...cards.slice(0, 1), EXPIRED_CARD, ...cards.slice(1, 2)];
    await open();
    page.radios[0]?.focus();
    await press(' ');
    expect(page.chosen).to.deep.equal([cards[0]?.cardId]);
    await press('ArrowDown');
    expect(page.chosen, 'past the expired one').to.deep.equal([cards[2]?.cardId]);
    await press('ArrowUp');
    expect(page.chosen, 'and back').to.deep.equal([cards[0]?.cardId]);
    expect(page.events.filter(({ name }) => name === 'balcao-card-selected').map(({ detail }) => detail)).to.deep.equal(
      [2, 0].map((index) => ({ cardId: cards[index]?.cardId, brand: 'visa', last4: cards[index]?.last4 })),
    );
    await press('Enter');
    page.radios[1]?.focus();
    await press('Enter');
    expect(page.chosen, 'Enter chooses').to.deep.equal([cards[2]?.cardId]);
    expect(await room.charges(), 'and does not pay').to.have.length(0);
    expect(page.eventNames).not.to.include('balcao-before-pay');
  });

  it('asks for a choice when there is none, and sends nothing', async () => {
    await open();
    (page.element as HTMLElement as SavedCards).clear();
    await page.element.updateComplete;
    await page.clickPay();
    await page.says(/Escolha um cartão/);
    const [error, list] = [page.part('error'), page.part('card-list')].map((each) => each.getBoundingClientRect());
    expect(error?.bottom, 'above the cards').to.be.at.most(list?.top ?? 0);
    await waitUntil(() => page.focusedValue === cards[0]?.cardId, 'focus on the first card');
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['cardId'] });
    await page.pick(cards[0]?.cardId ?? '');
    expect(page.text).not.to.match(/Escolha um cartão/);
  });

  it('shows what cannot be paid with and reads out why, and never pays with it', async () => {
    const past: SavedCard = { ...(await tokenize(room, { expirationDate: '03/31' })), validUntil: Date.now() - 1 };
    cards = [EXPIRED_CARD, past];
    await open();
    await page.pick(EXPIRED_CARD.cardId);
    await page.pick(past.cardId);
    expect(page.chosen).to.deep.equal([]);
    expect(page.radio(EXPIRED_CARD.cardId).disabled).to.be.true;
    expect(page.about(EXPIRED_CARD.cardId)).to.match(/^Mastercard\s+Vencido em 06\/21. Use outro cartão.$/);
    expect(page.about(past.cardId)).to.match(/Não pode mais ser usado/);
    const news = page.all('[role="status"]').map(({ textContent }) => textContent);
    expect(news.join(' '), 'announced').to.match(/Não pode mais ser usado/);
    await page.element.pay();
    expect(await room.charges()).to.have.length(0);
  });

  it('marks a card that the service no longer takes, from then on', async () => {
    const card = await tokenize(room, { tokenizeExpiration: 1 });
    cards = [card];
    const store = memoryCardStore(cards);
    await room.fault('processPayment', 'success-false', { message: 'Tokenização do cartão vencida.' });
    await open({ cardStore: store });
    await page.pick(card.cardId);
    await page.clickPay();
    await page.outcome(/não aprovado/);
    expect(page.about(card.cardId)).to.match(/Não pode mais ser usado/);
    expect(page.chosen).to.deep.equal([]);
    page.remove();
    await open({ cardStore: store });
    expect(page.radio(card.cardId).disabled, 'after a reload').to.be.true;
  });

  it('keeps a card payable that was refused for another reason', async () => {
    await room.fault('processPayment', 'decline', { message: 'Saldo insuficiente no cartão.' });
    await open();
    await page.pick(cards[0]?.cardId ?? '');
    await page.clickPay();
    await page.outcome(/Saldo insuficiente/);
    expect(page.chosen).to.deep.equal([cards[0]?.cardId]);
    await page.clickPay();
    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('is accessible in all its states', async () => {
    await open();
    await expect(page.element).to.be.accessible();
    await page.pick(cards[0]?.cardId ?? '');
    await page.clickDelete(cards[1]?.cardId ?? '');
    await expect(page.element).to.be.accessible();
  });
});
