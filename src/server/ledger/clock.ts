import type { Ledger } from './ledger.js';

/** The time for which a reading is used before the next one is fetched, ms. */
const FRESH_MS = 5000;

/** A reading of the ledger's clock, with the time of its arrival. */
interface Reading {
  at: number;
  /** The arrival by `performance.now()`. */
  elapsed: number;
  /** The arrival by this machine's clock, epoch ms. */
  local: number;
}

/**
 * The clock for decisions about money: the ledger's, which all instances share. This machine's clock decides nothing. A decision gets the
 * instant that the ledger read under the order's lock. Everything before and after a decision uses the last reading and the time since its
 * arrival. This is never ahead of the ledger's clock, since a reading is older than its arrival.
 */
export class LedgerClock {
  readonly #ledger: Pick<Ledger, 'now'>;
  readonly #own: (() => number) | undefined;
  #reading: Reading | undefined;

  /** @param own Replaces the ledger's clock, in tests. */
  constructor(ledger: Pick<Ledger, 'now'>, own: (() => number) | undefined) {
    this.#ledger = ledger;
    this.#own = own;
  }

  /** Returns the time as far as this process knows it, epoch ms. Before the first reading it is this machine's time. */
  readonly now = (): number => {
    if (this.#own) return this.#own();
    const reading = this.#reading;
    return reading ? Math.floor(reading.at + performance.now() - reading.elapsed) : Date.now();
  };

  /** Stores the instant that the ledger has just read, and returns the time that counts: in tests, that of the replaced clock. */
  note(at: number): number {
    this.#reading = { at, elapsed: performance.now(), local: Date.now() };
    return this.#own ? this.#own() : at;
  }

  /**
   * Reads the ledger's clock again if the last reading is old. The age is measured by this machine's clock too, since `performance.now()`
   * may stop while a machine sleeps. Rejects if the ledger does not respond.
   */
  async refresh(): Promise<void> {
    if (this.#own || (this.#reading && measure(this.#reading) < FRESH_MS)) return;
    this.note(await this.#ledger.now());
  }

  /** Converts an instant of this machine's clock to the ledger's clock. */
  convert(local: number): number {
    return this.#own ? local : this.now() + local - Date.now();
  }

  /** Starts a timer. The returned function returns the time that has passed, ms, by the clock of this machine that shows more. */
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

/**
 * Measures the time since an instant, ms, by the clock that shows more: the date for a machine that slept, `performance.now()` for one
 * whose date was set back.
 */
function measure({ elapsed, local }: Omit<Reading, 'at'>): number {
  return Math.max(performance.now() - elapsed, Date.now() - local);
}
