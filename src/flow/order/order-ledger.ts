import { withTimeLimit } from '../../domain/time-limit.js';
import { advanceAttempt, mergeAttempt } from '../../domain/order/attempt.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import { createOrderClosedError } from '../../domain/order/order-state.js';
import type { AttemptJournal } from '../ledger/attempt-journal.js';
import { OrderTabs, type OrderTabsPorts } from './order-tabs.js';

/** How long the shopper waits for a reading of the journal. The transaction that opens an attempt decides anyway. */
const READ_LIMIT_MS = 2000;

/** How long the charge of another tab is waited for: longer than a card's usual time limit, after which it is unconfirmed. */
const OTHER_TAB_LIMIT_MS = 35_000;

/** How often the journal is read meanwhile, in case no message comes. */
const OTHER_TAB_POLL_MS = 1000;

/** What a ledger needs of its page. */
export interface LedgerPorts extends OrderTabsPorts {
  journal: AttemptJournal;
}

/** An attempt after a change was written down. */
export interface RecordAnswer {
  attempt: Attempt;
  /** Whether its state is new to this page. */
  isNews: boolean;
}

/** Called after every reading, with the attempts as they were known before; `undefined` the first time. */
export type LedgerListener = (before: readonly Attempt[] | undefined) => void;

/**
 * What this page knows of an order's attempts: the journal, from the view of this tab. An attempt that is open in the journal while no
 * living tab holds its lock is unconfirmed here; the journal itself is not changed for that.
 */
export class OrderLedger {
  /** As last read or written, oldest first. One that is `open` is in flight, in this page or in another, living tab. */
  attempts: readonly Attempt[] = [];
  /** The order's link to the other tabs. */
  readonly tabs: OrderTabs;
  readonly #ports: LedgerPorts;
  readonly #orderKey: string;
  readonly #onRead: LedgerListener;
  #isRead = false;
  #isStale = false;
  #reading: Promise<void> | undefined;

  constructor(ports: LedgerPorts, orderKey: string, onRead: LedgerListener) {
    this.#ports = ports;
    this.#orderKey = orderKey;
    this.#onRead = onRead;
    this.tabs = new OrderTabs(ports, orderKey, () => void this.read());
  }

  /** Whether the journal has been read once, or has failed to respond. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Reads the journal, one reading at a time; afterwards `attempts` is at least as new as this call. */
  read(): Promise<void> {
    this.#isStale = true;
    return (this.#reading ??= this.#readUntilFresh().finally(() => (this.#reading = undefined)));
  }

  /** Reads until no other, living tab has a charge in flight; gives up on one that never ends, such as a frozen tab's. */
  async readSettled(): Promise<void> {
    const { clock } = this.#ports;
    const end = clock.now() + OTHER_TAB_LIMIT_MS;
    await this.read();
    while (this.#findElsewhere() && clock.now() < end) {
      await new Promise<void>((resolve) => clock.schedule(resolve, OTHER_TAB_POLL_MS));
      await this.read();
    }
  }

  /**
   * Writes a new attempt down while holding its lock, so that other tabs see a living tab behind it. Returns a function that releases
   * the lock, to be called when no request of the attempt runs any more. Rejects with `order-closed` where another attempt blocks it.
   */
  async open(attempt: Attempt): Promise<() => void> {
    const release = await this.tabs.hold(attempt);
    try {
      const answer = await this.#ports.journal.open(this.#orderKey, attempt);
      if (!answer.opened) {
        this.#merge(await this.#assess(answer.blocking));
        void this.read();
        throw createOrderClosedError();
      }
    } catch (error) {
      release();
      throw error;
    }
    this.#merge(attempt);
    this.tabs.announce();
    return release;
  }

  /** Writes down what became of an attempt; where the journal fails, in memory alone. */
  async record(attempt: Attempt, change: AttemptChange): Promise<RecordAnswer> {
    const settled = await this.#ports.journal.settle(this.#orderKey, attempt, change).catch(() => advanceAttempt(attempt, change));
    this.tabs.announce();
    const known = this.#find(attempt);
    const merged = this.#merge(settled);
    return { attempt: merged, isNews: known?.state !== merged.state };
  }

  /** Drops what was read, after the journal has forgotten the order. */
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
    const living = this.#findElsewhere();
    if (living) this.tabs.watch(living);
    this.#onRead(before);
  }

  /** The attempts from the view of this tab; `undefined` where the journal fails or is slow. */
  async #readOnce(): Promise<readonly Attempt[] | undefined> {
    const { journal, clock } = this.#ports;
    const assessing = journal.read(this.#orderKey).then((attempts) => Promise.all(attempts.map((attempt) => this.#assess(attempt))));
    try {
      return await withTimeLimit(assessing, clock, READ_LIMIT_MS);
    } catch {
      return undefined;
    }
  }

  /** An attempt from the view of this tab: unconfirmed where the tab that opened it is gone. */
  async #assess(attempt: Attempt): Promise<Attempt> {
    const isDead = attempt.state === 'open' && !(await this.tabs.isInFlight(attempt));
    return isDead ? { ...attempt, state: 'unconfirmed' } : attempt;
  }

  /** Merges what is newly known of an attempt, and has a reading under way start over. */
  #merge(news: Attempt): Attempt {
    const merged = mergeAttempt(this.#find(news), news);
    this.attempts = [...this.attempts.filter(({ attemptId }) => attemptId !== news.attemptId), merged];
    this.#isStale = true;
    return merged;
  }

  /** The attempt that another, living tab is charging. */
  #findElsewhere(): Attempt | undefined {
    return this.attempts.find((attempt) => attempt.state === 'open' && !this.tabs.isOwn(attempt));
  }

  #find({ attemptId }: Attempt): Attempt | undefined {
    return this.attempts.find((attempt) => attempt.attemptId === attemptId);
  }
}
