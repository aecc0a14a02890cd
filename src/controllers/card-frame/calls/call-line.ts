import type { FrameMessage } from '../../../channel/frame-message.js';
import type { PageMessage } from '../../../channel/page-message.js';
import type { CarriedError } from '../../../channel/text-schemas.js';
import type { Clock } from '../../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import { presentFields } from '../../../domain/present-fields.js';
import type { FrameLink } from '../frame-link.js';

/** Why a call has no answer: its frame is gone for good, was silent for too long, or is no longer waited for. */
export type Loss = 'gone' | 'silent' | 'aborted';

/** How long a message that lets the frame send something holds, ms: a frame that reads it later, since it was frozen, sends nothing. */
export const CALL_LIFE_MS = 5000;

/** How much longer than the service the frame may take, ms. */
export const GRACE_MS = 5000;

/** What came of asking for another token. */
export interface Renewal {
  /** Null where there is none. */
  token: string | null;
  /** Why there is none, where the token source has said so. */
  error?: CheckoutError;
}

/** What a call wants of its line. */
export interface CallLineOptions {
  clock: Clock;
  /** The caller's: ends the waiting. */
  signal: AbortSignal | undefined;
  /** Called with each message that names the call. Returns whether it is in turn. */
  take: (message: FrameMessage) => boolean;
  /** Called when there is no answer. After `gone` none will ever come. */
  lose: (loss: Loss) => void;
}

/** The line from one call to the document of the frame that it was made to. */
export class CallLine {
  readonly #link: FrameLink;
  readonly #clock: Clock;
  readonly #lose: (loss: Loss) => void;
  readonly #ended = new AbortController();
  #cancelTimer: (() => void) | undefined;

  constructor(link: FrameLink, id: string, { clock, signal, take, lose }: CallLineOptions) {
    this.#link = link;
    this.#clock = clock;
    this.#lose = lose;
    const stops = [link.follow(id, take), link.subscribe(({ type }) => type === 'dead' && lose('gone'))];
    this.#ended.signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
    signal?.addEventListener('abort', () => lose('aborted'), { signal: this.#ended.signal });
  }

  /** Sends a message and waits for the next one, at most so long. */
  send(message: PageMessage, limitMs: number): void {
    if (this.post(message)) this.wait(limitMs);
    else this.#lose('gone');
  }

  /** Sends a message. Returns whether there was anybody to send it to. */
  post(message: PageMessage): boolean {
    return this.#link.post(message);
  }

  /** Waits anew, at most so long. */
  wait(limitMs: number): void {
    this.rest();
    this.#cancelTimer = this.#clock.schedule(() => this.#lose('silent'), limitMs);
  }

  /** Waits without an end. */
  rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Hears and loses nothing from now on. */
  end(): void {
    this.rest();
    this.#ended.abort();
  }
}

/** The error of a call that has no answer. */
export function createLossError(loss: Loss): CheckoutError {
  switch (loss) {
    case 'gone':
      return new CheckoutError('network', 'The frame of the card fields was loaded anew or taken away.');
    case 'silent':
      return new CheckoutError('timeout', 'The frame of the card fields gave no answer in time.');
    case 'aborted':
      return new CheckoutError('aborted', 'The call was given up.');
  }
}

/** An error as the frame has told it. */
export function readCarriedError({ code, message, status, retryAfterMs }: CarriedError): CheckoutError {
  return new CheckoutError(code, message, presentFields({ status, retryAfterMs }));
}

/** Asks for another token than the one that the service refused; for none where there was none. Never rejects. */
export async function renewToken(rejected: string | null, renew: (rejected: string) => Promise<string>): Promise<Renewal> {
  try {
    return { token: rejected === null ? null : await renew(rejected) };
  } catch (error) {
    return { token: null, ...(isCheckoutError(error) && { error }) };
  }
}
