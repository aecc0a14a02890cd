import type { Clock } from '../../domain/clock.js';
import type { Operation } from '../operations.js';

/** Thrown where the connection is to break, or has broken: a `fetch` rejects, the Node adapter resets the socket. */
export class ConnectionReset extends TypeError {
  override readonly name = 'ConnectionReset';

  constructor() {
    super('The connection was reset.');
  }
}

/** A request that is being kept waiting. */
export interface HeldRequest {
  operation: Operation;
  /** Since when, epoch ms. */
  at: number;
}

/** Why a request no longer waits. */
export type HoldEnd = 'released' | 'elapsed';

/** Requests that are kept waiting until their time is over, they are released, or their client is gone. */
export class Holds {
  readonly #held = new Map<(how: HoldEnd) => void, HeldRequest>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The requests that wait now. */
  get pending(): HeldRequest[] {
    return [...this.#held.values()];
  }

  /** Lets every waiting request go on; returns how many did. */
  release(): number {
    const waiting = [...this.#held.keys()];
    for (const goOn of waiting) goOn('released');
    return waiting.length;
  }

  /** Waits `delayMs`, or without it until released. Rejects with `ConnectionReset` when the client is gone. */
  wait(operation: Operation, signal: AbortSignal, delayMs?: number): Promise<HoldEnd> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        this.#held.delete(goOn);
        cancel?.();
        signal.removeEventListener('abort', leave);
      };
      const goOn = (how: HoldEnd) => {
        forget();
        resolve(how);
      };
      const leave = () => {
        forget();
        reject(new ConnectionReset());
      };
      const cancel = delayMs === undefined ? undefined : this.#clock.schedule(() => goOn('elapsed'), delayMs);
      if (signal.aborted) return leave();
      this.#held.set(goOn, { operation, at: this.#clock.now() });
      signal.addEventListener('abort', leave);
    });
  }
}
