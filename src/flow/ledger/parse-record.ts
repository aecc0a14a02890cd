import type { Attempt } from '../../domain/order/attempt.js';
import type { CardPaymentRecord, PaymentFacts, PaymentRecord, PixPaymentRecord } from '../../domain/order/payment-record.js';
import { presentFields } from '../../domain/present-fields.js';
import { isPixStatus } from '../../domain/pix/status.js';

const STATES: readonly unknown[] = ['open', 'approved', 'declined', 'failed', 'unconfirmed'];

type Fields = Partial<Record<string, unknown>>;

/**
 * Reads a stored value, which another version or another script of the page may have written. One that cannot be read may stand for a
 * charge: it comes back as a card that is unconfirmed. `id` is the key under which it was found.
 */
export function parseRecord(value: unknown, id: string): PaymentRecord {
  const fields: Fields = Object(value);
  return parseCard(fields, id) ?? parsePix(fields, id) ?? createUnreadable(id);
}

function parseCard(fields: Fields, id: string): CardPaymentRecord | undefined {
  const { kind, attempt, isLocked, limitMs } = fields;
  if (kind !== 'card' || !isAttempt(attempt)) return undefined;
  return {
    kind,
    id,
    ...parseFacts(fields, attempt.amount),
    attempt: STATES.includes(attempt.state) ? attempt : { ...attempt, state: 'unconfirmed' },
    isLocked: isLocked === true,
    limitMs: typeof limitMs === 'number' ? limitMs : 0,
  };
}

function isAttempt(value: unknown): value is Attempt {
  const { attemptId, amount, startedAt }: Fields = Object(value);
  return typeof attemptId === 'string' && typeof amount === 'string' && typeof startedAt === 'number';
}

function parsePix(fields: Fields, id: string): PixPaymentRecord | undefined {
  const { chargeId, orderId, number, amount, brCode, createdAt, expiresAt, settledAt, status, late }: Fields = Object(fields['charge']);
  if (fields['kind'] !== 'pix' || typeof chargeId !== 'string' || typeof amount !== 'string' || typeof brCode !== 'string')
    return undefined;
  if (typeof createdAt !== 'number' || typeof expiresAt !== 'number') return undefined;
  return {
    kind: 'pix',
    id,
    ...parseFacts(fields, amount),
    charge: {
      chargeId,
      ...presentFields({ orderId: parseText(orderId), number: parseNumber(number), settledAt: parseNumber(settledAt) }),
      amount,
      brCode,
      createdAt,
      expiresAt,
      // A status that this version does not know is asked for again.
      status: isPixStatus(status) ? status : 'unknown',
      ...presentFields({ late: late === true || undefined }),
    },
  };
}

function parseFacts({ orderAmount, paidAmount, turn, missing, confirmedAt }: Fields, amount: string): Omit<PaymentFacts, 'id'> {
  return {
    orderAmount: parseText(orderAmount) ?? amount,
    ...presentFields({
      paidAmount: parseText(paidAmount),
      turn: parseNumber(turn),
      missing: parseText(missing),
      confirmedAt: parseNumber(confirmedAt),
    }),
  };
}

function createUnreadable(id: string): CardPaymentRecord {
  const attempt: Attempt = { attemptId: id, method: 'card', amount: '', startedAt: 0, state: 'unconfirmed' };
  return { kind: 'card', id, orderAmount: '', attempt, isLocked: false, limitMs: 0 };
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
