import type { ServiceProfileInput } from '../client/profile/service-profile.js';

/** What a token has to be of. */
export interface TokenClaim {
  /** The name of a claim of a JSON Web Token. */
  claim: string;
  /** What the claim must be, or, where it is a list, must contain. */
  value: string;
  /** Whether an opaque token passes too, which nobody but the service can read: whose it is then, the frame cannot tell. Default `false`. */
  allowsOpaque?: boolean;
}

/** What a frame is compiled with, for one shop. What a page says of the service is never believed. */
export interface FrameConfig {
  /** The base URL of the payments service. */
  service: string;
  /** The origins of the shop's pages, such as `https://loja.example`. The frame talks to no other. */
  origins: string[];
  /** What differs from the default profile of the service. */
  profile?: ServiceProfileInput;
  /** What each token has to be of: then nothing but a JSON Web Token with that claim passes. Default: not checked. */
  token?: TokenClaim;
}
