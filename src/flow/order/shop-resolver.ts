import type { Clock } from '../../domain/clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { Attempt } from '../../domain/order/attempt.js';
import type { Resolution, ResolveUnconfirmed } from '../../domain/order/resolution.js';

/** How long the shop may take to answer. */
export const SHOP_LIMIT_MS = 15_000;

/** Reads the shop's answer; anything else means `unknown`. */
export function parseResolution(answer: unknown): Resolution {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return { status: 'unknown' };
  if (answer.status === 'not-charged') return { status: 'not-charged' };
  if (answer.status !== 'charged') return { status: 'unknown' };
  return {
    status: 'charged',
    ...('identifier' in answer && typeof answer.identifier === 'string' && { identifier: answer.identifier }),
    ...('message' in answer && typeof answer.message === 'string' && { message: answer.message }),
  };
}

/** Asks the shop about one attempt at a time. */
export class ShopResolver {
  readonly #clock: Clock;
  #stop: AbortController | undefined;
  /** How the shop is asked; `undefined` where it cannot be. */
  resolve: ResolveUnconfirmed | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether an answer is awaited. */
  get isAsking(): boolean {
    return this.#stop !== undefined;
  }

  /** Asks once, for 15 s at most. A failure, no answer, an unreadable one and `stop()` are `unknown`. Never rejects. */
  async ask(attempt: Attempt): Promise<Resolution> {
    const { signal } = (this.#stop = new AbortController());
    const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
    const asking = (async () => this.resolve?.({ ...attempt }, { signal }))();
    try {
      return parseResolution(await withTimeLimit(Promise.race([asking, stopped]), this.#clock, SHOP_LIMIT_MS));
    } catch {
      return { status: 'unknown' };
    } finally {
      this.stop();
      this.#stop = undefined;
    }
  }

  /** Stops waiting. */
  stop(): void {
    this.#stop?.abort();
  }
}
