import { systemClock } from '../../client/system-clock.js';
import { WorkQueue, type WorkReport } from './work-queue.js';
import type { AttemptResult } from './end-attempt.js';

/**
 * The result of an attempt. `now` is the time at which it was known, epoch ms, if that is earlier than the present: a result of the records
 * is dated by its search.
 */
export type DatedResult = AttemptResult & { now?: number };

/** A result that the database has not accepted yet. */
interface UnwrittenEnd {
  orderId: string;
  attemptId: string;
  end: DatedResult;
  /** Epoch ms. */
  since: number;
}

/** The dependencies of `UnwrittenEnds`. */
interface UnwrittenEndsParts {
  write: (end: UnwrittenEnd) => Promise<unknown>;
  ping: () => Promise<void>;
  now: () => number;
}

/** The pause before the first next try, which doubles with each further one, and the longest pause, ms. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** The most results that are written at the same time. */
const MOST_AT_ONCE = 4;

/** The results of attempts that only this process knows, because the database has not accepted them yet. */
export class UnwrittenEnds {
  readonly #parts: UnwrittenEndsParts;
  readonly #kept = new Map<string, UnwrittenEnd>();
  readonly #stopped = new AbortController();
  #writing: Promise<void> | undefined;

  constructor(parts: UnwrittenEndsParts) {
    this.#parts = parts;
  }

  /** Keeps a result. A kept "charged" is never replaced by another result. */
  keep(orderId: string, attemptId: string, end: DatedResult): void {
    const known = this.#kept.get(attemptId);
    if (known?.end.state !== 'charged') this.#kept.set(attemptId, { orderId, attemptId, end, since: known?.since ?? this.#parts.now() });
  }

  /** Drops the kept failure of an attempt that is now sent after all. */
  forgetFailure(attemptId: string): void {
    if (this.#kept.get(attemptId)?.end.state !== 'charged') this.#kept.delete(attemptId);
  }

  get count(): number {
    return this.#kept.size;
  }

  /** The time since which the oldest result waits, epoch ms. */
  get since(): number {
    return Math.min(...[...this.#kept.values()].map(({ since }) => since));
  }

  /** Tries to write each of them once. Rejects if the database cannot be reached. */
  async tryAll(): Promise<WorkReport> {
    const left = [...this.#kept.values()];
    const { ping } = this.#parts;
    return new WorkQueue({ claim: async () => left.splice(0, 1), work: (end) => this.#write(end), most: MOST_AT_ONCE, ping }).run();
  }

  /** Tries until all of them are written: at once, then again and again after a short pause. Callers at the same time share the tries. */
  writeAll(): Promise<void> {
    this.#writing ??= this.#tryAgain().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Gives up: what is not written now is lost with this process. */
  stop(): void {
    this.#stopped.abort();
  }

  async #tryAgain(): Promise<void> {
    const { signal } = this.#stopped;
    for (let pauseMs = FIRST_PAUSE_MS; this.#kept.size > 0 && !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await this.tryAll().catch(() => undefined);
      if (this.#kept.size > 0) await pause(pauseMs, signal);
    }
  }

  async #write(unwritten: UnwrittenEnd): Promise<void> {
    await this.#parts.write(unwritten);
    // Another result of the attempt may have been kept meanwhile.
    if (this.#kept.get(unwritten.attemptId) === unwritten) this.#kept.delete(unwritten.attemptId);
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      resolve();
    };
    const cancel = systemClock.schedule(finish, delayMs);
    if (signal.aborted) finish();
    else signal.addEventListener('abort', finish, { once: true });
  });
}
