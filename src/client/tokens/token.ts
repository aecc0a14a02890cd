/** The purpose of a token. */
export type TokenPurpose = 'card-payment' | 'card-token' | 'pix' | 'pix-status';

/** The question to the shop when a token is needed. */
export interface TokenRequest {
  purpose: TokenPurpose;
  orderId?: string;
  attemptId?: string;
  /** Reais as decimal text, `"149.90"`. */
  amount?: string;
  /** Aborted when nobody waits for the token any more. */
  signal: AbortSignal;
}

/**
 * The shop's answer: a bearer token; a token with its life in seconds, the server's time in epoch ms and which service it is of; or
 * word that the order takes no more payments, or (`busy`) none now, since one is under way: `retryAfter` is in seconds. A page that sets
 * `environment` takes a token of the other one for none, and one whose `environment` is neither `sandbox` nor `live`; to any other page the
 * field says nothing. `singleUse`: a token serves one request, so that a 401 may be the answer to a charge that was sent twice; once said
 * for a purpose, it holds for all its tokens.
 */
export type TokenAnswer =
  | string
  | { token: string; expiresIn?: number; now?: number; environment?: string; singleUse?: boolean }
  | { closed: 'paid' | 'closed' | 'busy'; retryAfter?: number };

/** The shop's token source. */
export type GetToken = (request: TokenRequest) => Promise<TokenAnswer> | TokenAnswer;
