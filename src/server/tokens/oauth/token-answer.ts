import { REQUEST_RULES } from '../../../client/http/request-rules.js';
import { parseJson, readBody } from '../../../client/http/read-body.js';
import { parseRetryAfter } from '../../../client/http/retry-after.js';
import type { CustomFetch } from 'openid-client';

/** What an answer of a token endpoint says of itself. */
export interface TokenAnswerFacts {
  status: number;
  /** The error code of OAuth 2.0 (RFC 6749, 5.2): `invalid_grant`. */
  error?: string;
  retryAfterMs?: number;
}

/**
 * A `fetch` for `openid-client` by this package's rules (no redirect, a cap on the answer's size), which gives it only what it is asked for:
 *
 * - `"refresh_token": null` says the same as none, and would be an error;
 * - an ID token is of no use here, and could not be verified: nobody documents the issuer;
 * - `WWW-Authenticate` beside a 401 would hide the error in the body. It is read here, where the body has none.
 */
export function createTokenFetch(onAnswer: (facts: TokenAnswerFacts) => void, now: () => number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body : null;
    const response = await globalThis.fetch(url, { ...REQUEST_RULES, method, headers, body: form, ...(signal && { signal }) });
    const fields = readFields(parseJson(await readBody(response)));
    const error = fields['error'] ?? readChallenge(response.headers.get('WWW-Authenticate'));
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now());
    onAnswer({
      status: response.status,
      ...(typeof error === 'string' && { error }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
    return Response.json(fields, { status: response.status });
  };
}

const FIELDS: readonly string[] = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'error'];

function readFields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => FIELDS.includes(name) && value !== null && value !== ''));
}

/** The `error` of a challenge (RFC 6750, 3). */
function readChallenge(header: string | null): string | undefined {
  return /\berror="?([\w-]+)/.exec(header ?? '')?.[1];
}
