import type { CardPayment, CardToTokenize, PixChargeRequest } from '../domain/payment.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import type { PixStatusAnswer } from '../domain/pix/status.js';
import { deleteCard, tokenizeCard, type TokenizedCard } from './cards/card-token.js';
import { processPayment, type ChargeOptions } from './cards/charge.js';
import { generatePixQrCode, type CreatedPixCharge } from './pix/pix-charge.js';
import { createService } from './create-service.js';
import { getPixStatus } from './pix/pix-status.js';
import type { CallOptions, PaymentsClientOptions } from './service.js';

/** A typed client of the payments service. All methods except `processPayment` reject with a `CheckoutError`. */
export interface PaymentsClient {
  /** Charges a card. Never rejects. Never sends the charge twice, except after a 401 or under `profile.idempotency`. */
  processPayment(payment: CardPayment, options?: ChargeOptions): Promise<ChargeResult>;
  /** Creates a `cardId` from card data. */
  tokenizeCard(card: CardToTokenize, options?: CallOptions): Promise<TokenizedCard>;
  /** Deletes a tokenized card at the service. An identifier that the service does not know counts as deleted. */
  deleteCard(cardId: string, options?: CallOptions): Promise<void>;
  /** Creates a Pix charge. */
  generatePixQrCode(charge: PixChargeRequest, options?: CallOptions): Promise<CreatedPixCharge>;
  /** Queries the status of a Pix charge. */
  getPixStatus(chargeId: string, options?: CallOptions): Promise<PixStatusAnswer>;
  /** Returns the present instant, epoch ms: by the service's clock if a token answer had `now`, else by the device's clock. */
  now(): number;
  /**
   * Returns whether `now()` is the service's own time. A client that the page supplies may omit this method: its time then counts as not
   * known.
   */
  isTimeKnown?(): boolean;
}

/**
 * Creates a client. Throws a `CheckoutError` `invalid-config` for a base URL, a profile or an environment that cannot be used.
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
