import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { advanceAttempt, mergeAttempt } from '../../domain/order/attempt.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { AttemptJournal } from '../ledger/attempt-journal.js';
import { readOrderId } from '../../domain/order/order-key.js';
import { createOrderClosedError } from '../../domain/order/order-state.js';
import { announceOrder } from '../browser/tab-channel.js';
import type { OpenTabChannel, TabChannel } from '../browser/tab-channel.js';
import { holdLock, isLockHeld, waitForLock } from '../browser/tab-locks.js';
import type { TabLocks } from '../browser/tab-locks.js';

/** How long a reading of the journal may keep the shopper waiting. The transaction that opens an attempt decides anyway. */
const READ_LIMIT_MS = 2000;

/** How long the charge of another tab is waited for: longer than a card's usual time limit, after which it is unconfirmed. */
const OTHER_TAB_LIMIT_MS = 35_000;

/** How often it is looked for meanwhile, where no message comes. */
const OTHER_TAB_POLL_MS = 1000;

/** What a ledger needs of its page. */
export interface LedgerPorts {
  clock: Clock;
  journal: AttemptJournal;
  /** `navigator.locks`; without it an open attempt of another page counts as unconfirmed. */
  locks?: TabLocks | undefined;
  /** Opens the channel between tabs; without it they read again when they are looked at. */
  openChannel?: OpenTabChannel | undefined;
}

/** An attempt after something was written down of it. */
export interface RecordAnswer {
  attempt: Attempt;
  /** Whether this page did not know its state yet. */
  isNews: boolean;
}

/** Told after every reading, with the attempts as they were known before; `undefined` the first time. */
export type LedgerListener = (before: readonly Attempt[] | undefined) => void;

/**
 * What this page knows of an order's attempts: the journal, seen with the eyes of a tab. An attempt that is open in the journal
 * while no living tab holds its lock is unconfirmed here; nothing is written for that.
 */
export class OrderLedger {
  /** As last read or written, oldest first. `open` is another, living tab's, or this page's own in flight. */
  attempts: readonly Attempt[] = [];
  readonly #ports: LedgerPorts;
  readonly #orderKey: string;
  readonly #onRead: LedgerListener;
  readonly #own = new Set<string>();
  #isRead = false;
  #isStale = false;
  #reading: Promise<void> | undefined;
  #channel: TabChannel | undefined;
  #connection: AbortController | undefined;
  #awaitedId: string | undefined;

  constructor(ports: LedgerPorts, orderKey: string, onRead: LedgerListener) {
    this.#ports = ports;
    this.#orderKey = orderKey;
    this.#onRead = onRead;
  }

  /** Whether the journal has been read once, or did not answer. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Reads the journal, one reading at a time; what is there afterwards is at least as new as this call. */
  read(): Promise<void> {
    this.#isStale = true;
    return (this.#reading ??= this.#readUntilFresh().finally(() => (this.#reading = undefined)));
  }

  /** Reads until no other, living tab has a charge in flight; gives up on one that never ends, as a frozen tab's. */
  async readSettled(): Promise<void> {
    const { clock } = this.#ports;
    const end = clock.now() + OTHER_TAB_LIMIT_MS;
    await this.read();
    while (this.#findElsewhere() && clock.now() < end) {
      await new Promise<void>((resolve) => clock.schedule(resolve, OTHER_TAB_POLL_MS));
      await this.read();
    }
  }

  /** Starts to listen to other tabs. */
  connect(): void {
    this.#connection = new AbortController();
    try {
      this.#channel = this.#ports.openChannel?.();
    } catch {
      // Sandboxed frames have none.
    }
    const orderId = readOrderId(this.#orderKey);
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === orderId) void this.read();
    });
  }

  /** Stops listening. */
  disconnect(): void {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#awaitedId = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  /**
   * Writes a new attempt down, its lock held: whoever sees the attempt sees a living tab. Answers the lock's release, to be
   * called when no request of the attempt runs any more. Rejects with `order-closed` where another attempt stands in the way.
   */
  async open(attempt: Attempt): Promise<() => void> {
    const { locks, clock, journal } = this.#ports;
    const { attemptId } = attempt;
    const release = await holdLock(locks, this.#lockName(attemptId), clock);
    const free = (): void => {
      this.#own.delete(attemptId);
      release();
    };
    this.#own.add(attemptId);
    try {
      const answer = await journal.open(this.#orderKey, attempt);
      if (!answer.opened) {
        this.#keep(await this.#assess(answer.blocking));
        void this.read();
        throw createOrderClosedError();
      }
    } catch (error) {
      free();
      throw error;
    }
    this.#keep(attempt);
    this.#announce();
    return free;
  }

  /** Writes down what became of an attempt and answers it as it now is; where the journal fails, in memory. */
  async record(attempt: Attempt, change: AttemptChange): Promise<RecordAnswer> {
    const settled = await this.#ports.journal.settle(this.#orderKey, attempt, change).catch(() => advanceAttempt(attempt, change));
    this.#announce();
    const known = this.#find(attempt);
    const kept = this.#keep(settled);
    return { attempt: kept, isNews: known?.state !== kept.state };
  }

  /** Whether a living tab, this one or another, may still be charging the attempt. */
  async isInFlight({ attemptId }: Attempt): Promise<boolean> {
    return this.#own.has(attemptId) || isLockHeld(this.#ports.locks, this.#lockName(attemptId));
  }

  /** Forgets what was read, after the journal has forgotten it. */
  forget(): void {
    this.attempts = [];
    void this.read();
  }

  async #readUntilFresh(): Promise<void> {
    let attempts: readonly Attempt[] | undefined;
    do {
      this.#isStale = false;
      attempts = await this.#readOnce();
    } while (attempts && this.#isStale);
    const before = this.#isRead ? this.attempts : undefined;
    this.attempts = (attempts ?? this.attempts).map((attempt) => mergeAttempt(this.#find(attempt), attempt));
    this.#isRead = true;
    this.#watch();
    this.#onRead(before);
  }

  /** The attempts with the eyes of this tab; `undefined` where the journal fails or is slow. */
  async #readOnce(): Promise<readonly Attempt[] | undefined> {
    const { journal, clock } = this.#ports;
    const assessing = journal.read(this.#orderKey).then((attempts) => Promise.all(attempts.map((attempt) => this.#assess(attempt))));
    try {
      return await withTimeLimit(assessing, clock, READ_LIMIT_MS);
    } catch {
      return undefined;
    }
  }

  /** An attempt with the eyes of this tab. */
  async #assess(attempt: Attempt): Promise<Attempt> {
    const isDead = attempt.state === 'open' && !(await this.isInFlight(attempt));
    return isDead ? { ...attempt, state: 'unconfirmed' } : attempt;
  }

  /** Reads again when the tab that is paying has ended, in whatever way. */
  #watch(): void {
    const signal = this.#connection?.signal;
    const living = this.#findElsewhere();
    if (!signal || !living || this.#awaitedId === living.attemptId) return;
    this.#awaitedId = living.attemptId;
    const freed = (): void => {
      if (signal.aborted) return;
      this.#awaitedId = undefined;
      void this.read();
    };
    waitForLock(this.#ports.locks, this.#lockName(living.attemptId), signal).then(freed, freed);
  }

  /** Takes over what is newly known of an attempt, and has a reading under way begin anew. */
  #keep(news: Attempt): Attempt {
    const merged = mergeAttempt(this.#find(news), news);
    this.attempts = [...this.attempts.filter(({ attemptId }) => attemptId !== news.attemptId), merged];
    this.#isStale = true;
    return merged;
  }

  /** The attempt that another, living tab is charging. */
  #findElsewhere(): Attempt | undefined {
    return this.attempts.find(({ state, attemptId }) => state === 'open' && !this.#own.has(attemptId));
  }

  #find({ attemptId }: Attempt): Attempt | undefined {
    return this.attempts.find((attempt) => attempt.attemptId === attemptId);
  }

  #lockName(attemptId: string): string {
    return `balcao:${attemptId}`;
  }

  #announce(): void {
    announceOrder(readOrderId(this.#orderKey), this.#ports.openChannel, this.#channel);
  }
}
