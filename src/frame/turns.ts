import type { Clock } from '../domain/clock.js';
import { CheckoutError } from '../domain/errors.js';

/** The life of what was prepared, until its `go` and until its request, ms. */
const LIFE_MS = 10_000;

/** A charge that was asked about and may follow. */
interface Prepared {
  readonly id: string;
  readonly cardId: string | undefined;
  /** By a clock that nobody can set, ms. */
  readonly at: number;
}

/** A call that runs. */
export interface Turn {
  readonly id: string;
  /** Throws `timeout` where it is too late to send anything for the call, by either clock. */
  readonly assertInTime: () => void;
}

/** The turns of the calls: each is there once in the life of the frame, one runs at a time, and a charge only after it was prepared. */
export class Turns {
  readonly #clock: Clock;
  readonly #used = new Set<string>();
  #prepared: Prepared | undefined;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that a charge is asked about. Returns whether that is in turn; what was prepared before is then void. */
  claim(id: string): boolean {
    if (this.#isRunning || this.#used.has(id)) return false;
    this.#used.add(id);
    this.#prepared = undefined;
    return true;
  }

  /** Prepares the charge that was asked about. */
  prepare(id: string, cardId: string | undefined): void {
    this.#prepared = { id, cardId, at: this.#elapsed };
  }

  /** Begins the charge that was prepared; `undefined` where it is another, or none. `deadline`: epoch ms. */
  beginCharge(id: string, cardId: string | undefined, deadline: number): Turn | undefined {
    const prepared = this.#prepared;
    if (!prepared || prepared.id !== id || prepared.cardId !== cardId) return undefined;
    this.#prepared = undefined;
    return this.#begin(id, prepared.at, deadline);
  }

  /** Begins another call; `undefined` where a charge runs, or is about to. */
  beginCall(id: string, deadline: number): Turn | undefined {
    const isAwaited = this.#prepared !== undefined && this.#elapsed - this.#prepared.at < LIFE_MS;
    if (isAwaited || !this.claim(id)) return undefined;
    return this.#begin(id, this.#elapsed, deadline);
  }

  /** The call that runs has ended. */
  end(): void {
    this.#isRunning = false;
  }

  #begin(id: string, since: number, deadline: number): Turn {
    this.#isRunning = true;
    return {
      id,
      assertInTime: () => {
        if (this.#elapsed - since < LIFE_MS && this.#clock.now() < deadline) return;
        throw new CheckoutError('timeout', 'The time for this call is over. Nothing was sent.');
      },
    };
  }

  get #elapsed(): number {
    return this.#clock.elapsed?.() ?? this.#clock.now();
  }
}
