import { respondJson } from './http.js';

/** How the shop's token endpoint can be made to fail, by the bench. */
export const TOKEN_FAULTS = ['401', 'garbage', 'hang', 'closed'] as const;

/** The name of such a fault. */
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** Lets the next request for a token fail as the bench says: for this demo, never for a shop that sells. */
export class TokenFaults {
  #next: TokenFault | undefined;
  readonly #waiting = new Set<() => void>();

  /** Makes the next request meet this fault; `undefined` for none. */
  set(fault: string | undefined): void {
    this.#next = TOKEN_FAULTS.find((name) => name === fault);
  }

  /** Lets requests go on that are held back. */
  release(): void {
    for (const goOn of this.#waiting) goOn();
  }

  /** The response to a request for a token; `undefined` where the shop is to respond. */
  async respond({ signal }: Request): Promise<Response | undefined> {
    const fault = this.#next;
    this.#next = undefined;
    switch (fault) {
      case '401':
        return respondJson(401, { message: 'The bench wanted 401.' });
      case 'garbage':
        return respondJson(200, { tokem: 123 });
      case 'closed':
        return respondJson(200, { closed: 'closed' });
      case 'hang':
        await this.#wait(signal);
        // Nobody waits for it any more: a token that nobody gets would keep the order busy.
        return signal.aborted ? respondJson(503, {}) : undefined;
      case undefined:
        return undefined;
    }
  }

  /** Until it is released, or the page has gone. */
  async #wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#waiting.clear();
  }
}
