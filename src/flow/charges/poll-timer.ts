import type { Clock } from '../../domain/clock.js';
import { BOLETO_GAP_MS, getPayableUntil } from '../../domain/order/charge-progress.js';
import { getChargeMethod, type Charge, type ChargeMethod } from '../../domain/order/charge.js';
import { capRetryAfter } from '../../domain/retry-after.js';

/** A row of a schedule: the status is polled every `everyMs`, from the end of the row before until `untilMs`. */
interface PollRow {
  untilMs: number;
  everyMs: number;
}

/** The time from the creation of a charge to its first poll, ms: hardly anybody pays sooner. */
const FIRST_MS = 11_000;

/**
 * The times of the polls after the shopper returned to the page, ms: frequent, because a shopper on a phone returns from the bank's app.
 */
const AFTER_RETURN_MS = [0, 1000, 2000, 3500, 5500, 8500] as const;

/** The poll interval by the age of the charge: short in the first minutes, when payments are likely. */
const BY_AGE: readonly PollRow[] = [
  { untilMs: 90_000, everyMs: 3000 },
  { untilMs: 240_000, everyMs: 6500 },
  { untilMs: 600_000, everyMs: 15_000 },
  { untilMs: Infinity, everyMs: 30_000 },
];

/** The time after the expiry in which a payment of the last second may still arrive, ms. A later payment is rare, but possible. */
const GRACE_MS = 60_000;

/** The poll interval by the time since the expiry. */
const AFTER_EXPIRY: readonly PollRow[] = [
  { untilMs: GRACE_MS, everyMs: 10_000 },
  { untilMs: 3_600_000, everyMs: 60_000 },
  { untilMs: Infinity, everyMs: 300_000 },
];

/** The number of times that a poll of a boleto without a response is repeated soon. */
const MOST_REPEATS = 3;

/** The poll interval while the shop's stream is open, ms: the stream itself says when to poll. */
const STREAMING_MS = 30_000;

/** The jitter, as a fraction of the delay, so that pages that were opened together do not poll together. */
const JITTER = 0.05;

/** The delay after the first failed poll, ms. It doubles with each further failure. */
const FIRST_BACKOFF_MS = 2000;

/** The longest delay after failed polls, ms. */
const LONGEST_BACKOFF_MS = 60_000;

/** The facts that decide when the next poll is due. */
export interface PollMoment {
  method: ChargeMethod;
  /** The time since the charge was created, ms. */
  ageMs: number;
  /** The time until the charge expires, ms; negative afterwards. */
  lifeMs: number;
  /** The time until the charge can no longer be paid without delay, ms; negative afterwards. */
  payableMs: number;
  /** The time since the shopper returned to the page, ms; `undefined` before the first return. */
  sinceReturnMs: number | undefined;
  /** True if the shop's stream is open. */
  isStreaming: boolean;
  /** The number of polls in a row that had no response. */
  failureCount: number;
}

/** Computes the delay before the next poll, ms. Whatever the tables say, a poll of a Pix is due at the expiry, unless a backoff is longer. */
export function computePollDelay(moment: PollMoment, random: () => number): number {
  const jitter = 1 + JITTER * (2 * random() - 1);
  const { method, lifeMs, payableMs, failureCount } = moment;
  // Each return of the shopper polls as well. The poll at the end of the last day stands for the one before it.
  if (method === 'boleto' && (failureCount === 0 || failureCount > MOST_REPEATS))
    return payableMs > 0 && payableMs < 2 * BOLETO_GAP_MS ? payableMs + GRACE_MS : BOLETO_GAP_MS * (1 + JITTER * random());
  const delayMs = Math.min(findRegularDelay(moment) * jitter, findReturnDelay(moment), lifeMs > 0 ? lifeMs : Infinity);
  const backoffMs = failureCount && Math.min(FIRST_BACKOFF_MS * 2 ** (failureCount - 1), LONGEST_BACKOFF_MS) * jitter;
  return Math.max(delayMs, backoffMs);
}

/** Returns the delay by the tables. */
function findRegularDelay({ ageMs, lifeMs, isStreaming }: PollMoment): number {
  if (lifeMs <= 0) return findEvery(AFTER_EXPIRY, -lifeMs);
  if (isStreaming) return STREAMING_MS;
  // If the device's clock was put back, the age is negative. Without `max`, the timer would wait until the age is positive again.
  return ageMs < FIRST_MS ? FIRST_MS - Math.max(0, ageMs) : findEvery(BY_AGE, ageMs);
}

/**
 * Returns the delay of the next poll after a return; `Infinity` if no such poll is due. While a stream is open, the stream reports changes.
 * After the grace period, the one poll at the return is enough.
 */
function findReturnDelay({ sinceReturnMs, lifeMs, isStreaming }: PollMoment): number {
  // If the clock was put back, the return is in the future. Without this check, the page would poll without a pause until then.
  if (sinceReturnMs === undefined || sinceReturnMs < 0 || isStreaming || -lifeMs > GRACE_MS) return Infinity;
  return (AFTER_RETURN_MS.find((atMs) => atMs > sinceReturnMs) ?? Infinity) - sinceReturnMs;
}

/** Returns the interval of the row that `timeMs` is in. */
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

/** Hints and page events that are less than this apart cause one poll, ms. */
const SHORTEST_GAP_MS = 1000;

/** The timer of the next poll of a charge. Keeps the facts that decide when that poll is due. */
export class PollTimer {
  readonly #options: PollTimerOptions;
  #isStreaming = false;
  /** True from a hint until the next poll. */
  #isHinted = false;
  #failureCount = 0;
  #returnedAt: number | undefined;
  /** The instant of the last poll, epoch ms. */
  #requestedAt = -Infinity;
  /** The end of the wait that the service asked for, epoch ms. */
  #notBefore = 0;
  #cancel: (() => void) | undefined;

  constructor(options: PollTimerOptions) {
    this.#options = options;
  }

  /** The number of polls in a row that had no response. */
  get failureCount(): number {
    return this.#failureCount;
  }

  /** True if the last poll is so recent that a hint or a page event causes no further poll. */
  get isJustPolled(): boolean {
    return this.#sinceRequestMs < SHORTEST_GAP_MS;
  }

  /** The rest of the wait that the service asked for, ms; at most two minutes, because the device's clock may have been put back. */
  get waitMs(): number {
    return capRetryAfter(this.#notBefore - this.#options.clock.now());
  }

  /** Records that a poll begins. */
  noteRequest(): void {
    this.cancel();
    this.#isHinted = false;
    this.#requestedAt = this.#options.clock.now();
  }

  /** Records that a poll had a response. */
  noteResponse(): void {
    this.#failureCount = 0;
  }

  /** Records that a poll had no usable response. `retryAfterMs` is the wait that the service asks for, if it asks for one. */
  noteFailure(retryAfterMs: number | undefined): void {
    this.#failureCount += 1;
    if (retryAfterMs) this.#notBefore = this.#options.clock.now() + capRetryAfter(retryAfterMs);
  }

  /** Records that the shopper has returned to the page. */
  noteReturn(): void {
    this.#returnedAt = this.#options.clock.now();
  }

  /** Records a hint that the status has changed: the next poll is due soon. */
  noteHint(): void {
    this.#isHinted = true;
  }

  /** Records whether the shop's stream is open. */
  setStreaming(isStreaming: boolean): void {
    this.#isStreaming = isStreaming;
  }

  /** Sets the timer of the next poll; calls `poll` at once if it is due. */
  start(charge: Charge, poll: () => void): void {
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

  #computeDelay(charge: Charge): number {
    const { createdAt, expiresAt } = charge;
    const { clock, trueNow, random } = this.#options;
    const now = trueNow();
    return computePollDelay(
      {
        method: getChargeMethod(charge),
        ageMs: now - createdAt,
        lifeMs: expiresAt - now,
        payableMs: getPayableUntil(charge) - now,
        sinceReturnMs: this.#returnedAt === undefined ? undefined : clock.now() - this.#returnedAt,
        isStreaming: this.#isStreaming,
        failureCount: this.#failureCount,
      },
      random,
    );
  }
}
