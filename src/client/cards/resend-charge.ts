import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';

/** How often one charge is sent again at most. */
const MAX_RESENDS = 3;

/** What is answered while a charge is under way, and by a gateway that has lost the service, or its answer. */
const LOST_STATUSES: readonly (number | undefined)[] = [409, 502, 503, 504];

/**
 * What a service may say to a charge that it has already, or is about to carry out: of the one before, these tell nothing. A browser sends a
 * charge again by itself where the connection of its preflight breaks, and its page sees the second answer alone.
 */
const REFUSED_REPEATS: readonly (number | undefined)[] = [401, 403, 404, 409, 422, 429];

/** What sending a charge again depends on. */
export interface ResendOptions {
  clock: Clock;
  /** The time limit of the charge, ms. */
  limitMs: number;
  /** Aborted when nobody waits any more: from then on nothing is sent, and the card is let go. */
  ended: AbortSignal;
  /** Whether the device is known to be offline: a turn that comes meanwhile passes. */
  isOffline: () => boolean;
  /** Called each time that the charge was sent again. */
  onResend?: (() => void) | undefined;
}

/**
 * Sends a charge of a service that knows a repeated one by its key, and sends it again while its answer is lost: the connection broke, a
 * gateway said 502, 503 or 504, there was silence for a third of the time limit, or a repeated one was refused. Three times at most, with
 * growing pauses, within the limit; a request that is silent stays awaited. `send` never rejects, and neither does this.
 *
 * The first refusal may be the answer to what the browser has repeated by itself, so it is asked about at once, by the key: refused twice, and
 * nothing lost, is `failed`. Where it could not be asked about (no token, no network, no time), or a relay says that it sent nothing of what came
 * again, it stays `unconfirmed`. A 409 is asked about as what is lost, since the charge may be under way; a 401 is the caller's, who has another
 * token.
 *
 * Once it was lost and sent again, only these end it: `approved`, by any of the requests; and `declined`, when no other request can be answered
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
export function sendWithTokens<Token>(
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

/** Whether the service refused the token of a charge, and so did nothing. */
export function isTokenRefused(result: ChargeResult): boolean {
  return result.status === 'failed' && result.sent && result.error.status === 401;
}

/** The requests of one charge, and what they come to together. */
class ChargeSends {
  readonly #options: ResendOptions;
  readonly #settle: (result: ChargeResult) => void;
  readonly #deadline: number;
  readonly #answers: ChargeResult[] = [];
  /** Holds the card; gone once nothing is to be sent again. */
  #send: (() => Promise<ChargeResult>) | undefined;
  #sendCount = 0;
  #turnCount = 0;
  /** Whether one was sent again that may have been carried out before. */
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
    if (answer.status === 'approved') this.#settle(answer);
    if (isLatest && (isLost(answer) || this.#mayBeRepeat(answer))) {
      if (this.#turnCount > 0 || isLost(answer)) this.#scheduleTurn(this.#pauseMs);
      else this.#takeTurn();
    } else if (isLatest || answer.status === 'approved' || answer.status === 'declined') this.#stop();
    this.#concludeIfAnswered();
  }

  /** Whether an answer may be one to a repeated request; of refusals alone only the first. */
  #mayBeRepeat(answer: ChargeResult): boolean {
    if (!('error' in answer) || !REFUSED_REPEATS.includes(answer.error.status)) return false;
    const isRefusal = !this.#isInDoubt && this.#answers.every(({ status }) => status === 'failed');
    return !isRefusal || (this.#answers.length === 1 && !isTokenRefused(answer));
  }

  /** Sets when to send again, in place of what was set before; never, where that would be one too many or too late. */
  #scheduleTurn(delayMs: number): void {
    const { clock } = this.#options;
    this.#cancelTurn?.();
    const isAllowed = this.#send !== undefined && this.#turnCount < MAX_RESENDS && clock.now() + delayMs < this.#deadline;
    const repeat = (): void => {
      this.#isInDoubt = true;
      this.#takeTurn();
    };
    this.#cancelTurn = isAllowed ? clock.schedule(repeat, delayMs) : undefined;
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
    const [first] = this.#answers;
    const last = this.#answers.at(-1);
    if (!first || !last) return;
    const isKnown =
      this.#sendCount === 1
        ? !this.#mayBeRepeat(first)
        : !this.#isInDoubt && this.#answers.every((answer) => answer.status === 'failed' && answer.sent);
    this.#settle(isKnown ? last : (this.#answers.find(({ status }) => status === 'declined') ?? toUnconfirmed(last)));
  }
}

/** Whether nobody knows yet, and the service may by its next answer. */
function isLost(answer: ChargeResult): boolean {
  return answer.status === 'unconfirmed' && (answer.error.code === 'network' || LOST_STATUSES.includes(answer.error.status));
}

/** A refusal of one request, when another may have charged. */
function toUnconfirmed(answer: ChargeResult): ChargeResult {
  return answer.status === 'failed' ? { status: 'unconfirmed', error: answer.error } : answer;
}
