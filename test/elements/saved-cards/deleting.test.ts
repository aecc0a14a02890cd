import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { TIME_LIMITS } from '../../support/time-limits.js';
import { EXPIRED_CARD, operations, press, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

describe('balcao-saved-cards: deleting', () => {
  let room: Room;
  let store: CardStore;
  let page: SavedCardsPage;
  let first: SavedCard;
  let second: SavedCard;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show('balcao-saved-cards', { ...settingsOf(room, store), ...more });
    await page.cards((await store.list()).length);
  };
  const kept = async (): Promise<string[]> => (await store.list()).map(({ cardId }) => cardId);

  beforeEach(async () => {
    room = await openRoom();
    first = await tokenize(room);
    second = await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' });
    store = memoryCardStore([first, second]);
  });

  afterEach(() => page.remove());

  it('asks first and names the card; Esc and "cancelar" keep it and give the focus back', async () => {
    await open();
    await page.clickDelete(first.cardId);
    await page.says(/Excluir Visa final 1111\?/);
    await waitUntil(async () => (await page.focused()) === 'cancel-delete', 'focus on the answer that does no harm');
    await press('Escape');
    expect(page.text).not.to.match(/Excluir Visa final 1111\?/);
    await waitUntil(async () => (await page.focused()) === 'delete-button', 'focus back');
    await press('Enter');
    await waitUntil(async () => (await page.focused()) === 'cancel-delete', 'the question again');
    await page.clickPart('cancel-delete');
    await waitUntil(async () => (await page.focused()) === 'delete-button', 'focus back');
    expect(await operations(room)).not.to.include('deleteCard');
    expect(await kept()).to.have.length(2);
  });

  it('deletes at the service and then in the store, says so, and goes to the next card', async () => {
    await open();
    await page.pick(first.cardId);
    await page.clickDelete(first.cardId);
    await page.clickPart('confirm-delete');
    await page.cards(1);
    await page.says(/Visa final 1111 foi excluído/);
    await waitUntil(() => page.focusedValue === second.cardId, 'focus on the next card');
    expect(page.chosen, 'not chosen by that').to.deep.equal([]);
    expect(await kept()).to.deep.equal([second.cardId]);
    expect((await room.state()).requests.at(-1)).to.deep.include({
      operation: 'deleteCard',
      method: 'POST',
      body: { cardId: first.cardId },
    });
    expect(await page.event('balcao-card-deleted')).to.deep.equal({ cardId: first.cardId, brand: 'visa', last4: '1111' });
  });

  it('goes to "usar outro cartão" after the last', async () => {
    store = memoryCardStore([first]);
    await open();
    await page.clickDelete(first.cardId);
    await page.clickPart('confirm-delete');
    await page.cards(0);
    await waitUntil(async () => (await page.focused()) === 'other-card', 'focus on another card');
    expect(page.text).to.match(/Nenhum cartão salvo/);
    await expect(page.element).to.be.accessible();
  });

  it('deletes an expired card that the service no longer knows', async () => {
    store = memoryCardStore([EXPIRED_CARD, first]);
    await open();
    await page.clickDelete(EXPIRED_CARD.cardId);
    await page.clickPart('confirm-delete');
    await page.cards(1);
    expect(await kept()).to.deep.equal([first.cardId]);
  });

  for (const [method, id, body, path] of [
    ['POST', 'body', true, 'card/delete'],
    ['DELETE', 'body', true, 'card/delete'],
    ['DELETE', 'path', false, 'card/delete/'],
  ] as const) {
    it(`asks as the profile says: ${method}, identifier in the ${id}`, async () => {
      await room.configure({ deleteMethod: method, deleteId: id });
      await open({ profile: { deleteCard: { method, id } } });
      await page.clickDelete(first.cardId);
      await page.clickPart('confirm-delete');
      await page.cards(1);
      const request = (await room.state()).requests.at(-1);
      expect(request?.path).to.equal(body ? path : path + first.cardId);
      expect(request?.body).to.deep.equal(body ? { cardId: first.cardId } : '');
    });
  }

  for (const fault of ['403', '429', 'success-false'] as const) {
    it(`keeps the card and says so when the service answers ${fault}`, async () => {
      await room.fault('deleteCard', fault);
      await open();
      await page.clickDelete(first.cardId);
      await page.clickPart('confirm-delete');
      await page.says(/Não foi possível excluir. O cartão continua salvo/);
      await waitUntil(async () => (await page.focused()) === 'delete-button', 'focus back');
      expect(await kept()).to.deep.equal([first.cardId, second.cardId]);
      expect(page.radio(first.cardId).disabled).to.be.false;
      expect(await page.event('balcao-problem')).to.include({ operation: 'delete-card' });
      expect(page.eventNames).not.to.include('balcao-card-deleted');
    });
  }

  for (const fault of ['hang', 'reset', 'reset-after-charge', '500', '409'] as const) {
    it(`is "exclusão não confirmada" when no answer says (${fault}): not payable, can be repeated`, async () => {
      await room.fault('deleteCard', fault);
      await open();
      await page.pick(first.cardId);
      await page.clickDelete(first.cardId);
      await page.clickPart('confirm-delete');
      if (fault === 'hang') {
        await room.waitForPending();
        await page.runOut(TIME_LIMITS.otherMs);
      }
      await page.says(/Exclusão não confirmada/);
      expect(page.radio(first.cardId).disabled).to.be.true;
      expect(page.chosen).to.deep.equal([]);
      expect(await kept()).to.include(first.cardId);
      expect(await page.event('balcao-problem')).to.have.nested.property('error.code', 'delete-unconfirmed');
      await room.clearFaults();
      await page.clickDelete(first.cardId);
      await page.clickPart('confirm-delete');
      await page.cards(1);
      expect(await kept()).to.deep.equal([second.cardId]);
    });
  }

  it('is not paid with while its deletion is not confirmed, also after a reload', async () => {
    await room.fault('deleteCard', 'reset');
    await open();
    await page.clickDelete(first.cardId);
    await page.clickPart('confirm-delete');
    await page.says(/Exclusão não confirmada/);
    page.remove();
    await open();
    expect(page.radio(first.cardId).disabled).to.be.true;
  });

  it('says what went wrong with the store, and does not offer the deleted card again', async () => {
    store = { ...store, remove: () => Promise.reject(new Error('full')) };
    await open();
    await page.clickDelete(first.cardId);
    await page.clickPart('confirm-delete');
    await page.cards(1);
    expect(await page.event('balcao-problem')).to.have.nested.property('error.code', 'store');
  });

  it('asks about one card at a time, and sends one deletion for two clicks', async () => {
    await open();
    await page.clickDelete(first.cardId);
    await page.clickDelete(second.cardId);
    expect(page.all('[part~="confirm-delete"]')).to.have.length(1);
    const confirm = page.part('confirm-delete');
    confirm.click();
    confirm.click();
    await page.cards(1);
    expect((await operations(room)).filter((operation) => operation === 'deleteCard')).to.have.length(1);
  });
});
