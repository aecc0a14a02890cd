import { expect } from '@open-wc/testing';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { diagnoseElement } from '../../../src/controllers/page/diagnose.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { EXPIRED_CARD, operations, press, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('balcao-saved-cards: on an account page', () => {
  let room: Room;
  let page: SavedCardsPage;
  let first: SavedCard;
  let second: SavedCard;
  let store: CardStore;
  let said: string[];
  const { error, warn } = console;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    const { amount: _, 'order-id': __, ...settings } = settingsOf(room, store);
    page = await SavedCardsPage.show('balcao-saved-cards', { ...settings, 'pay-button': 'none', ...more });
    const count = (await store.list()).length;
    await waitUntil(
      () => page.text.includes('indisponível') || page.all('.option').length === count,
      () => `${count} cards; ${page.text}`,
    );
    await customElements.whenDefined('balcao-installments');
    await page.element.updateComplete;
  };
  const names = (): string[] => page.all('[part~="card-name"] > [aria-hidden]').map(({ innerText }) => innerText.trim());

  beforeEach(async () => {
    room = await openRoom();
    first = await tokenize(room);
    second = await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' });
    store = memoryCardStore([first, EXPIRED_CARD, second]);
    said = [];
    console.error = console.warn = (...words: unknown[]) => said.push(words.join(' '));
  });

  afterEach(() => {
    Object.assign(console, { error, warn });
    page.remove();
  });

  it('shows every card, the expired ones too, and nothing of a payment', async () => {
    await open();
    expect(names()).to.deep.equal(['Visa •••• 1111', 'Roxinho •••• 1111', 'Antigo •••• 4444']);
    expect(page.radios, 'nothing to choose').to.be.empty;
    expect(page.all('balcao-installments, [part~="other-card"], [part~="pay-button"], .more')).to.be.empty;
    expect(page.text).not.to.match(/Parcelas|Total|R\$|outro cartão|Pagar/);
    expect(page.text).to.match(/Vencido em 06\/21$/);
    expect(page.element.shadowRoot?.querySelector('[role="radiogroup"]')).to.be.null;
    expect(said).to.deep.equal([]);
    expect(page.eventNames).not.to.include('balcao-problem');
    expect(await operations(room), 'asks for nothing but what deleting needs').to.deep.equal(['tokenizeCard', 'tokenizeCard']);
    await expect(page.element).to.be.accessible();
  });

  it('deletes by keyboard, and leads to the next card and at last to what says that there is none', async () => {
    store = memoryCardStore([first, second]);
    await open();
    page.element.focus();
    expect(await page.focused()).to.equal('delete-button');
    await press('Enter');
    await waitUntil(async () => (await page.focused()) === 'cancel-delete', 'the question');
    await expect(page.element).to.be.accessible();
    await press('Escape');
    await waitUntil(async () => (await page.focused()) === 'delete-button', 'focus back');
    for (const { cardId } of [first, second]) {
      await press('Enter');
      await page.clickPart('confirm-delete');
      await waitUntil(() => page.events.some(({ detail }) => Object(detail).cardId === cardId), `the deletion of ${cardId}`);
      await waitUntil(async () => ['delete-button', 'cards-empty'].includes((await page.focused()) ?? ''), 'where to go on');
    }
    expect(await page.focused()).to.equal('cards-empty');
    await page.says(/Nenhum cartão salvo/);
    expect(await store.list()).to.be.empty;
    expect((await operations(room)).filter((each) => each === 'deleteCard')).to.have.length(2);
    await expect(page.element).to.be.accessible();
  });

  it('pays nothing: `pay()` resolves as invalid, and the console says why', async () => {
    await open();
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['amount'] });
    expect(said).to.deep.equal(['Balcão: <balcao-saved-cards> has no amount: it shows cards and pays nothing.']);
    expect(page.eventNames).not.to.include('balcao-before-pay');
    expect(await operations(room)).not.to.include('processPayment');
  });

  it('is diagnosed without a word of amount or order', async () => {
    await open();
    const { ok, findings } = await diagnoseElement(page.element);
    expect(ok).to.be.true;
    expect(findings.filter(({ isWarning, message }) => isWarning || /amount|order-id/.test(message))).to.deep.equal([]);
  });

  it('gives a form of the shop a card to choose', async () => {
    await open({ name: 'card' });
    expect(page.radios.map(({ value }) => value)).to.deep.equal([first.cardId, second.cardId, EXPIRED_CARD.cardId]);
    expect(page.chosen).to.deep.equal([first.cardId]);
    await page.pick(second.cardId);
    expect(page.element).to.have.property('value', second.cardId);
    expect(page.all('balcao-installments, [part~="other-card"], .more')).to.be.empty;
    await expect(page.element).to.be.accessible();
  });

  it('becomes a list to pay from as soon as there is an amount', async () => {
    await open();
    page.element.setAttribute('amount', '10.00');
    await page.cards(3);
    expect(page.chosen).to.deep.equal([first.cardId]);
    await page.says(/R\$ 10,00/);
  });

  for (const [what, more] of [
    ['an amount that is wrong', { amount: '10,0x' }],
    ['an amount that is empty', { amount: '' }],
    ['a pay button', { 'pay-button': '' }],
  ] as const) {
    it(`needs an amount with ${what}`, async () => {
      await open(more);
      await page.says(/indisponível/);
      expect(await page.event('balcao-problem')).to.have.nested.property('error.code', 'invalid-config');
      expect(said.join()).to.match(/amount/);
    });
  }

  it('needs an amount in a checkout', async () => {
    page = await SavedCardsPage.show('balcao-checkout', { 'pay-button': 'none', 'base-url': room.baseUrl, 'token-url': room.tokenUrl });
    const list = page.element.appendChild(document.createElement('balcao-saved-cards'));
    await page.says(/indisponível/);
    expect(await list.pay()).to.have.nested.property('error.code', 'invalid-config');
  });
});
