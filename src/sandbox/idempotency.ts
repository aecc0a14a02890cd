/**
 * The place where the service reads the key by which it recognizes a repeated charge: a header, a field of the body, or nowhere.
 * `forgetful` reads it in both places and charges again all the same.
 */
export type IdempotencyMode = 'none' | 'header' | 'field' | 'forgetful';

/** The header with the key, as an IETF draft names it. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The field with the key, beside `amount`. */
export const IDEMPOTENCY_FIELD = 'idempotencyKey';

/** True if the service reads a key in this place. */
export function isKeyIn(place: 'header' | 'field', mode: IdempotencyMode): boolean {
  return mode === place || mode === 'forgetful';
}

/** The key of a charge; `undefined` where there is none, or none that this service reads. */
export function findKey(headers: Headers, body: unknown, mode: IdempotencyMode): string | undefined {
  const header = isKeyIn('header', mode) ? headers.get(IDEMPOTENCY_HEADER) : null;
  if (header !== null) return header;
  const isField = isKeyIn('field', mode) && typeof body === 'object' && body !== null && IDEMPOTENCY_FIELD in body;
  return isField && typeof body[IDEMPOTENCY_FIELD] === 'string' ? body[IDEMPOTENCY_FIELD] : undefined;
}

/** The answer that a key was given. */
export interface KeptAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** The responses to charges, by idempotency key. Without a key no charge is recognized. */
export class KeyBook {
  readonly #answers: Map<string, KeptAnswer>;

  /** `answers` is changed in place, since the sandbox's memory holds it. */
  constructor(answers: Map<string, KeptAnswer>) {
    this.#answers = answers;
  }

  /** The answer that a key was given before. */
  find(key: string | undefined): KeptAnswer | undefined {
    return key === undefined ? undefined : this.#answers.get(key);
  }

  /** Carries a charge out, and returns its body; once for each key, which has its answer from that moment on, sent or not. */
  carryOut(key: string | undefined, work: () => Record<string, unknown>): Record<string, unknown> {
    const body = this.find(key)?.body ?? work();
    this.#keep(key, { status: 200, body });
    return body;
  }

  /** Keeps the decline in an answer that carried nothing out; any other answer leaves its key free. */
  async keepDecline(key: string | undefined, answer: Response): Promise<void> {
    if (key === undefined) return;
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => undefined);
    const isDecline = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
    if (isDecline) this.#keep(key, { status: answer.status, body: { ...body } });
  }

  #keep(key: string | undefined, answer: KeptAnswer): void {
    if (key !== undefined && !this.#answers.has(key)) this.#answers.set(key, answer);
  }
}
