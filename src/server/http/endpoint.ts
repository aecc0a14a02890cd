/** The methods that this server knows; every other one is answered with 405. */
export type EndpointMethod = 'GET' | 'POST' | 'DELETE';

/** The body of a request. */
export interface JsonBody {
  /** The JSON object that it is. */
  body: Record<string, unknown>;
  /** As it came, for a signature. */
  text: string;
}

/** One request of an endpoint, and what is known of whoever sent it. */
export interface EndpointCall {
  /** The request as it came, the same object: the shop may know more of it. Its body is read by `readJson` alone. */
  request: Request;
  /** What stands in the braces of the endpoint's pattern, decoded; never empty. */
  params: Readonly<Record<string, string>>;
  /** The request's address. */
  url: URL;
  /** Whose session it is, as a hash; made where there was none, and then the response sets the cookie. The same at each call. */
  session(): Promise<string>;
  /** A hash of the visitor's address; `undefined` where the address is not known. */
  address(): Promise<string | undefined>;
  /** Reads the body. Rejects with an `HttpRefusal`: 413 above 16 KiB, 400 for what is no JSON object. The same at each call. */
  readJson(): Promise<JsonBody>;
}

/** One endpoint below the base path. Several may have one pattern, by method. */
export interface Endpoint {
  /** What it is called in events: never its path, in which identifiers stand. */
  name: string;
  methods: readonly EndpointMethod[];
  /** Its path below the base path: `cards/{cardId}`. A part in braces is one whole segment. The first that fits is taken. */
  pattern: string;
  /** Who may ask: pages of the shop's own origin, or anybody who gets in by other means (the webhook's secret, the state of a sign-in). */
  origin: 'own' | 'any';
  /** May throw an `HttpRefusal`, which becomes the response. */
  handle(call: EndpointCall): Promise<Response>;
  /** The response where `handle` threw anything else. Default: 503 with `Retry-After`. Must not throw, and must not tell of the error. */
  onFailure?(error: unknown): Response;
}
