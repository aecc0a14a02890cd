import type { Clock } from '../../domain/clock.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { capRetryAfter } from '../../domain/retry-after.js';

/** A row of a schedule: from the end of the row before until `untilMs`, ask every `everyMs`. */
interface PollRow {
  untilMs: number;
  everyMs: number;
}

/** How long after the creation of a charge its status is asked for the first time, ms: hardly anybody pays sooner. */
const FIRST_MS = 11_000;

/** When it is asked after the shopper returned to the page, ms: often, since a shopper on a phone returns from the bank's app. */
const AFTER_RETURN_MS = [0, 1000, 2000, 3500, 5500, 8500] as const;

/** How often by the age of the charge: often in the first minutes, when payments are likely. */
const BY_AGE: readonly PollRow[] = [
  { untilMs: 90_000, everyMs: 3000 },
  { untilMs: 240_000, everyMs: 6500 },
  { untilMs: 600_000, everyMs: 15_000 },
  { untilMs: Infinity, everyMs: 30_000 },
];

/** How long after the expiry a payment of the last second may still arrive, ms; a later one is rare, but it is money. */
const GRACE_MS = 60_000;

/** How often by the time since the expiry. */
const AFTER_EXPIRY: readonly PollRow[] = [
  { untilMs: GRACE_MS, everyMs: 10_000 },
  { untilMs: 3_600_000, everyMs: 60_000 },
  { untilMs: Infinity, everyMs: 300_000 },
];

/** How often while the shop's stream is open, which itself says when to ask, ms. */
const STREAMING_MS = 30_000;

/** How far the jitter moves a question, as a fraction of its delay, so that pages that began together do not ask together. */
const JITTER = 0.05;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = 60_000;

/** The facts that the next question depends on. */
export interface PollMoment {
  /** Since the charge was created, ms. */
  ageMs: number;
  /** Until the charge expires, ms; negative afterwards. */
  lifeMs: number;
  /** Since the shopper returned to the page, ms; `undefined` before the first return. */
  sinceReturnMs: number | undefined;
  /** True if the shop's stream is open. */
  isStreaming: boolean;
  /** How many questions in a row had no answer. */
  failureCount: number;
}

/** How long to wait before the next question, in ms. A question is due at the expiry, whatever the table says. */
export function computePollDelay(moment: PollMoment, random: () => number): number {
  const jitter = 1 + JITTER * (2 * random() - 1);
  const { lifeMs, failureCount } = moment;
  const delayMs = Math.min(findRegularDelay(moment) * jitter, findReturnDelay(moment), lifeMs > 0 ? lifeMs : Infinity);
  const backoffMs = failureCount && Math.min(FIRST_BACKOFF_MS * 2 ** (failureCount - 1), LONGEST_BACKOFF_MS) * jitter;
  return Math.max(delayMs, backoffMs);
}

function findRegularDelay({ ageMs, lifeMs, isStreaming }: PollMoment): number {
  if (lifeMs <= 0) return findEvery(AFTER_EXPIRY, -lifeMs);
  if (isStreaming) return STREAMING_MS;
  // A device whose clock was put back would otherwise wait until the age is positive again.
  return ageMs < FIRST_MS ? FIRST_MS - Math.max(0, ageMs) : findEvery(BY_AGE, ageMs);
}

/** When to ask after a return. Not while a stream is open, which reports the same, nor after the grace period, when one question is enough. */
function findReturnDelay({ sinceReturnMs, lifeMs, isStreaming }: PollMoment): number {
  // A clock that was put back has the return in the future: asking at once until then would be a storm of questions.
  if (sinceReturnMs === undefined || sinceReturnMs < 0 || isStreaming || -lifeMs > GRACE_MS) return Infinity;
  return (AFTER_RETURN_MS.find((atMs) => atMs > sinceReturnMs) ?? Infinity) - sinceReturnMs;
}

function findEvery(rows: readonly PollRow[], timeMs: number): number {
  return rows.find(({ untilMs }) => timeMs < untilMs)?.everyMs ?? Infinity;
}

/** Options of the timer of a poller. */
export interface PollTimerOptions {
  clock: Clock;
  /** The present instant by the service's clock as far as it is known, epoch ms. */
  trueNow: () => number;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
}

/** Hints and page events that come closer together than this make one question. */
const SHORTEST_GAP_MS = 1000;

/** When the next question about a charge is due: keeps what that depends on, and the one timer. */
export class PollTimer {
  readonly #options: PollTimerOptions;
  #isStreaming = false;
  #isHinted = false;
  #failureCount = 0;
  #returnedAt: number | undefined;
  #requestedAt = -Infinity;
  #notBefore = 0;
  #cancel: (() => void) | undefined;

  constructor(options: PollTimerOptions) {
    this.#options = options;
  }

  /** How many questions in a row had no answer. */
  get failureCount(): number {
    return this.#failureCount;
  }

  /** True if a question was asked so recently that a hint or a page event makes no further one. */
  get isJustPolled(): boolean {
    return this.#sinceRequestMs < SHORTEST_GAP_MS;
  }

  /** How long the service has asked not to be asked, ms; at most two minutes, since the device's clock may have been put back. */
  get waitMs(): number {
    return capRetryAfter(this.#notBefore - this.#options.clock.now());
  }

  /** Notes that a question is being asked. */
  noteRequest(): void {
    this.cancel();
    this.#isHinted = false;
    this.#requestedAt = this.#options.clock.now();
  }

  /** Notes that a question was answered. */
  noteResponse(): void {
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
  start(charge: PixCharge, poll: () => void): void {
    this.cancel();
    const gapMs = Math.min(SHORTEST_GAP_MS - this.#sinceRequestMs, SHORTEST_GAP_MS);
    const delayMs = Math.max(this.#isHinted ? gapMs : this.#computeDelay(charge), this.waitMs);
    if (delayMs <= 0) poll();
    else this.#cancel = this.#options.clock.schedule(poll, delayMs);
  }

  /** Cancels the timer. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  get #sinceRequestMs(): number {
    return this.#options.clock.now() - this.#requestedAt;
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
