import type { OrderRecord, PaymentKind, PaymentRecord } from './order-record.js';

/** Money that came, before it is known what it is to its order. */
export type ArrivedPayment = Pick<PaymentRecord, 'paymentId' | 'method' | 'amountCents' | 'identifier' | 'at' | 'by'> & {
  /** What the order cost that way: integer cents. */
  dueCents: number;
};

/**
 * Writes money down that came for an order. Never refused: the second payment of an order is `extra`, less than it costs is `short`, and an
 * amount that nobody knows is `unclear`. What is written already, under its own identifier or the service's, stays as it is, but for an amount
 * or an identifier that was not known.
 */
export function recordPayment(order: OrderRecord, { dueCents, ...arrived }: ArrivedPayment): OrderRecord {
  const known = order.payments.find(({ paymentId }) => paymentId === arrived.paymentId) ?? findSameMoney(order, arrived);
  if (known) return complete(order, known, arrived, dueCents);
  const payment: PaymentRecord = { ...arrived, orderId: order.orderId, kind: judgeKind(order, arrived, dueCents) };
  return { ...withoutHolderOf(order, payment), payments: [...order.payments, payment] };
}

/** Whether this can be an amount that came: whole cents above 0. What people and the shop's own code say may be anything. */
export function isCents(amountCents: unknown): amountCents is number {
  return typeof amountCents === 'number' && Number.isSafeInteger(amountCents) && amountCents > 0;
}

/** What a payment is to an order with these other payments. Money that went back counts for nothing. */
export function judgeKind(
  { payments }: Pick<OrderRecord, 'payments'>,
  { paymentId, amountCents }: Pick<PaymentRecord, 'paymentId' | 'amountCents'>,
  dueCents: number,
): PaymentKind {
  const others = payments.filter((other) => other.paymentId !== paymentId && other.returnedAt === undefined);
  if (others.some(({ kind }) => kind === 'paid' || kind === 'extra')) return 'extra';
  if (amountCents === undefined) return 'unclear';
  return amountCents < dueCents ? 'short' : 'paid';
}

/** The payment that the service calls by the same identifier: one charge, whoever told of it. */
function findSameMoney({ payments }: OrderRecord, { identifier, method }: Omit<ArrivedPayment, 'dueCents'>): PaymentRecord | undefined {
  if (identifier === undefined) return undefined;
  return payments.find((payment) => payment.identifier === identifier && (payment.method === 'pix') === (method === 'pix'));
}

/** A payment of unknown amount whose amount is known now, or the one that lacked an identifier. */
function complete(order: OrderRecord, known: PaymentRecord, arrived: Omit<ArrivedPayment, 'dueCents'>, dueCents: number): OrderRecord {
  const isKindKnown = known.kind !== 'unclear' || arrived.amountCents === undefined || known.returnedAt !== undefined;
  const identifier = known.identifier ?? arrived.identifier;
  if (isKindKnown && identifier === known.identifier) return order;
  const next: PaymentRecord = {
    ...known,
    ...(identifier !== undefined && { identifier }),
    ...(!isKindKnown && { amountCents: arrived.amountCents, kind: judgeKind(order, { ...arrived, paymentId: known.paymentId }, dueCents) }),
  };
  return { ...order, payments: order.payments.map((payment) => (payment === known ? next : payment)) };
}

/** A card that was charged holds its order no more: from now on the payment does. */
function withoutHolderOf(order: OrderRecord, { paymentId }: PaymentRecord): OrderRecord {
  if (order.holder !== paymentId) return order;
  const { holder: _, ...rest } = order;
  return rest;
}

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
