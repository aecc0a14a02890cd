import type { OrderRecord, PaymentRecord } from './order-record.js';

/** A payment that waits for a person. */
export interface UnresolvedPayment extends PaymentRecord {
  /** Of an order that was paid more than once: this one came beside the one that pays it. Giving either of them back ends it. */
  tooMany?: true;
}

/**
 * The payments of an order that wait for a person: what is too little or of an unknown amount, and, where the order was paid more than once, every
 * one that pays it.
 */
export function listUnresolvedPayments({ payments }: Pick<OrderRecord, 'payments'>): readonly PaymentRecord[] {
  const kept = payments.filter(({ returnedAt }) => returnedAt === undefined);
  const isPaidTwice = kept.filter(paysOrder).length > 1;
  return kept.filter((payment) => isPaidTwice || !paysOrder(payment));
}

/** Says which of the payments of each order are too many: all but the one that paid it first. */
export function markTooMany(payments: readonly PaymentRecord[]): readonly UnresolvedPayment[] {
  return payments.map((payment) => {
    const paying = payments.filter((other) => other.orderId === payment.orderId && paysOrder(other));
    const first = paying.find(({ kind }) => kind === 'paid') ?? paying[0];
    return paysOrder(payment) && payment !== first ? { ...payment, tooMany: true as const } : payment;
  });
}

/** Whether it is the whole amount: the first that came, or another one. */
function paysOrder({ kind }: PaymentRecord): boolean {
  return kind === 'paid' || kind === 'extra';
}
