import { once } from '../../domain/once.js';
import { CheckoutError } from '../../domain/errors.js';
import type { Report } from '../events.js';
import { readClientAddress, type AddressOptions } from './client-address.js';
import type { Endpoint, EndpointCall } from './endpoint.js';
import { isOwnPage } from './origin.js';
import { readJson } from './read-json.js';
import { HttpRefusal } from './refusal.js';
import { respondNotFound, respondProblem, respondUnavailable } from './respond.js';
import { createRouteTable, type RouteMatch } from './route-table.js';
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
