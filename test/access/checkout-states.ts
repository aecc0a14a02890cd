// Everything at once, before the first test: what the checkout loads by and by would come late where the machine is busy.
import type { SavedCards } from '../../src/elements/saved-cards/saved-cards.js';
import '../../src/define.js';
import '../../src/controllers/card/card-validator.js';
import '../../src/elements/late.js';
import { formatBrCode } from '../../src/domain/pix/format-br-code.js';
import { BANKS, buildBoleto } from '../domain/boleto/boleto-digits.js';
import type { Room } from '../support/sandbox-room.js';
import { waitUntil } from '../support/checkout-page.js';
import { EXPIRED_CARD, SavedCardsPage, settingsOf, tokenize } from '../elements/saved-cards/saved-cards-page.js';

/** A state of the whole checkout: how a shopper comes to it, and what is read in it. */
export interface CheckoutState {
  says: RegExp;
  /** With saved cards, one of them expired. */
  isReturning?: boolean;
  settings?: Readonly<Record<string, unknown>>;
  reach?: (page: SavedCardsPage, room: Room) => Promise<unknown>;
}

/** Fees of a shop: every plan from 2x on costs more. */
const FEES = [2, 3, 4, 5, 6].map((installments) => ({ installments, rate: installments / 100 }));

/** Presses what is seen of these, once it is there. */
const press = async (page: SavedCardsPage, selector: string): Promise<void> => {
  const control = await waitUntil(() => page.all(selector).find((each) => each.checkVisibility()), selector);
  control.click();
};

const payWith =
  (fault?: Parameters<Room['fault']>[1]) =>
  async (page: SavedCardsPage, room: Room): Promise<void> => {
    if (fault) await room.fault('processPayment', fault);
    await page.fill();
    await page.element.pay();
  };

/** Makes a code, and lets the bank do something with it; the shopper comes back from the bank's app. */
const payPix =
  (action?: Parameters<Room['pix']>[0]) =>
  async (page: SavedCardsPage, room: Room): Promise<void> => {
    await press(page, '[part~="pay-button"]');
    await waitUntil(() => page.all('[part~="pix-code"]').length > 0, 'a Pix code');
    if (!action) return;
    await room.pix(action);
    dispatchEvent(new PageTransitionEvent('pageshow'));
  };

const PIX = { methods: 'pix card' };

const DAY_MS = 86_400_000;

/** A shop whose bank makes boletos that are due in a week, with or without a Pix code. */
function offerBoleto(isHybrid: boolean): Readonly<Record<string, unknown>> {
  const [bank = { bank: '', freeField: '' }] = BANKS;
  const dueDate = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  const { line } = buildBoleto({ ...bank, amountCents: 149_90, dueDate });
  const pixCode = formatBrCode({ key: 'loja@example.com', merchantName: 'Casa Neblina', merchantCity: 'Recife', amountCents: 149_90 });
  const boleto = { chargeId: 'b-1', line, dueDate, amount: '149.90', payee: 'Casa Neblina', pdfUrl: 'https://bank.example/b-1.pdf' };
  return { methods: 'boleto pix card', getBoleto: async () => ({ ...boleto, ...(isHybrid && { pixCode }) }) };
}

const makeBoleto = (page: SavedCardsPage): Promise<unknown> => press(page, '[part~="pay-button"]');

/** Makes a code, and pays the order with a card beside it. */
const payCardBesidePix = async (page: SavedCardsPage, room: Room): Promise<void> => {
  await payPix()(page, room);
  await press(page, '[name="method"][value="card"]');
  await waitUntil(() => page.all('[name="number"]').length, 'the form of a card');
  await page.fill();
  await page.element.pay();
};

/** The shopper comes back from the bank's app, where the code was paid. */
const comeBackPaid = async (room: Room): Promise<void> => {
  await room.pix('settle');
  dispatchEvent(new PageTransitionEvent('pageshow'));
};

/** Every state that the checkout is designed for. */
export const CHECKOUT_STATES = {
  empty: { says: /Número do cartão/ },
  errors: { says: /Digite o número do cartão/, reach: (page) => page.element.pay() },
  hints: {
    says: /4 números na frente.*Parece um e-mail/,
    reach: (page) => page.fill({ number: '378282246310005', holderName: 'a@b.com' }),
  },
  'the fee choice': {
    says: /Quem paga a taxa.*Taxa efetiva.*Quem financia/,
    settings: { 'fee-payer': 'choice', fees: FEES, 'default-installments': '4', offer: { financedBy: 'Banco Exemplo S.A.' } },
    reach: async (page) => {
      await press(page, '[name="whoPaysFee"][value="customer"]');
      await press(page, '[part~="plans-title"]');
    },
  },
  'a card to keep': {
    says: /Apelido do cartão/,
    settings: { 'customer-id': 'somebody' },
    reach: (page) => press(page, '[name="saveCard"]'),
  },
  'saved cards': { says: /Roxinho final 1111.*Vencido em 06\/21/, isReturning: true },
  'a card chosen in advance': {
    says: /Visa •••• 1111.*Ver cartões vencidos.*Gerenciar/,
    isReturning: true,
    reach: (page) => press(page, '[part~="expired-cards-button"]'),
  },
  'saved cards beside Pix': {
    says: /Roxinho •••• 1111.*Gerar código Pix/,
    isReturning: true,
    reach: (page) => press(page, '[name="method"][value="pix"]'),
  },
  'no card chosen': {
    says: /Escolha um cartão/,
    isReturning: true,
    async reach(page) {
      for (const list of page.all<SavedCards>('balcao-saved-cards')) list.clear();
      await page.element.pay();
    },
  },
  'the deletion question': {
    says: /Excluir Roxinho final 1111/,
    isReturning: true,
    async reach(page) {
      await press(page, '[part~="manage-cards-button"]');
      await press(page, '[data-index="1"] [part~="delete-button"]');
    },
  },
  paying: {
    says: /Processando/,
    async reach(page, room) {
      await room.fault('processPayment', 'hang-after-charge');
      await page.fill();
      void page.element.pay();
      await room.waitForPending();
    },
  },
  approved: { says: /Pagamento aprovado/, reach: payWith() },
  declined: { says: /Pagamento não aprovado/, reach: payWith('decline') },
  failed: { says: /O pagamento não foi feito/, reach: payWith('403') },
  unconfirmed: { says: /Não pague de novo/, reach: payWith('503-after-charge') },
  closed: {
    says: /encerrado/,
    async reach(page, room) {
      await room.shop.fault('token', 'closed');
      await payWith()(page, room);
    },
  },
  unavailable: { says: /indisponível/, settings: { amount: '12,3' }, reach: (page) => page.outcome(/Pagamento indisponível/) },
  'Pix to begin': { says: /Gerar código Pix/, settings: PIX },
  'Pix waiting': { says: /Aguardando o pagamento/, settings: PIX, reach: payPix() },
  'Pix expired': { says: /O código venceu/, settings: PIX, reach: payPix('expire') },
  'Pix cancelled': { says: /Este código não vale mais/, settings: PIX, reach: payPix('cancel') },
  'Pix paid': { says: /Pix recebido/, settings: PIX, reach: payPix('settle') },
  'Pix refused': {
    says: /Este código Pix não confere/,
    settings: PIX,
    async reach(page, room) {
      await room.fault('generatePixQrCode', 'pix-tampered');
      await press(page, '[part~="pay-button"]');
    },
  },
  'boleto to begin': { says: /lotérica.*Gerar boleto/, settings: offerBoleto(false) },
  'boleto waiting': { says: /Linha digitável.*Abrir boleto em PDF/, settings: offerBoleto(false), reach: makeBoleto },
  'hybrid boleto waiting': { says: /Pague agora por Pix.*Linha digitável/, settings: offerBoleto(true), reach: makeBoleto },
  'the Pix question': {
    says: /Ainda não paguei o Pix/,
    settings: PIX,
    async reach(page, room) {
      await room.fault('pixStatus', '500', { times: 9 });
      await payCardBesidePix(page, room);
    },
  },
  'paid twice': {
    says: /pago mais de uma vez/,
    settings: PIX,
    async reach(page, room) {
      await payCardBesidePix(page, room);
      await comeBackPaid(room);
    },
  },
  'paid short': {
    says: /Falta/,
    settings: PIX,
    async reach(page, room) {
      await payPix()(page, room);
      page.element.setAttribute('amount', '160.00');
      await page.element.updateComplete;
      await comeBackPaid(room);
    },
  },
  elsewhere: {
    says: /Pagamento em andamento/,
    settings: { 'token-url': '', getToken: async () => ({ closed: 'busy', retryAfter: 60 }) },
    async reach(page) {
      await page.fill();
      void page.element.pay();
    },
  },
} as const satisfies Readonly<Record<string, CheckoutState>>;

/** Opens a checkout in a room, without going anywhere in it. */
export async function openCheckout(room: Room, { isReturning, settings = {} }: Omit<CheckoutState, 'says'>): Promise<SavedCardsPage> {
  const cards = isReturning ? [await tokenize(room), await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' }), EXPIRED_CARD] : [];
  const { 'customer-id': customerId, cardStore, ...order } = settingsOf(room, cards);
  const page = await SavedCardsPage.show('balcao-checkout', {
    ...order,
    'max-installments': '12',
    ...(isReturning && { 'customer-id': customerId, cardStore }),
    'resolve-url': room.resolveUrl,
    'notify-url': room.notifyUrl,
    ...settings,
  });
  await customElements.whenDefined('balcao-pix');
  if (isReturning) await page.cards(cards.length);
  await customElements.whenDefined('balcao-installments');
  return page;
}

/** Opens a checkout and brings it into a state, as a shopper does. */
export async function reachState(room: Room, state: CheckoutState): Promise<SavedCardsPage> {
  const page = await openCheckout(room, state);
  await state.reach?.(page, room);
  await page.says(state.says);
  await page.element.updateComplete;
  return page;
}
