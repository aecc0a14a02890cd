import type { Clock } from '../../domain/clock.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';

/** How often one charge is sent again at most. */
const MAX_RESENDS = 3;

/** What a gateway answers that has lost the service, or its answer. */
const LOST_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

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
 * gateway said 502, 503 or 504, or there was silence for a third of the time limit. Three times at most, with growing pauses, within the
 * limit; a request that is silent stays awaited. `send` never rejects, and neither does this.
 *
 * Once it was sent again, only these end it: `approved`, by any of the requests; and `declined`, when no other request can be answered any
 * more. A service that knows its keys answers all alike; one that forgets them may charge by the request that is still silent, and a
 * shopper who read "declined" would pay again. All else stays `unconfirmed`: that one request was refused says nothing of the one before.
 */
export function sendUntilAnswered(send: () => Promise<ChargeResult>, options: ResendOptions): Promise<ChargeResult> {
  return new Promise((resolve) => new ChargeSends(send, options, resolve).start());
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
    if (isLatest && isLost(answer)) this.#scheduleTurn(this.#pauseMs);
    else if (isLatest || answer.status === 'approved' || answer.status === 'declined') this.#stop();
    this.#concludeIfAnswered();
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
    this.#cancelTurn = undefined;
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
    const last = this.#answers.at(-1);
    if (last)
      this.#settle(this.#sendCount === 1 ? last : (this.#answers.find(({ status }) => status === 'declined') ?? toUnconfirmed(last)));
  }
}

function isLost(answer: ChargeResult): boolean {
  return answer.status === 'unconfirmed' && (answer.error.code === 'network' || LOST_STATUSES.includes(answer.error.status));
}

/** A refusal of one request, when another may have charged. */
function toUnconfirmed(answer: ChargeResult): ChargeResult {
  return answer.status === 'failed' ? { status: 'unconfirmed', error: answer.error } : answer;
}
