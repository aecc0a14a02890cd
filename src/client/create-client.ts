import type { CardPayment, CardToTokenize, PixChargeRequest } from '../domain/payment.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import type { PixStatusAnswer } from '../domain/pix/status.js';
import { deleteCard, tokenizeCard, type TokenizedCard } from './cards/card-token.js';
import { processPayment, type ChargeOptions } from './cards/charge.js';
import { createService } from './create-service.js';
import type * as pixCalls from './pix/pix-calls.js';
import type { CreatedPixCharge } from './pix/pix-charge.js';
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

/** The calls about Pix charges. */
type PixCalls = typeof pixCalls;

/** Creates a client like `createPaymentsClient`. `loadPixCalls` returns the calls about Pix charges, for each of them. */
export function createClient(options: PaymentsClientOptions, loadPixCalls: () => PixCalls | Promise<PixCalls>): PaymentsClient {
  const service = createService(options);
  return {
    processPayment: (payment, call = {}) => processPayment(service, payment, call),
    tokenizeCard: (card, call = {}) => tokenizeCard(service, card, call),
    deleteCard: (cardId, call = {}) => deleteCard(service, cardId, call),
    generatePixQrCode: async (charge, call = {}) => (await loadPixCalls()).generatePixQrCode(service, charge, call),
    getPixStatus: async (chargeId, call = {}) => (await loadPixCalls()).getPixStatus(service, chargeId, call),
    now: () => service.now(),
    isTimeKnown: () => service.isTimeKnown,
  };
}
