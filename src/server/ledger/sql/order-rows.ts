import type { Method } from '../../../domain/payment.js';
import type { PixStatus } from '../../../domain/pix/status.js';
import type { AttemptRecord, AttemptState, EndedBy, PageWord, PaymentKind, PaymentRecord, PixRecord } from '../../orders/order-record.js';
import type { SqlRow } from '../ledger.js';
import { readInteger, readOptionalInteger, readOptionalText, readOptionalWord, readText, readWord } from './read-row.js';
import type { ColumnValues } from './write-row.js';

const CARD_METHODS: Readonly<Record<AttemptRecord['method'], true>> = { card: true, 'saved-card': true };
const METHODS: Readonly<Record<Method, true>> = { ...CARD_METHODS, pix: true };
const WAYS: Readonly<Record<AttemptRecord['via'], true>> = { token: true, relay: true };
const ATTEMPT_STATES: Readonly<Record<AttemptState, true>> = {
  open: true,
  sent: true,
  unconfirmed: true,
  charged: true,
  declined: true,
  failed: true,
  'not-charged': true,
  replaced: true,
};
const ENDED_BY: Readonly<Record<EndedBy, true>> = { relay: true, records: true, person: true, page: true };
const PIX_STATUSES: Readonly<Record<PixStatus, true>> = {
  pending: true,
  paid: true,
  expired: true,
  cancelled: true,
  refunded: true,
  failed: true,
  unknown: true,
};
const KINDS: Readonly<Record<PaymentKind, true>> = { paid: true, extra: true, short: true, unclear: true };
const LEARNED_BY: Readonly<Record<PaymentRecord['by'], true>> = { relay: true, records: true, status: true, person: true };

/** Reads a row of `balcao_attempts`. */
export function readAttempt(row: SqlRow): AttemptRecord {
  const mayChargeUntil = readOptionalInteger(row, 'may_charge_until');
  const sentAt = readOptionalInteger(row, 'sent_at');
  const endedAt = readOptionalInteger(row, 'ended_at');
  const endedBy = readOptionalWord(row, 'ended_by', ENDED_BY);
  const identifier = readOptionalText(row, 'identifier');
  const guess = readOptionalText(row, 'guess');
  const askAt = readOptionalInteger(row, 'ask_at');
  const told = readPageWord(row);
  return {
    attemptId: readText(row, 'attempt_id'),
    orderId: readText(row, 'order_id'),
    method: readWord(row, 'method', CARD_METHODS),
    via: readWord(row, 'via', WAYS),
    session: readText(row, 'session'),
    amountCents: readInteger(row, 'amount_cents'),
    state: readWord(row, 'state', ATTEMPT_STATES),
    openedAt: readInteger(row, 'opened_at'),
    ...(mayChargeUntil !== undefined && { mayChargeUntil }),
    ...(sentAt !== undefined && { sentAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(endedBy !== undefined && { endedBy }),
    ...(identifier !== undefined && { identifier }),
    ...(told && { told }),
    ...(guess !== undefined && { guess }),
    ...(askAt !== undefined && { askAt }),
  };
}

function readPageWord(row: SqlRow): PageWord | undefined {
  const state = readOptionalText(row, 'told_state');
  if (state === undefined) return undefined;
  const identifier = readOptionalText(row, 'told_identifier');
  const last4 = readOptionalText(row, 'told_last4');
  const cardId = readOptionalText(row, 'told_card_id');
  const installments = readOptionalInteger(row, 'told_installments');
  return {
    state,
    at: readInteger(row, 'told_at'),
    ...(identifier !== undefined && { identifier }),
    ...(last4 !== undefined && { last4 }),
    ...(cardId !== undefined && { cardId }),
    ...(installments !== undefined && { installments }),
  };
}

/** An attempt as its row, without its key. */
export function writeAttempt(attempt: AttemptRecord): ColumnValues {
  const { told } = attempt;
  return {
    method: attempt.method,
    via: attempt.via,
    session: attempt.session,
    amount_cents: attempt.amountCents,
    state: attempt.state,
    opened_at: attempt.openedAt,
    may_charge_until: attempt.mayChargeUntil ?? null,
    sent_at: attempt.sentAt ?? null,
    ended_at: attempt.endedAt ?? null,
    ended_by: attempt.endedBy ?? null,
    identifier: attempt.identifier ?? null,
    told_state: told?.state ?? null,
    told_at: told?.at ?? null,
    told_identifier: told?.identifier ?? null,
    told_last4: told?.last4 ?? null,
    told_card_id: told?.cardId ?? null,
    told_installments: told?.installments ?? null,
    guess: attempt.guess ?? null,
    ask_at: attempt.askAt ?? null,
  };
}

/** Reads a row of `balcao_pix`. */
export function readPix(row: SqlRow): PixRecord {
  const amountCents = readOptionalInteger(row, 'amount_cents');
  const expiresAt = readOptionalInteger(row, 'expires_at');
  const answeredAt = readOptionalInteger(row, 'answered_at');
  const askAt = readOptionalInteger(row, 'ask_at');
  return {
    chargeId: readText(row, 'charge_id'),
    orderId: readText(row, 'order_id'),
    session: readText(row, 'session'),
    dueCents: readInteger(row, 'due_cents'),
    createdAt: readInteger(row, 'created_at'),
    status: readWord(row, 'status', PIX_STATUSES),
    ...(amountCents !== undefined && { amountCents }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(answeredAt !== undefined && { answeredAt }),
    ...(askAt !== undefined && { askAt }),
  };
}

/** A Pix charge as its row, without its key. */
export function writePix(charge: PixRecord): ColumnValues {
  return {
    session: charge.session,
    due_cents: charge.dueCents,
    amount_cents: charge.amountCents ?? null,
    created_at: charge.createdAt,
    expires_at: charge.expiresAt ?? null,
    status: charge.status,
    answered_at: charge.answeredAt ?? null,
    ask_at: charge.askAt ?? null,
  };
}

/** Reads a row of `balcao_payments`. */
export function readPayment(row: SqlRow): PaymentRecord {
  const amountCents = readOptionalInteger(row, 'amount_cents');
  const identifier = readOptionalText(row, 'identifier');
  const settledAt = readOptionalInteger(row, 'settled_at');
  const returnedAt = readOptionalInteger(row, 'returned_at');
  return {
    paymentId: readText(row, 'payment_id'),
    orderId: readText(row, 'order_id'),
    method: readWord(row, 'method', METHODS),
    kind: readWord(row, 'kind', KINDS),
    at: readInteger(row, 'learned_at'),
    by: readWord(row, 'learned_by', LEARNED_BY),
    ...(amountCents !== undefined && { amountCents }),
    ...(identifier !== undefined && { identifier }),
    ...(settledAt !== undefined && { settledAt }),
    ...(returnedAt !== undefined && { returnedAt }),
  };
}

/** A payment as its row, without its key, and without `settled_at`, which `settle` alone writes. */
export function writePayment(payment: PaymentRecord): ColumnValues {
  return {
    method: payment.method,
    kind: payment.kind,
    amount_cents: payment.amountCents ?? null,
    identifier: payment.identifier ?? null,
    learned_at: payment.at,
    learned_by: payment.by,
    returned_at: payment.returnedAt ?? null,
  };
}
