import { IDEMPOTENCY_HEADER, isKeyIn, type IdempotencyMode } from './idempotency.js';

/** The only request headers that the service accepts from another origin, but for the key of a variant that reads one there. */
const ALLOWED_HEADERS: readonly string[] = ['authorization', 'content-type', 'accept'];

const ALLOWED_METHODS = 'GET, POST, DELETE';

/** How the service behaves towards pages of other origins; all modes but `strict` are mistakes to be diagnosed. */
export type CorsMode = 'strict' | 'missing' | 'refused-preflight';

/** The part of a variant that a preflight depends on. */
interface CorsRules {
  cors: CorsMode;
  idempotency: IdempotencyMode;
}

/** True for a CORS preflight. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('Origin') && request.headers.has('Access-Control-Request-Method');
}

/**
 * Responds to a preflight. A request header that the variant does not know is refused: the response then has no CORS header at all, and the
 * browser sends nothing. Credentials are never allowed.
 */
export function createPreflightAnswer(request: Request, { cors: mode, idempotency }: CorsRules): Response {
  const allowed = isKeyIn('header', idempotency) ? [...ALLOWED_HEADERS, IDEMPOTENCY_HEADER.toLowerCase()] : ALLOWED_HEADERS;
  const asked = (request.headers.get('Access-Control-Request-Headers') ?? '').split(',').map((name) => name.trim().toLowerCase());
  const isRefused = asked.some((name) => name !== '' && !allowed.includes(name));
  if (mode !== 'strict' || isRefused) return new Response(null, { status: mode === 'missing' ? 204 : 403 });
  const answer = new Response(null, {
    status: 204,
    headers: { 'Access-Control-Allow-Methods': ALLOWED_METHODS, 'Access-Control-Allow-Headers': allowed.join(', ') },
  });
  return allowOrigin(answer, request);
}

/** Lets the page that sent the request read the response, including `Retry-After` and `Date`. */
export function allowOrigin(answer: Response, request: Request): Response {
  const origin = request.headers.get('Origin');
  if (origin === null) return answer;
  answer.headers.set('Access-Control-Allow-Origin', origin);
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After, Date');
  answer.headers.append('Vary', 'Origin');
  return answer;
}

/** Lets every page read a response of the control endpoints, which are not part of the service. */
export function openToAll(answer: Response): Response {
  answer.headers.set('Access-Control-Allow-Origin', '*');
  answer.headers.set('Access-Control-Allow-Methods', ALLOWED_METHODS);
  answer.headers.set('Access-Control-Allow-Headers', 'content-type');
  return answer;
}
