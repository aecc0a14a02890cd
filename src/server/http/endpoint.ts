/** The methods that this server knows. It responds 405 to any other. */
export type EndpointMethod = 'GET' | 'POST' | 'DELETE';

/** The body of a request. */
export interface JsonBody {
  /** The parsed JSON object. */
  body: Record<string, unknown>;
  /** The text as it was sent, for a signature: `isBodyRaw` says whether it is. */
  text: string;
}

/** A request to an endpoint, with its sender as far as it is known. */
export interface EndpointCall {
  /** The same `Request` object that arrived: the shop may have stored data about it. Only `json` reads its body. */
  request: Request;
  /** The values of the pattern's placeholders, decoded; never empty. */
  params: Readonly<Record<string, string>>;
  /** The request's URL. */
  url: URL;
  /**
   * Returns the hash of the session. If there was no session, this creates one, and the response sets its cookie. Each call returns the
   * same.
   */
  session(): Promise<string>;
  /** Returns a hash of the visitor's address, with a key that changes each hour; `undefined` if the address is unknown. */
  address(): Promise<string | undefined>;
  /** Parses the body. Rejects with an `HttpRefusal`: 413 above 16 KiB, 400 if the body is no JSON object. Each call returns the same. */
  json(): Promise<JsonBody>;
}

/** An endpoint below the base path. Several endpoints may share a pattern, with different methods. */
export interface Endpoint {
  /** The name in events: never the path, which contains identifiers. */
  name: string;
  methods: readonly EndpointMethod[];
  /**
   * The path below the base path: `cards/{cardId}`. A placeholder in braces is one whole segment. The first endpoint that matches responds.
   */
  pattern: string;
  /**
   * The allowed senders. `own`: pages of the shop's origin. `any`: anybody, because the endpoint checks access by other means (the
   * webhook's secret, the state of a sign-in).
   */
  origin: 'own' | 'any';
  /** True if the endpoint itself refuses requests once the server is closed. Any other endpoint is then not called. */
  refusesItself?: boolean;
  /** Responds to a request. A thrown `HttpRefusal` becomes the response. */
  handle(call: EndpointCall): Promise<Response>;
  /**
   * Creates the response for any other error of `handle`. Default: 503 with `Retry-After`. Must not throw, and must not reveal the error.
   */
  onFailure?(error: unknown): Response;
}
