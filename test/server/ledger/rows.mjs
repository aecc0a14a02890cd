/** Rows of orders for the ledger's tests. */

export const NOW = 1_800_000_000_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const makeAttempt = (orderId, attemptId, more = {}) => ({
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

export const makePix = (orderId, chargeId, more = {}) => ({
  chargeId,
  orderId,
  session: 'session-1',
  dueCents: 14_990,
  createdAt: NOW,
  status: 'pending',
  ...more,
});

export const makePayment = (orderId, paymentId, more = {}) => ({
  paymentId,
  orderId,
  method: 'card',
  kind: 'paid',
  amountCents: 14_990,
  at: NOW,
  by: 'relay',
  ...more,
});

export const makeCard = (cardId, more = {}) => ({
  cardId,
  name: `Card ${cardId}`,
  brand: 'visa',
  last4: '1111',
  expiration: '12/2030',
  ...more,
});

/** Writes rows of an order, whatever it has. */
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

/** Writes other fields into a payment. */
export function changePayment(ledger, orderId, paymentId, fields) {
  return ledger.change(orderId, (order) => ({
    result: undefined,
    order: { ...order, payments: order.payments.map((row) => (row.paymentId === paymentId ? { ...row, ...fields } : row)) },
  }));
}

/** Opens an attempt where none is open, as the shop's server does. Says who won. */
export function open(ledger, orderId, attemptId) {
  return ledger.change(orderId, (order) => {
    if (order.holder !== undefined) return { result: false, order };
    return { result: true, order: { ...order, holder: attemptId, attempts: [...order.attempts, makeAttempt(orderId, attemptId)] } };
  });
}

/** A promise with its ends. */
export function createGate() {
  let pass;
  const passed = new Promise((resolve) => {
    pass = resolve;
  });
  return { pass, passed };
}
