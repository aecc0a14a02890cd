import type { Clock } from '../../domain/clock.js';
import { advanceAttempt, findBlockingAttempt } from '../../domain/order/attempt.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import { isExpired, isWorthKeeping } from './attempt-journal.js';
import type { AttemptJournal, OpenAnswer } from './attempt-journal.js';
import { readOrderId } from '../../domain/order/order-key.js';
import { RecordDatabase } from './record-database.js';

const STATES: readonly unknown[] = ['open', 'approved', 'declined', 'failed', 'unconfirmed'];

function isAttempt(value: object): value is Attempt {
  return 'attemptId' in value && 'amount' in value && typeof value.amount === 'string' && 'startedAt' in value && 'state' in value;
}

/** Reads a record as an attempt; `undefined` for anything else. A state that this version does not know may mean a charge: unconfirmed. */
function parseAttempt(value: unknown): Attempt | undefined {
  if (typeof value !== 'object' || value === null || !isAttempt(value)) return undefined;
  return STATES.includes(value.state) ? value : { ...value, state: 'unconfirmed' };
}

/** A journal that every tab and every reload of the origin shares. */
export class IndexedDbJournal implements AttemptJournal {
  readonly #clock: Clock;
  readonly #database: RecordDatabase<Attempt>;

  /** `name` is the name of the database. */
  constructor(clock: Clock, name = 'balcao-orders') {
    this.#clock = clock;
    this.#database = new RecordDatabase(name, (value) => this.#parseLiving(value));
  }

  open(orderKey: string, attempt: Attempt): Promise<OpenAnswer> {
    return this.#database.write(async (store) => {
      const blocking = findBlockingAttempt(sortAttempts(await this.#database.collect(store, orderKey)));
      // The same attempt: it was committed, but the connection broke before that was known, so this is the second try.
      if (blocking && blocking.attemptId !== attempt.attemptId) return { opened: false, blocking };
      if (!blocking) await store.put(attempt, [orderKey, attempt.attemptId]);
      return { opened: true };
    });
  }

  settle(orderKey: string, attempt: Attempt, change: AttemptChange): Promise<Attempt> {
    return this.#database.write(async (store) => {
      const known = parseAttempt(await store.get([orderKey, attempt.attemptId]));
      const settled = advanceAttempt(known ?? attempt, change);
      if (known || isWorthKeeping(settled)) await store.put(settled, [orderKey, attempt.attemptId]);
      return settled;
    });
  }

  async read(orderKey: string): Promise<readonly Attempt[]> {
    return sortAttempts(await this.#database.read(orderKey));
  }

  forget(orderId: string): Promise<void> {
    return this.#database.write(async (store) => {
      for (const key of await store.getAllKeys()) if (readOrderId(key[0]) === orderId) await store.delete(key);
    });
  }

  /** Reads a record, unless it is past its life. */
  #parseLiving(value: unknown): Attempt | undefined {
    const attempt = parseAttempt(value);
    return attempt && !isExpired(attempt, this.#clock.now()) ? attempt : undefined;
  }
}

/** Oldest first. */
function sortAttempts(attempts: Attempt[]): readonly Attempt[] {
  return attempts.sort((one, other) => one.startedAt - other.startedAt);
}
