import type { Clock } from '../../domain/clock.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { readOrderId } from '../../domain/order/order-key.js';
import { announceChange, followChanges, type OpenTabChannel, type TabChannel } from '../browser/tab-channel.js';
import { holdLock, readLock, waitForLock, type HeldLock, type TabLocks } from '../browser/tab-locks.js';

/** What the link to other tabs needs of its page. */
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
    this.#orderId = readOrderId(orderKey);
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
    const { isGranted, release } = await holdLock(locks, formatLockName(attemptId), clock);
    this.#own.add(attemptId);
    return {
      isGranted,
      release: () => {
        this.#own.delete(attemptId);
        release();
      },
    };
  }

  /** Whether this tab holds the lock of an attempt. */
  isOwn({ attemptId }: Attempt): boolean {
    return this.#own.has(attemptId);
  }

  /** Whether a living tab, this one or another, is charging an attempt; `unknown` where nobody can tell. */
  async readFlight(attempt: Attempt): Promise<'in-flight' | 'ended' | 'unknown'> {
    if (this.isOwn(attempt)) return 'in-flight';
    const { locks, clock } = this.#ports;
    const lock = await readLock(locks, formatLockName(attempt.attemptId), clock);
    return lock === 'unknown' ? lock : lock === 'held' ? 'in-flight' : 'ended';
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
    waitForLock(this.#ports.locks, formatLockName(attemptId), signal).then(handleRelease, handleRelease);
  }
}

function formatLockName(attemptId: string): string {
  return `balcao:${attemptId}`;
}
