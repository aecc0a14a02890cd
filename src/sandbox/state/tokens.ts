import { createHex } from './identifiers.js';

/** A token as it is handed out, in the words of Balcão's `TokenAnswer`. */
export interface IssuedToken {
  token: string;
  /** Life in seconds. */
  expiresIn: number;
  /** The sandbox's time of issue, epoch ms. */
  now: number;
}

/** How a request carried its token. */
export type AuthorizationForm = 'bearer' | 'jwt';

/** Why a request is not authorized; the message is what the 401 says. */
export type AuthorizationAnswer = { ok: true; form: AuthorizationForm } | { ok: false; message: string };

/** The tokens of one sandbox: handed out, good until they expire or are revoked. */
export class TokenBook {
  readonly #expiresAt: Map<string, number>;
  readonly #now: () => number;

  /** `expiresAt` is changed in place, for whoever keeps it. */
  constructor(expiresAt: Map<string, number>, now: () => number) {
    this.#expiresAt = expiresAt;
    this.#now = now;
  }

  /** Hands out a token that is good for `expiresIn` seconds. The shape is that of a JWT: three parts with dots. */
  issue(expiresIn: number): IssuedToken {
    const now = this.#now();
    const token = `sandbox.${createHex(12)}.${createHex(8)}`;
    this.#expiresAt.set(token, now + expiresIn * 1000);
    return { token, expiresIn, now };
  }

  /** Makes every token handed out so far worthless. */
  revokeAll(): void {
    this.#expiresAt.clear();
  }

  /** Checks an `Authorization` header. Only forms in `forms` are taken. */
  verify(header: string | null, forms: readonly AuthorizationForm[]): AuthorizationAnswer {
    if (!header) return { ok: false, message: 'Não autorizado: falta o cabeçalho Authorization.' };
    const bearer = /^Bearer ([^\s]+)$/.exec(header)?.[1];
    const form: AuthorizationForm = bearer === undefined ? 'jwt' : 'bearer';
    if (!forms.includes(form)) return { ok: false, message: `Não autorizado: esta operação não aceita o formato "${form}".` };
    const expiresAt = this.#expiresAt.get(bearer ?? header);
    if (expiresAt === undefined) return { ok: false, message: 'Não autorizado: token desconhecido ou revogado.' };
    if (expiresAt <= this.#now()) return { ok: false, message: 'Não autorizado: token vencido.' };
    return { ok: true, form };
  }
}
