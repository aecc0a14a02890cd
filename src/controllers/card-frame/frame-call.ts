import type { FrameMessage, FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessageOf } from '../../channel/page-message.js';
import type { CarriedError } from '../../channel/text-schemas.js';
import { createAbortedError } from '../../client/http/wait-at-most.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { presentFields } from '../../domain/present-fields.js';
import type { FrameLink } from './frame-link.js';

/** The life of a message that lets the frame send something, ms: a frame that gets it later, because it was frozen, sends nothing. */
const CALL_LIFE_MS = 5000;

/** The time that the frame may take in addition to the service, ms. */
const GRACE_MS = 5000;

/** The longest that the frame may take to answer `prepare`, ms. */
const PREPARE_LIMIT_MS = 5000;

/** The most times that a frame may repeat a charge, and ask for another token for it: it knows whether tokens serve one request, the page may not. */
const MAX_RETRIES = 3;

/** The most times that a frame may ask for another token for a call that moves no money. */
const MAX_RENEWALS = 1;

/** The message that makes a frame call the service. Its `type` is the kind of the call: a charge (`go`), a tokenization or a deletion. */
export type CallMessage = PageMessageOf<'go' | 'tokenize' | 'delete'>;

/** The end of a call: the frame's answer, or the reason why there is none. */
export type CallEnd<Answer> =
  | Answer
  | { status: 'failed'; error: CheckoutError; /** False: nothing was sent to the service, and nothing ever will be. */ sent: boolean }
  | { status: 'unconfirmed'; error: CheckoutError; /** Of a charge that may still end. */ late?: Promise<CallEnd<Answer>> };

/** The conditions of a call, beside its message. */
export interface FrameCallOptions<Answer> {
  clock: Clock;
  /** Ends the waiting. */
  signal: AbortSignal | undefined;
  /** The longest that the service may take to answer, ms. */
  limitMs: number;
  /** Called once, directly before the message leaves; of a charge after the frame is prepared. Where it throws, nothing is sent. */
  beforeSend?: (() => Promise<void> | void) | undefined;
  /** Returns another token in place of this one, which the service refused. */
  renewToken: (rejected: string) => Promise<string>;
  /** Returns the answer of a call that succeeded; `undefined` for a message that is no answer to this kind of call. */
  parseAnswer: (message: FrameMessage) => Answer | undefined;
}

/** Why a call has no answer: its frame is gone for good, was silent for too long, or is no longer waited for. */
type Loss = 'gone' | 'silent' | 'aborted';

/**
 * The stage of a call. `preparing`: the frame is asked whether the card can be charged, which other calls do without. `opening`: the attempt is
 * written down. `sent`: the message has left, and from then on only the frame or the service can say that nothing happened. `unknown`: nobody waits
 * for a charge any more, and an answer may still come.
 */
type Stage = 'preparing' | 'opening' | 'sent' | 'unknown' | 'over';

/**
 * Calls the service through a frame: `prepare` where it is a charge, then `beforeSend`, then the message, once. Never rejects. The deadline of the message is
 * set when it leaves.
 */
export function callFrame<Answer>(link: FrameLink, message: CallMessage, options: FrameCallOptions<Answer>): Promise<CallEnd<Answer>> {
  return new Promise((resolve) => new FrameCall(link, message, options, resolve).start());
}

/** One call through a frame, until its last answer. */
class FrameCall<Answer> {
  readonly #link: FrameLink;
  readonly #message: CallMessage;
  readonly #options: FrameCallOptions<Answer>;
  readonly #settle: (end: CallEnd<Answer>) => void;
  readonly #isCharge: boolean;
  readonly #ended = new AbortController();
  #cancelTimer: (() => void) | undefined;
  #stage: Stage = 'opening';
  /** Why the message must not be sent any more, once the frame was prepared. */
  #refusal: CheckoutError | undefined;
  /** The token that the frame has. */
  #token: string | null;
  #renewalCount = 0;
  /** Why there was no other token. */
  #tokenError: CheckoutError | undefined;
  #retryCount = 0;
  /** Set when the frame itself announced a late answer. */
  #isLateAnnounced = false;
  #settleLate: (end: CallEnd<Answer>) => void = () => undefined;

  constructor(link: FrameLink, message: CallMessage, options: FrameCallOptions<Answer>, settle: (end: CallEnd<Answer>) => void) {
    this.#link = link;
    this.#message = message;
    this.#options = options;
    this.#settle = settle;
    this.#isCharge = message.type === 'go';
    this.#token = message.token;
    const unfollow = link.follow(message.id, (answer) => this.#handle(answer));
    const unsubscribe = link.subscribe(({ type }) => type === 'dead' && this.#lose('gone'));
    this.#ended.signal.addEventListener('abort', unfollow);
    this.#ended.signal.addEventListener('abort', unsubscribe);
    options.signal?.addEventListener('abort', () => this.#lose('aborted'), { signal: this.#ended.signal });
  }

  start(): void {
    const message = this.#message;
    if (message.type !== 'go') return void this.#open();
    const { id, cardId } = message;
    this.#stage = 'preparing';
    if (this.#link.post({ type: 'prepare', id, ...presentFields({ cardId }) })) this.#wait(PREPARE_LIMIT_MS);
    else this.#lose('gone');
  }

  /** Returns whether a message is in turn. */
  #handle(message: FrameMessage): boolean {
    switch (message.type) {
      case 'prepared':
        return this.#stage === 'preparing' && this.#handlePrepared();
      case 'not-sent':
        return this.#handleNotSent(parseError(message.error));
      case 'call-failed':
        return !this.#isCharge && this.#isUnderWay && this.#fail(parseError(message.error), true);
      case 'token-needed':
        return this.#isUnderWay && this.#renewalCount < (this.#isCharge ? MAX_RETRIES : MAX_RENEWALS) && this.#handleTokenNeeded();
      case 'retrying':
        return this.#isCharge && this.#isUnderWay && this.#retryCount < MAX_RETRIES && this.#handleRetry();
      case 'outcome':
        return this.#isCharge && this.#isUnderWay && this.#handleResult(message, message.isLateAwaited);
      case 'late':
        return this.#isLateAnnounced && this.#handleResult(message, false);
      default:
        return this.#isUnderWay && this.#handleAnswer(message);
    }
  }

  /** True from when the message was sent until the frame reports the result. */
  get #isUnderWay(): boolean {
    return (this.#stage === 'sent' || this.#stage === 'unknown') && !this.#isLateAnnounced;
  }

  #handlePrepared(): boolean {
    this.#cancelTimer?.();
    this.#stage = 'opening';
    void this.#open();
    return true;
  }

  async #open(): Promise<void> {
    const { clock, beforeSend } = this.#options;
    try {
      await beforeSend?.();
    } catch (error) {
      return void this.#fail(isCheckoutError(error) ? error : createAbortedError(), false);
    }
    if (this.#refusal) return void this.#fail(this.#refusal, false);
    const isPosted = this.#link.post({ ...this.#message, deadline: clock.now() + CALL_LIFE_MS });
    if (!isPosted) return void this.#fail(createLossError('gone'), false);
    this.#stage = 'sent';
    this.#waitForService();
  }

  #handleNotSent(error: CheckoutError): boolean {
    if (this.#stage !== 'opening') return (this.#stage === 'preparing' || this.#isUnderWay) && this.#fail(error, false);
    this.#refusal = error;
    return true;
  }

  #handleTokenNeeded(): boolean {
    this.#renewalCount += 1;
    // The token source has its own time limit.
    this.#cancelTimer?.();
    void this.#renewToken();
    return true;
  }

  /** Where nobody waits any more, the refusal of the token is the answer. */
  async #renewToken(): Promise<void> {
    const rejected = this.#stage === 'sent' ? this.#token : null;
    try {
      this.#token = rejected === null ? null : await this.#options.renewToken(rejected);
    } catch (error) {
      this.#token = null;
      if (isCheckoutError(error)) this.#tokenError = error;
    }
    if (!this.#isUnderWay) return;
    this.#link.post({ type: 'token', id: this.#message.id, token: this.#stage === 'sent' ? this.#token : null });
    this.#waitForService();
  }

  #handleRetry(): boolean {
    this.#retryCount += 1;
    this.#waitForService();
    return true;
  }

  #handleResult(message: FrameMessageOf<'outcome' | 'late'>, isLateAwaited: boolean): boolean {
    const { result } = message;
    if (result.status === 'failed') return this.#fail(parseError(result.error), result.sent);
    if (result.status !== 'unconfirmed') return this.#handleAnswer(message);
    const error = parseError(result.error);
    if (!isLateAwaited) return this.#finish({ status: 'unconfirmed', error });
    if (this.#stage === 'sent') this.#stopWaiting(error);
    this.#isLateAnnounced = true;
    return true;
  }

  #handleAnswer(message: FrameMessage): boolean {
    const answer = this.#options.parseAnswer(message);
    return answer !== undefined && this.#finish(answer);
  }

  #lose(loss: Loss): void {
    const error = createLossError(loss);
    switch (this.#stage) {
      case 'preparing':
        this.#fail(error, false);
        return;
      case 'opening':
        this.#refusal = error;
        return;
      case 'sent':
      case 'unknown':
        if (loss === 'gone' || !this.#isCharge) this.#finish({ status: 'unconfirmed', error });
        else if (this.#stage === 'sent') this.#stopWaiting(error);
        return;
      case 'over':
    }
  }

  /** Settles a charge, and still takes the answer that may come. */
  #stopWaiting(error: CheckoutError): void {
    this.#cancelTimer?.();
    this.#stage = 'unknown';
    const late = new Promise<CallEnd<Answer>>((resolve) => (this.#settleLate = resolve));
    this.#settle({ status: 'unconfirmed', error, late });
  }

  /** The token source knows better than the refused token why there was no other. */
  #fail(error: CheckoutError, sent: boolean): true {
    return this.#finish({ status: 'failed', error: this.#tokenError ?? error, sent });
  }

  #finish(end: CallEnd<Answer>): true {
    const settle = this.#stage === 'unknown' ? this.#settleLate : this.#settle;
    this.#stage = 'over';
    this.#isLateAnnounced = false;
    this.#cancelTimer?.();
    this.#ended.abort();
    settle(end);
    return true;
  }

  /** After a sign of life: as long again as the service may take. */
  #waitForService(): void {
    if (this.#stage === 'sent') this.#wait(this.#options.limitMs + GRACE_MS);
  }

  #wait(limitMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#options.clock.schedule(() => this.#lose('silent'), limitMs);
  }
}

/** Returns the answer to a charge that the service decided. */
export function parseCharge(message: FrameMessage): ChargeResult | undefined {
  return 'result' in message && !('error' in message.result) ? presentFields(message.result) : undefined;
}

function createLossError(loss: Loss): CheckoutError {
  switch (loss) {
    case 'gone':
      return new CheckoutError('network', 'The frame of the card fields was loaded anew or taken away.');
    case 'silent':
      return new CheckoutError('timeout', 'The frame of the card fields gave no answer in time.');
    case 'aborted':
      return createAbortedError();
  }
}

function parseError({ code, message, status, retryAfterMs }: CarriedError): CheckoutError {
  return new CheckoutError(code, message, presentFields({ status, retryAfterMs }));
}
