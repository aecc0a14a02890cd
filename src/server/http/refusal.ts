import { NOT_FOUND, respondJson, type ResponseHeaders } from './respond.js';

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
