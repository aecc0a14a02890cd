/** An issued token, with the field names of Balcão's `TokenAnswer`. */
export interface IssuedToken {
  token: string;
  /** The lifetime in seconds. */
  expiresIn: number;
  /** The time of issue by the sandbox's clock, epoch ms. */
  now: number;
  /** The service that the token is for; absent if the variant's `environment` is `none`. */
  environment?: 'sandbox' | 'live';
}

/** The form of the token in an `Authorization` header: `Bearer TOKEN`, or the bare token (`jwt`). */
export type AuthorizationForm = 'bearer' | 'jwt';

/** The store of one sandbox's tokens, which are valid until they expire or are revoked. */
export class TokenStore {
  readonly #expiresAt: Map<string, number>;
  readonly #now: () => number;

  /** `expiresAt` belongs to the sandbox's memory: the store changes it in place. */
  constructor(expiresAt: Map<string, number>, now: () => number) {
    this.#expiresAt = expiresAt;
    this.#now = now;
  }

  /** Issues a token that is valid for `expiresIn` seconds. It looks like a JWT: three parts separated by dots. */
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

  /** Returns the message of the 401 for an `Authorization` header; `undefined` if the token is valid and its form is one of `forms`. */
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

/** Creates a random UUID, version 4. It works outside secure contexts too, where `randomUUID` is missing. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = formatHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Creates random bytes and formats them as lower-case hex, two characters per byte. */
export function createHex(byteCount: number): string {
  return formatHex(crypto.getRandomValues(new Uint8Array(byteCount)));
}

function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
