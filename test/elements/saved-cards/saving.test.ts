import { expect } from '@open-wc/testing';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { APPROVED_CARD, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { TIME_LIMITS } from '../../support/time-limits.js';
import { operations, SavedCardsPage, settingsOf } from './saved-cards-page.js';

const DECLINED_CARD = { ...APPROVED_CARD, number: '4000000000000002' };

describe('balcao-card-form: saving the card', () => {
  let room: Room;
  let store: CardStore;
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show('balcao-card-form', { ...settingsOf(room, store), ...more });
  };
  const tick = async (): Promise<void> => page.click(page.field('saveCard'));
  const deleted = async (): Promise<(number | undefined)[]> => (await room.state()).cards.map(({ deletedAt }) => deletedAt);

  beforeEach(async () => {
    room = await openRoom();
    store = memoryCardStore();
  });

  afterEach(() => page.remove());

  it('offers the tick with a customer alone, and off', async () => {
    page = await SavedCardsPage.show('balcao-card-form', { ...settingsOf(room, store), 'customer-id': '' });
    expect(page.all('[name="saveCard"]')).to.have.length(0);
    page.remove();
    await open();
    expect(page.field('saveCard').checked).to.be.false;
    expect(page.all('[name="cardName"]'), 'the nickname comes with the tick').to.have.length(0);
    await page.fill();
    await page.clickPay();
    await page.outcome(/aprovado/);
    expect(await operations(room)).to.deep.equal(['processPayment']);
    expect(await store.list()).to.deep.equal([]);
  });

  it('shows the consent text of the shop', async () => {
    await open();
    const consent = document.createElement('p');
    consent.slot = 'card-consent';
    consent.textContent = 'Guardamos só o identificador.';
    page.element.append(consent);
    expect(consent.assignedSlot?.name).to.equal('card-consent');
    expect(page.field('saveCard').getAttribute('aria-describedby')).to.equal('consent');
    await expect(page.element).to.be.accessible();
  });

  it('tokenizes first, pays with the cardId, and keeps the card', async () => {
    await open({
      'tokenize-expiration': '3600',
      profile: { validUntil: (period: string, now: Date) => new Date(now.getTime() + Number(period) * 1000) },
    });
    await tick();
    await page.type('cardName', 'Cartão do mercado');
    await page.fill();
    const before = Date.now();
    await page.clickPay();
    await page.outcome(/aprovado/);
    await page.says(/Cartão salvo para as próximas compras/);
    const { requests } = await room.state();
    expect(requests.map(({ operation }) => operation)).to.deep.equal(['tokenizeCard', 'processPayment']);
    const [card] = await store.list();
    expect(requests[0]?.body).to.deep.include({ name: 'Cartão do mercado', tokenizeExpiration: '3600', number: APPROVED_CARD.number });
    expect(requests[1]?.body).to.deep.equal({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', cardId: card?.cardId });
    expect(card).to.include({ name: 'Cartão do mercado', brand: 'visa', last4: '1111', expiration: '01/2031' });
    expect(card?.validUntil).to.be.within(before + 3_500_000, Date.now() + 3_700_000);
    expect(await page.event('balcao-card-saved')).to.deep.equal({ cardId: card?.cardId, brand: 'visa', last4: '1111' });
    expect(await page.event('balcao-approved')).to.include({ cardId: card?.cardId });
  });

  it('names a card without a nickname by brand and last four', async () => {
    await open();
    await tick();
    await page.fill();
    await page.element.pay();
    await waitUntil(() => page.eventNames.includes('balcao-card-saved'), 'saved');
    expect((await store.list())[0]?.name).to.equal('Visa final 1111');
  });

  it('takes no card number for a nickname', async () => {
    await open();
    await tick();
    await page.type('cardName', '4111 1111 1111 1111');
    await page.fill();
    await page.clickPay();
    await waitUntil(async () => (await page.focused()) === 'cardName', 'focus on the nickname');
    expect(await page.error('cardName')).to.match(/sem o número/);
    expect(await operations(room)).to.deep.equal([]);
    page.field('cardName').value = '';
    page.field('cardName').dispatchEvent(new Event('input', { bubbles: true }));
    await page.element.updateComplete;
  });

  for (const fault of ['500', 'reset', 'wrong-shape', 'html', '429', '422', 'hang'] as const) {
    it(`pays with the card where tokenization ends in ${fault}, and says afterwards that it was not saved`, async () => {
      await room.fault('tokenizeCard', fault);
      await open();
      await tick();
      await page.fill();
      await page.clickPay();
      if (fault === 'hang') {
        await room.waitForPending();
        await page.runOut(TIME_LIMITS.otherMs);
      }
      await page.outcome(/aprovado/);
      await page.says(/O cartão não foi salvo/);
      const { requests } = await room.state();
      expect(requests.map(({ operation }) => operation)).to.deep.equal(['tokenizeCard', 'processPayment']);
      expect(requests[1]?.body).to.have.property('card');
      expect(await page.event('balcao-problem')).to.include({ operation: 'save-card' });
      expect(await store.list()).to.deep.equal([]);
      expect(await room.charges()).to.have.length(1);
    });
  }

  it('takes the token back when the charge is declined', async () => {
    await open();
    await tick();
    await page.fill(DECLINED_CARD);
    await page.clickPay();
    await page.outcome(/não aprovado/);
    await room.waitForRequests('deleteCard');
    expect((await deleted()).every(Boolean)).to.be.true;
    expect(await store.list()).to.deep.equal([]);
    expect(page.text).not.to.match(/O cartão não foi salvo|Cartão salvo/);
    expect(page.field('saveCard').checked, 'the wish stays for the next try').to.be.true;
  });

  it('takes the token back when the charge fails', async () => {
    await room.fault('processPayment', '403');
    await open();
    await tick();
    await page.fill();
    await page.clickPay();
    await page.outcome(/não foi feito/);
    await room.waitForRequests('deleteCard');
    expect(await store.list()).to.deep.equal([]);
  });

  it('keeps the card of an unconfirmed payment, and takes it back when that turns out not to be paid', async () => {
    await room.fault('processPayment', '500');
    let isPaid: 'unknown' | 'not-charged' = 'unknown';
    await open({ resolveUnconfirmed: async () => ({ status: isPaid }) });
    await tick();
    await page.fill();
    await page.clickPay();
    await page.outcome(/Não conseguimos confirmar/);
    await page.says(/Cartão salvo/);
    expect(await operations(room)).not.to.include('deleteCard');
    expect(await store.list()).to.have.length(1);
    isPaid = 'not-charged';
    await page.clickPart('check-button');
    await room.waitForRequests('deleteCard');
    await waitUntil(() => page.card.isShown('number'), 'the form again');
    expect(await store.list()).to.deep.equal([]);
  });

  it('says once that a card is kept whose payment was confirmed late', async () => {
    await room.fault('processPayment', 'hang-after-charge');
    await open();
    await tick();
    await page.fill();
    await page.clickPay();
    await room.waitForPending();
    await page.runOut(TIME_LIMITS.cardMs);
    await page.outcome(/Não conseguimos confirmar/);
    await page.says(/Cartão salvo/);
    await room.release();
    await page.outcome(/aprovado/);
    await page.says(/Cartão salvo/);
    expect(page.eventNames.filter((name) => name === 'balcao-card-saved')).to.have.length(1);
    expect(await store.list()).to.have.length(1);
    expect(await operations(room)).not.to.include('deleteCard');
  });

  for (const [ended, spoil] of [
    ['was approved', () => Promise.resolve()],
    ['is unconfirmed', () => room.fault('processPayment', '500')],
  ] as const) {
    it(`leaves the card of a payment that ${ended} alone when the next order of the same element fails`, async () => {
      await spoil();
      await open();
      await tick();
      await page.fill();
      await page.clickPay();
      await page.says(/Cartão salvo/);
      page.element.setAttribute('order-id', `next-${room.name}`);
      await waitUntil(() => page.card.isShown('number'), 'the form of the next order');
      await page.fill();
      page.element.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.reject(new Error('no'))), { once: true });
      expect(await page.element.pay()).to.include({ status: 'failed' });
      expect(await page.element.pay()).to.include({ status: 'approved' });
      expect(await operations(room)).to.deep.equal(['tokenizeCard', 'processPayment', 'processPayment']);
      expect(await store.list()).to.have.length(1);
    });
  }

  for (const [what, add] of [
    ['full', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
    [
      'broken',
      () => {
        throw new TypeError('blocked');
      },
    ],
  ] as const) {
    it(`pays and says that the card was not saved where the store is ${what}`, async () => {
      store = { ...memoryCardStore(), add };
      await open();
      await tick();
      await page.fill();
      await page.clickPay();
      await page.outcome(/aprovado/);
      await page.says(/O cartão não foi salvo/);
      expect(await page.event('balcao-problem')).to.have.nested.property('error.code', 'store');
      await room.waitForRequests('deleteCard');
      expect(await room.charges()).to.have.length(1);
    });
  }

  it('says after a while that the card was not saved where the store never answers', async () => {
    store = { ...memoryCardStore(), add: () => new Promise(() => undefined) };
    await open();
    await tick();
    await page.fill();
    await page.clickPay();
    await page.outcome(/Pagamento aprovado/);
    await page.runOut(TIME_LIMITS.storeMs);
    await page.says(/O cartão não foi salvo/);
    expect(await operations(room), 'it may yet be stored').not.to.include('deleteCard');
  });

  it('saves once and charges once when pay is pressed seven times', async () => {
    await open();
    await tick();
    await page.fill();
    for (let click = 0; click < 7; click++) page.part('pay-button').click();
    await page.outcome(/aprovado/);
    await page.says(/Cartão salvo/);
    expect(await operations(room)).to.deep.equal(['tokenizeCard', 'processPayment']);
    expect(await store.list()).to.have.length(1);
  });

  it('tokenizes on its own: the cardId is the value, and the inputs are empty', async () => {
    await open({ name: 'cardId' });
    const form = page.element;
    if (!('tokenize' in form) || typeof form.tokenize !== 'function') throw new Error('no tokenize()');
    await expectRejection(form.tokenize(), 'invalid-input');
    expect(await page.card.attribute('number', 'aria-invalid')).to.equal('true');
    await page.fill();
    const [first, second] = [form.tokenize(), form.tokenize()];
    expect(first).to.equal(second);
    const card = await first;
    expect(card).to.include({ brand: 'visa', last4: '1111', expiration: '01/2031' });
    expect(form).to.have.property('value', card.cardId);
    expect((await page.card.read('number')) + (await page.card.read('securityCode'))).to.equal('');
    expect(await operations(room)).to.deep.equal(['tokenizeCard']);
    expect(await page.element.pay()).to.include({ status: 'approved' });
    expect((await room.state()).requests.at(-1)?.body).to.include({ cardId: card.cardId });
  });
});

async function expectRejection(promise: Promise<unknown>, code: string): Promise<void> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.have.property('code', code);
}
