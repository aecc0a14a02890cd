/** What every response of this server says: nothing is kept, and nothing is taken for what it is not. */
export const RESPONSE_RULES = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Headers by name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** JSON. Status 200 by default. */
export function respondJson(body: unknown, { status = 200, headers = {} }: { status?: number; headers?: ResponseHeaders } = {}): Response {
  return Response.json(body, { status, headers: { ...headers, ...RESPONSE_RULES } });
}

/** 204: done, and there is nothing to say. */
export function respondNoContent(): Response {
  return new Response(null, { status: 204, headers: RESPONSE_RULES });
}

/** A failure, with a message in English for the developer. Shoppers never see it. */
export function respondProblem(status: number, message: string, headers: ResponseHeaders = {}): Response {
  return respondJson({ message }, { status, headers });
}

/** What every 404 says, by whatever it is made. */
export const NOT_FOUND = 'Not found.';

/** 404: one and the same for what does not exist and for what is somebody else's. */
export function respondNotFound(): Response {
  return respondProblem(404, NOT_FOUND);
}

/** 200 with word that the order takes no payment any more. */
export function respondClosed(closed: 'paid' | 'closed'): Response {
  return respondJson({ closed });
}

/**
 * 503 with word that a payment is under way, or that nothing can be said now: the page tells the shopper to try again, and closes nothing.
 * Whole seconds, at least 1.
 */
export function respondBusy(retryAfterSeconds: number): Response {
  const retryAfter = toSeconds(retryAfterSeconds);
  return respondJson({ closed: 'busy', retryAfter }, { status: 503, headers: { 'Retry-After': String(retryAfter) } });
}

/** 503 for what is no payment: the server cannot do it now. Whole seconds, at least 1. */
export function respondUnavailable(retryAfterSeconds: number): Response {
  return respondProblem(503, 'The shop cannot do this now.', { 'Retry-After': String(toSeconds(retryAfterSeconds)) });
}

function toSeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}

/** What a refusal is made of. */
export interface RefusalParts {
  status: number;
  /** JSON. */
  body: Readonly<Record<string, unknown>>;
  headers?: ResponseHeaders;
}

/** Ends a request with a response of ours. Whatever throws it has sent nothing to the service. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: ResponseHeaders;

  constructor({ status, body, headers = {} }: RefusalParts) {
    super(`Refused with ${status}.`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** The response, a new one at each call. */
  toResponse(): Response {
    return respondJson(this.body, { status: this.status, headers: this.headers });
  }
}

/** A refusal with a message in English for the developer, and with `fields` beside it in the body. */
export function createRefusal(status: number, message: string, headers: ResponseHeaders = {}): HttpRefusal {
  return new HttpRefusal({ status, body: { message }, headers });
}

/** 404, the same as `respondNotFound`: for somebody else's and for none alike. */
export function createNotFound(): HttpRefusal {
  return createRefusal(404, NOT_FOUND);
}
