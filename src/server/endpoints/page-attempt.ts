import type { PageWord } from '../orders/order-record.js';
import { readIdentifierField, requireIdentifier } from './read-fields.js';

/** What a page says of one of its attempts, as far as this server reads it. */
export interface PageAttempt {
  attemptId: string;
  orderId: string;
  method: 'card' | 'saved-card' | 'pix';
  word: Omit<PageWord, 'at'>;
  /** Of a Pix. */
  chargeId?: string;
}

const METHODS = ['card', 'saved-card', 'pix'] as const;
const STATES: readonly string[] = ['open', 'approved', 'declined', 'failed', 'unconfirmed'];

/** Reads the `Attempt` of a page. Throws 400 where it is none. Nothing else of the body is kept: it may hold anything. */
export function readPageAttempt(body: Readonly<Record<string, unknown>>): PageAttempt {
  const identifier = readIdentifierField(body, 'identifier');
  const cardId = readIdentifierField(body, 'cardId');
  const chargeId = readIdentifierField(body, 'chargeId');
  const { last4, installments, state } = body;
  return {
    attemptId: requireIdentifier(body, 'attemptId'),
    orderId: requireIdentifier(body, 'orderId'),
    method: METHODS.find((name) => name === body['method']) ?? (chargeId === undefined ? 'card' : 'pix'),
    word: {
      state: STATES.find((name) => name === state) ?? 'unknown',
      ...(identifier !== undefined && { identifier }),
      ...(cardId !== undefined && { cardId }),
      ...(typeof last4 === 'string' && /^\d{4}$/.test(last4) && { last4 }),
      ...(typeof installments === 'number' && Number.isInteger(installments) && installments > 0 && installments < 100 && { installments }),
    },
    ...(chargeId !== undefined && { chargeId }),
  };
}
