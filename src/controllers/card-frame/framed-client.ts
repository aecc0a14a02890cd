import type { FrameMessageOf } from '../../channel/frame-message.js';
import { pageMessageSchema } from '../../channel/page-message.js';
import { createInputError } from '../../client/cards/card-body.js';
import type { TokenizedCard } from '../../client/cards/card-token.js';
import type { ChargeOptions } from '../../client/cards/charge.js';
import { isInsecurePage, isLoopback, normalizeBaseUrl } from '../../client/http/page-origin.js';
import { assertNotAborted, createAbortedError } from '../../client/http/wait-at-most.js';
import type { PaymentsClient } from '../../client/create-client.js';
import type { CreatedPixCharge } from '../../client/pix/pix-charge.js';
import type { Environment } from '../../client/profile/environment.js';
import type { CallOptions } from '../../client/service.js';
import type { GetToken } from '../../client/tokens/token.js';
import { TokenCache, type TokenCriteria } from '../../client/tokens/token-cache.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { centsFromAmount, formatAmount } from '../../domain/money.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardLabel, CardPayment, CardToTokenize, PixChargeRequest } from '../../domain/payment.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import type { ChargeTerms, TypedCard } from '../card/typed-card.js';
import { callFrame, parseCharge, type CallEnd, type CallMessage, type FrameCallOptions } from './frame-call.js';
import type { FrameLink } from './frame-link.js';

/** The options of the client of a page whose cards are typed in a frame. */
export interface FramedClientOptions {
  /** The shop's token source. */
  getToken: GetToken;
  /** The environment that the page is for, if its settings name one. */
  environment: Environment | undefined;
  /**
   * The base URL of the service that the frame reported at first, normalized. Nothing is charged if the frame later has another service.
   */
  service: string;
  clock: Clock;
  /** Returns false if the device has no network. */
  isOnline: () => boolean;
  /** Called with an error of the token source. */
  reportToken: (error: CheckoutError) => void;
  /** Called with an error of the frame. */
  reportFrame: (error: CheckoutError) => void;
  /** Returns a link to a frame through which calls can be made. */
  findLink: () => Promise<FrameLink>;
  /** The client for `base-url`, or the page's own client, if there is one. */
  direct: PaymentsClient | undefined;
  /** True if `direct` charges and deletes tokenized cards, as the shop's relay does. */
  isRelay: boolean;
}

/** The criteria of the token for a call. */
type CallNeed = Omit<TokenCriteria, 'minLifeMs' | 'rejected'>;

/** The kind of a call: creates its message with a token, and parses the response. */
type CallKind<Answer> = Pick<FrameCallOptions<Answer>, 'beforeSend' | 'parseAnswer'> & { createMessage: (token: string) => CallMessage };

/**
 * The client of a page whose cards are typed in a frame. Tokenized cards are charged and deleted by the shop's relay if there is one, else
 * through the frame. Pix always goes to `base-url`. Each call to a frame has a token of the shop's own source. A frame handles one call at
 * a time.
 */
export class FramedClient implements PaymentsClient {
  readonly #options: FramedClientOptions;
  readonly #tokens: TokenCache;
  #clockOffsetMs: number | undefined;

  constructor(options: FramedClientOptions) {
    this.#options = options;
    const { getToken, clock, environment } = options;
    this.#tokens = new TokenCache({ getToken, clock, environment, onServerTime: (now) => (this.#clockOffsetMs = now - clock.now()) });
  }

  /** Charges a tokenized card, through the relay or the frame. Fails for a card whose digits are in the page. */
  async processPayment({ card, cardId, amount, ...terms }: CardPayment, options: ChargeOptions = {}): Promise<ChargeResult> {
    const { direct, isRelay, findLink } = this.#options;
    if (card) return { status: 'failed', error: createForeignCardError(), sent: false };
    if (direct && isRelay) return direct.processPayment({ ...terms, amount, cardId }, options);
    const amountCents = centsFromAmount(amount);
    if (amountCents === undefined) return { status: 'failed', error: createInputError('amount'), sent: false };
    return this.charge(findLink(), { ...terms, amountCents, cardId }, options);
  }

  tokenizeCard(): Promise<TokenizedCard> {
    return Promise.reject(createForeignCardError());
  }

  /** Deletes a tokenized card. Rejects with `delete-unconfirmed` if the frame does not confirm the deletion. */
  async deleteCard(cardId: string, options: CallOptions = {}): Promise<void> {
    const { direct, isRelay, findLink } = this.#options;
    if (direct && isRelay) return direct.deleteCard(cardId, options);
    const end = await this.#call(
      findLink(),
      { ...options, purpose: 'card-token' },
      {
        createMessage: (token) => ({ type: 'delete', id: crypto.randomUUID(), token, deadline: 0, cardId }),
        parseAnswer: (message) => (message.type === 'deleted' ? message : undefined),
      },
    );
    if (!('error' in end)) return;
    const isKnown = end.status === 'failed' || end.error.code === 'aborted';
    throw isKnown ? end.error : new CheckoutError('delete-unconfirmed', 'The frame did not say what became of it.');
  }

  async generatePixQrCode(charge: PixChargeRequest, options?: CallOptions): Promise<CreatedPixCharge> {
    return this.#requireDirect().generatePixQrCode(charge, options);
  }

  async getPixStatus(chargeId: string, options?: CallOptions): Promise<PixStatusAnswer> {
    return this.#requireDirect().getPixStatus(chargeId, options);
  }

  now(): number {
    const { direct, clock } = this.#options;
    return direct?.isTimeKnown?.() ? direct.now() : clock.now() + (this.#clockOffsetMs ?? 0);
  }

  isTimeKnown(): boolean {
    return this.#options.direct?.isTimeKnown?.() === true || this.#clockOffsetMs !== undefined;
  }

  /**
   * Charges the card that is typed in the frame, or the card of a `cardId`. Never rejects. Nothing is sent to the service before the frame
   * has received `go`.
   */
  async charge(
    link: FrameLink | Promise<FrameLink>,
    { amountCents, installments, whoPaysFee, cardId }: ChargeTerms & { cardId?: string },
    { beforeSend, orderId, attemptId, signal }: ChargeOptions,
  ): Promise<ChargeResult> {
    const id = attemptId ?? crypto.randomUUID();
    try {
      return await this.#call<ChargeResult>(
        link,
        { purpose: 'card-payment', orderId, attemptId, amount: formatAmount(amountCents), signal },
        {
          createMessage: (token) => ({
            type: 'go',
            id,
            token,
            deadline: 0,
            amount: amountCents,
            installments,
            whoPaysFee,
            ...presentFields({ cardId, singleUse: this.#tokens.isSingleUse('card-payment') || undefined }),
          }),
          beforeSend,
          parseAnswer: parseCharge,
        },
      );
    } catch (error) {
      return { status: 'failed', error: isCheckoutError(error) ? error : createAbortedError(), sent: false };
    }
  }

  /** Exchanges the typed card for a `cardId`. Rejects with a `CheckoutError`. */
  async tokenize(
    link: FrameLink,
    { name, tokenizeExpiration }: Pick<CardToTokenize, 'name' | 'tokenizeExpiration'>,
    options: CallOptions,
  ): Promise<FrameMessageOf<'tokenized'>> {
    const fields = { name, ...presentFields({ tokenizeExpiration }) };
    const end = await this.#call(
      link,
      { ...options, purpose: 'card-token' },
      {
        createMessage: (token) => ({ type: 'tokenize', id: crypto.randomUUID(), token, deadline: 0, ...fields }),
        parseAnswer: (message) => (message.type === 'tokenized' ? message : undefined),
      },
    );
    if ('error' in end) throw end.error;
    return end;
  }

  /** Makes a call as soon as the frame is free and ready, with a token of the shop. */
  async #call<Answer>(
    found: FrameLink | Promise<FrameLink>,
    need: CallNeed,
    { createMessage, ...kind }: CallKind<Answer>,
  ): Promise<CallEnd<Answer>> {
    const { clock } = this.#options;
    const { signal } = need;
    const link = await found;
    this.#assertReady(signal);
    return link.queue(async () => {
      const { cardMs, otherMs } = await this.#checkFrame(link);
      assertNotAborted(signal);
      const limitMs = need.purpose === 'card-payment' ? cardMs : otherMs;
      const getToken = (rejected?: string): Promise<string> => this.#getToken({ ...need, minLifeMs: limitMs, rejected });
      const message = createMessage(await getToken());
      // The frame drops an invalid message without a response, and an order must not wait for one.
      const [issue] = pageMessageSchema().safeParse(message).error?.issues ?? [];
      if (issue) throw createInputError(issue.path.join('.'));
      return callFrame(link, message, { ...kind, clock, signal, limitMs, renewToken: getToken });
    });
  }

  /** Throws if a call cannot even be tried. */
  #assertReady(signal: AbortSignal | undefined): void {
    const { isOnline, service } = this.#options;
    assertNotAborted(signal);
    if (isInsecurePage()) throw new CheckoutError('insecure-page', 'The page is not served by https:.');
    if (!isOnline() && !isLoopback(new URL(service))) throw new CheckoutError('offline', 'The device is offline.');
  }

  /**
   * Waits until the frame has loaded everything that a payment needs, and returns the time limits of its service. Rejects if a reloaded
   * frame is for another service, since its attempts would be written down under the wrong name.
   */
  async #checkFrame(link: FrameLink): Promise<FrameMessageOf<'hello'>['timeLimits']> {
    try {
      await link.ready();
      const { hello } = link;
      if (hello && normalizeBaseUrl(hello.service) === this.#options.service) return hello.timeLimits;
      throw new CheckoutError('invalid-config', 'frame-url is for another service than when this page met it. Load the page anew.');
    } catch (error) {
      if (isCheckoutError(error)) this.#options.reportFrame(error);
      throw error;
    }
  }

  /** Returns a token, and reports an error of the token source. */
  async #getToken(need: TokenCriteria): Promise<string> {
    try {
      return await this.#tokens.get(need);
    } catch (error) {
      // The settings are checked before a call is made, so `invalid-config` here means a token of another environment.
      const isReported = isCheckoutError(error) && (error.code === 'token-source' || error.code === 'invalid-config');
      if (isReported) this.#options.reportToken(error);
      throw error;
    }
  }

  #requireDirect(): PaymentsClient {
    const { direct } = this.#options;
    if (!direct) throw new CheckoutError('invalid-config', 'base-url is missing: Pix does not go through the frame of the card fields.');
    return direct;
  }
}

/** Creates a card that is typed in a frame, where it is charged and tokenized. */
export function createFramedCard(link: FrameLink, { brand, last4 }: CardLabel): TypedCard {
  return {
    brand,
    last4,
    async charge(client, terms, options) {
      if (client instanceof FramedClient) return client.charge(link, terms, options);
      return { status: 'failed', error: createUnframedError(), sent: false };
    },
    async exchange(client, terms, options) {
      if (!(client instanceof FramedClient)) throw createUnframedError();
      const { cardId, expiration, message } = await client.tokenize(link, terms, options);
      return {
        ...presentFields({ cardId, expiration, message }),
        // The same frame is used, since it knows the digits that the response must not contain.
        charge: (_, due, call) => client.charge(link, { ...due, cardId }, call),
      };
    },
  };
}

/** Creates the error for a card whose digits are in the page. The page must not send it. */
function createForeignCardError(): CheckoutError {
  return new CheckoutError('invalid-config', 'With frame-url, cards are typed in the frame alone.');
}

function createUnframedError(): CheckoutError {
  return new CheckoutError('invalid-config', 'frame-url was taken away while its card was paid with.');
}
