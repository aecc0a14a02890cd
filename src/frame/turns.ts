import type { Clock } from '../domain/clock.js';
import { CheckoutError } from '../domain/errors.js';

/**
 * The time limit from the preparation of a charge, or the beginning of another call, to its request, ms. A prepared charge keeps out other
 * calls for as long.
 */
const LIFE_MS = 10_000;

/** A charge that was prepared, and may follow. */
interface Prepared {
  readonly id: string;
  readonly cardId: string | undefined;
  /** The instant of the preparation, ms, by a clock that nobody can set. */
  readonly at: number;
}

/** A call that runs. */
export interface Turn {
  readonly id: string;
  /** Throws `timeout` if it is too late to send a request for the call: by the frame's own time limit, or by the page's deadline. */
  readonly assertInTime: () => void;
}

/** The order of calls. A frame accepts each identifier once, runs one call at a time, and begins a charge only after it was prepared. */
export class Turns {
  readonly #clock: Clock;
  readonly #used = new Set<string>();
  #prepared: Prepared | undefined;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Uses up the identifier of a new call, and drops an earlier prepared charge. Returns false if a call runs or if the identifier was used
   * before.
   */
  claim(id: string): boolean {
    if (this.#isRunning || this.#used.has(id)) return false;
    this.#used.add(id);
    this.#prepared = undefined;
    return true;
  }

  /** Prepares a charge whose identifier was claimed. */
  prepare(id: string, cardId: string | undefined): void {
    this.#prepared = { id, cardId, at: this.#elapsed };
  }

  /** Begins the prepared charge. Returns `undefined` if no charge, or another charge, was prepared. `deadline` is in epoch ms. */
  beginCharge(id: string, cardId: string | undefined, deadline: number): Turn | undefined {
    const prepared = this.#prepared;
    if (!prepared || prepared.id !== id || prepared.cardId !== cardId) return undefined;
    this.#prepared = undefined;
    return this.#begin(id, prepared.at, deadline);
  }

  /** Begins a call that is no charge. Returns `undefined` if a call runs, if a charge is prepared, or if the identifier was used before. */
  beginCall(id: string, deadline: number): Turn | undefined {
    const isAwaited = this.#prepared !== undefined && this.#elapsed - this.#prepared.at < LIFE_MS;
    if (isAwaited || !this.claim(id)) return undefined;
    return this.#begin(id, this.#elapsed, deadline);
  }

  /** Ends the call that runs. */
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
