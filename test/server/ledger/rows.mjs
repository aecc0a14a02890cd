/** Rows of orders for the ledger's tests. */

/**
 * @import { AttemptRecord, Ledger, OrderRecord, PaymentRecord, PixRecord } from '../../../src/server/index.ts'
 * @import { SavedCard } from '../../../src/domain/card/saved-card.ts'
 */

export const NOW = 1_800_000_000_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** @type {(orderId: string, attemptId: string, more?: Partial<AttemptRecord>) => AttemptRecord} */
export const makeAttempt = (orderId, attemptId, more) => ({
  attemptId,
  orderId,
  method: 'card',
  via: 'token',
  session: 'session-1',
  amountCents: 14_990,
  state: 'open',
  openedAt: NOW,
  ...more,
});

/** @type {(orderId: string, chargeId: string, more?: Partial<PixRecord>) => PixRecord} */
export const makePix = (orderId, chargeId, more) => ({
  chargeId,
  orderId,
  session: 'session-1',
  dueCents: 14_990,
  createdAt: NOW,
  status: 'pending',
  ...more,
});

/** The codes and dates of a hybrid boleto. */
export const HYBRID = {
  line: '00190000090000000000000000000018927910000014990',
  dueDate: '2027-01-18',
  payableUntil: NOW + HOUR,
  brCode: '000201',
  pdfUrl: 'https://banco.example/1.pdf',
  payee: 'Loja Exemplo',
};

/** @type {(orderId: string, paymentId: string, more?: Partial<PaymentRecord>) => PaymentRecord} */
export const makePayment = (orderId, paymentId, more) => ({
  paymentId,
  orderId,
  method: 'card',
  kind: 'paid',
  amountCents: 14_990,
  at: NOW,
  by: 'relay',
  ...more,
});

/** @type {(cardId: string, more?: Partial<SavedCard>) => SavedCard} */
export const makeCard = (cardId, more) => ({
  cardId,
  name: `Card ${cardId}`,
  brand: 'visa',
  last4: '1111',
  expiration: '12/2030',
  ...more,
});

/**
 * Writes rows of an order, whatever it has.
 *
 * @param {Pick<Ledger, 'change'>} ledger
 * @param {string} orderId
 * @param {Partial<OrderRecord>} rows
 */
export function write(ledger, orderId, { attempts = [], pix = [], payments = [], ...more }) {
  return ledger.change(orderId, (order) => ({
    result: undefined,
    order: {
      ...order,
      ...more,
      attempts: [...order.attempts, ...attempts],
      pix: [...order.pix, ...pix],
      payments: [...order.payments, ...payments],
    },
  }));
}

/**
 * Writes other fields into a payment.
 *
 * @param {Pick<Ledger, 'change'>} ledger
 * @param {string} orderId
 * @param {string} paymentId
 * @param {Partial<PaymentRecord>} fields
 */
export function changePayment(ledger, orderId, paymentId, fields) {
  return ledger.change(orderId, (order) => ({
    result: undefined,
    order: { ...order, payments: order.payments.map((row) => (row.paymentId === paymentId ? { ...row, ...fields } : row)) },
  }));
}

/**
 * Opens an attempt where none is open, as the shop's server does. Says who won.
 *
 * @param {Pick<Ledger, 'change'>} ledger
 * @param {string} orderId
 * @param {string} attemptId
 */
export function open(ledger, orderId, attemptId) {
  return ledger.change(orderId, (order) => {
    if (order.holder !== undefined) return { result: false, order };
    return { result: true, order: { ...order, holder: attemptId, attempts: [...order.attempts, makeAttempt(orderId, attemptId)] } };
  });
}

/** A promise with its ends. */
export function createGate() {
  let pass = () => {};
  /** @type {Promise<void>} */
  const passed = new Promise((resolve) => {
    pass = resolve;
  });
  return { pass, passed };
}
