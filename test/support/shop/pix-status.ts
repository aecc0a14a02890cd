import { readPixStatus } from '../../../src/domain/index.js';
import { createJson, readText } from './json-http.js';
import type { JsonObject } from './json-http.js';
import type { ServiceAccess } from './service-access.js';

/** An empty comment line, now and then, so that no proxy closes the stream as idle, in ms. */
const HEARTBEAT_MS = 15_000;

/**
 * What the shop knows of its Pix charges: it receives the service's webhook, responds to pages that ask, and notifies those that listen. A
 * webhook can come from anybody, so it is only a reason to ask the service.
 */
export class PixStatusBook {
  readonly #service: ServiceAccess;
  /** Charges that are paid for good, with the service's word. */
  readonly #paid = new Map<string, string>();
  readonly #listeners = new Map<string, Set<(word: string) => void>>();

  constructor(service: ServiceAccess) {
    this.#service = service;
  }

  /** `POST webhook { qrCodeId, ... }`. Anything but 2xx lets the service try again. */
  async answerWebhook(body: JsonObject): Promise<Response> {
    const chargeId = readText(body, 'qrCodeId') ?? readText(body, 'id');
    if (chargeId === undefined) return createJson(400, { message: 'Not a Pix notice.' });
    const word = await this.#ask(chargeId);
    if (word === undefined) return createJson(503, { message: 'The service gave no answer.' });
    for (const listener of this.#listeners.get(chargeId) ?? []) listener(word);
    return new Response(null, { status: 204 });
  }

  /** `GET status/{charge}` -> `{ status }` in the service's own words. */
  async answerStatus(chargeId: string): Promise<Response> {
    const word = this.#paid.get(chargeId) ?? (await this.#ask(chargeId));
    return word === undefined ? createJson(503, { message: 'The service gave no answer.' }) : createJson(200, { status: word });
  }

  /** Whether the service itself calls a charge paid. */
  async isPaid(chargeId: string): Promise<boolean> {
    if (!this.#paid.has(chargeId)) await this.#ask(chargeId);
    return this.#paid.has(chargeId);
  }

  /** `GET stream/{charge}`: server-sent events, `{ status }` at each change that the service reports. */
  answerStream(chargeId: string): Response {
    const encoder = new TextEncoder();
    let stop = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string): void => controller.enqueue(encoder.encode(`${text}\n\n`));
        const sendStatus = (word: string): void => send(`data: ${JSON.stringify({ status: word })}`);
        const heartbeat = setInterval(() => send(': still here'), HEARTBEAT_MS);
        stop = () => {
          clearInterval(heartbeat);
          this.#unsubscribe(chargeId, sendStatus);
        };
        this.#subscribe(chargeId, sendStatus);
        send('retry: 2000');
        const known = this.#paid.get(chargeId);
        if (known !== undefined) sendStatus(known);
      },
      cancel: () => stop(),
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } });
  }

  /** Asks the service, and keeps what is paid for good. */
  async #ask(chargeId: string): Promise<string | undefined> {
    const word = await this.#service.readPix(chargeId).catch(() => undefined);
    if (word !== undefined && readPixStatus(word) === 'paid') this.#paid.set(chargeId, word);
    return word;
  }

  #subscribe(chargeId: string, listener: (word: string) => void): void {
    this.#listeners.set(chargeId, (this.#listeners.get(chargeId) ?? new Set()).add(listener));
  }

  #unsubscribe(chargeId: string, listener: (word: string) => void): void {
    const listeners = this.#listeners.get(chargeId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(chargeId);
  }
}
