import { createBusyRefusal, type HttpRefusal } from './response.js';
import type { Endpoint } from './endpoint.js';
import { waitUntilSent } from './sent-responses.js';

/** The time after which a page may try again, seconds: another instance can take its request at once. */
const RETRY_AFTER_S = 2;

/** The end of a shop's server: first no charge begins any more, then no request is handled any more. */
export class Closing {
  #state: 'open' | 'closing' | 'closed' = 'open';
  readonly #underWay = new Set<Promise<void>>();

  /** True if no charge may begin any more. */
  get isClosing(): boolean {
    return this.#state !== 'open';
  }

  /** True if nothing may use the ledger any more. */
  get isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Lets no charge begin any more. */
  begin(): void {
    if (this.#state === 'open') this.#state = 'closing';
  }

  /** Lets no request be handled any more. */
  end(): void {
    this.#state = 'closed';
  }

  /** Throws if no charge may begin any more: nothing was sent. Code that begins a charge asks right before it does. */
  requireOpen(): void {
    if (this.isClosing) throw createClosingRefusal();
  }

  /** Runs the handling of a request, which `waitForRequests` then waits for, until the response was sent. */
  async run(request: Request, handle: () => Promise<Response>): Promise<Response> {
    const handled = handle();
    void this.waitFor(handled.then((response) => (isStream(response) ? undefined : waitUntilSent(request)))).catch(() => undefined);
    return handled;
  }

  /** Returns work, for which `waitForRequests` then waits. */
  waitFor<Result>(work: Promise<Result>): Promise<Result> {
    const ended: Promise<void> = work.then(ignore, ignore);
    this.#underWay.add(ended);
    void ended.then(() => this.#underWay.delete(ended));
    return work;
  }

  /** Waits for the requests that are under way now. */
  async waitForRequests(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  get requestCount(): number {
    return this.#underWay.size;
  }

  /** Returns an endpoint that refuses every request once the server is closed. */
  guard(endpoint: Endpoint): Endpoint {
    const handle: Endpoint['handle'] = async (call) => {
      // Of a charge, this process still knows whether it has sent it, and says so itself.
      if (this.isClosed && !endpoint.refusesItself) throw createClosingRefusal();
      return endpoint.handle(call);
    };
    return { ...endpoint, handle };
  }
}

const ignore = (): void => undefined;

/** Creates the refusal of a server that is closing: nothing was sent, and another instance may be asked soon. */
function createClosingRefusal(): HttpRefusal {
  return createBusyRefusal(RETRY_AFTER_S, { sent: false, message: 'This server is closing: try again.' });
}

/** A stream has no end of its own: the server ends it. */
function isStream({ headers }: Response): boolean {
  return headers.get('Content-Type') === 'text/event-stream';
}
