import type { Clock } from '../../domain/clock.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { capRetryAfter } from '../../domain/time-limit.js';
import { computePollDelay } from './poll-schedule.js';

/** What the timer of questions needs. */
export interface QuestionTimerOptions {
  clock: Clock;
  /** The present instant by the service's clock as far as it is known, epoch ms. */
  trueNow: () => number;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
}

/** Hints and page events that come closer together than this make one question. */
const SHORTEST_GAP_MS = 1000;

/** When the next question about a charge is due: keeps what that depends on, and the one timer. */
export class QuestionTimer {
  readonly #options: QuestionTimerOptions;
  #isStreaming = false;
  #isHinted = false;
  #failureCount = 0;
  #returnedAt: number | undefined;
  #askedAt = -Infinity;
  #notBefore = 0;
  #cancel: (() => void) | undefined;

  constructor(options: QuestionTimerOptions) {
    this.#options = options;
  }

  /** How many questions in a row had no answer. */
  get failureCount(): number {
    return this.#failureCount;
  }

  /** Whether a question was asked so recently that a hint or a page event makes no further one. */
  get isJustAsked(): boolean {
    return this.#sinceAskedMs < SHORTEST_GAP_MS;
  }

  /** How long the service has asked not to be asked, ms; at most two minutes, since the device's clock may have been put back. */
  get waitMs(): number {
    return capRetryAfter(this.#notBefore - this.#options.clock.now());
  }

  /** Notes that a question is being asked. */
  noteQuestion(): void {
    this.cancel();
    this.#isHinted = false;
    this.#askedAt = this.#options.clock.now();
  }

  /** Notes that a question was answered. */
  noteAnswer(): void {
    this.#failureCount = 0;
  }

  /** Notes that a question had no answer, and how long the service wants to be left alone, ms. */
  noteFailure(retryAfterMs: number | undefined): void {
    this.#failureCount += 1;
    if (retryAfterMs) this.#notBefore = this.#options.clock.now() + capRetryAfter(retryAfterMs);
  }

  /** Notes that the shopper has returned to the page. */
  noteReturn(): void {
    this.#returnedAt = this.#options.clock.now();
  }

  /** Notes that something seems to have happened: the next question is due soon. */
  noteHint(): void {
    this.#isHinted = true;
  }

  /** Notes whether the shop's stream is open. */
  setStreaming(isStreaming: boolean): void {
    this.#isStreaming = isStreaming;
  }

  /** Sets the timer of the next question; calls `ask` at once where it is due. */
  start(charge: PixCharge, ask: () => void): void {
    this.cancel();
    const gapMs = Math.min(SHORTEST_GAP_MS - this.#sinceAskedMs, SHORTEST_GAP_MS);
    const delayMs = Math.max(this.#isHinted ? gapMs : this.#computeDelay(charge), this.waitMs);
    if (delayMs <= 0) ask();
    else this.#cancel = this.#options.clock.schedule(ask, delayMs);
  }

  /** Cancels the timer. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  get #sinceAskedMs(): number {
    return this.#options.clock.now() - this.#askedAt;
  }

  #computeDelay({ createdAt, expiresAt }: PixCharge): number {
    const { clock, trueNow, random } = this.#options;
    const now = trueNow();
    return computePollDelay(
      {
        ageMs: now - createdAt,
        lifeMs: expiresAt - now,
        sinceReturnMs: this.#returnedAt === undefined ? undefined : clock.now() - this.#returnedAt,
        isStreaming: this.#isStreaming,
        failureCount: this.#failureCount,
      },
      random,
    );
  }
}
