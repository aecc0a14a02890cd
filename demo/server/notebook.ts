import type { AttemptRecord, OrderRecord, PaymentRecord, ShopServer } from '../../src/server/index.js';
import type { DemoOrder } from './order-book.js';

/** How an order stands, in one word. */
export type NotebookStand = 'open' | 'busy' | 'paid' | 'short' | 'unclear';

/** An attempt that may be charged still, or of which nobody knows. */
export interface NotebookAttempt extends Pick<AttemptRecord, 'attemptId' | 'orderId' | 'amountCents' | 'state' | 'mayChargeUntil'> {
  /** What its page said last, which proves nothing. */
  told?: string;
}

/** Money that came for an order. */
export type NotebookPayment = Pick<
  PaymentRecord,
  'paymentId' | 'orderId' | 'method' | 'kind' | 'amountCents' | 'identifier' | 'returnedAt'
>;

/** A page of the shop's notebook: an order as its server sees it, and what waits for a person. */
export interface NotebookPage {
  order: { orderId: string; amountCents: number; stand: NotebookStand; payments: NotebookPayment[] };
  /** Of this order the attempt that is under way too: a person may know already what became of it. */
  attempts: NotebookAttempt[];
  /** Money to be looked at: one too many, too little. */
  payments: NotebookPayment[];
}

/** Reads a page of the notebook. What a crash left behind is repaired before. */
export async function readNotebook(shop: ShopServer, { amountCents }: DemoOrder, record: OrderRecord): Promise<NotebookPage> {
  await shop.sweep();
  const { attempts, payments } = await shop.unresolved();
  const holder = record.attempts.find(({ attemptId }) => attemptId === record.holder);
  const isListed = attempts.some(({ attemptId }) => attemptId === holder?.attemptId);
  return {
    order: { orderId: record.orderId, amountCents, stand: deriveStand(record), payments: record.payments.map(describePayment) },
    attempts: [...(holder && !isListed ? [holder] : []), ...attempts].map(describeAttempt),
    payments: payments.map(describePayment),
  };
}

function deriveStand({ payments, holder }: OrderRecord): NotebookStand {
  const kinds = payments.filter(({ returnedAt }) => returnedAt === undefined).map(({ kind }) => kind);
  const found = (['paid', 'short', 'unclear'] as const).find((kind) => kinds.includes(kind));
  return found ?? (holder === undefined ? 'open' : 'busy');
}

/** No session is in it, and no digit of a card. */
function describeAttempt({ attemptId, orderId, amountCents, state, mayChargeUntil, told }: AttemptRecord): NotebookAttempt {
  return {
    attemptId,
    orderId,
    amountCents,
    state,
    ...(mayChargeUntil !== undefined && { mayChargeUntil }),
    ...(told && { told: told.state }),
  };
}

function describePayment({ paymentId, orderId, method, kind, amountCents, identifier, returnedAt }: PaymentRecord): NotebookPayment {
  return {
    paymentId,
    orderId,
    method,
    kind,
    ...(amountCents !== undefined && { amountCents }),
    ...(identifier !== undefined && { identifier }),
    ...(returnedAt !== undefined && { returnedAt }),
  };
}
