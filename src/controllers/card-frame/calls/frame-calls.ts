import type { FrameMessageOf } from '../../../channel/frame-message.js';
import { pageMessageSchema, type PageMessageOf } from '../../../channel/page-message.js';
import type { ChargeOptions } from '../../../client/cards/charge.js';
import { isInsecurePage, normalizeBaseUrl } from '../../../client/http/page-origin.js';
import { isLoopback } from '../../../client/http/service-url.js';
import { assertNotAborted, createAbortedError } from '../../../client/http/wait-at-most.js';
import type { Environment } from '../../../client/profile/environment.js';
import type { CallOptions } from '../../../client/service.js';
import { TokenSource, type TokenNeed } from '../../../client/tokens/token-source.js';
import type { GetToken } from '../../../client/tokens/token.js';
import type { Clock } from '../../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import { centsFromAmount } from '../../../domain/money.js';
import type { ChargeResult } from '../../../domain/order/charge-result.js';
import type { CardToTokenize } from '../../../domain/payment.js';
import { presentFields } from '../../../domain/present-fields.js';
import type { ChargeTerms } from '../../card/typed-card.js';
import { chargeInFrame } from './frame-charge.js';
import { pageFrames, type FrameLink } from '../frame-link.js';
import { deleteInFrame, tokenizeInFrame, type FrameRequestOptions } from './frame-request.js';

/** What the calls to a frame are made with. */
export interface FrameCallsOptions {
  /** The shop's token source. */
  getToken: GetToken;
  /** The environment that the page is for, where it says so. */
  environment: Environment | undefined;
  /** The base URL of the service that this page knows the frame to be for, normalized: with another one nothing is charged. */
  service: string;
  clock: Clock;
  /** Whether the device has a network. */
  isOnline: () => boolean;
  /** Told of what is wrong with the token source. */
  reportToken: (error: CheckoutError) => void;
  /** Told of what is wrong with the frame. */
  reportFrame: (error: CheckoutError) => void;
}

/** What a call needs a token for. */
type CallNeed = Omit<TokenNeed, 'minLifeMs' | 'rejected'>;

/** What calls the service through frames: each with a token of the shop's own source, and one at a time in each frame. */
export class FrameCalls {
  readonly #options: FrameCallsOptions;
  readonly #tokens: TokenSource;
  #clockOffsetMs: number | undefined;

  constructor(options: FrameCallsOptions) {
    this.#options = options;
    const { getToken, clock, environment } = options;
    this.#tokens = new TokenSource({
      getToken,
      clock,
      environment,
      onServerTime: (now) => (this.#clockOffsetMs = now - clock.now()),
    });
  }

  /** Whether a token's answer has brought the service's time. */
  get isTimeKnown(): boolean {
    return this.#clockOffsetMs !== undefined;
  }

  /** The present instant by the service's clock as far as it is known, epoch ms. */
  now(): number {
    return this.#options.clock.now() + (this.#clockOffsetMs ?? 0);
  }

  /** Charges the card that is typed in the frame, or that of a `cardId`. Never rejects; until `go` has left for the frame, nothing was sent. */
  async charge(
    link: FrameLink,
    { amount, installments, whoPaysFee, cardId }: ChargeTerms & { cardId?: string },
    options: ChargeOptions,
  ): Promise<ChargeResult> {
    const { attemptId, orderId, signal, beforeSend } = options;
    const need: CallNeed = { purpose: 'card-payment', orderId, attemptId, amount: amount.toFixed(2), signal };
    try {
      return await this.#call(link, signal, async ({ timeLimits: { cardMs } }) => {
        const token = await this.#getToken({ ...need, minLifeMs: cardMs });
        const go: PageMessageOf<'go'> = {
          type: 'go',
          id: attemptId ?? crypto.randomUUID(),
          token,
          deadline: 0,
          amount: centsFromAmount(amount) ?? 0,
          installments,
          whoPaysFee,
          ...presentFields({ cardId, singleUse: this.#tokens.isSingleUse('card-payment') || undefined }),
        };
        assertSendable(go);
        return chargeInFrame(link, go, {
          clock: this.#options.clock,
          signal,
          limitMs: cardMs,
          beforeSend: () => beforeSend?.(),
          renewToken: (rejected) => this.#getToken({ ...need, minLifeMs: cardMs, rejected }),
        });
      });
    } catch (error) {
      return { status: 'failed', error: isCheckoutError(error) ? error : createAbortedError(), sent: false };
    }
  }

  /** Exchanges the typed card. Rejects with a `CheckoutError`. */
  tokenize(
    link: FrameLink,
    { name, tokenizeExpiration }: Pick<CardToTokenize, 'name' | 'tokenizeExpiration'>,
    options: CallOptions,
  ): Promise<FrameMessageOf<'tokenized'>> {
    return this.#request(link, options, (shape, request) => {
      const message: PageMessageOf<'tokenize'> = { type: 'tokenize', ...shape, name, ...presentFields({ tokenizeExpiration }) };
      assertSendable(message);
      return tokenizeInFrame(link, message, request);
    });
  }

  /** Deletes a tokenized card. Rejects with a `CheckoutError`. */
  delete(link: FrameLink, cardId: string, options: CallOptions): Promise<void> {
    return this.#request(link, options, (shape, request) => {
      const message: PageMessageOf<'delete'> = { type: 'delete', ...shape, cardId };
      assertSendable(message);
      return deleteInFrame(link, message, request);
    });
  }

  /** Makes a call that moves no money. */
  #request<T>(
    link: FrameLink,
    { orderId, attemptId, signal }: CallOptions,
    send: (shape: Pick<PageMessageOf<'delete'>, 'id' | 'token' | 'deadline'>, options: FrameRequestOptions) => Promise<T>,
  ): Promise<T> {
    const need: CallNeed = { purpose: 'card-token', orderId, attemptId, signal };
    return this.#call(link, signal, async ({ timeLimits: { otherMs } }) => {
      const token = await this.#getToken({ ...need, minLifeMs: otherMs });
      const shape = { id: crypto.randomUUID(), token, deadline: 0 };
      return send(shape, {
        clock: this.#options.clock,
        signal,
        limitMs: otherMs,
        renewToken: (rejected) => this.#getToken({ ...need, minLifeMs: otherMs, rejected }),
      });
    });
  }

  /** Makes a call once the frame is free and ready. */
  async #call<T>(link: FrameLink, signal: AbortSignal | undefined, work: (hello: FrameMessageOf<'hello'>) => Promise<T>): Promise<T> {
    this.#assertReady(signal);
    return pageFrames.queue(link, async () => {
      const hello = await this.#greet(link);
      assertNotAborted(signal);
      return work(hello);
    });
  }

  /** Throws where a call cannot even be tried. */
  #assertReady(signal: AbortSignal | undefined): void {
    const { isOnline, service } = this.#options;
    assertNotAborted(signal);
    if (isInsecurePage()) throw new CheckoutError('insecure-page', 'The page is not served by https:.');
    if (!isOnline() && !isLoopback(new URL(service))) throw new CheckoutError('offline', 'The device is offline.');
  }

  /** A frame that was loaded anew may be another one: its attempts would be written down under the wrong name. */
  async #greet(link: FrameLink): Promise<FrameMessageOf<'hello'>> {
    try {
      await link.ready();
      const { hello } = link;
      if (hello && normalizeBaseUrl(hello.service) === this.#options.service) return hello;
      throw new CheckoutError('invalid-config', 'frame-url is for another service than when this page met it. Load the page anew.');
    } catch (error) {
      if (isCheckoutError(error)) this.#options.reportFrame(error);
      throw error;
    }
  }

  async #getToken(need: TokenNeed): Promise<string> {
    try {
      return await this.#tokens.get(need);
    } catch (error) {
      // The settings are found good before a call is made, so what is wrong with them here is the token's environment.
      const isTold = isCheckoutError(error) && (error.code === 'token-source' || error.code === 'invalid-config');
      if (isTold) this.#options.reportToken(error);
      throw error;
    }
  }
}

/** Throws `invalid-input` for what the frame would drop without a word: an order must not wait for an answer to it. */
function assertSendable(message: PageMessageOf<'go'> | PageMessageOf<'tokenize'> | PageMessageOf<'delete'>): void {
  const [issue] = pageMessageSchema().safeParse(message).error?.issues ?? [];
  if (issue) throw new CheckoutError('invalid-input', `Not sent, since this breaks a rule: ${issue.path.join('.')}.`);
}
