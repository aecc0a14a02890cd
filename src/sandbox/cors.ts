import { IDEMPOTENCY_HEADER, readsKeyIn, type IdempotencyMode } from './idempotency.js';

/** The request headers that the service accepts from another origin. A variant may also accept the header with an idempotency key. */
const ALLOWED_HEADERS: readonly string[] = ['authorization', 'content-type', 'accept'];

const ALLOWED_METHODS = 'GET, POST, DELETE';

/**
 * The service's behaviour towards pages of other origins. `strict` is correct CORS, which allows every origin and refuses unknown headers.
 * The other modes are mistakes for Balcão to diagnose.
 */
export type CorsMode = 'strict' | 'missing' | 'refused-preflight';

/** The parts of a variant that affect the response to a preflight. */
interface CorsRules {
  cors: CorsMode;
  idempotency: IdempotencyMode;
}

/** Returns whether a request is a CORS preflight. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('Origin') && request.headers.has('Access-Control-Request-Method');
}

/**
 * Responds to a preflight. If the variant does not accept a request header, the response has no CORS headers, and the browser does not send
 * the request. Credentials are never allowed.
 */
export function createPreflightResponse(request: Request, { cors: mode, idempotency }: CorsRules): Response {
  const allowed = readsKeyIn('header', idempotency) ? [...ALLOWED_HEADERS, IDEMPOTENCY_HEADER.toLowerCase()] : ALLOWED_HEADERS;
  const requested = (request.headers.get('Access-Control-Request-Headers') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const hasUnknown = requested.some((name) => name !== '' && !allowed.includes(name));
  if (mode === 'missing') return new Response(null, { status: 204 });
  if (mode === 'refused-preflight' || hasUnknown) return new Response(null, { status: 403 });
  const response = new Response(null, {
    status: 204,
    headers: { 'Access-Control-Allow-Methods': ALLOWED_METHODS, 'Access-Control-Allow-Headers': allowed.join(', ') },
  });
  return allowOrigin(response, request);
}

/** Lets the page that sent the request read the response, including `Retry-After` and `Date`. */
export function allowOrigin(response: Response, request: Request): Response {
  const origin = request.headers.get('Origin');
  if (origin === null) return response;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', 'Retry-After, Date');
  response.headers.append('Vary', 'Origin');
  return response;
}

/** Lets every page read a response of the control endpoints, which are not a part of the service. */
export function openToAll(response: Response): Response {
  response.headers.set('Access-Control-Allow-Origin', '*');
  response.headers.set('Access-Control-Allow-Methods', ALLOWED_METHODS);
  response.headers.set('Access-Control-Allow-Headers', 'content-type');
  return response;
}
