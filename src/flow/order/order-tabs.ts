import type { Clock } from '../../domain/clock.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { parseOrderId } from '../../domain/order/order-key.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { announceChange, followChanges, type OpenTabChannel, type TabChannel } from '../browser/tab-channel.js';

/** The part of `navigator.locks` that shows whether a tab still lives. What keeps two tabs from charging is the ledger. */
export interface TabLocks {
  request(
    name: string,
    options: { mode?: 'exclusive' | 'shared'; ifAvailable?: boolean; signal?: AbortSignal },
    callback: (lock: unknown) => unknown,
  ): Promise<unknown>;
}

/** How long a lock is waited for. Without one an attempt looks unconfirmed to other tabs, which is safe. */
const LOCK_LIMIT_MS = 1000;

/** A lock that was asked for. */
export interface HeldLock {
  /** True if it was granted: only then do other tabs see it. */
  isGranted: boolean;
  /** Gives it back. */
  release: () => void;
}

/** The page, as the link to other tabs needs it. */
export interface OrderTabsPorts {
  clock: Clock;
  /** `navigator.locks`; without it an open attempt of another page counts as unconfirmed. */
  locks?: TabLocks | undefined;
  /** Opens the channel between tabs; without it they read again when they become visible. */
  openChannel?: OpenTabChannel | undefined;
}

/**
 * One order's link to the other tabs of the browser: a channel that reports changes, and a lock behind every open attempt, which shows
 * whether the tab that opened it still lives.
 */
export class OrderTabs {
  readonly #ports: OrderTabsPorts;
  readonly #orderId: string;
  readonly #onChange: () => void;
  readonly #own = new Set<string>();
  #channel: TabChannel | undefined;
  #listening: AbortController | undefined;
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

  /** Notifies other tabs that this one has changed the order. */
  announce(): void {
    announceChange(this.#orderId, this.#ports.openChannel, this.#channel);
  }

  /** Holds the lock of an attempt of this tab, until it is released. Never rejects. */
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

  /** True if this tab holds the lock of an attempt. */
  isOwn({ attemptId }: Attempt): boolean {
    return this.#own.has(attemptId);
  }

  /** True if a living tab, this one or another, is charging an attempt; `unknown` where that cannot be found out. Never rejects. */
  async getFlight(attempt: Attempt): Promise<'in-flight' | 'ended' | 'unknown'> {
    if (this.isOwn(attempt)) return 'in-flight';
    const { locks, clock } = this.#ports;
    if (!locks) return 'unknown';
    try {
      // Shared, so that two tabs that ask at the same time are not mistaken for the holder.
      const options = { mode: 'shared', ifAvailable: true } as const;
      const asking = locks.request(formatLockName(attempt.attemptId), options, (lock) => lock === null);
      return (await withTimeLimit(asking, clock, LOCK_LIMIT_MS)) === true ? 'in-flight' : 'ended';
    } catch {
      return 'unknown';
    }
  }

  /** Reports a change when the tab that is charging an attempt has ended, in whatever way. */
  watch({ attemptId }: Attempt): void {
    const signal = this.#listening?.signal;
    if (!signal || this.#awaitedId === attemptId) return;
    this.#awaitedId = attemptId;
    const handleRelease = (): void => {
      if (signal.aborted) return;
      this.#awaitedId = undefined;
      this.#onChange();
    };
    const { locks } = this.#ports;
    const free = (async () => locks?.request(formatLockName(attemptId), { mode: 'shared', signal }, () => undefined))();
    free.then(handleRelease, handleRelease);
  }
}

function formatLockName(attemptId: string): string {
  return `balcao:${attemptId}`;
}
