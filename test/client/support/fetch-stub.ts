/** One request as the code under test gave it to `fetch`. */
export interface SeenRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** The headers, by the names as written. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, read as JSON. */
  readonly body: unknown;
}

type Reply = (request: SeenRequest) => Response | Promise<Response>;

/** Takes the place of `fetch` and answers from a queue; the last reply is repeated. */
export class FetchStub {
  readonly requests: SeenRequest[] = [];
  readonly #original = globalThis.fetch;
  #replies: Reply[] = [];

  constructor() {
    globalThis.fetch = (input, init = {}) => this.#answer(new Request(input).url, init);
  }

  /** Sets what comes next. */
  reply(...replies: Reply[]): void {
    this.#replies = replies;
  }

  /** Gives the page its own `fetch` back. */
  restore(): void {
    globalThis.fetch = this.#original;
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request: SeenRequest = { url, init, body, headers: Object.fromEntries(Object.entries(init.headers ?? {})) };
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
      init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });

  /** Answers now. */
  release(reply: Reply): void {
    const request: SeenRequest = { url: '', init: {}, headers: {}, body: undefined };
    void Promise.resolve(reply(request)).then(this.#resolve, this.#reject);
  }
}
