import { presentFields } from '../../domain/present-fields.js';
import type { OrderRecord, PaymentKind, PaymentRecord } from './order-record.js';
import { release } from './order-state.js';

/** A payment that arrived, before its kind is derived. */
export type ArrivedPayment = Pick<PaymentRecord, 'paymentId' | 'method' | 'amountCents' | 'identifier' | 'at' | 'by'> & {
  /** The order's price by this method: integer cents. */
  dueCents: number;
};

/**
 * Records a payment that arrived for an order. No payment is refused: the second payment of an order is `extra`, a payment below the price
 * is `short`, and one of unknown amount is `unclear`. A payment that is already recorded, under its own identifier or the service's, only
 * gets an amount or an identifier that it lacked.
 */
export function recordPayment(order: OrderRecord, { dueCents, ...arrived }: ArrivedPayment): OrderRecord {
  const known = order.payments.find(({ paymentId }) => paymentId === arrived.paymentId) ?? findSameMoney(order, arrived);
  if (known) return complete(order, known, arrived, dueCents);
  const payment: PaymentRecord = { ...arrived, orderId: order.orderId, kind: deriveKind(order, arrived, dueCents) };
  // A charged attempt no longer holds its order: the payment now prevents other charges.
  return { ...release(order, payment.paymentId), payments: [...order.payments, payment] };
}

/** Returns whether a value is a valid amount: whole cents above 0. People and the shop's own code may pass anything. */
export function isCents(amountCents: unknown): amountCents is number {
  return typeof amountCents === 'number' && Number.isSafeInteger(amountCents) && amountCents > 0;
}

/** Derives the kind of a payment from the other payments of its order. Returned payments do not count. */
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

/** Returns the key of a charge's only payment, by the service's identifier. There is none for a boleto, which may be paid twice. */
export function findChargeKey({ identifier, method }: Pick<PaymentRecord, 'identifier' | 'method'>): string | undefined {
  if (identifier === undefined || method === 'boleto') return undefined;
  return `${method === 'pix' ? 'pix-charge' : 'card-charge'} ${identifier}`;
}

/** Finds the known payment of the same charge by the service's identifier. Another source may have reported it. */
function findSameMoney({ payments }: OrderRecord, arrived: Omit<ArrivedPayment, 'dueCents'>): PaymentRecord | undefined {
  const key = findChargeKey(arrived);
  return key === undefined ? undefined : payments.find((payment) => findChargeKey(payment) === key);
}

/** Adds an amount or an identifier that was unknown until now to a known payment. */
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
  /** Set if the order was already paid: this payment is in excess of the one that pays it. Returning either of the two resolves it. */
  tooMany?: true;
}

/**
 * Lists the payments of an order that wait for a person: payments that are too small or of unknown amount, and all payments of an order
 * that was paid more than once.
 */
export function listUnresolvedPayments({ payments }: Pick<OrderRecord, 'payments'>): readonly PaymentRecord[] {
  const kept = payments.filter(({ returnedAt }) => returnedAt === undefined);
  const isPaidTwice = kept.filter(paysOrder).length > 1;
  return kept.filter((payment) => isPaidTwice || !paysOrder(payment));
}

/** Marks the excess payments of each order: every `paid` or `extra` payment except the one that paid it first. */
export function markTooMany(payments: readonly PaymentRecord[]): readonly UnresolvedPayment[] {
  return payments.map((payment) => {
    const paying = payments.filter((other) => other.orderId === payment.orderId && paysOrder(other));
    const first = paying.find(({ kind }) => kind === 'paid') ?? paying[0];
    return paysOrder(payment) && payment !== first ? { ...payment, tooMany: true as const } : payment;
  });
}

/** Returns whether a payment paid its order, or arrived after the order was paid. */
function paysOrder({ kind }: PaymentRecord): boolean {
  return kind === 'paid' || kind === 'extra';
}
