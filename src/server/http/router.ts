import { CheckoutError } from '../../domain/errors.js';
import { once } from '../../domain/once.js';
import type { Report } from '../events.js';
import { readJson } from './body.js';
import { type AddressOptions, readClientAddress } from './client-address.js';
import type { Endpoint, EndpointCall } from './endpoint.js';
import { isOwnPage } from './origin.js';
import { HttpRefusal, respondNotFound, respondProblem, respondUnavailable } from './response.js';
import { readSession, type SessionOptions } from './session.js';

/** What a router needs to know. */
export interface RouterContext extends SessionOptions, AddressOptions {
  /** Path in front of every pattern, with both slashes: `/shop/`. */
  basePath: string;
  /** The time, epoch ms. */
  now: () => number;
  report: Report;
}

/** What events call a request that is no endpoint's. */
const UNKNOWN = 'unknown';

/** After how many seconds a page may come again where an endpoint failed, and says nothing else. */
const FAILURE_WAIT_SECONDS = 5;

/**
 * A handler of the requests below a base path, which never rejects: 404 for a path that is no endpoint's, 405 for a method, 403 for a page
 * of another origin, else what the endpoint responds. Each request is an event, by the endpoint's name.
 */
export function createRouter(endpoints: readonly Endpoint[], context: RouterContext): (request: Request) => Promise<Response> {
  const findMatches = createRouteTable(endpoints);
  return async (request) => {
    const startedAt = context.now();
    const url = new URL(request.url);
    const matches = url.pathname.startsWith(context.basePath) ? findMatches(url.pathname.slice(context.basePath.length)) : [];
    const match = matches.find(({ endpoint }) => endpoint.methods.some((method) => method === request.method));
    const response = match ? await respondTo(match, { request, url, context }) : respondUnmatched(matches);
    const endpoint = (match ?? matches[0])?.endpoint.name ?? UNKNOWN;
    context.report({ type: 'request', endpoint, status: response.status, durationMs: context.now() - startedAt });
    return response;
  };
}

function respondUnmatched(matches: readonly RouteMatch[]): Response {
  if (matches.length === 0) return respondNotFound();
  const methods = new Set(matches.flatMap(({ endpoint }) => endpoint.methods));
  return respondProblem(405, 'This endpoint does not take this method.', { Allow: [...methods].sort().join(', ') });
}

interface Arrival {
  request: Request;
  url: URL;
  context: RouterContext;
}

async function respondTo({ endpoint, params }: RouteMatch, arrival: Arrival): Promise<Response> {
  const { request, context } = arrival;
  if (endpoint.origin === 'own' && !isOwnPage(request, context.publicOrigin)) return respondForeign(request, context.publicOrigin);
  let setCookie: string | undefined;
  const call = createCall(params, arrival, (cookie) => (setCookie = cookie));
  const response = await handle(endpoint, call, context);
  return setCookie === undefined ? response : withCookie(response, setCookie);
}

async function handle(endpoint: Endpoint, call: EndpointCall, context: RouterContext): Promise<Response> {
  try {
    return await endpoint.handle(call);
  } catch (error) {
    return respondToError(error, endpoint, context);
  }
}

function createCall(params: RouteMatch['params'], { request, url, context }: Arrival, onCookie: (cookie: string) => void): EndpointCall {
  const readOnce = once(async () => {
    const read = await readSession(request, context);
    if (read.setCookie !== undefined) onCookie(read.setCookie);
    return read;
  });
  return {
    request,
    params,
    url,
    session: async () => (await readOnce()).session,
    address: once(() => readClientAddress(request, context)),
    readJson: once(() => readJson(request)),
  };
}

function respondForeign({ method }: Request, publicOrigin: string): Response {
  const what = method === 'GET' ? 'A page of another origin' : `${method} without a matching Origin or Sec-Fetch-Site: same-origin`;
  return respondProblem(403, `${what} is refused: publicOrigin is ${publicOrigin}.`);
}

function respondToError(error: unknown, endpoint: Endpoint, { report }: RouterContext): Response {
  if (error instanceof HttpRefusal) return error.toResponse();
  // Anything else may hold words of the service or of the database; of our own errors the code is surely ours, and what is to be mended here.
  const what = error instanceof CheckoutError ? `the error ${error.code}` : 'an error that is not of this package';
  const fix = error instanceof CheckoutError && error.code === 'invalid-config' ? ` ${error.message}` : '';
  report({ type: 'failure', operation: endpoint.name, message: `The endpoint ended with ${what}.${fix}` });
  return endpoint.onFailure?.(error) ?? respondUnavailable(FAILURE_WAIT_SECONDS);
}

/** The headers of a response that was fetched or is a redirect cannot be changed, so that it is a new one. */
function withCookie(response: Response, setCookie: string): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.append('Set-Cookie', setCookie);
  return new Response(response.body, { status, statusText, headers });
}

/** An endpoint whose pattern fits a path, with what stands in the pattern's braces. */
export interface RouteMatch {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
}

/** Returns a function that lists the endpoints that fit a path below the base path (`cards/1`), in their order, whatever their methods. */
export function createRouteTable(endpoints: readonly Endpoint[]): (path: string) => readonly RouteMatch[] {
  const routes = endpoints.map((endpoint) => ({ endpoint, pattern: endpoint.pattern.split('/') }));
  return (path) => {
    const segments = path.split('/');
    return routes.flatMap(({ endpoint, pattern }) => {
      const params = readParams(pattern, segments);
      return params ? [{ endpoint, params }] : [];
    });
  };
}

/** What a path has in the places of a pattern's braces; `undefined` where it does not fit, or is no text there. */
function readParams(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== segment) return undefined;
    if (name === undefined) continue;
    const value = decode(segment);
    if (!value) return undefined;
    params.push([name, value]);
  }
  return Object.fromEntries(params);
}

function decode(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    // No identifier has a control character, and not every database takes one.
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
