import type { Clock } from '../../domain/clock.js';
import { advanceAttempt, findBlockingAttempt, mergeAttempt } from '../../domain/order/attempt.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import { isExpired, isWorthKeeping } from './attempt-journal.js';
import type { AttemptJournal, OpenAnswer } from './attempt-journal.js';
import { readOrderId } from '../../domain/order/order-key.js';

/** A journal that lives as long as the page. */
export class MemoryJournal implements AttemptJournal {
  readonly #clock: Clock;
  readonly #orders = new Map<string, readonly Attempt[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async open(orderKey: string, attempt: Attempt): Promise<OpenAnswer> {
    const blocking = findBlockingAttempt(this.#list(orderKey));
    if (blocking && blocking.attemptId !== attempt.attemptId) return { opened: false, blocking };
    this.add(orderKey, [attempt]);
    return { opened: true };
  }

  async settle(orderKey: string, attempt: Attempt, change: AttemptChange): Promise<Attempt> {
    const known = this.#list(orderKey).find(({ attemptId }) => attemptId === attempt.attemptId);
    const settled = advanceAttempt(known ?? attempt, change);
    if (known || isWorthKeeping(settled)) this.add(orderKey, [settled]);
    return settled;
  }

  async read(orderKey: string): Promise<readonly Attempt[]> {
    return this.#list(orderKey);
  }

  async forget(orderId: string): Promise<void> {
    for (const orderKey of this.#orders.keys()) if (readOrderId(orderKey) === orderId) this.#orders.delete(orderKey);
  }

  /** Replaces an order's attempts by those of another journal. */
  replace(orderKey: string, attempts: readonly Attempt[]): void {
    this.#orders.set(orderKey, attempts);
  }

  /** Merges attempts of another journal into an order; none goes back to an earlier state. Returns all attempts of the order. */
  add(orderKey: string, attempts: readonly Attempt[]): readonly Attempt[] {
    const merged = new Map(this.#list(orderKey).map((attempt) => [attempt.attemptId, attempt]));
    for (const attempt of attempts) merged.set(attempt.attemptId, mergeAttempt(merged.get(attempt.attemptId), attempt));
    const known = [...merged.values()];
    this.#orders.set(orderKey, known);
    return known;
  }

  #list(orderKey: string): readonly Attempt[] {
    const now = this.#clock.now();
    return (this.#orders.get(orderKey) ?? []).filter((attempt) => !isExpired(attempt, now));
  }
}
