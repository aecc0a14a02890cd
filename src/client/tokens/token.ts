/** The purpose of a token. */
export type TokenPurpose = 'card-payment' | 'card-token' | 'pix' | 'pix-status';

/** The request to the shop for a token. */
export interface TokenRequest {
  purpose: TokenPurpose;
  orderId?: string;
  attemptId?: string;
  /** The amount: reais as decimal text, `"149.90"`. */
  amount?: string;
  /** The signal that the token is no longer needed. */
  signal: AbortSignal;
}

/**
 * The shop's answer in one of three forms:
 *
 * - a bearer token;
 * - a token with its life in seconds (`expiresIn`), the server's time in epoch ms (`now`) and the service's environment;
 * - `closed`: the order takes no more payments. `busy` means that a payment is under way, so the order takes none now. `retryAfter` is in
 *   seconds.
 *
 * A page that sets `environment` refuses a token of the other environment, and a token whose `environment` is neither `sandbox` nor `live`.
 * On any other page, the field has no effect. `singleUse` means that a token serves only one request, so that a 401 may be the response to
 * a charge that was sent twice. Once an answer has set it for a purpose, it applies to all tokens of that purpose.
 */
export type TokenAnswer =
  | string
  | { token: string; expiresIn?: number; now?: number; environment?: string; singleUse?: boolean }
  | { closed: 'paid' | 'closed' | 'busy'; retryAfter?: number };

/** The shop's token source. */
export type GetToken = (request: TokenRequest) => Promise<TokenAnswer> | TokenAnswer;
