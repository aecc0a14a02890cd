import type { ChargeOptions } from '../../../client/cards/charge.js';
import type { TokenizedCard } from '../../../client/cards/card-token.js';
import { createAbortedError } from '../../../client/http/wait-at-most.js';
import type { PaymentsClient } from '../../../client/payments-client.js';
import type { CreatedPixCharge } from '../../../client/pix/pix-charge.js';
import type { CallOptions } from '../../../client/service.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import type { ChargeResult } from '../../../domain/order/charge-result.js';
import type { CardPayment, PixChargeRequest } from '../../../domain/payment.js';
import type { PixStatusAnswer } from '../../../domain/pix/status.js';
import type { FrameCalls } from './frame-calls.js';
import type { FrameLink } from '../frame-link.js';

/** What a client is made of where cards are typed in a frame. */
export interface FramedClientOptions {
  /** What calls the service through a frame. */
  calls: FrameCalls;
  /** A link to a frame that calls can be made through. */
  findLink: () => Promise<FrameLink>;
  /** The client of `base-url`, or the page's own, where there is one. */
  direct: PaymentsClient | undefined;
  /** Whether `direct` takes the charges and deletions of tokenized cards: the shop's relay does. */
  isRelay: boolean;
}

/**
 * The client of a page whose cards are typed in a frame. Tokenized cards are charged and deleted by the shop's relay where there is one, else
 * through the frame; Pix is always of `base-url`.
 */
export class FramedClient implements PaymentsClient {
  /** What charges and exchanges the card that is typed in a frame. */
  readonly calls: FrameCalls;
  readonly #options: FramedClientOptions;

  constructor(options: FramedClientOptions) {
    this.calls = options.calls;
    this.#options = options;
  }

  async processPayment({ card, cardId, ...terms }: CardPayment, options: ChargeOptions = {}): Promise<ChargeResult> {
    const { direct, isRelay, findLink } = this.#options;
    if (card) return { status: 'failed', error: createForeignCardError(), sent: false };
    if (direct && isRelay) return direct.processPayment({ ...terms, cardId }, options);
    try {
      const link = await findLink();
      return await this.calls.charge(link, { ...terms, cardId }, options);
    } catch (error) {
      // No charge of `calls` rejects: the frame did not come.
      return { status: 'failed', error: isCheckoutError(error) ? error : createAbortedError(), sent: false };
    }
  }

  tokenizeCard(): Promise<TokenizedCard> {
    return Promise.reject(createForeignCardError());
  }

  async deleteCard(cardId: string, options: CallOptions = {}): Promise<void> {
    const { direct, isRelay, findLink } = this.#options;
    if (direct && isRelay) return direct.deleteCard(cardId, options);
    return this.calls.delete(await findLink(), cardId, options);
  }

  async generatePixQrCode(charge: PixChargeRequest, options?: CallOptions): Promise<CreatedPixCharge> {
    return this.#requireDirect().generatePixQrCode(charge, options);
  }

  async getPixStatus(chargeId: string, options?: CallOptions): Promise<PixStatusAnswer> {
    return this.#requireDirect().getPixStatus(chargeId, options);
  }

  now(): number {
    const { direct } = this.#options;
    return direct?.isTimeKnown?.() ? direct.now() : this.calls.now();
  }

  isTimeKnown(): boolean {
    return this.#options.direct?.isTimeKnown?.() === true || this.calls.isTimeKnown;
  }

  #requireDirect(): PaymentsClient {
    const { direct } = this.#options;
    if (!direct) throw new CheckoutError('invalid-config', 'base-url is missing: Pix does not go through the frame of the card fields.');
    return direct;
  }
}

/** A card that is not in the frame has no way out of this page. */
function createForeignCardError(): CheckoutError {
  return new CheckoutError('invalid-config', 'With frame-url, cards are typed in the frame alone.');
}
