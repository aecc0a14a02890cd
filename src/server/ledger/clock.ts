import type { Ledger } from './ledger.js';

/** A reading is used for this time before the next one is fetched, ms. */
const FRESH_MS = 5000;

/** A reading of the ledger's clock, and when it arrived. */
interface Reading {
  at: number;
  /** By `performance.now()`. */
  elapsed: number;
  /** By this machine's clock, epoch ms. */
  local: number;
}

/**
 * The time by which money is decided: the ledger's, which all instances share. The date of this machine decides nothing. Decisions
 * get the instant that the ledger read under the order's lock; everything before and after them uses the last reading and the time
 * that has passed since. That is never ahead of the ledger's clock, since a reading is older than its arrival.
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

  /** The time as far as this process knows it, epoch ms. Before the first reading it is this machine's time. */
  readonly now = (): number => {
    if (this.#own) return this.#own();
    const reading = this.#reading;
    return reading ? Math.floor(reading.at + performance.now() - reading.elapsed) : Date.now();
  };

  /** Notes the instant that the ledger has just read, and returns the one that counts. */
  note(at: number): number {
    this.#reading = { at, elapsed: performance.now(), local: Date.now() };
    return this.#own ? this.#own() : at;
  }

  /** Asks the ledger where its last reading is old, also by this machine's clock: `performance.now()` may stop while a machine sleeps. Rejects where the ledger does not respond. */
  async refresh(): Promise<void> {
    if (this.#own || (this.#reading && measure(this.#reading) < FRESH_MS)) return;
    this.note(await this.#ledger.now());
  }

  /** Converts an instant of this machine's clock to the ledger's clock. */
  convert(local: number): number {
    return this.#own ? local : this.now() + local - Date.now();
  }

  /** Starts a timer. It returns the time that has passed at most, ms: by the clock of this machine that shows more. */
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

/** The time since then, ms: by the date for a machine that slept, by `performance.now()` for one whose date was set back. */
function measure({ elapsed, local }: Omit<Reading, 'at'>): number {
  return Math.max(performance.now() - elapsed, Date.now() - local);
}
