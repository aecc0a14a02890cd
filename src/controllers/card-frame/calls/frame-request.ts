import type { FrameMessage, FrameMessageOf } from '../../../channel/frame-message.js';
import type { PageMessageOf } from '../../../channel/page-message.js';
import type { Clock } from '../../../domain/clock.js';
import { CheckoutError } from '../../../domain/errors.js';
import { CALL_LIFE_MS, CallLine, createLossError, GRACE_MS, readCarriedError, renewToken } from './call-line.js';
import type { FrameLink } from '../frame-link.js';

/** A call that moves no money. */
type Request = PageMessageOf<'tokenize'> | PageMessageOf<'delete'>;

/** What a request in a frame takes beside its message. */
export interface FrameRequestOptions {
  clock: Clock;
  signal: AbortSignal | undefined;
  /** How long the service may take to answer, ms. */
  limitMs: number;
  /** Brings another token than this one, which the service refused. */
  renewToken: (rejected: string) => Promise<string>;
}

/** Exchanges the typed card in its frame. Rejects with a `CheckoutError`. */
export function tokenizeInFrame(
  link: FrameLink,
  request: PageMessageOf<'tokenize'>,
  options: FrameRequestOptions,
): Promise<FrameMessageOf<'tokenized'>> {
  return new Promise((resolve, reject) => {
    const done = (message: FrameMessage): boolean => message.type === 'tokenized' && (resolve(message), true);
    new FrameRequest(link, request, options, { done, failed: reject }).send();
  });
}

/**
 * Deletes a tokenized card through a frame. Rejects with a `CheckoutError`: `delete-unconfirmed` where the frame does not say what became of it.
 */
export function deleteInFrame(link: FrameLink, request: PageMessageOf<'delete'>, options: FrameRequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (message: FrameMessage): boolean => message.type === 'deleted' && (resolve(), true);
    const failed = (error: CheckoutError, isTold: boolean): void =>
      reject(
        isTold || error.code === 'aborted' ? error : new CheckoutError('delete-unconfirmed', 'The frame did not say what became of it.'),
      );
    new FrameRequest(link, request, options, { done, failed }).send();
  });
}

/** Who is told what a request came to. */
interface Ends {
  /** Takes the message that it succeeded with; returns whether it is that one. */
  done: (message: FrameMessage) => boolean;
  /** `isTold`: the frame itself has said so. */
  failed: (error: CheckoutError, isTold: boolean) => void;
}

class FrameRequest {
  readonly #request: Request;
  readonly #options: FrameRequestOptions;
  readonly #ends: Ends;
  readonly #line: CallLine;
  #isRenewed = false;
  /** Why there was no other token. */
  #tokenError: CheckoutError | undefined;
  #isOver = false;

  constructor(link: FrameLink, request: Request, options: FrameRequestOptions, ends: Ends) {
    this.#request = request;
    this.#options = options;
    this.#ends = ends;
    this.#line = new CallLine(link, request.id, {
      clock: options.clock,
      signal: options.signal,
      take: (message) => this.#take(message),
      lose: (loss) => this.#fail(createLossError(loss), false),
    });
  }

  send(): void {
    const { clock } = this.#options;
    if (!this.#line.post({ ...this.#request, deadline: clock.now() + CALL_LIFE_MS })) return this.#fail(createLossError('gone'), true);
    this.#wait();
  }

  #take(message: FrameMessage): boolean {
    if (message.type === 'call-failed' || message.type === 'not-sent') {
      this.#fail(this.#tokenError ?? readCarriedError(message.error), true);
      return true;
    }
    if (message.type === 'token-needed') {
      if (this.#isRenewed) return false;
      this.#isRenewed = true;
      void this.#renew();
      return true;
    }
    if (!this.#ends.done(message)) return false;
    this.#end();
    return true;
  }

  async #renew(): Promise<void> {
    const { id, token: rejected } = this.#request;
    // The token source has a time limit of its own.
    this.#line.rest();
    const { token, error } = await renewToken(rejected, this.#options.renewToken);
    this.#tokenError = error;
    if (this.#isOver) return;
    this.#line.post({ type: 'token', id, token });
    this.#wait();
  }

  #wait(): void {
    this.#line.wait(this.#options.limitMs + GRACE_MS);
  }

  #fail(error: CheckoutError, isTold: boolean): void {
    this.#end();
    this.#ends.failed(error, isTold);
  }

  #end(): void {
    this.#isOver = true;
    this.#line.end();
  }
}
