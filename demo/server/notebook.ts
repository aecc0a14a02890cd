import type { AttemptRecord, OrderRecord, PaymentRecord, ShopServer } from '../../src/server/index.js';
import type { DemoOrder } from './order-book.js';

/** The state of an order, in one word. */
export type NotebookStand = 'open' | 'busy' | 'paid' | 'short' | 'unclear';

/** An attempt that may still be charged, or whose outcome is unknown. */
export interface NotebookAttempt extends Pick<AttemptRecord, 'attemptId' | 'orderId' | 'amountCents' | 'state' | 'mayChargeUntil'> {
  /** The last outcome that its page has reported, which proves nothing. */
  told?: string;
}

/** A payment that was received for an order. */
export type NotebookPayment = Pick<
  PaymentRecord,
  'paymentId' | 'orderId' | 'method' | 'kind' | 'amountCents' | 'identifier' | 'returnedAt'
>;

/** A page of the shop's notebook: an order as its server sees it, and the cases that need a person. */
export interface NotebookPage {
  order: { orderId: string; amountCents: number; stand: NotebookStand; payments: NotebookPayment[] };
  /** The attempts that need a person. For this order, also the attempt in progress: a person may already know its outcome. */
  attempts: NotebookAttempt[];
  /** The payments that need a person: a second payment, or one that is too low. */
  payments: NotebookPayment[];
}

/** Reads a page of the notebook. First repairs what a crash has left behind. */
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

/** Returns an attempt without its session and without any digit of a card. */
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
