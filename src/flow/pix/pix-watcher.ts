import type { PixStatusAnswer } from '../../domain/pix/status.js';
import type { Clock } from '../../domain/clock.js';
import { isCheckoutError, type CheckoutError, type ErrorCode } from '../../domain/errors.js';
import type { PixStatus } from '../../domain/pix/status.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { Listeners } from '../listeners.js';
import type { PageActivity } from '../browser/page-activity.js';
import { advanceCharge, findNews, isFinal, type PixAnswer, type PixCharge, type PixNews } from '../../domain/pix/charge.js';
import { BALANCED_SCHEDULE, computePollDelay, type PollMoment, type PollSchedule } from './poll-schedule.js';

/**
 * How a charge stands in this page:
 * - `waiting`: the code is good, nobody has paid yet;
 * - `confirming`: the code is past its expiry, and no answer has said yet that it was not paid;
 * - `expired`: over and not paid; still asked for, since a payment may come late;
 * - `shop-will-confirm`: the status cannot be asked for here; it is tried once more at each return of the shopper. Neither paid nor expired: "a loja confirmará o pagamento";
 * - `final`: `charge.status` is paid, cancelled, refunded or failed.
 */
export type PixPhase = 'waiting' | 'confirming' | 'expired' | 'shop-will-confirm' | 'final';

/** What listeners of a watcher are told. */
export interface PixWatchChange {
  charge: PixCharge;
  phase: PixPhase;
  /** Present when something is to be told, once. */
  news?: PixNews;
}

/** What the shop's stream about a charge tells. It only says that it is time to ask, never what the answer is. */
export interface PixStreamListener {
  /** Called for each message, whatever it holds. */
  hint(): void;
  /** Called when the connection stands or breaks. */
  setLive(isLive: boolean): void;
}

/** Opens a stream and answers its closing. Throws nothing. */
export type OpenPixStream = (listener: PixStreamListener) => () => void;

/** What a watcher needs. */
export interface PixWatcherOptions {
  charge: PixCharge;
  /** Asks once. Rejects with a `CheckoutError`; should end soon after the signal. */
  ask: (signal: AbortSignal) => Promise<PixStatusAnswer>;
  clock: Clock;
  activity: PageActivity;
  /** The present instant by the service's clock as far as it is known, epoch ms; the device's by default. */
  trueNow?: () => number;
  /** Told when the asking has stopped by an error, for the developer. */
  report?: (error: CheckoutError) => void;
  /** Another table. */
  schedule?: PollSchedule | undefined;
  /** A number from 0 to 1, for the jitter. */
  random?: () => number;
  /** Opened while the page is visible and online. */
  openStream?: OpenPixStream;
  /** The charge was made right now: the first question waits. Else it is asked at once. */
  isNew?: boolean;
}

/** Answers after which only the shopper's return is worth a question: the status query is not there, or not for this page. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthorized',
  'forbidden',
  'not-found',
  'invalid-config',
  'blocked-by-page',
  'order-closed',
]);

/** How old a charge is at most that the service may not have in its status query yet. */
const YOUNG_MS = 30_000;

/** How long a question may take, whoever asks it: a token and an answer, 15 s each. */
const ANSWER_LIMIT_MS = 30_000;

/** Hints and page events that come closer together than this make one question. */
const SHORTEST_GAP_MS = 1000;

/** The longest wait that a `Retry-After` is taken for. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** Asks what became of one charge, one question at a time, until that is final. Nothing runs before `start()` and after `stop()`. */
export class PixWatcher {
  readonly #options: PixWatcherOptions;
  readonly #listeners = new Listeners<PixWatchChange>();
  #charge: PixCharge;
  #told: PixPhase;
  #isFresh: boolean;
  #isRefused = false;
  #wasMissed = false;
  #isActive = false;
  #isStreaming = false;
  #isHinted = false;
  #failureCount = 0;
  #returnedAt: number | undefined;
  #askedAt = -Infinity;
  #notPaidAt = -Infinity;
  #notBefore = 0;
  #question: AbortController | undefined;
  #stopActivity: (() => void) | undefined;
  #closeStream: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(options: PixWatcherOptions) {
    this.#options = options;
    this.#charge = options.charge;
    this.#isFresh = options.isNew === true;
    this.#told = this.phase;
  }

  /** The charge as far as it is known. */
  get charge(): PixCharge {
    return this.#charge;
  }

  /** How the charge stands at this very moment, whether or not a timer has run. */
  get phase(): PixPhase {
    const { status, expiresAt } = this.#charge;
    if (isFinal(this.#charge)) return 'final';
    if (status === 'expired') return status;
    if (this.#isRefused) return 'shop-will-confirm';
    return this.#trueNow() < expiresAt ? 'waiting' : 'confirming';
  }

  /** When the latest question was asked that this page was answered "not paid" to, epoch ms, by true time. */
  get notPaidAt(): number {
    return this.#notPaidAt;
  }

  /** How many questions in a row had no answer: 0 when all is well. */
  get failureCount(): number {
    return this.#failureCount;
  }

  /** Calls `listener` after every change. Answers the undoing. */
  subscribe(listener: (change: PixWatchChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Begins to ask: at once, unless the charge is new. Has no effect while it runs or after the end. */
  start(): void {
    if (this.#stopActivity || this.#isOver) return;
    const { activity } = this.#options;
    this.#stopActivity = activity.subscribe(() => this.#heedPage());
    this.#isActive = activity.visible && activity.online;
    if (!this.#isActive) return;
    if (!this.#isFresh) return this.#return();
    this.#openStream();
    this.#plan();
  }

  /** Ends all asking; an answer that still comes is ignored. Has no effect when nothing runs. */
  stop(): void {
    this.#stopActivity?.();
    this.#stopActivity = undefined;
    this.#isActive = this.#isFresh = false;
    this.#rest();
    this.#question?.abort();
    this.#question = undefined;
  }

  /** Asks soon, because something seems to have happened. Many calls in a second make one question more. */
  nudge(): void {
    if (!this.#isActive) return;
    this.#isHinted = true;
    if (this.#question && this.#sinceAskedMs < SHORTEST_GAP_MS) return;
    if (this.#question) void this.#ask();
    else this.#plan();
  }

  /** Asks once more, at once. What this question itself was answered; `unknown` where it was not, or cannot be asked now. */
  async askOnce(): Promise<PixStatus> {
    return this.#isOver || this.#waitMs > 0 ? this.#finalStatus : this.#ask();
  }

  get #isOver(): boolean {
    return isFinal(this.#charge);
  }

  get #finalStatus(): PixStatus {
    return isFinal(this.#charge) ? this.#charge.status : 'unknown';
  }

  get #sinceAskedMs(): number {
    return this.#options.clock.now() - this.#askedAt;
  }

  #trueNow(): number {
    const { trueNow, clock } = this.#options;
    return trueNow ? trueNow() : clock.now();
  }

  #heedPage(): void {
    const { visible, online } = this.#options.activity;
    const wasActive = this.#isActive;
    this.#isActive = visible && online;
    if (!this.#isActive) this.#rest();
    // One return is told by several events; the ones after the first are no news.
    else if (!wasActive || this.#sinceAskedMs >= SHORTEST_GAP_MS) this.#return();
  }

  #return(): void {
    this.#isFresh = false;
    this.#returnedAt = this.#options.clock.now();
    if (!this.#isRefused) this.#openStream();
    if (this.#waitMs > 0) this.#plan();
    else void this.#ask();
  }

  /** Nothing is asked until the next return. A question under way may still be answered. */
  #rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#closeStream?.();
    this.#closeStream = undefined;
    this.#isStreaming = false;
  }

  #openStream(): void {
    this.#closeStream ??= this.#options.openStream?.({
      hint: () => this.nudge(),
      setLive: (isLive) => {
        this.#isStreaming = isLive && this.#isActive;
        // What happened between the last answer and the opening was in neither. Only the first opening for a new charge has no such past.
        if (!isLive) this.#isFresh = false;
        if (isLive && !this.#isFresh) this.nudge();
        else if (!this.#question) this.#plan();
      },
    });
  }

  /** How long the service has asked to be left alone for, ms. The device's clock may have been put back meanwhile. */
  get #waitMs(): number {
    return Math.min(this.#notBefore - this.#options.clock.now(), LONGEST_RETRY_AFTER_MS);
  }

  /** Sets the timer of the next question. */
  #plan(): void {
    this.#cancelTimer?.();
    if (!this.#isActive || this.#isRefused || this.#question) return;
    const { clock } = this.#options;
    const gapMs = Math.min(SHORTEST_GAP_MS - this.#sinceAskedMs, SHORTEST_GAP_MS);
    const delayMs = Math.max(this.#isHinted ? gapMs : this.#computeDelay(), this.#waitMs);
    if (delayMs <= 0) void this.#ask();
    else this.#cancelTimer = clock.schedule(() => void this.#ask(), delayMs);
  }

  #computeDelay(): number {
    const { schedule = BALANCED_SCHEDULE, random = () => 0.5, clock } = this.#options;
    const trueNow = this.#trueNow();
    const moment: PollMoment = {
      ageMs: trueNow - this.#charge.createdAt,
      lifeMs: this.#charge.expiresAt - trueNow,
      sinceReturnMs: this.#returnedAt === undefined ? undefined : clock.now() - this.#returnedAt,
      isStreaming: this.#isStreaming,
      failureCount: this.#failureCount,
    };
    return computePollDelay(schedule, moment, random);
  }

  /** Asks. A question that is still under way is given up for the new one. */
  async #ask(): Promise<PixStatus> {
    const { clock, ask } = this.#options;
    this.#cancelTimer?.();
    this.#question?.abort();
    const question = (this.#question = new AbortController());
    const askedAt = (this.#askedAt = clock.now());
    this.#isHinted = false;
    this.#tell();
    try {
      const asking = (async () => ask(question.signal))();
      const { status } = await withTimeLimit(asking, clock, ANSWER_LIMIT_MS);
      if (question === this.#question) this.#failureCount = 0;
      // The answer may have brought true time with it. A newer question does not make this answer less true.
      if (question === this.#question || this.#stopActivity) this.#take({ status, askedAt: askedAt + this.#trueNow() - clock.now() });
      return status;
    } catch (error) {
      if (question === this.#question) this.#fail(isCheckoutError(error) ? error : undefined);
      return this.#finalStatus;
    } finally {
      question.abort();
      if (question === this.#question) {
        this.#question = undefined;
        this.#plan();
      }
    }
  }

  #take(answer: PixAnswer): void {
    const before = this.#charge;
    if (answer.status === 'pending' || answer.status === 'expired') this.#notPaidAt = Math.max(this.#notPaidAt, answer.askedAt);
    this.#charge = advanceCharge(before, answer);
    const news = findNews(before, this.#charge);
    const isBack = this.#isRefused && this.#isActive;
    this.#isRefused = false;
    if (this.#isOver) this.stop();
    else if (isBack) this.#openStream();
    this.#tell(news);
  }

  #fail(error: CheckoutError | undefined): void {
    this.#failureCount += 1;
    if (error?.retryAfterMs) this.#notBefore = this.#options.clock.now() + Math.min(error.retryAfterMs, LONGEST_RETRY_AFTER_MS);
    if (!error || !this.#isRefusal(error)) return;
    this.#rest();
    if (!this.#isRefused) this.#options.report?.(error);
    this.#isRefused = true;
    this.#tell();
  }

  #isRefusal({ code, status }: CheckoutError): boolean {
    const isMissed = status === 404;
    const isEarly = isMissed && !this.#wasMissed && this.#trueNow() - this.#charge.createdAt < YOUNG_MS;
    this.#wasMissed ||= isMissed;
    // 410 means that the charge is gone, not that there is no such query.
    return REFUSALS.has(code) && status !== 410 && !isEarly;
  }

  #tell(news?: PixNews): void {
    const { phase } = this;
    if (phase === this.#told && !news) return;
    this.#told = phase;
    this.#listeners.emit({ charge: this.#charge, phase, ...(news && { news }) });
  }
}
