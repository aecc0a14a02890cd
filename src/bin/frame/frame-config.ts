import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** What is compiled into a frame's page: the one shop that it is for, and the one service that it charges at. */
export interface FrameConfig {
  /** Base URL of the payments service, with a slash at its end. */
  service: string;
  /** Origins of the shop's pages: the only ones that may have the frame. */
  origins: readonly string[];
  /** How the service differs from the default profile. */
  profile?: ServiceProfileInput;
  /**
   * A claim of the token, and what it must hold: then the tokens of another merchant are refused, and opaque ones, unless they are allowed. And
   * whether each token serves one request.
   */
  token?: ({ claim: string; value: string; allowsOpaque?: boolean } | { claim?: never }) & { singleUse?: boolean };
}
