import { createHex } from './identifiers.js';

/** An issued token, with the field names of Balcão's `TokenAnswer`. */
export interface IssuedToken {
  token: string;
  /** Lifetime in seconds. */
  expiresIn: number;
  /** The sandbox's time of issue, epoch ms. */
  now: number;
  /** Which service it is of; absent where the variant says `none`. */
  environment?: 'sandbox' | 'live';
}

/** The form in which a request carries its token. */
export type AuthorizationForm = 'bearer' | 'jwt';

/** The tokens of one sandbox, valid until they expire or are revoked. */
export class TokenBook {
  readonly #expiresAt: Map<string, number>;
  readonly #now: () => number;

  /** `expiresAt` is changed in place, since the sandbox's memory holds it. */
  constructor(expiresAt: Map<string, number>, now: () => number) {
    this.#expiresAt = expiresAt;
    this.#now = now;
  }

  /** Issues a token that is valid for `expiresIn` seconds. It looks like a JWT: three parts with dots. */
  issue(expiresIn: number): IssuedToken {
    const now = this.#now();
    const token = `sandbox.${createHex(12)}.${createHex(8)}`;
    this.#expiresAt.set(token, now + expiresIn * 1000);
    return { token, expiresIn, now };
  }

  /** Revokes one token. */
  revoke(token: string): void {
    this.#expiresAt.delete(token);
  }

  /** Revokes every token issued so far. */
  revokeAll(): void {
    this.#expiresAt.clear();
  }

  /** The message of the 401 for an `Authorization` header, of which only forms in `forms` are accepted; `undefined` where it is good. */
  findRefusal(header: string | null, forms: readonly AuthorizationForm[]): string | undefined {
    if (!header) return 'Não autorizado: falta o cabeçalho Authorization.';
    const bearer = /^Bearer ([^\s]+)$/.exec(header)?.[1];
    const form: AuthorizationForm = bearer === undefined ? 'jwt' : 'bearer';
    if (!forms.includes(form)) return `Não autorizado: esta operação não aceita o formato "${form}".`;
    const expiresAt = this.#expiresAt.get(bearer ?? header);
    if (expiresAt === undefined) return 'Não autorizado: token desconhecido ou revogado.';
    return expiresAt <= this.#now() ? 'Não autorizado: token vencido.' : undefined;
  }
}
