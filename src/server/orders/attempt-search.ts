import { nameSqlState } from '../broken-code.js';
import type { ReportEvent } from '../events.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ChargeRecords, ChargeSearch } from '../options.js';
import { RecentMap } from '../recent-map.js';
import { callInTime, OverrunError } from '../time-limits.js';
import { noteGuess } from './end-attempt.js';
import type { AttemptRecord } from './order-record.js';
import type { OrderService } from './order-service.js';
import { isCents } from './payments.js';

const UNKNOWN: ChargeSearch = { status: 'unknown' };

/** The time in which pages cost one question about an attempt, over all instances, ms. */
const PAGE_WINDOW_MS = 3000;

/** The number of attempts of which a process remembers when a page asked last. */
const MAX_REMEMBERED = 1000;

/** The dependencies of an `AttemptSearch`. */
interface AttemptSearchParts {
  records: ChargeRecords | undefined;
  ledger: Pick<Ledger, 'count'>;
  orders: OrderService;
  report: ReportEvent;
  now: () => number;
}

/** Looks attempts up in the service's records, by the shop's function, and stores the results. */
export class AttemptSearch {
  readonly #records: ChargeRecords | undefined;
  readonly #ledger: AttemptSearchParts['ledger'];
  readonly #orders: OrderService;
  readonly #report: ReportEvent;
  readonly #now: () => number;
  /** The searches for pages that are under way. */
  readonly #running = new Map<string, Promise<ChargeSearch>>();
  /** The times of the last searches for pages, which spare the ledger the count of every other request. */
  readonly #lastAsked = new RecentMap<number>(MAX_REMEMBERED);

  constructor({ records, ledger, orders, report, now }: AttemptSearchParts) {
    this.#records = records;
    this.#ledger = ledger;
    this.#orders = orders;
    this.#report = report;
    this.#now = now;
  }

  /**
   * Looks an attempt up for a page, as `search` does, but once in 3 seconds over all instances: many tabs, or a page that asks all the time,
   * cost the records one question. Simultaneous requests share it, and others get `unknown`. `reason` has its own count: the notice that a
   * card was charged must not be lost to a question of a moment before.
   */
  async searchForPage(attempt: AttemptRecord, reason: 'resolve' | 'notice'): Promise<ChargeSearch> {
    if (!this.#records) return UNKNOWN;
    const key = `records ${reason} ${attempt.attemptId}`;
    const running = this.#running.get(key) ?? this.#searchOnce(key, attempt).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #searchOnce(key: string, attempt: AttemptRecord): Promise<ChargeSearch> {
    const now = this.#now();
    if (Math.abs(now - (this.#lastAsked.get(key) ?? -Infinity)) < PAGE_WINDOW_MS) return UNKNOWN;
    this.#lastAsked.set(key, now);
    const { count } = await this.#ledger.count(key, PAGE_WINDOW_MS, now);
    return count === 1 ? this.search(attempt) : UNKNOWN;
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
    const fail = (problem: string, thrown?: { error: unknown }): ChargeSearch => {
      const message = `records.findCharge ${problem} Attempt ${attempt.attemptId} stays unknown.`;
      this.#report({ type: 'failure', operation: 'records.findCharge', message, ...thrown });
      return UNKNOWN;
    };
    try {
      const found = parseFound(await callInTime('records.findCharge', () => records.findCharge(attempt, { signal: giveUp.signal })));
      return typeof found === 'string' ? fail(found) : found;
    } catch (error) {
      const isLate = error instanceof OverrunError;
      return fail(isLate ? 'did not end within 10 s.' : `failed${nameSqlState(error)}.`, { error });
    } finally {
      giveUp.abort();
    }
  }
}

/**
 * Parses the result of a search, which may be anything, without unknown fields. Returns a text for a result that cannot be used: what is wrong
 * with it, in English. A charge with an invalid amount is decided by a person.
 */
function parseFound(found: unknown): ChargeSearch | string {
  const { status, identifier, amountCents }: { status?: unknown; identifier?: unknown; amountCents?: unknown } = Object(found);
  if (status === 'not-charged' || status === 'unknown') return { status };
  if (status !== 'charged') return 'must return { status } with "charged", "not-charged" or "unknown", and returned something else.';
  if (typeof identifier !== 'string' || identifier === '') {
    const fix = typeof identifier === 'number' ? ' Write String(charge.id).' : '';
    return `must return the identifier of a charge as text, and returned none.${fix}`;
  }
  if (amountCents === undefined) return { status, identifier };
  return isCents(amountCents) ? { status, identifier, amountCents } : 'must return amountCents as whole cents above 0, or leave it out.';
}
