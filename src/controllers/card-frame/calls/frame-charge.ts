import type { CarriedResult, FrameMessage, FrameMessageOf } from '../../../channel/frame-message.js';
import type { PageMessageOf } from '../../../channel/page-message.js';
import type { Clock } from '../../../domain/clock.js';
import { isCheckoutError, type CheckoutError } from '../../../domain/errors.js';
import type { ChargeResult } from '../../../domain/order/charge-result.js';
import { presentFields } from '../../../domain/present-fields.js';
import { CALL_LIFE_MS, CallLine, createLossError, GRACE_MS, readCarriedError, renewToken, type Loss } from './call-line.js';
import type { FrameLink } from '../frame-link.js';

/** How long the frame may take to say whether the card can be charged, ms. */
const PREPARE_LIMIT_MS = 5000;

/** How often a frame may say that it sends a charge again, and ask for another token: it knows whether tokens serve one request, the page may not. */
const MAX_RETRIES = 3;

/** What a charge in a frame takes beside its message. */
export interface FrameChargeOptions {
  clock: Clock;
  signal: AbortSignal | undefined;
  /** How long the service may take to answer, ms. */
  limitMs: number;
  /** Called once, after the frame is prepared and directly before `go`. Where it throws, nothing is sent. */
  beforeSend: () => Promise<void> | void;
  /** Brings another token than this one, which the service refused. */
  renewToken: (rejected: string) => Promise<string>;
}

/**
 * Where a charge stands. `opening`: the frame is prepared, and the attempt is being written down. `sent`: `go` has left, and from then on only the
 * frame or the service can say that nothing was charged. `unknown`: nobody waits any more, and an answer may still come.
 */
type Stage = 'preparing' | 'opening' | 'sent' | 'unknown' | 'over';

/** Charges in a frame: `prepare`, the attempt is written down, one `go`. Never rejects. The message's deadline is set when it is sent. */
export function chargeInFrame(link: FrameLink, go: PageMessageOf<'go'>, options: FrameChargeOptions): Promise<ChargeResult> {
  return new Promise((resolve) => new FrameCharge(link, go, options, resolve).prepare());
}

/** One charge in a frame, from `prepare` to a late answer. */
class FrameCharge {
  readonly #go: PageMessageOf<'go'>;
  readonly #options: FrameChargeOptions;
  readonly #settle: (result: ChargeResult) => void;
  readonly #line: CallLine;
  #stage: Stage = 'preparing';
  /** Why `go` must not be sent any more, once the frame was prepared. */
  #refusal: CheckoutError | undefined;
  /** The token that the frame has. */
  #token: string | null;
  #renewalCount = 0;
  /** Why there was no other token. */
  #tokenError: CheckoutError | undefined;
  #retryCount = 0;
  /** Whether the frame itself has said that it waits for a late answer. */
  #isLateTold = false;
  #settleLate: (result: ChargeResult) => void = () => undefined;

  constructor(link: FrameLink, go: PageMessageOf<'go'>, options: FrameChargeOptions, settle: (result: ChargeResult) => void) {
    this.#go = go;
    this.#token = go.token;
    this.#options = options;
    this.#settle = settle;
    this.#line = new CallLine(link, go.id, {
      clock: options.clock,
      signal: options.signal,
      take: (message) => this.#take(message),
      lose: (loss) => this.#lose(loss),
    });
  }

  prepare(): void {
    const { id, cardId } = this.#go;
    this.#line.send({ type: 'prepare', id, ...presentFields({ cardId }) }, PREPARE_LIMIT_MS);
  }

  #take(message: FrameMessage): boolean {
    switch (message.type) {
      case 'prepared':
        return this.#stage === 'preparing' && this.#handlePrepared();
      case 'not-sent':
        return this.#handleNotSent(readCarriedError(message.error));
      case 'token-needed':
        return this.#isUnderWay && this.#renewalCount < MAX_RETRIES && this.#handleTokenNeeded();
      case 'retrying':
        return this.#isUnderWay && this.#retryCount < MAX_RETRIES && this.#handleRetry();
      case 'outcome':
        return this.#isUnderWay && this.#handleOutcome(message);
      case 'late':
        return this.#isLateTold && this.#finish(readResult(message.result));
      default:
        return false;
    }
  }

  /** Whether `go` was sent and the frame has not said what came of it. */
  get #isUnderWay(): boolean {
    return (this.#stage === 'sent' || this.#stage === 'unknown') && !this.#isLateTold;
  }

  #handlePrepared(): boolean {
    this.#line.rest();
    this.#stage = 'opening';
    void this.#open();
    return true;
  }

  async #open(): Promise<void> {
    const { clock, beforeSend } = this.#options;
    try {
      await beforeSend();
    } catch (error) {
      return this.#refuse(isCheckoutError(error) ? error : createLossError('aborted'));
    }
    if (this.#refusal) return this.#refuse(this.#refusal);
    if (!this.#line.post({ ...this.#go, deadline: clock.now() + CALL_LIFE_MS })) return this.#refuse(createLossError('gone'));
    this.#stage = 'sent';
    this.#wait();
  }

  #handleNotSent(error: CheckoutError): boolean {
    if (this.#stage === 'opening') this.#refusal = error;
    else if (this.#stage === 'preparing') this.#refuse(error);
    else return this.#isUnderWay && this.#finish({ status: 'failed', error, sent: false });
    return true;
  }

  #handleTokenNeeded(): boolean {
    this.#renewalCount += 1;
    // The token source has a time limit of its own.
    this.#line.rest();
    void this.#renew();
    return true;
  }

  /** Where nobody waits any more, the refusal of the token is the answer. */
  async #renew(): Promise<void> {
    const { id } = this.#go;
    const { token, error } = await renewToken(this.#stage === 'sent' ? this.#token : null, this.#options.renewToken);
    this.#token = token;
    this.#tokenError = error;
    if (!this.#isUnderWay) return;
    this.#line.post({ type: 'token', id, token: this.#stage === 'sent' ? token : null });
    this.#wait();
  }

  #handleRetry(): boolean {
    this.#retryCount += 1;
    this.#wait();
    return true;
  }

  #handleOutcome({ result: carried, isLateAwaited }: FrameMessageOf<'outcome'>): boolean {
    const result = readResult(carried);
    if (result.status !== 'unconfirmed' || !isLateAwaited) return this.#finish(result);
    if (this.#stage === 'sent') this.#giveUp(result.error);
    this.#isLateTold = true;
    return true;
  }

  #lose(loss: Loss): void {
    const error = createLossError(loss);
    switch (this.#stage) {
      case 'preparing':
        return this.#refuse(error);
      case 'opening':
        this.#refusal = error;
        return;
      case 'sent':
        if (loss === 'gone') this.#finish({ status: 'unconfirmed', error });
        else this.#giveUp(error);
        return;
      case 'unknown':
        if (loss === 'gone') this.#finish({ status: 'unconfirmed', error });
        return;
      case 'over':
    }
  }

  /** Ends before `go`: certainly nothing was sent. */
  #refuse(error: CheckoutError): void {
    this.#finish({ status: 'failed', error, sent: false });
  }

  /** Waits no longer, and still hears what comes. */
  #giveUp(error: CheckoutError): void {
    this.#line.rest();
    this.#stage = 'unknown';
    const late = new Promise<ChargeResult>((resolve) => (this.#settleLate = resolve));
    this.#settle({ status: 'unconfirmed', error, late });
  }

  #finish(result: ChargeResult): true {
    const isLate = this.#stage === 'unknown';
    this.#stage = 'over';
    this.#isLateTold = false;
    this.#line.end();
    // The token source knows better than the refused token why there was no other.
    const error = this.#tokenError;
    const told = error && result.status === 'failed' ? { ...result, error } : result;
    if (isLate) this.#settleLate(told);
    else this.#settle(told);
    return true;
  }

  /** A sign of life: as long again as the service may take. */
  #wait(): void {
    if (this.#stage === 'sent') this.#line.wait(this.#options.limitMs + GRACE_MS);
  }
}

function readResult(carried: CarriedResult): ChargeResult {
  switch (carried.status) {
    case 'approved':
    case 'declined':
      return presentFields(carried);
    case 'failed':
      return { ...carried, error: readCarriedError(carried.error) };
    case 'unconfirmed':
      return { status: 'unconfirmed', error: readCarriedError(carried.error) };
  }
}
