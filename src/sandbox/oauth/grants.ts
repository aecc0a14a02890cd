import type { SignInPlan } from './sign-in-plans.js';

/** A code that was handed out. */
export interface GrantedCode {
  redirectUri: string;
  /** `code_challenge` by S256. */
  challenge: string;
  /** Epoch ms. */
  expiresAt: number;
  /** The family of the tokens that it was exchanged for: it is good for one exchange. */
  family?: string;
}

/** A refresh token. */
export interface GrantedRefresh {
  family: string;
  isUsed: boolean;
}

/** Everything that came of one sign-in, so that it can be revoked together. */
export interface GrantFamily {
  isRevoked: boolean;
  accessTokens: string[];
}

/** What the sandbox has granted by OAuth 2.0, as plain data. */
export interface Grants {
  codes: Map<string, GrantedCode>;
  refreshTokens: Map<string, GrantedRefresh>;
  families: Map<string, GrantFamily>;
  /** How many more times each plan applies. */
  plans: Map<SignInPlan, number>;
}

/** Creates grants of which there are none. */
export function createGrants(): Grants {
  return { codes: new Map(), refreshTokens: new Map(), families: new Map(), plans: new Map() };
}
