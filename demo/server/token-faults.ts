import { respondJson } from './http.js';

/** The faults of the shop's token endpoint, which the bench can plan. */
export const TOKEN_FAULTS = ['401', 'garbage', 'hang', 'closed'] as const;

/** The name of a fault of the token endpoint. */
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** The planned fault of the next request for a token. It is for this demo only, never for a real shop. */
export class TokenFaults {
  #next: TokenFault | undefined;
  readonly #waiting = new Set<() => void>();

  /** Plans a fault for the next request; `undefined` for none. */
  set(fault: string | undefined): void {
    this.#next = TOKEN_FAULTS.find((name) => name === fault);
  }

  /** Releases the requests that are held back. */
  release(): void {
    for (const goOn of this.#waiting) goOn();
  }

  /** Responds to a request for a token; resolves to `undefined` if the shop should respond as usual. */
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
        // The page has gone: a token that no page receives would keep the order busy.
        return signal.aborted ? respondJson(503, {}) : undefined;
      case undefined:
        return undefined;
    }
  }

  /** Waits until the request is released, or the page has gone. */
  async #wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#waiting.clear();
  }
}
