/** The methods that this server knows; it responds 405 to every other one. */
export type EndpointMethod = 'GET' | 'POST' | 'DELETE';

/** The body of a request. */
export interface JsonBody {
  /** The parsed JSON object. */
  body: Record<string, unknown>;
  /** The text as it was sent, for a signature. */
  text: string;
}

/** One request of an endpoint, and its sender as far as known. */
export interface EndpointCall {
  /** The very `Request` object that arrived: the shop may know more about it. Only `json` reads its body. */
  request: Request;
  /** The values of the braces in the endpoint's pattern, decoded; never empty. */
  params: Readonly<Record<string, string>>;
  /** The request's address. */
  url: URL;
  /** The session as a hash. Where there was none, one is created and the response sets the cookie. The same at each call. */
  session(): Promise<string>;
  /** A hash of the visitor's address; `undefined` where the address is not known. */
  address(): Promise<string | undefined>;
  /** The parsed body. Rejects with an `HttpRefusal`: 413 above 16 KiB, 400 for what is no JSON object. The same at each call. */
  json(): Promise<JsonBody>;
}

/** One endpoint below the base path. Several may have one pattern, by method. */
export interface Endpoint {
  /** Its name in events: never its path, which contains identifiers. */
  name: string;
  methods: readonly EndpointMethod[];
  /** Its path below the base path: `cards/{cardId}`. A part in braces is one whole segment. The first endpoint that matches responds. */
  pattern: string;
  /** The allowed senders: pages of the shop's own origin, or anybody who is let in by other means (the webhook's secret, the state of a sign-in). */
  origin: 'own' | 'any';
  /** May throw an `HttpRefusal`, which becomes the response. */
  handle(call: EndpointCall): Promise<Response>;
  /** The response where `handle` threw anything else. Default: 503 with `Retry-After`. Must not throw, and must not reveal the error. */
  onFailure?(error: unknown): Response;
}
