import type { Ledger } from './ledger.js';

/** A reading counts for so long before another one is asked for, ms. */
const FRESH_MS = 5000;

/** A reading of the ledger's clock, and when it came here. */
interface Reading {
  at: number;
  /** By `performance.now()`. */
  elapsed: number;
  /** By this machine's clock, epoch ms. */
  local: number;
}

/**
 * The time by which money is decided: the ledger's, which all instances share. What this machine takes for the date decides nothing. Decisions
 * are given the instant that the ledger read under the order's lock; everything before and after them has the last reading and the time
 * that has passed since. That is never ahead of the ledger's own, since a reading is older than its arrival.
 */
export class LedgerClock {
  readonly #ledger: Pick<Ledger, 'now'>;
  readonly #own: (() => number) | undefined;
  #reading: Reading | undefined;

  /** @param own Takes the ledger's place, in tests. */
  constructor(ledger: Pick<Ledger, 'now'>, own: (() => number) | undefined) {
    this.#ledger = ledger;
    this.#own = own;
  }

  /** The time as far as this process knows it, epoch ms. Before the first reading it is this machine's. */
  readonly now = (): number => {
    if (this.#own) return this.#own();
    const reading = this.#reading;
    return reading ? Math.floor(reading.at + performance.now() - reading.elapsed) : Date.now();
  };

  /** Notes what the ledger has just read, and returns the instant that counts. */
  note(at: number): number {
    this.#reading = { at, elapsed: performance.now(), local: Date.now() };
    return this.#own ? this.#own() : at;
  }

  /** Asks the ledger where its last reading is old, also by this machine's clock: one that slept counts no time. Rejects where it gives no answer. */
  async refresh(): Promise<void> {
    if (this.#own || (this.#reading && measure(this.#reading) < FRESH_MS)) return;
    this.note(await this.#ledger.now());
  }

  /** An instant of this machine's clock, as the ledger's clock has it. */
  convert(local: number): number {
    return this.#own ? local : this.now() + local - Date.now();
  }

  /** Begins to count. The result returns how much time has passed at most, ms: by whatever clock of this machine says more. */
  startTimer(): () => number {
    const own = this.#own;
    if (own) {
      const startedAt = own();
      return () => own() - startedAt;
    }
    const start = { elapsed: performance.now(), local: Date.now() };
    return () => measure(start);
  }
}

/** How long ago that was, ms: a machine that slept counts it by its date alone, and one whose date was set back by what has passed alone. */
function measure({ elapsed, local }: Omit<Reading, 'at'>): number {
  return Math.max(performance.now() - elapsed, Date.now() - local);
}
