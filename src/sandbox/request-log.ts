import type { Clock } from '../domain/clock.js';
import type { ServiceRecords, Peer, RequestRecord } from './memory.js';
import type { Operation } from './operations.js';

/** The time after a broken connection in which the same body counts as the browser's own retry, ms. */
const RESEND_WINDOW_MS = 5000;

/** A request to be recorded. */
interface ReceivedRequest {
  request: Request;
  operation: Operation | undefined;
  path: string;
  text: string;
  peer: Peer;
}

/** The log of all requests to the service. It distinguishes a browser's own retry from a second request of the page. */
export class RequestLog {
  #broken: { text: string; connection: number; at: number } | undefined;
  readonly #ledger: ServiceRecords;
  readonly #clock: Clock;

  constructor(ledger: ServiceRecords, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  /** Records a request, and returns its record. */
  add({ request, operation, path, text, peer }: ReceivedRequest): RequestRecord {
    const record: RequestRecord = {
      operation,
      method: request.method,
      path,
      headers: Object.fromEntries(request.headers),
      body: parseBody(text),
      at: this.#clock.now(),
      ...peer,
      resent: this.#isResend(text, peer),
    };
    this.#ledger.requests.push(record);
    return record;
  }

  /**
   * Records that the sandbox broke a request's connection. A browser retries only if the connection had carried an earlier request; if the
   * connection was new, the page gets the error.
   */
  addBroken(text: string, { connection, ordinal }: Peer): void {
    this.#broken = ordinal > 1 ? { text, connection, at: this.#clock.now() } : undefined;
  }

  #isResend(text: string, { connection }: Peer): boolean {
    const broken = this.#broken;
    if (!broken || text === '' || broken.text !== text || broken.connection === connection) return false;
    this.#broken = undefined;
    return this.#clock.now() - broken.at <= RESEND_WINDOW_MS;
  }
}

/** Parses a body as JSON; returns its text if it is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
