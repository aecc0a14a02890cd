import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** How long the shared journal may take before the page goes on with its own memory. */
const SHARED_LIMIT_MS = 2000;

/** What a journal that falls back to memory is made of. */
export interface SharedOrMemoryOptions<Journal> {
  /** The journal that all tabs share. */
  shared: Journal;
  /** The page's own. */
  memory: Journal;
  clock: Clock;
  /** Called each time that the shared journal is given up. */
  onGivenUp: () => void;
}

/**
 * Runs work on a shared journal until that is missing, throws or is slower than 2 s; from then on the page's own memory answers.
 * Everything is still written to the shared journal in the background, in order: a write that lands late is followed by what became
 * of it. Once it has caught up, the shared journal answers again; one that has thrown lacks what it was given, and does not.
 */
export class SharedOrMemory<Journal> {
  readonly #options: SharedOrMemoryOptions<Journal>;
  #isMemoryOnly = false;
  #lacksWrites = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(options: SharedOrMemoryOptions<Journal>) {
    this.#options = options;
  }

  /** Whether the shared journal was given up. */
  get isMemoryOnly(): boolean {
    return this.#isMemoryOnly;
  }

  /**
   * Runs `work` on the journal that answers, and lets memory `learn` what the shared one said, however late. Work on which money
   * depends (`isDecisive`) gives the shared one its 2 s every time: only that knows of the other tabs.
   */
  async run<T>(work: (journal: Journal) => Promise<T>, learn: (answer: T) => void, isDecisive = false): Promise<T> {
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
        this.#giveUpSharing();
      }
    }
    return work(memory);
  }

  #giveUpSharing(): void {
    if (this.#isMemoryOnly) return;
    this.#isMemoryOnly = true;
    this.#options.onGivenUp();
  }
}
