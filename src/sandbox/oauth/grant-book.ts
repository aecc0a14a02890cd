import { createHex, type TokenBook } from '../tokens.js';
import type { SignInPlan } from './sign-in-plans.js';

/** A code that was handed out. */
interface GrantedCode {
  redirectUri: string;
  /** `code_challenge` by S256. */
  challenge: string;
  /** Epoch ms. */
  expiresAt: number;
  /** The family of the tokens that it was exchanged for: it is good for one exchange. */
  family?: string;
}

/** A refresh token. */
interface GrantedRefresh {
  family: string;
  isUsed: boolean;
}

/** Everything that came of one sign-in, so that it can be revoked together. */
interface GrantFamily {
  isRevoked: boolean;
  accessTokens: string[];
}

/** The codes and tokens that the sandbox has granted by OAuth 2.0, as plain data. */
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

/** How long a code is good, ms. RFC 6749, 4.1.2 recommends ten minutes at most. */
const CODE_LIFE_MS = 60_000;

/** A code as it is brought to be exchanged. */
interface BroughtCode {
  code: string;
  redirectUri: string;
  /** The S256 of the `code_verifier` that came with it. */
  challenge: string;
}

/** The result of an exchange: the fields of a good response. */
export interface GrantedTokens {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  refresh_token: string;
}

/**
 * The codes and refresh tokens of one sandbox. A code is good once (RFC 6749, 4.1.2), and so is a refresh token: whoever brings a used one
 * has all revoked that came of its sign-in (RFC 9700, 4.14.2).
 */
export class GrantBook {
  readonly #grants: Grants;
  readonly #tokens: TokenBook;
  readonly #now: () => number;

  /** `grants` is changed in place, since the sandbox's memory holds it. */
  constructor(grants: Grants, tokens: TokenBook, now: () => number) {
    this.#grants = grants;
    this.#tokens = tokens;
    this.#now = now;
  }

  /** Hands a code out. */
  addCode(redirectUri: string, challenge: string): string {
    const code = createHex(16);
    this.#grants.codes.set(code, { redirectUri, challenge, expiresAt: this.#now() + CODE_LIFE_MS });
    return code;
  }

  /** Why a code is not good, in Portuguese; `undefined` for a good one. A used code revokes what it was exchanged for. */
  refuseCode({ code, redirectUri, challenge }: BroughtCode): string | undefined {
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

  /** Exchanges a good code. `expiresIn` in seconds. */
  exchange(code: string, expiresIn: number): GrantedTokens {
    const family = createHex(8);
    const granted = this.#grants.codes.get(code);
    if (granted) granted.family = family;
    this.#grants.families.set(family, { isRevoked: false, accessTokens: [] });
    return this.#issue(family, expiresIn);
  }

  /** Why a refresh token is not good, in Portuguese; `undefined` for a good one. A used one revokes its family. */
  refuseRefresh(token: string): string | undefined {
    const granted = this.#grants.refreshTokens.get(token);
    if (!granted) return 'Refresh token desconhecido.';
    if (granted.isUsed) this.#revoke(granted.family);
    return this.#grants.families.get(granted.family)?.isRevoked === false ? undefined : 'Refresh token já usado ou revogado.';
  }

  /** Revokes everything that came of the sign-in of a refresh token. */
  revokeFamilyOf(token: string): void {
    const granted = this.#grants.refreshTokens.get(token);
    if (granted) this.#revoke(granted.family);
  }

  /** Exchanges a good refresh token. With `isKept` it stays good, and the new one is good for nothing. */
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
