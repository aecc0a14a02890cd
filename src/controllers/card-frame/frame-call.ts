import type { FrameMessage, FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessageOf } from '../../channel/page-message.js';
import type { CarriedError } from '../../channel/text-schemas.js';
import { createAbortedError } from '../../client/http/wait-at-most.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { presentFields } from '../../domain/present-fields.js';
import type { FrameLink } from './frame-link.js';

/**
 * The time for which a message lets the frame send something, ms. If the frame receives it later, for example because it was frozen, it
 * sends nothing.
 */
const CALL_LIFE_MS = 5000;

/** The time that the frame may take in addition to the service, ms. */
const GRACE_MS = 5000;

/** The time limit for the frame's response to `prepare`, ms. */
const PREPARE_LIMIT_MS = 5000;

/**
 * The maximum number of times that a frame may repeat a charge, and also request another token for it. The frame knows whether a token
 * serves only one request; the page may not know.
 */
const MAX_RETRIES = 3;

/** The maximum number of times that a frame may request another token for a call that moves no money. */
const MAX_RENEWALS = 1;

/** The message that makes a frame call the service. Its `type` is the kind of the call: a charge (`go`), a tokenization or a deletion. */
export type CallMessage = PageMessageOf<'go' | 'tokenize' | 'delete'>;

/** The end of a call: the frame's response, or the reason why there is none. */
export type CallEnd<Answer> =
  | Answer
  | { status: 'failed'; error: CheckoutError; /** False: nothing was sent to the service, and nothing will be. */ sent: boolean }
  | { status: 'unconfirmed'; error: CheckoutError; /** The charge's later end, if any. */ late?: Promise<CallEnd<Answer>> };

/** The options of a call. */
export interface FrameCallOptions<Answer> {
  clock: Clock;
  /** Stops waiting for the response when it is aborted. */
  signal: AbortSignal | undefined;
  /** The time limit for the service's response, ms. */
  limitMs: number;
  /**
   * Called once, directly before the message is sent; for a charge, after the frame is prepared. If it throws or rejects, nothing is sent.
   */
  beforeSend?: (() => Promise<void> | void) | undefined;
  /** Returns another token in place of this one, which the service refused. */
  renewToken: (rejected: string) => Promise<string>;
  /** Returns the result of a call that succeeded; `undefined` if the message is not a result of this kind of call. */
  parseAnswer: (message: FrameMessage) => Answer | undefined;
}

/** The reason why a call has no response: its frame is gone, the frame did not respond in time, or the caller stopped waiting. */
type Loss = 'gone' | 'silent' | 'aborted';

/**
 * The stage of a call.
 * - `preparing`: the frame checks whether the card can be charged. Only a charge has this stage.
 * - `opening`: the attempt is being written down.
 * - `sent`: the message was sent. From now on, only the frame or the service can report that nothing happened.
 * - `unknown`: the charge was settled as unconfirmed, but a response may still arrive.
 * - `over`: the call has ended.
 */
type Stage = 'preparing' | 'opening' | 'sent' | 'unknown' | 'over';

/**
 * Calls the service through a frame: for a charge `prepare` first, then `beforeSend`, then the message, which is sent once. Its deadline is
 * set when it is sent. Never rejects.
 */
export function callFrame<Answer>(link: FrameLink, message: CallMessage, options: FrameCallOptions<Answer>): Promise<CallEnd<Answer>> {
  return new Promise((resolve) => new FrameCall(link, message, options, resolve).start());
}

/** One call through a frame, until its last response. */
class FrameCall<Answer> {
  readonly #link: FrameLink;
  readonly #message: CallMessage;
  readonly #options: FrameCallOptions<Answer>;
  readonly #settle: (end: CallEnd<Answer>) => void;
  readonly #isCharge: boolean;
  readonly #ended = new AbortController();
  #cancelTimer: (() => void) | undefined;
  #stage: Stage = 'opening';
  /** The reason why the message must not be sent, found after the frame was prepared. */
  #refusal: CheckoutError | undefined;
  /** The token that the frame has. */
  #token: string | null;
  #renewalCount = 0;
  /** The reason why there was no other token. */
  #tokenError: CheckoutError | undefined;
  #retryCount = 0;
  /** True after the frame has announced a late response. */
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

  /** Starts the call: a charge with `prepare`, any other call with its message. */
  start(): void {
    const message = this.#message;
    if (message.type !== 'go') return void this.#open();
    const { id, cardId } = message;
    this.#stage = 'preparing';
    if (this.#link.post({ type: 'prepare', id, ...presentFields({ cardId }) })) this.#wait(PREPARE_LIMIT_MS);
    else this.#lose('gone');
  }

  /** Handles a message of this call. Returns whether the message is expected now. */
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

  /** True after the message was sent, until the frame reports the result or announces a late response. */
  get #isUnderWay(): boolean {
    return (this.#stage === 'sent' || this.#stage === 'unknown') && !this.#isLateAnnounced;
  }

  #handlePrepared(): boolean {
    this.#cancelTimer?.();
    this.#stage = 'opening';
    void this.#open();
    return true;
  }

  /** Calls `beforeSend` and then sends the message, unless the frame has refused the call in the meantime. */
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

  /**
   * Sends the frame another token. If the charge was already settled as unconfirmed, sends `null`, so that the refusal of the token ends
   * the call.
   */
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

  /** Handles the result of a charge. An unconfirmed charge stays open if the frame announces a late response. */
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

  /** Handles a call without a response. Only a call whose message was not sent has certainly failed. */
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

  /** Settles a charge as unconfirmed, and continues to accept its late response. */
  #stopWaiting(error: CheckoutError): void {
    this.#cancelTimer?.();
    this.#stage = 'unknown';
    const late = new Promise<CallEnd<Answer>>((resolve) => (this.#settleLate = resolve));
    this.#settle({ status: 'unconfirmed', error, late });
  }

  /** Ends the call as failed. An error of the token source explains the failure better than the refusal of the token. */
  #fail(error: CheckoutError, sent: boolean): true {
    return this.#finish({ status: 'failed', error: this.#tokenError ?? error, sent });
  }

  /**
   * Ends the call. If a charge was already settled as unconfirmed, this is its late end. Always returns true, as the handlers of expected
   * messages do.
   */
  #finish(end: CallEnd<Answer>): true {
    const settle = this.#stage === 'unknown' ? this.#settleLate : this.#settle;
    this.#stage = 'over';
    this.#isLateAnnounced = false;
    this.#cancelTimer?.();
    this.#ended.abort();
    settle(end);
    return true;
  }

  /** Restarts the time limit of the service, after each message that shows that the call is running. */
  #waitForService(): void {
    if (this.#stage === 'sent') this.#wait(this.#options.limitMs + GRACE_MS);
  }

  #wait(limitMs: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#options.clock.schedule(() => this.#lose('silent'), limitMs);
  }
}

/** Returns the result of a charge that the service approved or declined; `undefined` for any other message. */
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
