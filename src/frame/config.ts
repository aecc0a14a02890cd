import type { ServiceProfileInput } from '../client/profile/service-profile.js';

/** What a token has to be of. */
export interface TokenClaim {
  /** The name of a claim of a JSON Web Token. */
  claim: string;
  /** What the claim must be, or, where it is a list, must contain. */
  value: string;
}

/** What a frame is compiled with, for one shop. What a page says of the service is never believed. */
export interface FrameConfig {
  /** The base URL of the payments service. */
  service: string;
  /** The origins of the shop's pages, such as `https://loja.example`. The frame talks to no other. */
  origins: string[];
  /** What differs from the default profile of the service. */
  profile?: ServiceProfileInput;
  /** What each token has to be of, where it is a JSON Web Token. Default: not checked. */
  token?: TokenClaim;
}
