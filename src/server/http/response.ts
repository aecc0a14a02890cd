/** The headers of every response of this server: it is not cached, and its type is not guessed. */
export const RESPONSE_RULES = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Headers by name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** Creates a JSON response, with status 200 by default. */
export function respondJson(body: unknown, { status = 200, headers = {} }: { status?: number; headers?: ResponseHeaders } = {}): Response {
  return Response.json(body, { status, headers: { ...headers, ...RESPONSE_RULES } });
}

/** Creates a 204 response: done, without a body. */
export function respondNoContent(): Response {
  return new Response(null, { status: 204, headers: RESPONSE_RULES });
}

/** Creates the response of a failure, with a message in English for the developer. Shoppers never see it. */
export function respondProblem(status: number, message: string, headers: ResponseHeaders = {}): Response {
  return respondJson({ message }, { status, headers });
}

/** Creates a 503 response with `closed: 'busy'`: the page asks the shopper to try again, and closes nothing. */
export function respondBusy(seconds: number): Response {
  return createBusyRefusal(seconds).toResponse();
}

/** Creates a 503 response for a request that is no payment: the server cannot handle it now. */
export function respondUnavailable(seconds: number): Response {
  return respondProblem(503, 'The shop cannot do this now.', { 'Retry-After': String(toRetryAfter(seconds)) });
}

/**
 * Creates a 500 response for a request that would fail at each try, until a person mends the shop's code or its database: neither `busy` nor
 * `Retry-After` may promise that it can be tried later.
 */
export function respondBroken(details: { sent?: false } = {}): Response {
  return respondJson({ ...details, message: 'The shop’s code or its database has an error.' }, { status: 500 });
}

/** Rounds up to whole seconds, at least 1. */
function toRetryAfter(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}

/** An error that ends a request with a response of this server. Code that throws it has sent no charge to the service. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  /** The JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: ResponseHeaders;

  constructor({ status, body, headers = {} }: { status: number; body: Readonly<Record<string, unknown>>; headers?: ResponseHeaders }) {
    super(`Refused with ${status}.`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** Creates the response, a new one at each call. */
  toResponse(): Response {
    return respondJson(this.body, { status: this.status, headers: this.headers });
  }
}

/** Creates a refusal with a message in English for the developer. */
export function createRefusal(status: number, message: string, headers: ResponseHeaders = {}): HttpRefusal {
  return new HttpRefusal({ status, body: { message }, headers });
}

/** Creates a 404 refusal: the same for a resource that does not exist and for somebody else's. */
export function createNotFound(): HttpRefusal {
  return createRefusal(404, 'Not found.');
}

/** Creates a refusal with `closed: 'busy'`: a payment is under way, or its state is unknown now. The default status is 503. */
export function createBusyRefusal(
  seconds: number,
  { status = 503, ...details }: { status?: number; sent?: false; message?: string } = {},
): HttpRefusal {
  const retryAfter = toRetryAfter(seconds);
  return new HttpRefusal({ status, body: { closed: 'busy', retryAfter, ...details }, headers: { 'Retry-After': String(retryAfter) } });
}
