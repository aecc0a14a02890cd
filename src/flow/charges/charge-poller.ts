import { isCheckoutError, type CheckoutError, type ErrorCode } from '../../domain/errors.js';
import { isBoleto, isFinal, isOver, mergeCharge, type Charge } from '../../domain/order/charge.js';
import {
  advanceCharge,
  findTransition,
  getPayableUntil,
  type ChargeAnswer,
  type ChargeTransition,
} from '../../domain/order/charge-progress.js';
import type { ArrivedAmounts, PixStatus, PixStatusAnswer } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { PageActivity } from '../browser/page-activity.js';
import { PollTimer, type PollTimerOptions } from './poll-timer.js';

/**
 * The state of a charge in this page:
 * - `waiting`: the charge can be paid, and nobody has paid yet;
 * - `confirming`: the time to pay has ended, and no response has confirmed yet that nobody paid;
 * - `expired`: the code has expired, and a response confirmed that nobody had paid it. It is still polled, because a payment may arrive
 *   late;
 * - `shop-will-confirm`: this page cannot poll the status, except once at each return of the shopper. The charge is neither paid nor
 *   expired; the shopper reads "a loja confirmará o pagamento";
 * - `final`: `charge.status` is paid, cancelled, refunded or failed.
 */
export type ChargePhase = 'waiting' | 'confirming' | 'expired' | 'shop-will-confirm' | 'final';

/** A change of a charge that is polled. */
export interface ChargePollChange extends ArrivedAmounts {
  charge: Charge;
  phase: ChargePhase;
  /** Present if the charge was paid, expired or ended with this change. */
  news?: ChargeTransition;
}

/** Errors after which the page polls only when the shopper returns: the status query does not exist, or not for this page. */
const REFUSALS: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not-found', 'invalid-config', 'blocked-by-page', 'order-closed'];

/** The age up to which a 404 may mean that the service's status query does not know the charge yet, ms. */
const YOUNG_MS = 30_000;

/** A listener of the shop's stream about a charge. The stream says only when to poll, never what the status is. */
export interface StatusStreamListener {
  /** Called for each message. Its content is not read. */
  hint(): void;
  /** Called when the connection opens (`true`) or closes (`false`). */
  setLive(isLive: boolean): void;
}

/** Options of a poller. */
export interface ChargePollerOptions extends PollTimerOptions {
  charge: Charge;
  /** Called after every change. */
  changed: (change: ChargePollChange) => void;
  /** Requests the status once. Rejects with a `CheckoutError`; should settle soon after `signal` is aborted. */
  ask: (signal: AbortSignal) => Promise<PixStatusAnswer>;
  /**
   * The present instant as if the device's clock had not jumped, epoch ms; `trueNow` by default. If a response says that the code is still
   * unpaid, this instant decides whether the code has expired.
   */
  steadyNow?: () => number;
  /** Called for each response that the code is still unpaid. */
  noteWaiting?: () => void;
  activity: PageActivity;
  /** Called with an error that has stopped the polling, for the developer. */
  report: (error: CheckoutError) => void;
  /**
   * Opens the shop's stream, if it has one. Called while the page is visible and online. Returns a function that closes the stream. Never
   * throws.
   */
  openStream: (listener: StatusStreamListener) => (() => void) | undefined;
  /** True if the charge was created just now: then the first poll waits. Any other charge is polled at once. */
  isNew: boolean;
}

/** The time limit of a poll, ms: 15 s for a token and 15 s for the response. */
const POLL_LIMIT_MS = 30_000;

/**
 * Polls the status of one charge, with one request at a time, until no further status matters. Nothing runs before `start()` or after `stop()`.
 */
export class ChargePoller {
  readonly #options: ChargePollerOptions;
  readonly #timer: PollTimer;
  #charge: Charge;
  #lastPhase: ChargePhase;
  /** True if the last response was that this page cannot poll the status. */
  #isRefused = false;
  /** True once a response was 404. */
  #wasMissed = false;
  /** True for a new charge until the first return, closing of its stream or `stop()`: until then the poller can have missed no change. */
  #isFresh: boolean;
  /** True while the poller runs and the page is visible and online. */
  #isActive = false;
  /** The request that runs. */
  #request: AbortController | undefined;
  #stopActivity: (() => void) | undefined;
  #closeStream: (() => void) | undefined;

  constructor(options: ChargePollerOptions) {
    this.#options = options;
    this.#charge = options.charge;
    this.#lastPhase = this.phase;
    this.#timer = new PollTimer(options);
    this.#isFresh = options.isNew;
  }

  /** The charge as far as it is known. */
  get charge(): Charge {
    return this.#charge;
  }

  /** The state of the charge at this moment, even if no timer has run since it changed. */
  get phase(): ChargePhase {
    const { status } = this.#charge;
    if (isFinal(this.#charge)) return 'final';
    if (status === 'expired') return status;
    if (this.#isRefused) return 'shop-will-confirm';
    return this.#options.trueNow() < getPayableUntil(this.#charge) ? 'waiting' : 'confirming';
  }

  /** The number of polls in a row that had no response. */
  get failureCount(): number {
    return this.#timer.failureCount;
  }

  /** Starts polling: at once, unless the charge is new. Has no effect while the poller runs or once no further status matters. */
  start(): void {
    if (this.#stopActivity || this.#isOver) return;
    const { activity } = this.#options;
    this.#stopActivity = activity.subscribe(() => this.#handleActivity());
    this.#isActive = activity.visible && activity.online;
    if (!this.#isActive) return;
    if (!this.#isFresh) return this.#handleReturn();
    this.#openStream();
    this.#plan();
  }

  /** Stops polling. A response that arrives later is ignored. Has no effect if the poller does not run. */
  stop(): void {
    this.#stopActivity?.();
    this.#stopActivity = undefined;
    this.#isActive = this.#isFresh = false;
    this.#pause();
    this.#request?.abort();
    this.#request = undefined;
  }

  /** Polls soon, because the status may have changed. Many calls within a second cause one poll. */
  nudge(): void {
    if (!this.#isActive) return;
    this.#timer.noteHint();
    if (this.#request && this.#timer.isJustPolled) return;
    if (this.#request) void this.#poll();
    else this.#plan();
  }

  /** Polls once more, even just after a response: somebody may have paid since. Returns the status; `unknown` if there is no response. */
  async pollOnce(): Promise<PixStatus> {
    return this.#isOver ? this.#charge.status : this.#poll();
  }

  /** Applies what the ledger has of the charge, such as a change by another tab. Does not call `changed`: the caller knows the change. */
  learn(charge: Charge): void {
    this.#charge = mergeCharge(this.#charge, charge);
    this.#lastPhase = this.phase;
    if (this.#isOver) this.stop();
  }

  #handleActivity(): void {
    const { visible, online } = this.#options.activity;
    const wasActive = this.#isActive;
    this.#isActive = visible && online;
    if (!this.#isActive) this.#pause();
    // One return fires several events: only the first event polls.
    else if (!wasActive || !this.#timer.isJustPolled) this.#handleReturn();
  }

  #handleReturn(): void {
    this.#isFresh = false;
    this.#timer.noteReturn();
    if (!this.#isRefused) this.#openStream();
    if (this.#timer.waitMs > 0) return this.#plan();
    // The page may be hidden and shown many times a second. A running request may have died meanwhile, so the next poll replaces it.
    if (this.#timer.isJustPolled) this.#timer.start(this.#charge, () => void this.#poll());
    else void this.#poll();
  }

  /** Pauses polling until the next return. A running request may still have a response. */
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
        // The stream does not report a change from before it was open, so this polls, unless a new charge opens its first stream.
        if (!isLive) this.#isFresh = false;
        // The first message of a stream about a boleto has its state.
        if (isLive && !this.#isFresh && !isBoleto(this.#charge)) this.nudge();
        else this.#plan();
      },
    });
  }

  /** Sets the timer of the next poll, if a poll is due. */
  #plan(): void {
    if (!this.#isActive || this.#isRefused || this.#request) return;
    this.#timer.start(this.#charge, () => void this.#poll());
  }

  /** Polls. Aborts a request that still runs. */
  async #poll(): Promise<PixStatus> {
    const { clock, trueNow, steadyNow = trueNow, ask } = this.#options;
    const getElapsed = (): number => clock.elapsed?.() ?? clock.now();
    const requestedAtMs = getElapsed();
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    this.#timer.noteRequest();
    this.#notify();
    try {
      // An async function, so that an error that `ask` throws at once becomes a rejection.
      const polling = (async () => ask(request.signal))();
      const { status, ...amounts } = await withTimeLimit(polling, clock, POLL_LIMIT_MS);
      if (request === this.#request) this.#timer.noteResponse();
      // While the poller runs, a response counts even if a newer request has replaced its own. The response may have corrected the true
      // time, so the instant of its request is computed only now.
      const isAwaited = request === this.#request || this.#stopActivity !== undefined;
      if (isAwaited) this.#applyAnswer({ status, ...amounts, askedAt: steadyNow() - (getElapsed() - requestedAtMs) });
      return status;
    } catch (error) {
      if (request === this.#request) this.#applyFailure(isCheckoutError(error) ? error : undefined);
      return this.#isOver ? this.#charge.status : 'unknown';
    } finally {
      request.abort();
      if (request === this.#request) {
        this.#request = undefined;
        this.#plan();
      }
    }
  }

  /** True if no further status matters. */
  get #isOver(): boolean {
    return isOver(this.#charge);
  }

  /** Calls `changed` if there is news, if the charge was paid once more or if the phase has changed. */
  #notify(news?: ChargeTransition, amounts: ArrivedAmounts = {}): void {
    const { phase } = this;
    if (phase === this.#lastPhase && !news && !amounts.furtherAmounts) return;
    this.#lastPhase = phase;
    this.#options.changed({ charge: this.#charge, phase, ...presentFields({ news, ...amounts }) });
  }

  #applyAnswer(answer: ChargeAnswer): void {
    const before = this.#charge;
    const wasRefused = this.#isRefused;
    this.#charge = advanceCharge(before, answer);
    this.#isRefused = false;
    if (answer.status === 'pending') this.#options.noteWaiting?.();
    if (this.#isOver) this.stop();
    else if (wasRefused && this.#isActive) this.#openStream();
    const { paidAmount, furtherAmounts } = answer;
    this.#notify(findTransition(before, this.#charge), presentFields({ paidAmount, furtherAmounts }));
  }

  #applyFailure(error: CheckoutError | undefined): void {
    this.#timer.noteFailure(error?.retryAfterMs);
    const wasRefused = this.#isRefused;
    if (!error || !this.#applyError(error)) return;
    this.#pause();
    if (!wasRefused) this.#options.report(error);
    this.#notify();
  }

  /**
   * Records an error. Returns whether it means that this page cannot poll the status. The first 404 of a young charge does not mean that.
   */
  #applyError({ code, status }: CheckoutError): boolean {
    const isMissed = status === 404;
    const isEarly = isMissed && !this.#wasMissed && this.#options.trueNow() - this.#charge.createdAt < YOUNG_MS;
    this.#wasMissed ||= isMissed;
    // 410 means that the charge is gone, not that the status query does not exist.
    const isRefusal = REFUSALS.includes(code) && status !== 410 && !isEarly;
    this.#isRefused ||= isRefusal;
    return isRefusal;
  }
}
