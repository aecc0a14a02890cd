import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** How long the page waits for the shared ledger before it falls back to memory. */
const SHARED_LIMIT_MS = 2000;

/** What a ledger that falls back to memory is made from. */
export interface SharedOrMemoryOptions<Ledger> {
  /** The ledger that all tabs share. */
  shared: Ledger;
  /** The ledger of this page alone. */
  memory: Ledger;
  clock: Clock;
  /** Called each time that the page falls back to memory. */
  onGivenUp: () => void;
}

/**
 * Runs work on a shared ledger until that is missing, throws or takes longer than 2 s; from then on, on the page's own memory.
 * Everything is still written to the shared ledger in the background, in order, so that a write that lands late is followed by its
 * later changes. Once the shared ledger has caught up, it is used again; one that has thrown lacks a write, and is not.
 */
export class SharedOrMemory<Ledger> {
  readonly #options: SharedOrMemoryOptions<Ledger>;
  #isMemoryOnly = false;
  #lacksWrites = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: SharedOrMemoryOptions<Ledger>) {
    this.#options = options;
  }

  /** Whether the page has fallen back to memory. */
  get isMemoryOnly(): boolean {
    return this.#isMemoryOnly;
  }

  /**
   * Runs `work` on the ledger in use, and lets memory `learn` what the shared one returns, however late. Work on which money depends
   * (`isDecisive`) waits up to 2 s for the shared one every time: only that knows of the other tabs.
   */
  async run<T>(work: (ledger: Ledger) => Promise<T>, learn: (answer: T) => void, isDecisive = false): Promise<T> {
    const { shared, memory, clock } = this.#options;
    const learned = this.#queue
      .then(() => work(shared))
      .then((answer) => {
        learn(answer);
        return answer;
      });
    const done = learned.then(
      () => {
        if (done === this.#queue && !this.#lacksWrites) this.#isMemoryOnly = false;
      },
      () => {
        this.#lacksWrites = true;
      },
    );
    this.#queue = done;
    if (isDecisive || !this.#isMemoryOnly) {
      try {
        return await withTimeLimit(learned, clock, SHARED_LIMIT_MS);
      } catch {
        this.#fallBackToMemory();
      }
    }
    return work(memory);
  }

  #fallBackToMemory(): void {
    if (this.#isMemoryOnly) return;
    this.#isMemoryOnly = true;
    this.#options.onGivenUp();
  }
}
