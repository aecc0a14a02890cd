import type { Report } from '../events.js';
import type { ChargeRecords, ChargeSearch } from '../options.js';
import { callInTime } from '../time-limits.js';
import { noteGuess } from './end-attempt.js';
import type { OrderDesk } from './order-service.js';
import type { AttemptRecord } from './order-record.js';
import { isCents } from './payments.js';

/** What the search works with. */
export interface AttemptSearchParts {
  records: ChargeRecords | undefined;
  orders: OrderDesk;
  report: Report;
  now: () => number;
}

/** Looks attempts up in the service's records, by the shop's own way there, and writes down what they say. */
export class AttemptSearch {
  readonly #parts: AttemptSearchParts;

  constructor(parts: AttemptSearchParts) {
    this.#parts = parts;
  }

  /**
   * Looks an attempt up. Only exact records end anything; what a guess finds is written beside the attempt for a person. Returns what is
   * certain. Rejects where the database cannot be reached.
   */
  async search(attempt: AttemptRecord): Promise<ChargeSearch> {
    const { records, orders, now } = this.#parts;
    if (!records) return { status: 'unknown' };
    const askedAt = now();
    const found = await this.#ask(records, attempt);
    if (found.status === 'unknown') return found;
    const { attemptId, orderId } = attempt;
    if (records.certainty !== 'exact') {
      if (found.status === 'charged') await orders.change(orderId, (order) => noteGuess(order, attemptId, found.identifier));
      return { status: 'unknown' };
    }
    const end = found.status === 'charged' ? { ...found, state: 'charged' as const } : { state: 'not-charged' as const };
    // That there is no charge is as old as the question.
    const answer = await orders.end(orderId, attemptId, { ...end, by: 'records', now: askedAt });
    // What had ended otherwise before was charged, or is read from the ledger.
    const isKnown = answer.status === 'ended' || (answer.status === 'kept' && found.status === 'charged');
    return isKnown ? found : { status: 'unknown' };
  }

  /** The shop's own code may throw or return anything. */
  async #ask(records: ChargeRecords, attempt: AttemptRecord): Promise<ChargeSearch> {
    const giveUp = new AbortController();
    try {
      const found = await callInTime('records.findCharge', () => records.findCharge(attempt, { signal: giveUp.signal }));
      return readFound(found) ?? { status: 'unknown' };
    } catch {
      this.#reportFailure(`It did not say what became of attempt ${attempt.attemptId}.`);
      return { status: 'unknown' };
    } finally {
      giveUp.abort();
    }
  }

  #reportFailure(message: string): void {
    this.#parts.report({ type: 'failure', operation: 'records.findCharge', message });
  }
}

/** What was found, and nothing that was returned along with it. A charge of an amount that is none is left to a person. */
function readFound(found: ChargeSearch): ChargeSearch | undefined {
  if (found.status === 'not-charged') return { status: 'not-charged' };
  if (found.status !== 'charged' || typeof found.identifier !== 'string' || found.identifier === '') return undefined;
  const { identifier, amountCents } = found;
  if (amountCents === undefined) return { status: 'charged', identifier };
  return isCents(amountCents) ? { status: 'charged', identifier, amountCents } : undefined;
}
