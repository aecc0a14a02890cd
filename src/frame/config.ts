import type { ServiceProfileInput } from '../client/profile/service-profile.js';

/** The claim that a token must have, so that a token of another merchant does not pass. */
export interface TokenClaim {
  /** The name of a claim of a JSON Web Token. */
  claim: string;
  /** The value of the claim. If the claim is a list, the list must contain this value. */
  value: string;
  /**
   * True if opaque tokens pass too. Only the service can read an opaque token, so the frame cannot tell whose token it is. Default `false`.
   */
  allowsOpaque?: boolean;
}

/** The rules for tokens: an optional check of a claim, and whether a token serves only one request. */
export type TokenRules = (TokenClaim | { claim?: never }) & {
  /**
   * True if a token serves only one request, so that a 401 says nothing about a charge. A page can set this for its own tokens too. Default
   * `false`.
   */
  singleUse?: boolean;
};

/** The configuration of a frame for one shop. It is compiled into the frame, and a page cannot change it. */
export interface FrameConfig {
  /** The base URL of the payments service. */
  service: string;
  /** The origins of the shop's pages, such as `https://loja.example`. The frame communicates with pages of no other origin. */
  origins: string[];
  /** The differences from the default profile of the service. */
  profile?: ServiceProfileInput;
  /**
   * The rules for tokens. With a claim, only a JSON Web Token with that claim passes. Default: no check, and a token serves any number of
   * requests.
   */
  token?: TokenRules;
}
