import { presentFields } from '../../domain/present-fields.js';
import type { ReportEvent } from '../events.js';
import type { ChargeRecords, ChargeSearch } from '../options.js';
import { callInTime } from '../time-limits.js';
import { noteGuess } from './end-attempt.js';
import type { AttemptRecord } from './order-record.js';
import type { OrderService } from './order-service.js';
import { isCents } from './payments.js';

const UNKNOWN: ChargeSearch = { status: 'unknown' };

/** Looks attempts up in the service's records, by the shop's function, and stores the results. */
export class AttemptSearch {
  readonly #records: ChargeRecords | undefined;
  readonly #orders: OrderService;
  readonly #report: ReportEvent;
  readonly #now: () => number;

  constructor(parts: { records: ChargeRecords | undefined; orders: OrderService; report: ReportEvent; now: () => number }) {
    this.#records = parts.records;
    this.#orders = parts.orders;
    this.#report = parts.report;
    this.#now = parts.now;
  }

  /**
   * Looks an attempt up. Only exact records end an attempt; a guess is stored in the attempt for a person to check. Resolves with the
   * certain result, else with `unknown`. Rejects if the database cannot be reached.
   */
  async search(attempt: AttemptRecord): Promise<ChargeSearch> {
    if (!this.#records) return UNKNOWN;
    const searchedAt = this.#now();
    const found = await this.#findCharge(this.#records, attempt);
    if (found.status === 'unknown') return found;
    const { attemptId, orderId } = attempt;
    if (this.#records.certainty !== 'exact') {
      if (found.status === 'charged') await this.#orders.change(orderId, (order) => noteGuess(order, attemptId, found.identifier));
      return UNKNOWN;
    }
    const end = found.status === 'charged' ? { ...found, state: 'charged' as const } : { state: 'not-charged' as const };
    // The result is dated by the search: a charge may have arrived since.
    const outcome = await this.#orders.end(orderId, attemptId, { ...end, by: 'records', now: searchedAt });
    // `kept` means that the attempt had already ended: a charge is then confirmed, and any other result must be read from the ledger.
    const isKnown = outcome.status === 'ended' || (outcome.status === 'kept' && found.status === 'charged');
    return isKnown ? found : UNKNOWN;
  }

  /** Calls the shop's function, which may throw or return anything. */
  async #findCharge(records: ChargeRecords, attempt: AttemptRecord): Promise<ChargeSearch> {
    const giveUp = new AbortController();
    try {
      return parseFound(await callInTime('records.findCharge', () => records.findCharge(attempt, { signal: giveUp.signal })));
    } catch {
      const message = `It did not say what became of attempt ${attempt.attemptId}.`;
      this.#report({ type: 'failure', operation: 'records.findCharge', message });
      return UNKNOWN;
    } finally {
      giveUp.abort();
    }
  }
}

/** Parses the result of a search, without unknown fields. A charge with an invalid amount is `unknown`: a person decides. */
function parseFound(found: ChargeSearch): ChargeSearch {
  if (found.status === 'not-charged') return { status: 'not-charged' };
  if (found.status !== 'charged' || typeof found.identifier !== 'string' || found.identifier === '') return UNKNOWN;
  const { identifier, amountCents } = found;
  return amountCents === undefined || isCents(amountCents)
    ? presentFields({ status: 'charged' as const, identifier, amountCents })
    : UNKNOWN;
}
