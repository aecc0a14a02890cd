import type { CardPayment, CardToTokenize, PixChargeRequest } from '../domain/payment.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import type { PixStatusAnswer } from '../domain/pix/status.js';
import { deleteCard, tokenizeCard, type TokenizedCard } from './cards/card-token.js';
import { processPayment, type ChargeOptions } from './cards/charge.js';
import { generatePixQrCode, type CreatedPixCharge } from './pix/pix-charge.js';
import { createService } from './create-service.js';
import { getPixStatus } from './pix/pix-status.js';
import type { CallOptions, PaymentsClientOptions } from './service.js';

/** A typed client of the payments service. Calls other than `processPayment` reject with a `CheckoutError`. */
export interface PaymentsClient {
  /** Charges a card. Never rejects, and never sends twice, an answered 401 and `profile.idempotency` aside. */
  processPayment(payment: CardPayment, options?: ChargeOptions): Promise<ChargeResult>;
  /** Exchanges card data for a `cardId`. */
  tokenizeCard(card: CardToTokenize, options?: CallOptions): Promise<TokenizedCard>;
  /** Deletes a tokenized card at the service. An identifier that the service does not know counts as deleted. */
  deleteCard(cardId: string, options?: CallOptions): Promise<void>;
  /** Makes a Pix charge. */
  generatePixQrCode(charge: PixChargeRequest, options?: CallOptions): Promise<CreatedPixCharge>;
  /** Asks what became of a Pix charge. */
  getPixStatus(chargeId: string, options?: CallOptions): Promise<PixStatusAnswer>;
  /** The present instant by the service's clock where a token answer brought `now`, else by the device's. Epoch ms. */
  now(): number;
  /** True if `now()` is the service's own time. A client of the page's own may leave it out, and then counts as one that does not know. */
  isTimeKnown?(): boolean;
}

/**
 * Makes a client. Throws a `CheckoutError` `invalid-config` for a base URL, a profile or an environment that cannot be used.
 *
 * @example
 * ```js
 * import { createPaymentsClient, createTokenUrlSource } from 'balcao/client';
 *
 * const client = createPaymentsClient({
 *   baseUrl: 'https://payments.example/',
 *   getToken: createTokenUrlSource('https://shop.example/token'),
 * });
 * const card = { holderName: 'Maria Silva', number: '4111111111111111', expirationDate: '12/30', securityCode: '123' };
 * const result = await client.processPayment({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card });
 * result.status; // 'approved'
 * ```
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const service = createService(options);
  return {
    processPayment: (payment, call = {}) => processPayment(service, payment, call),
    tokenizeCard: (card, call = {}) => tokenizeCard(service, card, call),
    deleteCard: (cardId, call = {}) => deleteCard(service, cardId, call),
    generatePixQrCode: (charge, call = {}) => generatePixQrCode(service, charge, call),
    getPixStatus: (chargeId, call = {}) => getPixStatus(service, chargeId, call),
    now: () => service.now(),
    isTimeKnown: () => service.isTimeKnown,
  };
}
