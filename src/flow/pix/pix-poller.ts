import { isCheckoutError, type CheckoutError, type ErrorCode } from '../../domain/errors.js';
import {
  advanceCharge,
  findTransition,
  isFinal,
  mergeCharge,
  type PixAnswer,
  type PixCharge,
  type PixTransition,
} from '../../domain/pix/charge.js';
import type { PixStatus, PixStatusAnswer } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { PageActivity } from '../browser/page-activity.js';
import { PollTimer, type PollTimerOptions } from './poll-timer.js';

/**
 * The state of a charge in this page:
 * - `waiting`: the code can be paid, and nobody has paid yet;
 * - `confirming`: the code is past its expiry, and no answer has said yet that it was not paid;
 * - `expired`: over and not paid; still asked about, since a payment may come late;
 * - `shop-will-confirm`: its status cannot be asked here, except once at each return of the shopper. Neither paid nor expired: "a loja
 *   confirmará o pagamento";
 * - `final`: `charge.status` is paid, cancelled, refunded or failed.
 */
export type PixPhase = 'waiting' | 'confirming' | 'expired' | 'shop-will-confirm' | 'final';

/** A change of a charge that is polled. */
export interface PixPollChange {
  charge: PixCharge;
  phase: PixPhase;
  /** Present when there is news of the charge, once each. */
  news?: PixTransition;
  /** The amount that arrived, where the answer has it: reais as decimal text, or `unclear`. */
  paidAmount?: string;
}

/** Errors after which only the shopper's return is worth a question: the status query does not exist, or not for this page. */
const REFUSALS: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not-found', 'invalid-config', 'blocked-by-page', 'order-closed'];

/** Up to which age of a charge the service may not know it in its status query yet. */
const YOUNG_MS = 30_000;

/** A listener of the shop's stream about a charge. The stream says only when to ask, never what the answer is. */
export interface PixStreamListener {
  /** Called for each message, whatever it holds. */
  hint(): void;
  /** Called when the connection opens or breaks. */
  setLive(isLive: boolean): void;
}

/** Options of a poller. */
export interface PixPollerOptions extends PollTimerOptions {
  charge: PixCharge;
  /** Called after every change. */
  changed: (change: PixPollChange) => void;
  /** Asks once. Rejects with a `CheckoutError`; should end soon after the signal. */
  ask: (signal: AbortSignal) => Promise<PixStatusAnswer>;
  /** The present instant had the device's clock not jumped, epoch ms: only by it a code is over that is said to wait. True time by default. */
  steadyNow?: () => number;
  /** Called with each answer that the code is still waiting to be paid. */
  noteWaiting?: () => void;
  activity: PageActivity;
  /** Called when an error has stopped the asking, for the developer. */
  report: (error: CheckoutError) => void;
  /** Opens a stream, where the shop has one, while the page is visible and online. Returns a function that closes it. Never throws. */
  openStream: (listener: PixStreamListener) => (() => void) | undefined;
  /** True if the charge was made right now: then the first question waits. Any other charge is asked about at once. */
  isNew: boolean;
}

/** How long a question may last: a token and an answer, 15 s each. */
const POLL_LIMIT_MS = 30_000;

/** Asks what became of one charge, one question at a time, until its status is final. Nothing runs before `start()` and after `stop()`. */
export class PixPoller {
  readonly #options: PixPollerOptions;
  readonly #timer: PollTimer;
  #charge: PixCharge;
  #lastPhase: PixPhase;
  /** True where the last answer was that the status cannot be asked here. */
  #isRefused = false;
  #wasMissed = false;
  #isFresh: boolean;
  #isActive = false;
  #request: AbortController | undefined;
  #stopActivity: (() => void) | undefined;
  #closeStream: (() => void) | undefined;

  constructor(options: PixPollerOptions) {
    this.#options = options;
    this.#charge = options.charge;
    this.#lastPhase = this.phase;
    this.#timer = new PollTimer(options);
    this.#isFresh = options.isNew;
  }

  /** The charge as far as it is known. */
  get charge(): PixCharge {
    return this.#charge;
  }

  /** The state of the charge at this very moment, whether or not a timer has run. */
  get phase(): PixPhase {
    const { status, expiresAt } = this.#charge;
    if (this.#isFinal) return 'final';
    if (status === 'expired') return status;
    if (this.#isRefused) return 'shop-will-confirm';
    return this.#options.trueNow() < expiresAt ? 'waiting' : 'confirming';
  }

  /** How many questions in a row had no answer. */
  get failureCount(): number {
    return this.#timer.failureCount;
  }

  /** Starts asking: at once, unless the charge is new. Has no effect while it runs or after the end. */
  start(): void {
    if (this.#stopActivity || this.#isFinal) return;
    const { activity } = this.#options;
    this.#stopActivity = activity.subscribe(() => this.#handleActivity());
    this.#isActive = activity.visible && activity.online;
    if (!this.#isActive) return;
    if (!this.#isFresh) return this.#handleReturn();
    this.#openStream();
    this.#plan();
  }

  /** Stops asking; an answer that still comes is ignored. Has no effect when nothing runs. */
  stop(): void {
    this.#stopActivity?.();
    this.#stopActivity = undefined;
    this.#isActive = this.#isFresh = false;
    this.#pause();
    this.#request?.abort();
    this.#request = undefined;
  }

  /** Asks soon, because something seems to have happened. Many calls in a second make one more question. */
  nudge(): void {
    if (!this.#isActive) return;
    this.#timer.noteHint();
    if (this.#request && this.#timer.isJustPolled) return;
    if (this.#request) void this.#poll();
    else this.#plan();
  }

  /** Asks once more, however fresh the last answer is: somebody may have paid since. Returns the answer; `unknown` without one. */
  async pollOnce(): Promise<PixStatus> {
    return this.#isFinal ? this.#charge.status : this.#poll();
  }

  /** Takes over what another tab has learned of the charge. Reports nothing: whoever calls it knows. */
  learn(charge: PixCharge): void {
    this.#charge = mergeCharge(this.#charge, charge);
    this.#lastPhase = this.phase;
    if (this.#isFinal) this.stop();
  }

  #handleActivity(): void {
    const { visible, online } = this.#options.activity;
    const wasActive = this.#isActive;
    this.#isActive = visible && online;
    if (!this.#isActive) this.#pause();
    // One return fires several events: only the first one asks.
    else if (!wasActive || !this.#timer.isJustPolled) this.#handleReturn();
  }

  #handleReturn(): void {
    this.#isFresh = false;
    this.#timer.noteReturn();
    if (!this.#isRefused) this.#openStream();
    if (this.#timer.waitMs > 0) return this.#plan();
    // The page may be hidden and shown many times a second. A question under way may have died meanwhile: it is given up for the next.
    if (this.#timer.isJustPolled) this.#timer.start(this.#charge, () => void this.#poll());
    else void this.#poll();
  }

  /** Asks nothing more until the next return. A question under way may still be answered. */
  #pause(): void {
    this.#timer.cancel();
    this.#closeStream?.();
    this.#closeStream = undefined;
    this.#timer.setStreaming(false);
  }

  #openStream(): void {
    this.#closeStream ??= this.#options.openStream({
      hint: () => this.nudge(),
      setLive: (isLive) => {
        this.#timer.setStreaming(isLive && this.#isActive);
        // What happened between the last answer and the opening was in neither. Only the first opening for a new charge has no such past.
        if (!isLive) this.#isFresh = false;
        if (isLive && !this.#isFresh) this.nudge();
        else this.#plan();
      },
    });
  }

  /** Sets the timer of the next question, if one is to be asked. */
  #plan(): void {
    if (!this.#isActive || this.#isRefused || this.#request) return;
    this.#timer.start(this.#charge, () => void this.#poll());
  }

  /** Asks. A question that is still under way is given up for the new one. */
  async #poll(): Promise<PixStatus> {
    const { clock, trueNow, steadyNow = trueNow, ask } = this.#options;
    const getElapsed = (): number => clock.elapsed?.() ?? clock.now();
    const requestedAtMs = getElapsed();
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.#timer.noteRequest();
    this.#notify();
    try {
      const polling = (async () => ask(request.signal))();
      const { status, paidAmount } = await withTimeLimit(polling, clock, POLL_LIMIT_MS);
      if (request === this.#request) this.#timer.noteResponse();
      // The answer may have brought true time with it. A newer question does not make this answer less true.
      const isAwaited = request === this.#request || this.#stopActivity !== undefined;
      if (isAwaited) this.#applyAnswer(presentFields({ status, paidAmount, askedAt: steadyNow() - (getElapsed() - requestedAtMs) }));
      return status;
    } catch (error) {
      if (request === this.#request) this.#applyFailure(isCheckoutError(error) ? error : undefined);
      return this.#isFinal ? this.#charge.status : 'unknown';
    } finally {
      request.abort();
      if (request === this.#request) {
        this.#request = undefined;
        this.#plan();
      }
    }
  }

  /** True where nothing more can become of the charge. */
  get #isFinal(): boolean {
    return isFinal(this.#charge);
  }

  /** Reports news, or that the phase has changed. */
  #notify(news?: PixTransition, paidAmount?: string): void {
    const { phase } = this;
    if (phase === this.#lastPhase && !news) return;
    this.#lastPhase = phase;
    this.#options.changed({ charge: this.#charge, phase, ...presentFields({ news, paidAmount }) });
  }

  #applyAnswer(answer: PixAnswer): void {
    const before = this.#charge;
    const wasRefused = this.#isRefused;
    this.#charge = advanceCharge(before, answer);
    this.#isRefused = false;
    if (answer.status === 'pending') this.#options.noteWaiting?.();
    if (this.#isFinal) this.stop();
    else if (wasRefused && this.#isActive) this.#openStream();
    this.#notify(findTransition(before, this.#charge), answer.paidAmount);
  }

  #applyFailure(error: CheckoutError | undefined): void {
    this.#timer.noteFailure(error?.retryAfterMs);
    const wasRefused = this.#isRefused;
    if (!error || !this.#applyError(error)) return;
    this.#pause();
    if (!wasRefused) this.#options.report(error);
    this.#notify();
  }

  /** Notes an error. Returns whether it means that the status cannot be asked here; the first 404 of a young charge does not. */
  #applyError({ code, status }: CheckoutError): boolean {
    const isMissed = status === 404;
    const isEarly = isMissed && !this.#wasMissed && this.#options.trueNow() - this.#charge.createdAt < YOUNG_MS;
    this.#wasMissed ||= isMissed;
    // 410 means that the charge is gone, not that there is no such query.
    const isRefusal = REFUSALS.includes(code) && status !== 410 && !isEarly;
    this.#isRefused ||= isRefusal;
    return isRefusal;
  }
}
