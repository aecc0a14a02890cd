import type { Clock } from '../../domain/clock.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { AttemptJournal, OpenAnswer } from './attempt-journal.js';
import { MemoryJournal } from './memory-journal.js';
import { SharedOrMemory } from './shared-or-memory.js';

/** What a resilient journal is made from. */
export interface ResilientJournalOptions {
  /** The journal that all tabs share. */
  shared: AttemptJournal;
  clock: Clock;
  /** Warns the developer. */
  warn: (message: string) => void;
}

/** A shared journal that never stops a payment: see {@link SharedOrMemory}. Memory holds all that the shared journal returned before it failed. */
export class ResilientJournal implements AttemptJournal {
  readonly #memory: MemoryJournal;
  readonly #journals: SharedOrMemory<AttemptJournal>;
  #forgetCount = 0;

  constructor({ shared, clock, warn }: ResilientJournalOptions) {
    this.#memory = new MemoryJournal(clock);
    this.#journals = new SharedOrMemory<AttemptJournal>({
      shared,
      memory: this.#memory,
      clock,
      onGivenUp: () => warn('IndexedDB is missing, blocked or slow: other tabs and reloads of this page do not know what it pays.'),
    });
  }

  open(orderKey: string, attempt: Attempt): Promise<OpenAnswer> {
    return this.#run(
      (journal) => journal.open(orderKey, attempt),
      (answer) => {
        const known = this.#memory.add(orderKey, [answer.opened ? attempt : answer.blocking]);
        // Memory had opened it, and it was sent, before the shared journal refused it: other tabs must know of it all the same.
        const isSent = !answer.opened && known.some(({ attemptId, state }) => attemptId === attempt.attemptId && state === 'open');
        if (isSent) void this.settle(orderKey, attempt, { state: 'unconfirmed' });
      },
      true,
    );
  }

  settle(orderKey: string, attempt: Attempt, change: AttemptChange): Promise<Attempt> {
    return this.#run(
      (journal) => journal.settle(orderKey, attempt, change),
      (settled) => this.#memory.add(orderKey, [settled]),
    );
  }

  read(orderKey: string): Promise<readonly Attempt[]> {
    return this.#run(
      (journal) => journal.read(orderKey),
      // While memory is in use, a late reading of the shared journal is only added: it lacks this page's attempts.
      (attempts) => (this.#journals.isMemoryOnly ? this.#memory.add(orderKey, attempts) : this.#memory.replace(orderKey, attempts)),
    );
  }

  forget(orderId: string): Promise<void> {
    this.#forgetCount += 1;
    return this.#run(
      (journal) => journal.forget(orderId),
      () => void this.#memory.forget(orderId),
    );
  }

  /** Runs work on the journal in use. Memory learns nothing from work that began before an order was forgotten. */
  #run<T>(work: (journal: AttemptJournal) => Promise<T>, learn: (answer: T) => void, isDecisive = false): Promise<T> {
    const forgetCount = this.#forgetCount;
    const learnUnlessForgotten = (answer: T): void => {
      if (forgetCount === this.#forgetCount) learn(answer);
    };
    return this.#journals.run(work, learnUnlessForgotten, isDecisive);
  }
}
