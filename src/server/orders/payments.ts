import { presentFields } from '../../domain/present-fields.js';
import type { OrderRecord, PaymentKind, PaymentRecord } from './order-record.js';
import { release } from './order-state.js';

/** Money that arrived, before its kind is derived. */
export type ArrivedPayment = Pick<PaymentRecord, 'paymentId' | 'method' | 'amountCents' | 'identifier' | 'at' | 'by'> & {
  /** The order's price by this method: integer cents. */
  dueCents: number;
};

/**
 * Records money that arrived for an order. It is never refused: the second payment of an order is `extra`, less than the price is `short`, and an
 * unknown amount is `unclear`. A payment that is recorded already, under its own identifier or the service's, changes only by an amount
 * or an identifier that was not known.
 */
export function recordPayment(order: OrderRecord, { dueCents, ...arrived }: ArrivedPayment): OrderRecord {
  const known = order.payments.find(({ paymentId }) => paymentId === arrived.paymentId) ?? findSameMoney(order, arrived);
  if (known) return complete(order, known, arrived, dueCents);
  const payment: PaymentRecord = { ...arrived, orderId: order.orderId, kind: deriveKind(order, arrived, dueCents) };
  // A charged card holds its order no more: from now on the payment does.
  return { ...release(order, payment.paymentId), payments: [...order.payments, payment] };
}

/** True for a possible amount: whole cents above 0. People and the shop's own code may give anything. */
export function isCents(amountCents: unknown): amountCents is number {
  return typeof amountCents === 'number' && Number.isSafeInteger(amountCents) && amountCents > 0;
}

/** Derives the kind of a payment beside the other payments of its order. Returned money does not count. */
function deriveKind(
  { payments }: Pick<OrderRecord, 'payments'>,
  { paymentId, amountCents }: Pick<PaymentRecord, 'paymentId' | 'amountCents'>,
  dueCents: number,
): PaymentKind {
  const others = payments.filter((other) => other.paymentId !== paymentId && other.returnedAt === undefined);
  if (others.some(({ kind }) => kind === 'paid' || kind === 'extra')) return 'extra';
  if (amountCents === undefined) return 'unclear';
  return amountCents < dueCents ? 'short' : 'paid';
}

/** The payment with the same identifier of the service: one charge, whatever source reported it. */
function findSameMoney({ payments }: OrderRecord, { identifier, method }: Omit<ArrivedPayment, 'dueCents'>): PaymentRecord | undefined {
  if (identifier === undefined) return undefined;
  return payments.find((payment) => payment.identifier === identifier && (payment.method === 'pix') === (method === 'pix'));
}

/** Completes a payment of unknown amount whose amount is known now, or one that lacked an identifier. */
function complete(order: OrderRecord, known: PaymentRecord, arrived: Omit<ArrivedPayment, 'dueCents'>, dueCents: number): OrderRecord {
  const isKindKnown = known.kind !== 'unclear' || arrived.amountCents === undefined || known.returnedAt !== undefined;
  const identifier = known.identifier ?? arrived.identifier;
  if (isKindKnown && identifier === known.identifier) return order;
  const next: PaymentRecord = {
    ...known,
    ...presentFields({ identifier }),
    ...(!isKindKnown && {
      amountCents: arrived.amountCents,
      kind: deriveKind(order, { ...arrived, paymentId: known.paymentId }, dueCents),
    }),
  };
  return { ...order, payments: order.payments.map((payment) => (payment === known ? next : payment)) };
}

/** A payment that waits for a person. */
export interface UnresolvedPayment extends PaymentRecord {
  /** Set in an order that was paid more than once: this payment came in addition to the one that pays it. Returning either of them resolves it. */
  tooMany?: true;
}

/**
 * Lists the payments of an order that wait for a person: those that are too little or of an unknown amount, and, where the order was paid more than once,
 * every one that pays it.
 */
export function listUnresolvedPayments({ payments }: Pick<OrderRecord, 'payments'>): readonly PaymentRecord[] {
  const kept = payments.filter(({ returnedAt }) => returnedAt === undefined);
  const isPaidTwice = kept.filter(paysOrder).length > 1;
  return kept.filter((payment) => isPaidTwice || !paysOrder(payment));
}

/** Marks the payments of each order that are too many: all but the one that paid it first. */
export function markTooMany(payments: readonly PaymentRecord[]): readonly UnresolvedPayment[] {
  return payments.map((payment) => {
    const paying = payments.filter((other) => other.orderId === payment.orderId && paysOrder(other));
    const first = paying.find(({ kind }) => kind === 'paid') ?? paying[0];
    return paysOrder(payment) && payment !== first ? { ...payment, tooMany: true as const } : payment;
  });
}

/** True for the whole price: the first such payment, or another one. */
function paysOrder({ kind }: PaymentRecord): boolean {
  return kind === 'paid' || kind === 'extra';
}
