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

/** Creates a random UUID, version 4, also outside secure contexts, where `randomUUID` is missing. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6);
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8);
  const hex = formatHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Creates random bytes as lower-case hex, two characters per byte. */
export function createHex(byteCount: number): string {
  return formatHex(crypto.getRandomValues(new Uint8Array(byteCount)));
}

function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
