import type { Clock } from '../../domain/clock.js';
import type { Operation } from '../operations.js';

/**
 * The error of a connection that breaks or has broken. A caller that uses the sandbox like `fetch` gets it; the Node adapter resets the
 * socket.
 */
export class ConnectionReset extends TypeError {
  override readonly name = 'ConnectionReset';

  constructor() {
    super('The connection was reset.');
  }
}

/** A request that is being kept waiting. */
export interface HeldRequest {
  operation: Operation;
  /** The time at which the waiting began, epoch ms. */
  at: number;
}

/** The reason why a request no longer waits. */
export type HoldEnd = 'released' | 'elapsed';

/** The requests that are kept waiting until their delay has elapsed, they are released, or their client has disconnected. */
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

  /** Releases every waiting request, and returns their number. */
  release(): number {
    const waiting = [...this.#held.keys()];
    for (const goOn of waiting) goOn('released');
    return waiting.length;
  }

  /** Waits for `delayMs`, or without it until released. Rejects with `ConnectionReset` if the client disconnects. */
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
