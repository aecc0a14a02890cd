/** The result of a run: the pieces that were done, and the errors of those that were not. */
export interface WorkReport {
  done: number;
  errors: unknown[];
}

/** The parts of a `WorkQueue`. */
interface WorkQueueParts<Item> {
  /** Resolves with the next pieces, which nobody else has; with none if nothing is left. */
  claim: () => Promise<readonly Item[]>;
  /** Does one piece. Resolves with `false` if it does not count. */
  work: (item: Item) => Promise<unknown>;
  /** The most pieces at the same time. */
  most: number;
  /** Rejects if the database cannot be reached: the run then ends with this error instead of one for each piece. */
  ping: () => Promise<void>;
}

/** Does one kind of work, several pieces at a time, until nothing is left. Each piece is claimed only when somebody is free to do it. */
export class WorkQueue<Item> {
  readonly #parts: WorkQueueParts<Item>;
  #running: Promise<WorkReport> | undefined;
  /** Lets another worker begin, in the run that is under way. */
  #begin: (() => void) | undefined;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(parts: WorkQueueParts<Item>) {
    this.#parts = parts;
  }

  /**
   * Runs until nothing is left, or joins the run that is under way: then another worker looks for more at once, although the others may be
   * busy for long. A piece that fails does not prevent the others. Rejects if a claim fails, unless a later call looks again.
   */
  run(): Promise<WorkReport> {
    this.#isAskedAgain = true;
    this.#begin?.();
    this.#running ??= this.#runAll();
    return this.#running;
  }

  /** Claims nothing more, and resolves once the pieces that are under way have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.catch(() => undefined);
  }

  async #runAll(): Promise<WorkReport> {
    const report: WorkReport = { done: 0, errors: [] };
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        // A later call may find the database again.
        await this.#runOnce(report).catch((error: unknown) => this.#isAskedAgain || Promise.reject(error));
      }
      return report;
    } finally {
      // With the last look at the calls, in one step: each later call begins a run of its own.
      this.#running = undefined;
    }
  }

  /** Runs until a claim finds nothing. Another worker begins whenever there was something, since there may be more. */
  async #runOnce(report: WorkReport): Promise<void> {
    const workers: Promise<void>[] = [];
    const failures: unknown[] = [];
    let busy = 0;
    const begin = (): void => {
      if (busy >= this.#parts.most) return;
      busy += 1;
      // Caught at once: the worker before it may be busy for long, and a rejection that nobody handles ends the process.
      workers.push(
        work()
          .catch((error: unknown) => void failures.push(error))
          .finally(() => (busy -= 1)),
      );
    };
    const work = async (): Promise<void> => {
      for (;;) {
        const items = this.#isStopped ? [] : await this.#parts.claim();
        if (items.length === 0) return;
        begin();
        for (const item of items) await this.#do(item, report);
      }
    };
    this.#begin = begin;
    begin();
    // The list grows while it is read.
    for (const worker of workers) await worker;
    this.#begin = undefined;
    if (failures.length > 0) throw failures[0];
  }

  async #do(item: Item, report: WorkReport): Promise<void> {
    try {
      if ((await this.#parts.work(item)) !== false) report.done += 1;
    } catch (error) {
      await this.#parts.ping();
      report.errors.push(error);
    }
  }
}
