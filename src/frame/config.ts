import type { ServiceProfileInput } from '../client/profile/service-profile.js';

/** The claim that a token must have. */
export interface TokenClaim {
  /** The name of a claim of a JSON Web Token. */
  claim: string;
  /** The value that the claim must be or, where it is a list, must contain. */
  value: string;
  /** Lets an opaque token pass too, which only the service can read: the frame cannot tell whose it is. Default `false`. */
  allowsOpaque?: boolean;
}

/** The rules for tokens: whose they must be, if that is checked, and whether each serves one request. */
export type TokenRules = (TokenClaim | { claim?: never }) & {
  /** Set where a token serves one request, so that a 401 says nothing about a charge. A page may set it for its own tokens too. Default `false`. */
  singleUse?: boolean;
};

/** The configuration that a frame is compiled with, for one shop. A page cannot change any of it. */
export interface FrameConfig {
  /** The base URL of the payments service. */
  service: string;
  /** The origins of the shop's pages, such as `https://loja.example`. The frame talks to no other. */
  origins: string[];
  /** The differences from the default profile of the service. */
  profile?: ServiceProfileInput;
  /** The rules for tokens. With a claim, only a JSON Web Token that has it passes. Default: not checked, and they serve any number of requests. */
  token?: TokenRules;
}
