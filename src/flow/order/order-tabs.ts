import type { Clock } from '../../domain/clock.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { parseOrderId } from '../../domain/order/order-key.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { announceChange, followChanges, type OpenTabChannel, type TabChannel } from '../browser/tab-channel.js';

/** The part of `navigator.locks` that shows whether a tab is still open. The ledger, not a lock, keeps two tabs from charging. */
export interface TabLocks {
  request(
    name: string,
    options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: unknown) => unknown,
  ): Promise<unknown>;
}

/** The time that a tab waits for a lock, ms. Without a lock, an attempt looks unconfirmed to other tabs, which is safe. */
const LOCK_LIMIT_MS = 1000;

/** A lock that was requested. */
export interface HeldLock {
  /** True if the lock was granted. Only then do other tabs see it. */
  isGranted: boolean;
  /** Releases the lock. */
  release: () => void;
}

/** The parts of the page that the link to other tabs needs. */
export interface OrderTabsPorts {
  clock: Clock;
  /** `navigator.locks`. Without it, an open attempt of another page counts as unconfirmed. */
  locks?: TabLocks | undefined;
  /** Opens the channel between tabs. Without it, a tab reads the ledger again when it becomes visible. */
  openChannel?: OpenTabChannel | undefined;
}

/**
 * The link of one order to the other tabs of the browser. A channel announces changes. Each open attempt has a lock, which shows whether
 * the tab that opened the attempt is still open.
 */
export class OrderTabs {
  readonly #ports: OrderTabsPorts;
  readonly #orderId: string;
  readonly #onChange: () => void;
  /** The identifiers of the attempts of this tab that are not released yet. */
  readonly #own = new Set<string>();
  #channel: TabChannel | undefined;
  #listening: AbortController | undefined;
  /** The attempt of another tab whose lock is watched. */
  #awaitedId: string | undefined;

  /** `onChange` is called when another tab may have changed the order. */
  constructor(ports: OrderTabsPorts, orderKey: string, onChange: () => void) {
    this.#ports = ports;
    this.#orderId = parseOrderId(orderKey);
    this.#onChange = onChange;
  }

  /** Starts listening to other tabs. */
  startListening(): void {
    this.#listening = new AbortController();
    this.#channel = followChanges(this.#orderId, this.#ports.openChannel, this.#onChange);
  }

  /** Stops listening to other tabs. */
  stopListening(): void {
    this.#listening?.abort();
    this.#listening = undefined;
    this.#awaitedId = undefined;
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Notifies the other tabs that this tab has changed the order. */
  announce(): void {
    announceChange(this.#orderId, this.#ports.openChannel, this.#channel);
  }

  /** Requests the lock of an attempt of this tab, and holds it until it is released. Never rejects. */
  async hold({ attemptId }: Attempt): Promise<HeldLock> {
    const { locks, clock } = this.#ports;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const isGranted = await withTimeLimit(
      new Promise<boolean>((resolve, reject) => {
        const held = (): Promise<void> => {
          resolve(true);
          return released;
        };
        if (locks) Promise.resolve(locks.request(formatLockName(attemptId), {}, held)).catch(reject);
        else resolve(false);
      }),
      clock,
      LOCK_LIMIT_MS,
    ).catch(() => false);
    this.#own.add(attemptId);
    return {
      isGranted,
      release: () => {
        this.#own.delete(attemptId);
        release();
      },
    };
  }

  /** True if the attempt is of this tab: from `hold` until its release, even if the lock was not granted. */
  isOwn({ attemptId }: Attempt): boolean {
    return this.#own.has(attemptId);
  }

  /**
   * Returns `in-flight` if an open tab, this one or another, is charging an attempt; `ended` if no tab holds its lock; `unknown` if that
   * cannot be found out. Never rejects.
   */
  async getFlight(attempt: Attempt): Promise<'in-flight' | 'ended' | 'unknown'> {
    if (this.isOwn(attempt)) return 'in-flight';
    const { locks, clock } = this.#ports;
    if (!locks) return 'unknown';
    try {
      // A shared lock, so that two tabs that ask at the same time do not take each other for the tab that charges.
      const options = { mode: 'shared', ifAvailable: true } as const;
      const asking = locks.request(formatLockName(attempt.attemptId), options, (lock) => lock === null);
      return (await withTimeLimit(asking, clock, LOCK_LIMIT_MS)) === true ? 'in-flight' : 'ended';
    } catch {
      return 'unknown';
    }
  }

  /** Calls `onChange` once the tab that charges an attempt releases its lock, which it also does when it closes or crashes. */
  watch({ attemptId }: Attempt): void {
    const signal = this.#listening?.signal;
    if (!signal || this.#awaitedId === attemptId) return;
    this.#awaitedId = attemptId;
    const endWatch = (isReleased: boolean): void => {
      if (signal.aborted) return;
      this.#awaitedId = undefined;
      if (isReleased) this.#onChange();
    };
    const { locks } = this.#ports;
    const free = (async () => locks?.request(formatLockName(attemptId), { mode: 'shared', signal }, () => undefined))();
    // A refused request says nothing of the attempt. An unloaded page would read, watch and be refused again without end.
    free.then(() => endWatch(true), () => endWatch(false)); // prettier-ignore
  }
}

function formatLockName(attemptId: string): string {
  return `balcao:${attemptId}`;
}
