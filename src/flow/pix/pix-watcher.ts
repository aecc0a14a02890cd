import { isCheckoutError, type CheckoutError } from '../../domain/errors.js';
import type { PixAnswer, PixCharge } from '../../domain/pix/charge.js';
import type { PixStatus, PixStatusAnswer } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { PageActivity } from '../browser/page-activity.js';
import { PixChargeStatus, type PixChargeStatusOptions, type PixPhase } from './pix-charge-status.js';
import type { OpenPixStream } from './pix-stream.js';
import { QuestionTimer, type QuestionTimerOptions } from './question-timer.js';

/** What a watcher needs. */
export interface PixWatcherOptions extends QuestionTimerOptions, PixChargeStatusOptions {
  /** Asks once. Rejects with a `CheckoutError`; should end soon after the signal. */
  ask: (signal: AbortSignal) => Promise<PixStatusAnswer>;
  /** The present instant had the device's clock not jumped, epoch ms: only by it a code is over that is said to wait. True time by default. */
  steadyNow?: () => number;
  /** Called with each answer that the code is still waiting to be paid. */
  noteWaiting?: () => void;
  activity: PageActivity;
  /** Called when an error has stopped the asking, for the developer. */
  report: (error: CheckoutError) => void;
  /** Opened while the page is visible and online. */
  openStream: OpenPixStream;
  /** Whether the charge was made right now: then the first question waits. Any other charge is asked about at once. */
  isNew: boolean;
}

/** How long a question may last: a token and an answer, 15 s each. */
const ANSWER_LIMIT_MS = 30_000;

/** Asks what became of one charge, one question at a time, until its status is final. Nothing runs before `start()` and after `stop()`. */
export class PixWatcher {
  readonly #options: PixWatcherOptions;
  readonly #status: PixChargeStatus;
  readonly #timer: QuestionTimer;
  #isFresh: boolean;
  #isActive = false;
  #question: AbortController | undefined;
  #stopActivity: (() => void) | undefined;
  #closeStream: (() => void) | undefined;

  constructor(options: PixWatcherOptions) {
    this.#options = options;
    this.#status = new PixChargeStatus(options);
    this.#timer = new QuestionTimer(options);
    this.#isFresh = options.isNew;
  }

  /** The charge as far as it is known. */
  get charge(): PixCharge {
    return this.#status.charge;
  }

  /** How the charge stands at this very moment, whether or not a timer has run. */
  get phase(): PixPhase {
    return this.#status.phase;
  }

  /** How many questions in a row had no answer. */
  get failureCount(): number {
    return this.#timer.failureCount;
  }

  /** Starts asking: at once, unless the charge is new. Has no effect while it runs or after the end. */
  start(): void {
    if (this.#stopActivity || this.#status.isOver) return;
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
    this.#question?.abort();
    this.#question = undefined;
  }

  /** Asks soon, because something seems to have happened. Many calls in a second make one more question. */
  nudge(): void {
    if (!this.#isActive) return;
    this.#timer.noteHint();
    if (this.#question && this.#timer.isJustAsked) return;
    if (this.#question) void this.#ask();
    else this.#plan();
  }

  /** Asks once more, however fresh the last answer is: somebody may have paid since. Returns the answer; `unknown` without one. */
  async askOnce(): Promise<PixStatus> {
    return this.#status.isOver ? this.#status.finalStatus : this.#ask();
  }

  /** Takes over what another tab has learned of the charge. */
  learn(charge: PixCharge): void {
    this.#status.learn(charge);
    if (this.#status.isOver) this.stop();
  }

  #handleActivity(): void {
    const { visible, online } = this.#options.activity;
    const wasActive = this.#isActive;
    this.#isActive = visible && online;
    if (!this.#isActive) this.#pause();
    // One return fires several events: only the first one asks.
    else if (!wasActive || !this.#timer.isJustAsked) this.#handleReturn();
  }

  #handleReturn(): void {
    this.#isFresh = false;
    this.#timer.noteReturn();
    if (!this.#status.isRefused) this.#openStream();
    if (this.#timer.waitMs > 0) return this.#plan();
    // The page may be hidden and shown many times a second. A question under way may have died meanwhile: it is given up for the next.
    if (this.#timer.isJustAsked) this.#timer.start(this.charge, () => void this.#ask());
    else void this.#ask();
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
    if (!this.#isActive || this.#status.isRefused || this.#question) return;
    this.#timer.start(this.charge, () => void this.#ask());
  }

  /** Asks. A question that is still under way is given up for the new one. */
  async #ask(): Promise<PixStatus> {
    const { clock, trueNow, steadyNow = trueNow, ask } = this.#options;
    const readElapsed = (): number => clock.elapsed?.() ?? clock.now();
    const askedAtMs = readElapsed();
    this.#question?.abort();
    const question = (this.#question = new AbortController());
    this.#timer.noteQuestion();
    this.#status.notify();
    try {
      const asking = (async () => ask(question.signal))();
      const { status, paidAmount } = await withTimeLimit(asking, clock, ANSWER_LIMIT_MS);
      if (question === this.#question) this.#timer.noteAnswer();
      // The answer may have brought true time with it. A newer question does not make this answer less true.
      const isAwaited = question === this.#question || this.#stopActivity !== undefined;
      if (isAwaited) this.#applyAnswer(presentFields({ status, paidAmount, askedAt: steadyNow() - (readElapsed() - askedAtMs) }));
      return status;
    } catch (error) {
      if (question === this.#question) this.#applyFailure(isCheckoutError(error) ? error : undefined);
      return this.#status.finalStatus;
    } finally {
      question.abort();
      if (question === this.#question) {
        this.#question = undefined;
        this.#plan();
      }
    }
  }

  #applyAnswer(answer: PixAnswer): void {
    const wasRefused = this.#status.isRefused;
    const news = this.#status.applyAnswer(answer);
    if (answer.status === 'pending') this.#options.noteWaiting?.();
    if (this.#status.isOver) this.stop();
    else if (wasRefused && this.#isActive) this.#openStream();
    this.#status.notify(news, answer.paidAmount);
  }

  #applyFailure(error: CheckoutError | undefined): void {
    this.#timer.noteFailure(error?.retryAfterMs);
    const wasRefused = this.#status.isRefused;
    if (!error || !this.#status.applyError(error)) return;
    this.#pause();
    if (!wasRefused) this.#options.report(error);
    this.#status.notify();
  }
}
