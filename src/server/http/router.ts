import { CheckoutError } from '../../domain/errors.js';
import { once } from '../../domain/once.js';
import { isBroken, nameSqlState, ShopFunctionError } from '../broken-code.js';
import type { ReportEvent } from '../events.js';
import type { ShopServerOptions } from '../options.js';
import { parseJsonBody } from './body.js';
import { createProxyCheck, findVisitorNetwork, type AddressOptions } from './client-address.js';
import type { Endpoint, EndpointCall } from './endpoint.js';
import { isOwnPage } from './origin.js';
import { createNotFound, HttpRefusal, respondBroken, respondProblem, respondUnavailable } from './response.js';
import { getSession } from './session.js';

/** The settings of a router. */
export interface RouterContext extends Pick<ShopServerOptions, 'sessionOf' | 'publicOrigin'>, AddressOptions {
  /** The path before every pattern, with both slashes: `/shop/`. */
  basePath: string;
  /** Hashes the network of a visitor's address. */
  hashAddress: (network: string) => Promise<string>;
  /** The time, epoch ms. */
  now: () => number;
  report: ReportEvent;
}

/** The name of a request without an endpoint, in events. */
const UNKNOWN = 'unknown';

/** The default `Retry-After` of an endpoint that failed, seconds. */
const FAILURE_WAIT_SECONDS = 5;

/** An endpoint whose pattern matches a path, with the values of the pattern's placeholders. */
interface RouteMatch {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
}

/**
 * Creates a handler of the requests below a base path, which never rejects. It responds 404 to a path without an endpoint, 405 to another
 * method and 403 to a page of another origin, else with the endpoint's response. It reports each request by the endpoint's name.
 */
export function createRouter(endpoints: readonly Endpoint[], context: RouterContext): (request: Request) => Promise<Response> {
  const { basePath, now, report } = context;
  const checkProxy = createProxyCheck(context, (message) => report({ type: 'warning', message }));
  return async (request) => {
    const startedAt = now();
    checkProxy(request);
    const { pathname } = new URL(request.url);
    const matches = pathname.startsWith(basePath) ? listMatches(endpoints, pathname.slice(basePath.length)) : [];
    const match = matches.find(({ endpoint }) => endpoint.methods.some((method) => method === request.method));
    const response = match ? await respondTo(request, match, context) : respondUnmatched(matches);
    const endpoint = (match ?? matches[0])?.endpoint.name ?? UNKNOWN;
    report({ type: 'request', endpoint, status: response.status, durationMs: now() - startedAt });
    return response;
  };
}

/** Lists the endpoints that match a path below the base path (`cards/1`), in their order, with any method. A slash at its end is ignored. */
function listMatches(endpoints: readonly Endpoint[], path: string): readonly RouteMatch[] {
  const segments = path.replace(/\/$/, '').split('/');
  return endpoints.flatMap((endpoint) => {
    const params = matchPattern(endpoint.pattern.split('/'), segments);
    return params ? [{ endpoint, params }] : [];
  });
}

/** Finds the values of a pattern's placeholders in a path; `undefined` if the path does not match, or if a value is empty. */
function matchPattern(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== segment) return undefined;
    if (name === undefined) continue;
    const value = decodeSegment(segment);
    if (!value) return undefined;
    params.push([name, value]);
  }
  return Object.fromEntries(params);
}

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    // No identifier has a control character, and not every database accepts one.
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function respondUnmatched(matches: readonly RouteMatch[]): Response {
  if (matches.length === 0) return createNotFound().toResponse();
  const methods = new Set(matches.flatMap(({ endpoint }) => endpoint.methods));
  return respondProblem(405, 'This endpoint does not take this method.', { Allow: [...methods].sort().join(', ') });
}

/** Responds by an endpoint. The response sets the cookie of a session that was created for the request. */
async function respondTo(request: Request, { endpoint, params }: RouteMatch, context: RouterContext): Promise<Response> {
  if (endpoint.origin === 'own' && !isOwnPage(request, context.publicOrigin)) return respondForeign(request, context.publicOrigin);
  let setCookie: string | undefined;
  const call = {
    request,
    params,
    url: new URL(request.url),
    session: once(async () => {
      const found = await getSession(request, context);
      setCookie = found.setCookie;
      return found.session;
    }),
    address: once(async () => {
      const network = findVisitorNetwork(request, context);
      return network === undefined ? undefined : context.hashAddress(network);
    }),
    json: once(() => parseJsonBody(request)),
  };
  const response = await handle(endpoint, call, context);
  return setCookie === undefined ? response : withCookie(response, setCookie);
}

async function handle(endpoint: Endpoint, call: EndpointCall, context: RouterContext): Promise<Response> {
  try {
    return await endpoint.handle(call);
  } catch (error) {
    return respondToError(error, endpoint, call.request, context);
  }
}

function respondForeign({ method }: Request, publicOrigin: string): Response {
  const what = method === 'GET' ? 'A page of another origin' : `${method} without a matching Origin or Sec-Fetch-Site: same-origin`;
  return respondProblem(403, `${what} is refused: publicOrigin is ${publicOrigin}.`);
}

/** Converts an error of an endpoint to a response, and reports it. */
async function respondToError(error: unknown, endpoint: Endpoint, request: Request, { report }: RouterContext): Promise<Response> {
  if (error instanceof HttpRefusal) return error.toResponse();
  // A function of the shop reports its own errors.
  if (!(error instanceof ShopFunctionError)) {
    // The code of a `CheckoutError` is this package's own, and so is the message of `invalid-config`.
    const what = error instanceof CheckoutError ? `the error ${error.code}` : `an error that is not of this package${nameSqlState(error)}`;
    const fix = error instanceof CheckoutError && error.code === 'invalid-config' ? ` ${error.message}` : '';
    report({ type: 'failure', operation: endpoint.name, message: `The endpoint ended with ${what}.${fix}`, error, request });
  }
  const response = endpoint.onFailure?.(error) ?? respondUnavailable(FAILURE_WAIT_SECONDS);
  if (!isBroken(error)) return response;
  const { sent }: { sent?: unknown } = Object(await response.json());
  return respondBroken(sent === false ? { sent } : {});
}

/** Returns a new response with a cookie, since the headers of a fetched response and of a redirect cannot be changed. */
function withCookie(response: Response, setCookie: string): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.append('Set-Cookie', setCookie);
  return new Response(response.body, { status, statusText, headers });
}
