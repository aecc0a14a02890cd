import type { CardPayment, CardToTokenize, PixChargeRequest } from '../domain/payment.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import type { PixStatusAnswer } from '../domain/pix/status.js';
import type { Clock } from '../domain/clock.js';
import { deleteCard, tokenizeCard } from './cards/card-token.js';
import { processPayment } from './cards/charge.js';
import { generatePixQrCode, getPixStatus } from './pix/pix.js';
import type { ServiceProfileInput } from './profile/service-profile.js';
import { Service } from './service.js';
import type { GetToken } from './tokens/token.js';

/** What every call takes beside its input. */
export interface CallOptions {
  /** Gives up. A charge that was already sent goes on at the service: it then ends as `unconfirmed`. */
  signal?: AbortSignal;
  /** The shop's order, passed on to the token source. */
  orderId?: string;
  /** The attempt, passed on to the token source. */
  attemptId?: string;
}

/** What a charge takes beside its input. */
export interface ChargeOptions extends CallOptions {
  /**
   * Called once, after the token is there and directly before the request is sent. If it throws, nothing is sent and
   * the charge ends as `failed` with that error (when it is a `CheckoutError`; else `aborted`).
   */
  beforeSend?: () => Promise<void> | void;
}

/** A tokenized card. */
export interface TokenizedCard {
  cardId: string;
  message?: string;
}

/** A Pix charge as the service answers it; the code is not yet verified. */
export interface CreatedPixCharge {
  /** `qrCodeId`, or `id` in the sample's names. */
  chargeId: string;
  /** `textQrCode`, or `text`: as received, character by character. */
  brCode: string;
  /** `qrCodeNumber`, or `number`. */
  number?: number;
  /** The instant that was asked for, epoch ms: after it the code is no longer good. */
  expiresAt: number;
}

/** A typed client of the payments service. Calls other than `processPayment` reject with a `CheckoutError`. */
export interface PaymentsClient {
  /** Charges a card. Never rejects, and never sends twice, an answered 401 aside. */
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
  /** Whether `now()` is the service's own time. A client of the page's own may leave it out, and then counts as one that does not know. */
  isTimeKnown?(): boolean;
}

/** Settings of a client. */
export interface PaymentsClientOptions {
  /** The service: `https:`, loopback, or a path of the page's own origin (then no token is asked). */
  baseUrl: string;
  /** Source of bearer tokens; needed unless `baseUrl` is of the page's own origin. */
  getToken?: GetToken;
  /** What differs from the default profile. */
  profile?: ServiceProfileInput;
  /** Time; the system's by default. */
  clock?: Clock;
  /**
   * Tells whether the page's own policy (CSP) kept a request to this URL from being sent, asked after a request broke.
   * Pages pass one that listens to `securitypolicyviolation`; without it nothing is ever taken to be blocked.
   */
  wasBlocked?: (url: string) => Promise<boolean> | boolean;
  /** Whether the device has a network; `true` by default. */
  isOnline?: () => boolean;
}

/** Makes a client. Throws a `CheckoutError` `invalid-config` for a base URL or a profile that cannot be used. */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const service = new Service(options);
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
