/**
 * The place where the service reads the key by which it recognizes a repeated charge: a header, a field of the body, or nowhere (`none`).
 * `forgetful` accepts the key in both places, but charges again.
 */
export type IdempotencyMode = 'none' | 'header' | 'field' | 'forgetful';

/** The name of the header with the key, from an IETF draft. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The name of the field with the key, on the same level as `amount`. */
export const IDEMPOTENCY_FIELD = 'idempotencyKey';

/** Returns whether the service reads the key in this place. */
export function readsKeyIn(place: 'header' | 'field', mode: IdempotencyMode): boolean {
  return mode === place || mode === 'forgetful';
}

/** Reads the key of a charge; returns `undefined` if the request has none, or only one in a place where the service does not read it. */
export function findKey(headers: Headers, body: unknown, mode: IdempotencyMode): string | undefined {
  const header = readsKeyIn('header', mode) ? headers.get(IDEMPOTENCY_HEADER) : null;
  if (header !== null) return header;
  const isField = readsKeyIn('field', mode) && typeof body === 'object' && body !== null && IDEMPOTENCY_FIELD in body;
  return isField && typeof body[IDEMPOTENCY_FIELD] === 'string' ? body[IDEMPOTENCY_FIELD] : undefined;
}

/** The response to the first charge with a key. */
export interface StoredResponse {
  status: number;
  body: Record<string, unknown>;
}

/** The store of the responses to charges, by idempotency key. A charge without a key is never recognized. */
export class IdempotencyStore {
  readonly #responses: Map<string, StoredResponse>;

  /** `responses` belongs to the sandbox's memory: the store changes it in place. */
  constructor(responses: Map<string, StoredResponse>) {
    this.#responses = responses;
  }

  /** Returns the response to an earlier charge with the same key. */
  find(key: string | undefined): StoredResponse | undefined {
    return key === undefined ? undefined : this.#responses.get(key);
  }

  /**
   * Carries an operation out, unless its key has a response already, and returns the body of the good response. Stores the response (status
   * 200) right away: a retry gets it even if a fault withholds the first response. Without a key, always carries the operation out.
   */
  carryOutOnce(key: string | undefined, carryOut: () => Record<string, unknown>): Record<string, unknown> {
    const body = this.find(key)?.body ?? carryOut();
    this.#store(key, { status: 200, body });
    return body;
  }

  /**
   * Stores the response to a request that charged nothing, but only if it is a decline. After any other response the key may still charge.
   */
  async storeDecline(key: string | undefined, response: Response): Promise<void> {
    if (key === undefined) return;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const isDecline = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
    if (isDecline) this.#store(key, { status: response.status, body: { ...body } });
  }

  #store(key: string | undefined, response: StoredResponse): void {
    if (key !== undefined && !this.#responses.has(key)) this.#responses.set(key, response);
  }
}
