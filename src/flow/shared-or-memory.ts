import type { Clock } from '../domain/clock.js';
import { withTimeLimit } from './time-limit.js';

/** How long the shared journal may take before the page goes on with its own memory. */
const SHARED_LIMIT_MS = 2000;

/** What a journal that falls back to memory is made of. */
export interface SharedOrMemoryOptions<Journal> {
  /** The journal that all tabs share. */
  shared: Journal;
  /** The page's own. */
  memory: Journal;
  clock: Clock;
  /** Called once, when the shared journal is given up. */
  onGivenUp: () => void;
}

/**
 * Runs work on a shared journal until that is missing, throws or is slower than 2 s; from then on the page's own memory decides.
 * Afterwards everything is still written to the shared journal in the background, in order: a write that lands late is followed by
 * what became of it.
 */
export class SharedOrMemory<Journal> {
  readonly #options: SharedOrMemoryOptions<Journal>;
  #isMemoryOnly = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SharedOrMemoryOptions<Journal>) {
    this.#options = options;
  }

  /** Whether the shared journal was given up. */
  get isMemoryOnly(): boolean {
    return this.#isMemoryOnly;
  }

  /** Runs `work` on the journal that decides, and lets memory `learn` what the shared one answered, however late. */
  async run<T>(work: (journal: Journal) => Promise<T>, learn: (answer: T) => void): Promise<T> {
    const { shared, memory, clock } = this.#options;
    const learned = this.#queue
      .then(() => work(shared))
      .then((answer) => {
        learn(answer);
        return answer;
      });
    this.#queue = learned.catch(() => undefined);
    if (!this.#isMemoryOnly) {
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
