import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';

/** The largest number of times that a charge is sent again. */
const MAX_RESENDS = 3;

/**
 * The statuses of an unconfirmed response after which a charge is sent again. A service responds with them while the charge is under way,
 * or if it already has the charge: a browser may repeat a charge by itself if the connection of its preflight fails, and the page then sees
 * only the second response. A gateway responds with them if it lost the service or its response.
 */
const LOST_STATUSES: readonly (number | undefined)[] = [401, 403, 404, 409, 422, 429, 502, 503, 504];

/** The options of sending a charge again. */
export interface ResendOptions {
  clock: Clock;
  /** The time limit of the charge, ms. */
  limitMs: number;
  /** The signal that the wait has ended. After it, nothing is sent and the card is released. */
  ended: AbortSignal;
  /** Returns whether the device is known to be offline. A turn then passes without a request. */
  isOffline: () => boolean;
  /** A function that is called each time the charge is sent again. */
  onResend?: (() => void) | undefined;
}

/**
 * Sends a charge to a service that recognizes a repeated charge by its key, and sends it again while its response is lost. A response is
 * lost in these cases: the connection failed, a gateway responded 502, 503 or 504, the charge is under way (409), a rate limiter responded
 * 429, or there was no response within a third of the time limit. The charge is sent again at most three times, with growing pauses, within
 * the limit. A request without a response stays awaited. Neither `send` nor this function ever rejects.
 *
 * A refusal, or a decline with another status than success and 402, may be the response to a request that the browser repeated by itself.
 * So the charge is sent again with its key, the first time at once. A refusal is the result of the charge only after two equal refusals in
 * a row and no lost response. The result is `unconfirmed` if the charge could not be sent again (no token, no network, no time, or the wait
 * has ended), or if a relay says that it did not pass on the repeated request.
 *
 * Once a response was lost, only two results are final: `approved`, from any of the requests, and an ordinary `declined`, when no other
 * request can be answered any more. A service that stores its keys responds alike to all requests. A service that loses its keys may charge
 * the card by the request that is still running, and a shopper who read "declined" would pay again. Any other result is `unconfirmed`: the
 * refusal of one request proves nothing about the request before.
 */
export function sendUntilAnswered(send: () => Promise<ChargeResult>, options: ResendOptions): Promise<ChargeResult> {
  return new Promise((resolve) => new ChargeSends(send, options, resolve).start());
}

/**
 * Wraps `send` with the renewal of tokens: returns a function that sends a charge, each time with a usable token. It renews the token after
 * the service refused the last one, or if each token serves only one request. With single-use tokens, a 401 is `unconfirmed`: the token may
 * have served a request that the page does not know. If `renew` rejects, nothing is sent.
 */
export function withTokenRenewal<Token>(
  send: (token: Token | undefined) => Promise<ChargeResult>,
  first: Token | undefined,
  { isSingleUse, renew }: { isSingleUse: boolean; renew: (rejected: Token) => Promise<Token | undefined> },
): () => Promise<ChargeResult> {
  let token = first;
  let isSpent = false;
  return async () => {
    try {
      if (isSpent && token !== undefined) token = await renew(token);
    } catch (error) {
      // An error of another kind may contain anything.
      const known = isCheckoutError(error) ? error : new CheckoutError('token-source', 'The token source failed.');
      return { status: 'failed', error: known, sent: false };
    }
    const result = await send(token);
    const isRefused = isTokenRefused(result);
    isSpent = isSingleUse || isRefused;
    return isSingleUse && isRefused ? toUnconfirmed(result) : result;
  };
}

/** True if the service refused the token of a charge. If a token serves any number of requests, the charge was then not executed. */
export function isTokenRefused(result: ChargeResult): boolean {
  return result.status === 'failed' && result.sent && result.error.status === 401;
}

/** The requests of one charge, with their common result. */
class ChargeSends {
  readonly #options: ResendOptions;
  readonly #settle: (result: ChargeResult) => void;
  readonly #deadline: number;
  readonly #answers: ChargeResult[] = [];
  /** The function that sends the charge. It holds the card, so it is removed once nothing is to be sent again. */
  #send: (() => Promise<ChargeResult>) | undefined;
  #sendCount = 0;
  /** The number of turns. A turn sends the charge again, or passes while the device is offline. */
  #turnCount = 0;
  /** True if a lost request may have been executed. */
  #isInDoubt = false;
  /** Cancels the next turn; `undefined` if none is scheduled. */
  #cancelTurn: (() => void) | undefined;

  constructor(send: () => Promise<ChargeResult>, options: ResendOptions, settle: (result: ChargeResult) => void) {
    this.#send = send;
    this.#options = options;
    this.#settle = settle;
    this.#deadline = options.clock.now() + options.limitMs;
  }

  /** Sends the charge for the first time. */
  start(): void {
    this.#options.ended.addEventListener('abort', () => {
      this.#stop();
      this.#concludeIfAnswered();
    });
    this.#sendOnce();
  }

  /** The pause before the charge is sent again, ms. */
  get #pauseMs(): number {
    return this.#firstPauseMs * 2 ** this.#turnCount;
  }

  /** The first pause, ms: one second, or less if the whole limit is short. */
  get #firstPauseMs(): number {
    return Math.min(1000, this.#options.limitMs / 30);
  }

  /** Sends the charge once. Schedules the next turn in case no response arrives within a third of the time limit. */
  #sendOnce(): void {
    const ordinal = (this.#sendCount += 1);
    void this.#send?.().then((answer) => this.#handleAnswer(answer, ordinal));
    this.#scheduleTurn(this.#options.limitMs / 3 + this.#pauseMs - this.#firstPauseMs);
  }

  /** Decides after a result: settle, schedule a turn, or stop. */
  #handleAnswer(answer: ChargeResult, ordinal: number): void {
    this.#answers.push(answer);
    const isLatest = ordinal === this.#sendCount;
    this.#isInDoubt ||= isLost(answer);
    if (answer.status === 'approved') this.#settle(answer);
    if (isLatest && !this.#isKnown && (isLost(answer) || isRefusal(answer))) {
      // The wait that a rate limiter asks for, ms.
      const waitMs = answer.status === 'failed' ? (answer.error.retryAfterMs ?? 0) : 0;
      if (this.#turnCount > 0 || this.#isInDoubt) this.#scheduleTurn(Math.max(this.#pauseMs, waitMs));
      else this.#takeTurn();
    } else if (isLatest || answer.status === 'approved' || isDecline(answer)) this.#stop();
    this.#concludeIfAnswered();
  }

  /**
   * True if the last response is the result of the charge, even if the browser repeated a request: nothing was lost, and a refusal came
   * twice.
   */
  get #isKnown(): boolean {
    const [last, before] = this.#answers.slice(-2).reverse();
    if (this.#isInDoubt || !last) return false;
    return isRefusal(last) ? before?.status === last.status && getStatus(before) === getStatus(last) : this.#sendCount === 1;
  }

  /** Schedules the next turn and cancels the previous schedule. Does not schedule a turn that would be one too many or too late. */
  #scheduleTurn(delayMs: number): void {
    const { clock } = this.#options;
    this.#cancelTurn?.();
    const isAllowed = this.#send !== undefined && this.#turnCount < MAX_RESENDS && clock.now() + delayMs < this.#deadline;
    this.#cancelTurn = isAllowed ? clock.schedule(() => this.#takeTurn(), delayMs) : undefined;
  }

  /** Sends the charge again, unless the device is offline or the time is over. */
  #takeTurn(): void {
    const { clock, isOffline, onResend } = this.#options;
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    if (!this.#send) return;
    this.#turnCount += 1;
    // The timers of a device that slept fire late.
    if (clock.now() >= this.#deadline) this.#stop();
    else if (isOffline()) this.#scheduleTurn(this.#pauseMs);
    else {
      this.#isInDoubt ||= this.#answers.length < this.#sendCount;
      this.#sendOnce();
      onResend?.();
    }
    this.#concludeIfAnswered();
  }

  /** Cancels the next turn and releases the card. */
  #stop(): void {
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    this.#send = undefined;
  }

  /** Settles the result if no request waits for a response and no turn is scheduled. */
  #concludeIfAnswered(): void {
    if (this.#cancelTurn || this.#answers.length < this.#sendCount) return;
    this.#stop();
    const last = this.#answers.at(-1);
    if (last) this.#settle(this.#isKnown ? last : (this.#answers.find(isDecline) ?? toUnconfirmed(last)));
  }
}

/** True if a response leaves the charge's result open, so that the charge may be sent again. */
function isLost(answer: ChargeResult): boolean {
  if (answer.status === 'failed') return answer.sent && answer.error.status === 429;
  return answer.status === 'unconfirmed' && (answer.error.code === 'network' || LOST_STATUSES.includes(answer.error.status));
}

/** True if a service refused a request. The refusal may mean that the service already has the charge. */
function isRefusal(answer: ChargeResult): boolean {
  return answer.status === 'failed' ? answer.sent : answer.status === 'declined' && answer.error !== undefined;
}

/** True if the card was declined in the ordinary way. */
function isDecline(answer: ChargeResult): boolean {
  return answer.status === 'declined' && !answer.error;
}

function getStatus(answer: ChargeResult): number | undefined {
  return answer.status === 'approved' ? undefined : answer.error?.status;
}

/** Converts the refusal of one request to `unconfirmed`, since another request may have charged the card. */
function toUnconfirmed(answer: ChargeResult): ChargeResult {
  return answer.status !== 'approved' && answer.error ? { status: 'unconfirmed', error: answer.error } : answer;
}
