/** One request as the code under test gave it to `fetch`. */
export interface SeenRequest {
  readonly url: string;
  readonly init: Request;
  /** The headers, by their names as the interface writes them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, read as JSON. */
  readonly body: unknown;
}

type Reply = (request: SeenRequest) => Response | Promise<Response>;

/** The texts that requests were made with: a request itself gives its body away only later. */
const bodies = new WeakMap<Request, string>();

class RequestWithBody extends Request {
  constructor(input: RequestInfo | URL, init: RequestInit = {}) {
    super(input, init);
    if (typeof init.body === 'string') bodies.set(this, init.body);
  }
}

/** Takes the place of `fetch` and answers from a queue; the last reply is repeated. */
export class FetchStub {
  readonly requests: SeenRequest[] = [];
  readonly #originals = { fetch: globalThis.fetch, Request: globalThis.Request };
  #replies: Reply[] = [];

  constructor() {
    globalThis.Request = RequestWithBody;
    globalThis.fetch = (input, init) => this.#answer(input instanceof Request ? input : new Request(input, init));
  }

  /** Sets what comes next. */
  reply(...replies: Reply[]): void {
    this.#replies = replies;
  }

  /** Gives the page its own `fetch` back. */
  restore(): void {
    Object.assign(globalThis, this.#originals);
  }

  async #answer(init: Request): Promise<Response> {
    const text = bodies.get(init);
    const body: unknown = text === undefined ? undefined : JSON.parse(text);
    const headers = [...init.headers].map(([name, value]) => [name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), value]);
    const request: SeenRequest = { url: init.url, init, body, headers: Object.fromEntries(headers) };
    this.requests.push(request);
    const reply = this.#replies.length > 1 ? this.#replies.shift() : this.#replies[0];
    if (!reply) throw new TypeError('Failed to fetch');
    return reply(request);
  }
}

/** An answer of JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return () => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** An answer of any text. */
export function text(status: number, body: string | null, type = 'text/html'): Reply {
  return () => new Response(body, { status, headers: { 'Content-Type': type } });
}

/** A connection that breaks. */
export function broken(): Reply {
  return () => Promise.reject(new TypeError('Failed to fetch'));
}

/** An answer that comes when the test says so; an aborted request ends as the browser's does. */
export class HeldReply {
  #resolve: (response: Response) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  readonly reply: Reply = ({ init }) =>
    new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      init.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });

  /** Answers now. */
  release(reply: Reply): void {
    const request: SeenRequest = { url: '', init: new Request(location.href), headers: {}, body: undefined };
    void Promise.resolve(reply(request)).then(this.#resolve, this.#reject);
  }
}
