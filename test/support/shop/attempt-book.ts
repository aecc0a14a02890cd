import { readNumber, readText } from './json-http.js';
import { parseCents } from './order-book.js';
import type { JsonObject } from './json-http.js';
import type { ServiceCharge } from './service-access.js';

/** What a page said of an attempt to pay. It says so; what is true, the service knows. */
export interface AttemptNotice {
  attemptId: string;
  orderId?: string;
  /** `card`, `saved-card` or `pix`. */
  method?: string;
  state: string;
  /** Money that was taken although the order was already paid: to be given back. */
  duplicate?: true;
  amountCents?: number;
  installments?: number;
  last4?: string;
  cardId?: string;
  chargeId?: string;
  identifier?: string;
}

/** An attempt with everything that was said of it. */
export interface AttemptRecord {
  latest: AttemptNotice;
  /** By the server's clock, epoch ms. */
  firstSeenAt: number;
  /** In the order of arrival; two notices may overtake each other on the way. */
  states: string[];
}

/** How long before the first word of an attempt its charge may have been made, ms. */
const SLACK_MS = 120_000;

/** Reads an attempt from a notice or a question; `undefined` where it is none. */
export function parseAttempt(body: JsonObject): AttemptNotice | undefined {
  const attemptId = readText(body, 'attemptId');
  if (attemptId === undefined || attemptId === '') return undefined;
  const texts = ['orderId', 'method', 'last4', 'cardId', 'chargeId', 'identifier'].map((name) => readText(body, name));
  const [orderId, method, last4, cardId, chargeId, identifier] = texts;
  const installments = readNumber(body, 'installments');
  const amountCents = parseCents(readText(body, 'amount') ?? '');
  return {
    attemptId,
    state: readText(body, 'state') ?? 'unknown',
    ...(orderId !== undefined && { orderId }),
    ...(method !== undefined && { method }),
    ...(body['duplicate'] === true && { duplicate: true }),
    ...(amountCents !== undefined && { amountCents }),
    ...(installments !== undefined && { installments }),
    ...(last4 !== undefined && { last4 }),
    ...(cardId !== undefined && { cardId }),
    ...(chargeId !== undefined && { chargeId }),
    ...(identifier !== undefined && { identifier }),
  };
}

/** The attempts that the shop was told of, and whose each charge is. */
export class AttemptBook {
  readonly #attempts = new Map<string, AttemptRecord>();
  /** The attempt that each charge belongs to. */
  readonly #owners = new Map<string, string>();

  /** Every attempt. */
  list(): AttemptRecord[] {
    return [...this.#attempts.values()];
  }

  /** Writes down what a page said. */
  note(notice: AttemptNotice, now: number): AttemptRecord {
    const known = this.#attempts.get(notice.attemptId);
    const record = { latest: notice, firstSeenAt: known?.firstSeenAt ?? now, states: [...(known?.states ?? []), notice.state] };
    this.#attempts.set(notice.attemptId, record);
    return record;
  }

  /**
   * Finds the charge of an attempt and keeps it for this attempt, so that no other of the same amount can claim it. The
   * service knows nothing of orders: time, amount, installments and card are all there is to go by.
   */
  claim(attempt: AttemptNotice, charges: readonly ServiceCharge[]): ServiceCharge | undefined {
    const since = (this.#attempts.get(attempt.attemptId)?.firstSeenAt ?? 0) - SLACK_MS;
    const found = charges.find((charge) => {
      const owner = this.#owners.get(charge.identifier);
      if (owner !== undefined) return owner === attempt.attemptId;
      return charge.at >= since && isLike(attempt, charge);
    });
    if (found) this.#owners.set(found.identifier, attempt.attemptId);
    return found;
  }
}

function isLike(attempt: AttemptNotice, charge: ServiceCharge): boolean {
  if (attempt.identifier !== undefined && attempt.identifier !== charge.identifier) return false;
  if (attempt.amountCents !== charge.amountCents || (attempt.installments ?? charge.installments) !== charge.installments) return false;
  if (attempt.cardId !== undefined && charge.cardId !== undefined) return attempt.cardId === charge.cardId;
  return attempt.last4 === undefined || attempt.last4 === charge.last4;
}
