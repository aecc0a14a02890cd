/**
 * Whether the service knows a repeated charge by a key, and where it reads the key: in a header, in a field of the body, or nowhere.
 * `forgetful` reads it in both places and charges again all the same.
 */
export type IdempotencyMode = 'none' | 'header' | 'field' | 'forgetful';

/** The header with the key, as an IETF draft names it. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The field with the key, beside `amount`. */
export const IDEMPOTENCY_FIELD = 'idempotencyKey';

/** Whether the service reads a key in this place. */
export function isKeyReadIn(place: 'header' | 'field', mode: IdempotencyMode): boolean {
  return mode === place || mode === 'forgetful';
}

/** The key of a charge; `undefined` where there is none, or none that this service reads. */
export function readKey(headers: Headers, body: unknown, mode: IdempotencyMode): string | undefined {
  const header = isKeyReadIn('header', mode) ? headers.get(IDEMPOTENCY_HEADER) : null;
  if (header !== null) return header;
  const isField = isKeyReadIn('field', mode) && typeof body === 'object' && body !== null && IDEMPOTENCY_FIELD in body;
  return isField && typeof body[IDEMPOTENCY_FIELD] === 'string' ? body[IDEMPOTENCY_FIELD] : undefined;
}
