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

/** What is known of tokens: whose they have to be, if that is looked at, and whether each serves one request. */
export type TokenRules = (TokenClaim | { claim?: never }) & {
  /** Whether a token serves one request, so that a 401 says nothing of a charge. What a page says of its own tokens counts too. Default `false`. */
  singleUse?: boolean;
};

/** What a frame is compiled with, for one shop. What a page says of the service is never believed. */
export interface FrameConfig {
  /** The base URL of the payments service. */
  service: string;
  /** The origins of the shop's pages, such as `https://loja.example`. The frame talks to no other. */
  origins: string[];
  /** What differs from the default profile of the service. */
  profile?: ServiceProfileInput;
  /** What tokens are. With a claim nothing but a JSON Web Token that has it passes. Default: not checked, and they serve any number of requests. */
  token?: TokenRules;
}
