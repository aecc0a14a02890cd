import { createHex, type TokenStore } from '../tokens.js';
import type { SignInPlan } from './sign-in-plans.js';

/** An authorization code that was issued. */
interface GrantedCode {
  redirectUri: string;
  /** The `code_challenge`, by the method S256. */
  challenge: string;
  /** The expiry, epoch ms. */
  expiresAt: number;
  /** The family of the tokens that the code was exchanged for; absent until then. A code can be exchanged once. */
  family?: string;
}

/** A refresh token that was issued. */
interface GrantedRefresh {
  family: string;
  isUsed: boolean;
}

/** The tokens of one sign-in, which can be revoked together. */
interface GrantFamily {
  isRevoked: boolean;
  accessTokens: string[];
}

/** The codes and tokens that the sandbox has issued by OAuth 2.0, as plain data. */
export interface Grants {
  codes: Map<string, GrantedCode>;
  refreshTokens: Map<string, GrantedRefresh>;
  families: Map<string, GrantFamily>;
  /** The number of times that each plan still applies. */
  plans: Map<SignInPlan, number>;
}

/** Creates empty grants. */
export function createGrants(): Grants {
  return { codes: new Map(), refreshTokens: new Map(), families: new Map(), plans: new Map() };
}

/** The lifetime of a code, ms. RFC 6749, 4.1.2 recommends ten minutes at most. */
const CODE_LIFE_MS = 60_000;

/** A code in a request to exchange it, and the values that prove who sends it. */
interface PresentedCode {
  code: string;
  redirectUri: string;
  /** The S256 hash of the `code_verifier` in the same request. */
  challenge: string;
}

/** The tokens of an exchange, as the fields of the good response. */
export interface GrantedTokens {
  access_token: string;
  token_type: 'Bearer';
  /** The lifetime of the access token, seconds. */
  expires_in: number;
  refresh_token: string;
}

/**
 * The store of one sandbox's codes and refresh tokens. A code can be used once (RFC 6749, 4.1.2), and so can a refresh token. A used
 * refresh token that comes again revokes all tokens of its sign-in (RFC 9700, 4.14.2).
 */
export class GrantStore {
  readonly #grants: Grants;
  readonly #tokens: TokenStore;
  readonly #now: () => number;

  /** `grants` belongs to the sandbox's memory: the store changes it in place. */
  constructor(grants: Grants, tokens: TokenStore, now: () => number) {
    this.#grants = grants;
    this.#tokens = tokens;
    this.#now = now;
  }

  /** Issues a code. */
  addCode(redirectUri: string, challenge: string): string {
    const code = createHex(16);
    this.#grants.codes.set(code, { redirectUri, challenge, expiresAt: this.#now() + CODE_LIFE_MS });
    return code;
  }

  /**
   * Returns the reason why a code is refused, in Portuguese; `undefined` for a good code. If the code was used before, revokes the tokens
   * that it was exchanged for.
   */
  refuseCode({ code, redirectUri, challenge }: PresentedCode): string | undefined {
    const granted = this.#grants.codes.get(code);
    if (!granted) return 'Código desconhecido.';
    if (granted.family !== undefined) {
      this.#revoke(granted.family);
      return 'Código já usado.';
    }
    if (granted.expiresAt <= this.#now()) return 'Código vencido.';
    if (granted.redirectUri !== redirectUri) return 'redirect_uri não é a do pedido de autorização.';
    return granted.challenge === challenge ? undefined : 'code_verifier não confere.';
  }

  /** Exchanges a good code for tokens. `expiresIn` is the lifetime of the access token in seconds. */
  exchange(code: string, expiresIn: number): GrantedTokens {
    const family = createHex(8);
    const granted = this.#grants.codes.get(code);
    if (granted) granted.family = family;
    this.#grants.families.set(family, { isRevoked: false, accessTokens: [] });
    return this.#issue(family, expiresIn);
  }

  /**
   * Returns the reason why a refresh token is refused, in Portuguese; `undefined` for a good token. If the token was used before, revokes
   * all tokens of its sign-in.
   */
  refuseRefresh(token: string): string | undefined {
    const granted = this.#grants.refreshTokens.get(token);
    if (!granted) return 'Refresh token desconhecido.';
    if (granted.isUsed) this.#revoke(granted.family);
    return this.#grants.families.get(granted.family)?.isRevoked === false ? undefined : 'Refresh token já usado ou revogado.';
  }

  /** Revokes all tokens of the sign-in that a refresh token belongs to. */
  revokeFamilyOf(token: string): void {
    const granted = this.#grants.refreshTokens.get(token);
    if (granted) this.#revoke(granted.family);
  }

  /** Exchanges a good refresh token for tokens. With `isKept` the old refresh token stays valid, and the new one is not valid. */
  refresh(token: string, expiresIn: number, isKept: boolean): GrantedTokens {
    const granted = this.#grants.refreshTokens.get(token);
    if (granted) granted.isUsed = !isKept;
    return this.#issue(granted?.family ?? '', expiresIn, isKept);
  }

  #issue(family: string, expiresIn: number, isKept = false): GrantedTokens {
    const { token } = this.#tokens.issue(expiresIn);
    const refreshToken = createHex(24);
    this.#grants.families.get(family)?.accessTokens.push(token);
    if (!isKept) this.#grants.refreshTokens.set(refreshToken, { family, isUsed: false });
    return { access_token: token, token_type: 'Bearer', expires_in: expiresIn, refresh_token: refreshToken };
  }

  #revoke(name: string): void {
    const family = this.#grants.families.get(name);
    if (!family) return;
    family.isRevoked = true;
    for (const token of family.accessTokens) this.#tokens.revoke(token);
  }
}
