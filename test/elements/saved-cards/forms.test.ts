import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import type { CardForm } from '../../../src/elements/card-form/card-form.js';
import type { SavedCards } from '../../../src/elements/saved-cards/saved-cards.js';
import { APPROVED_CARD, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { press, operations, SavedCardsPage, settingsOf, tokenize } from './saved-cards-page.js';

/** A shop's own form: what it sends is written down, not sent. */
interface ShopForm {
  form: HTMLFormElement;
  fieldset: HTMLFieldSetElement;
  button: HTMLButtonElement;
  /** The entries of each submit that the shop heard of. */
  sent: [string, FormDataEntryValue][][];
}

function createShopForm(): ShopForm {
  const form = document.createElement('form');
  form.innerHTML = '<fieldset></fieldset><button name="how" value="card">Comprar</button>';
  document.body.append(form);
  const [fieldset, button] = [form.querySelector('fieldset'), form.querySelector('button')];
  if (!fieldset || !button) throw new Error('no form');
  const sent: ShopForm['sent'] = [];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push([...new FormData(form, event.submitter)]);
  });
  return { form, fieldset, button, sent };
}

describe("saved cards in a shop's own form", () => {
  let room: Room;
  let shop: ShopForm;
  let cards: SavedCard[];
  const pages: SavedCardsPage[] = [];

  const open = async <E extends CardForm | SavedCards>(
    tag: 'balcao-card-form' | 'balcao-saved-cards',
    attributes: Record<string, unknown> = {},
  ): Promise<{ page: SavedCardsPage; element: E }> => {
    const page = await SavedCardsPage.show(tag, {
      ...settingsOf(room, memoryCardStore(cards)),
      name: 'cardId',
      'pay-button': 'none',
      ...attributes,
    });
    shop.fieldset.append(page.element);
    await page.element.updateComplete;
    if (tag === 'balcao-saved-cards') await page.cards(cards.length);
    pages.push(page);
    return { page, element: page.element as unknown as E };
  };

  beforeEach(async () => {
    room = await openRoom();
    cards = [await tokenize(room), await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' })];
    shop = createShopForm();
  });

  afterEach(() => {
    pages.splice(0).forEach((page) => page.remove());
    shop.form.remove();
  });

  describe('balcao-saved-cards', () => {
    it('says the same of itself by both questions: right while none is chosen and none required', async () => {
      const { page, element } = await open<SavedCards>('balcao-saved-cards');
      element.clear();
      expect([element.checkValidity(), element.reportValidity()]).to.deep.equal([true, true]);
      expect(page.text).not.to.match(/Escolha/);
      element.required = true;
      await element.updateComplete;
      expect([element.checkValidity(), element.reportValidity()]).to.deep.equal([false, false]);
    });

    it('sends the cardId under its name: what is seen as chosen, and nothing once the choice is cleared', async () => {
      const { page, element } = await open<SavedCards>('balcao-saved-cards');
      await page.click(shop.button);
      element.clear();
      await element.updateComplete;
      await page.click(shop.button);
      await page.pick(cards[1]?.cardId ?? '');
      await page.click(shop.button);
      const how = ['how', 'card'];
      expect(shop.sent).to.deep.equal([[['cardId', cards[0]?.cardId], how], [how], [['cardId', cards[1]?.cardId], how]]);
      expect(await operations(room)).to.deep.equal(['tokenizeCard', 'tokenizeCard']);
    });

    it('sends no card that nobody has chosen and nobody sees', async () => {
      const { page, element } = await open<SavedCards>('balcao-saved-cards', { required: '' });
      const sent = (): unknown[] => [...new FormData(shop.form)];
      const card = [['cardId', cards[0]?.cardId]];
      expect(sent()).to.deep.equal(card);
      element.hidden = true;
      await waitUntil(() => !sent().length, 'nothing to send');
      expect([element.value, shop.form.checkValidity()]).to.deep.equal(['', false]);
      element.hidden = false;
      await waitUntil(() => sent().length, 'the card that is seen');
      await page.pick(cards[1]?.cardId ?? '');
      element.hidden = true;
      await element.updateComplete;
      expect(sent(), 'a choice is a choice').to.deep.equal([['cardId', cards[1]?.cardId]]);
    });

    it('sends the card that is seen, also where it was out of sight for less than a frame', async () => {
      const { element } = await open<SavedCards>('balcao-saved-cards');
      const sent = (): unknown[] => [...new FormData(shop.form)];
      await waitUntil(() => sent().length, 'the card that is seen');
      await new Promise((resolve) => requestAnimationFrame(resolve));
      element.hidden = true;
      element.requestUpdate();
      await element.updateComplete;
      expect(sent()).to.deep.equal([]);
      element.hidden = false;
      await waitUntil(() => sent().length, 'the card that is seen again');
    });

    it('is required as a native control is', async () => {
      const { page, element } = await open<SavedCards>('balcao-saved-cards', { required: '' });
      expect([element.checkValidity(), shop.form.checkValidity()]).to.deep.equal([true, true]);
      element.clear();
      expect(element.checkValidity()).to.be.false;
      expect(shop.form.checkValidity()).to.be.false;
      expect(element.validity.valueMissing).to.be.true;
      expect(element.validationMessage).to.equal('Escolha um cartão.');
      await page.click(shop.button);
      expect(shop.sent).to.deep.equal([]);
      await page.pick(cards[0]?.cardId ?? '');
      expect(element.checkValidity()).to.be.true;
      await page.click(shop.button);
      expect(shop.sent).to.have.length(1);
    });

    it('is reset with its form, to the card that is chosen in advance', async () => {
      const { page, element } = await open<SavedCards>('balcao-saved-cards');
      for (const change of [() => page.pick(cards[1]?.cardId ?? ''), async () => element.clear()]) {
        await change();
        expect(element.value).not.to.equal(cards[0]?.cardId);
        shop.form.reset();
        await element.updateComplete;
        expect(element.value).to.equal(cards[0]?.cardId);
        expect(page.chosen).to.deep.equal([cards[0]?.cardId]);
        expect([...new FormData(shop.form)]).to.deep.equal([['cardId', cards[0]?.cardId]]);
      }
    });

    it('is disabled by itself and by its fieldset: not sent, not judged, not payable', async () => {
      const { page, element } = await open<SavedCards>('balcao-saved-cards', { required: '' });
      await page.pick(cards[0]?.cardId ?? '');
      shop.fieldset.disabled = true;
      await waitUntil(() => page.radios.every(({ disabled }) => disabled), 'disabled by the fieldset');
      expect(element.willValidate).to.be.false;
      expect(shop.form.checkValidity()).to.be.true;
      expect([...new FormData(shop.form)]).to.deep.equal([]);
      expect((await element.pay()).status).to.equal('invalid');
      shop.fieldset.disabled = false;
      await waitUntil(() => page.radios.every(({ disabled }) => !disabled), 'enabled again');
      element.disabled = true;
      await waitUntil(() => page.radios.every(({ disabled }) => disabled), 'disabled by itself');
      element.disabled = false;
      await waitUntil(() => page.radios.every(({ disabled }) => !disabled), 'enabled again');
      expect([...new FormData(shop.form)]).to.deep.equal([['cardId', cards[0]?.cardId]]);
    });
  });

  describe('balcao-card-form', () => {
    it('says the same of itself by both questions: right while it is empty and not required', async () => {
      const { page, element } = await open<CardForm>('balcao-card-form');
      const ask = (): boolean[] => [element.checkValidity(), element.reportValidity()];
      expect(ask()).to.deep.equal([true, true]);
      expect(await page.card.attribute('number', 'aria-invalid')).to.equal('false');
      await page.type('number', '41');
      expect(ask()).to.deep.equal([false, false]);
      await waitUntil(async () => (await page.card.attribute('number', 'aria-invalid')) === 'true', 'the mark');
      element.reset();
      element.required = true;
      await element.updateComplete;
      expect(ask()).to.deep.equal([false, false]);
      element.disabled = true;
      await element.updateComplete;
      expect(ask()).to.deep.equal([true, true]);
    });

    it('catches the submit, tokenizes, and sends the form again with its submitter', async () => {
      const { page, element } = await open<CardForm>('balcao-card-form');
      const heard: Event[] = [];
      document.addEventListener('submit', (event) => heard.push(event), { capture: true, once: true });
      await page.fill();
      await page.click(shop.button);
      await waitUntil(() => shop.sent.length, 'the form sent');
      expect(shop.sent).to.deep.equal([
        [
          ['cardId', element.value],
          ['how', 'card'],
        ],
      ]);
      expect(heard, 'the first submit is heard by nobody').to.have.length(1);
      const { requests } = await room.state();
      expect(requests.at(-1)).to.deep.include({ operation: 'tokenizeCard' });
      expect(requests.map(({ operation }) => operation)).not.to.include('processPayment');
      expect((await page.card.read('number')) + (await page.card.read('securityCode')), 'nothing stays in the inputs').to.equal('');
    });

    it('sends once for two submits while it tokenizes', async () => {
      await room.fault('tokenizeCard', 'hang-after-charge');
      const { page } = await open('balcao-card-form');
      await page.fill();
      shop.button.click();
      shop.button.click();
      await room.waitForPending();
      await room.release();
      await waitUntil(() => shop.sent.length, 'the form sent');
      expect(shop.sent).to.have.length(1);
      expect((await operations(room)).filter((operation) => operation === 'tokenizeCard')).to.have.length(3);
    });

    it('is sent by Enter in a field', async () => {
      const { page, element } = await open<CardForm>('balcao-card-form');
      await page.fill();
      await page.focus('expirationDate');
      await press('Enter');
      await waitUntil(() => shop.sent.length, 'the form sent');
      expect(shop.sent[0]?.[0]).to.deep.equal(['cardId', element.value]);
      expect(await room.charges()).to.have.length(0);
    });

    it('does not send what cannot be tokenized, says so, and can be tried again', async () => {
      await room.fault('tokenizeCard', '500');
      const { page } = await open('balcao-card-form');
      await page.fill();
      await page.click(shop.button);
      await page.says(/Não conseguimos confirmar o cartão/);
      expect(shop.sent).to.deep.equal([]);
      expect(await page.event('balcao-problem')).to.include({ operation: 'save-card' });
      await page.type('securityCode', APPROVED_CARD.securityCode);
      await page.click(shop.button);
      await waitUntil(() => shop.sent.length, 'the form sent');
    });

    it('lets a form go that uses no new card', async () => {
      const { page, element } = await open<CardForm>('balcao-card-form');
      expect(element.checkValidity()).to.be.true;
      await page.click(shop.button);
      expect(shop.sent).to.deep.equal([[['how', 'card']]]);
    });

    it('is required, and a card typed in part is wrong, as with a native control', async () => {
      const { page, element } = await open<CardForm>('balcao-card-form');
      element.required = true;
      await element.updateComplete;
      expect(element.validity.valueMissing).to.be.true;
      await page.click(shop.button);
      expect(shop.sent).to.deep.equal([]);
      element.required = false;
      await page.type('number', '41');
      await waitUntil(() => element.validity.badInput, 'that the page, which a frame tells of it, knows of the part of a card');
      await page.click(shop.button);
      expect(shop.sent).to.deep.equal([]);
      shop.form.reset();
      await element.updateComplete;
      expect(await page.card.read('number')).to.equal('');
      expect(element.checkValidity()).to.be.true;
    });

    it('is disabled by its fieldset', async () => {
      const { page, element } = await open<CardForm>('balcao-card-form', { required: '' });
      shop.fieldset.disabled = true;
      await waitUntil(async () => (await page.card.attribute('number', 'disabled')) === '', 'disabled');
      expect(shop.form.checkValidity()).to.be.true;
      expect((await element.pay()).status).to.equal('invalid');
      shop.fieldset.disabled = false;
      await waitUntil(async () => (await page.card.attribute('number', 'disabled')) === null, 'enabled');
    });
  });

  it('sends exactly one source, whatever was done before', async () => {
    const { page: form, element: cardForm } = await open<CardForm>('balcao-card-form');
    const { page: picker, element: savedCards } = await open<SavedCards>('balcao-saved-cards');
    expect(savedCards.value).to.equal(cards[0]?.cardId);
    await form.type('number', '41');
    await waitUntil(() => savedCards.value === '', 'that typing, of which a frame tells the page, drops the choice');
    expect(picker.chosen).to.deep.equal([]);
    await picker.pick(cards[0]?.cardId ?? '');
    await waitUntil(async () => (await form.card.read('number')) === '', 'that the choice drops what was typed');
    await form.fill();
    await cardForm.tokenize();
    await picker.pick(cards[0]?.cardId ?? '');
    expect(cardForm.value).to.equal('');
    expect(new FormData(shop.form).getAll('cardId')).to.deep.equal([cards[0]?.cardId]);
  });

  it('chooses no card in advance where a new one is typed already', async () => {
    const { page: form } = await open<CardForm>('balcao-card-form');
    await form.type('number', '41');
    const { page: picker, element } = await open<SavedCards>('balcao-saved-cards');
    expect([element.value, ...picker.chosen]).to.deep.equal(['']);
    expect(element.preferredCard?.cardId, 'the one that would be').to.equal(cards[0]?.cardId);
    expect(await form.card.read('number')).to.equal('41');
    shop.form.reset();
    await element.updateComplete;
    expect(element.value).to.equal(cards[0]?.cardId);
  });
});
