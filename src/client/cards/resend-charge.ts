import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';

/** How often one charge is sent again at most. */
const MAX_RESENDS = 3;

/**
 * The statuses of a service while a charge is under way, those for one that it has already (a browser sends a charge again by itself where the
 * connection of its preflight breaks, and its page sees the second answer alone), and what a gateway answers that has lost the service, or its answer.
 */
const LOST_STATUSES: readonly (number | undefined)[] = [401, 403, 404, 409, 422, 429, 502, 503, 504];

/** Options of sending a charge again. */
export interface ResendOptions {
  clock: Clock;
  /** The time limit of the charge, ms. */
  limitMs: number;
  /** Aborted when nobody waits any more: from then on nothing is sent, and the card is let go. */
  ended: AbortSignal;
  /** True if the device is known to be offline: a turn that comes meanwhile passes. */
  isOffline: () => boolean;
  /** Called each time that the charge was sent again. */
  onResend?: (() => void) | undefined;
}

/**
 * Sends a charge of a service that knows a repeated one by its key, and sends it again while its answer is lost: the connection broke, a
 * gateway said 502, 503 or 504, the charge is under way (409), a limiter said 429, or there was silence for a third of the time limit. Three times
 * at most, with growing pauses, within the limit; a request that is silent stays awaited. `send` never rejects, and neither does this.
 *
 * A refusal (a decline by another status than 200 and 402 too) may be the answer to what the browser has repeated by itself, so it is asked about by
 * the key, the first at once: only the same twice in a row, and nothing lost, is the answer to the charge. Where that could not be asked (no token,
 * no network, no time, nobody waits any more), or a relay says that it sent nothing of what came again, it is `unconfirmed`.
 *
 * Once it was lost, only these end it: `approved`, by any of the requests; and an ordinary `declined`, when no other request can be answered
 * any more. A service that knows its keys answers all alike; one that forgets them may charge by the request that is still silent, and a
 * shopper who read "declined" would pay again. All else stays `unconfirmed`: that one request was refused says nothing of the one before.
 */
export function sendUntilAnswered(send: () => Promise<ChargeResult>, options: ResendOptions): Promise<ChargeResult> {
  return new Promise((resolve) => new ChargeSends(send, options, resolve).start());
}

/**
 * Makes what sends a charge each time with a good token: another one where the service refused the last, or where each serves one request. To a
 * charge with such a token 401 is no answer: the token may have served a request that the page knows nothing of. Where `renew` rejects, nothing
 * is sent.
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
      // What a source throws that is no error of ours may hold anything.
      const known = isCheckoutError(error) ? error : new CheckoutError('token-source', 'The token source failed.');
      return { status: 'failed', error: known, sent: false };
    }
    const result = await send(token);
    const isRefused = isTokenRefused(result);
    isSpent = isSingleUse || isRefused;
    return isSingleUse && isRefused ? toUnconfirmed(result) : result;
  };
}

/** True if the service refused the token of a charge. Where a token serves any number of requests, it has not carried out this one. */
export function isTokenRefused(result: ChargeResult): boolean {
  return result.status === 'failed' && result.sent && result.error.status === 401;
}

/** The requests of one charge, and their common result. */
class ChargeSends {
  readonly #options: ResendOptions;
  readonly #settle: (result: ChargeResult) => void;
  readonly #deadline: number;
  readonly #answers: ChargeResult[] = [];
  /** Holds the card; gone once nothing is to be sent again. */
  #send: (() => Promise<ChargeResult>) | undefined;
  #sendCount = 0;
  #turnCount = 0;
  /** True if a request was lost that may have been carried out. */
  #isInDoubt = false;
  #cancelTurn: (() => void) | undefined;

  constructor(send: () => Promise<ChargeResult>, options: ResendOptions, settle: (result: ChargeResult) => void) {
    this.#send = send;
    this.#options = options;
    this.#settle = settle;
    this.#deadline = options.clock.now() + options.limitMs;
  }

  start(): void {
    this.#options.ended.addEventListener('abort', () => {
      this.#stop();
      this.#concludeIfAnswered();
    });
    this.#sendOnce();
  }

  /** How long to wait after a loss. */
  get #pauseMs(): number {
    return this.#firstPauseMs * 2 ** this.#turnCount;
  }

  /** A second; less where the whole limit is short. */
  get #firstPauseMs(): number {
    return Math.min(1000, this.#options.limitMs / 30);
  }

  #sendOnce(): void {
    const ordinal = (this.#sendCount += 1);
    void this.#send?.().then((answer) => this.#handleAnswer(answer, ordinal));
    this.#scheduleTurn(this.#options.limitMs / 3 + this.#pauseMs - this.#firstPauseMs);
  }

  #handleAnswer(answer: ChargeResult, ordinal: number): void {
    this.#answers.push(answer);
    const isLatest = ordinal === this.#sendCount;
    this.#isInDoubt ||= isLost(answer);
    if (answer.status === 'approved') this.#settle(answer);
    if (isLatest && !this.#isKnown && (isLost(answer) || isRefusal(answer))) {
      // How long a limiter asks to wait.
      const waitMs = answer.status === 'failed' ? (answer.error.retryAfterMs ?? 0) : 0;
      if (this.#turnCount > 0 || this.#isInDoubt) this.#scheduleTurn(Math.max(this.#pauseMs, waitMs));
      else this.#takeTurn();
    } else if (isLatest || answer.status === 'approved' || isDecline(answer)) this.#stop();
    this.#concludeIfAnswered();
  }

  /** True if the last answer is one to the charge, whatever the browser has sent: nothing was lost, and a refusal came twice. */
  get #isKnown(): boolean {
    const [last, before] = this.#answers.slice(-2).reverse();
    if (this.#isInDoubt || !last) return false;
    return isRefusal(last) ? before?.status === last.status && getStatus(before) === getStatus(last) : this.#sendCount === 1;
  }

  /** Sets when to send again, in place of what was set before; never, where that would be one too many or too late. */
  #scheduleTurn(delayMs: number): void {
    const { clock } = this.#options;
    this.#cancelTurn?.();
    const isAllowed = this.#send !== undefined && this.#turnCount < MAX_RESENDS && clock.now() + delayMs < this.#deadline;
    this.#cancelTurn = isAllowed ? clock.schedule(() => this.#takeTurn(), delayMs) : undefined;
  }

  #takeTurn(): void {
    const { clock, isOffline, onResend } = this.#options;
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    if (!this.#send) return;
    this.#turnCount += 1;
    // Timers of a device that slept fire late.
    if (clock.now() >= this.#deadline) this.#stop();
    else if (isOffline()) this.#scheduleTurn(this.#pauseMs);
    else {
      this.#isInDoubt ||= this.#answers.length < this.#sendCount;
      this.#sendOnce();
      onResend?.();
    }
    this.#concludeIfAnswered();
  }

  #stop(): void {
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    this.#send = undefined;
  }

  /** Ends where no request waits for an answer and none is to come. */
  #concludeIfAnswered(): void {
    if (this.#cancelTurn || this.#answers.length < this.#sendCount) return;
    this.#stop();
    const last = this.#answers.at(-1);
    if (last) this.#settle(this.#isKnown ? last : (this.#answers.find(isDecline) ?? toUnconfirmed(last)));
  }
}

/** True if nobody knows yet, and the service may by its next answer. */
function isLost(answer: ChargeResult): boolean {
  if (answer.status === 'failed') return answer.sent && answer.error.status === 429;
  return answer.status === 'unconfirmed' && (answer.error.code === 'network' || LOST_STATUSES.includes(answer.error.status));
}

/** True if a service has refused a request, and may have meant that it has the charge already. */
function isRefusal(answer: ChargeResult): boolean {
  return answer.status === 'failed' ? answer.sent : answer.status === 'declined' && answer.error !== undefined;
}

/** True if the card was declined, in the way that is usual. */
function isDecline(answer: ChargeResult): boolean {
  return answer.status === 'declined' && !answer.error;
}

function getStatus(answer: ChargeResult): number | undefined {
  return 'error' in answer ? answer.error?.status : undefined;
}

/** A refusal of one request, when another may have charged. */
function toUnconfirmed(answer: ChargeResult): ChargeResult {
  return 'error' in answer && answer.error ? { status: 'unconfirmed', error: answer.error } : answer;
}
