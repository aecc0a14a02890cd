/** How long nobody asks again after the first failure, ms. It doubles with each further one. */
const FIRST_WAIT_MS = 1000;

/** The longest, ms. */
const MAX_WAIT_MS = 60_000;

/** When a failed login may be tried again: a service that refuses a password locks whoever goes on trying. */
export class BackOff {
  #failures = 0;
  #until = 0;

  /** Whether the last try failed. */
  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** How long nobody may try yet, ms. */
  waitMs(now: number): number {
    return Math.max(0, this.#until - now);
  }

  /** A try failed; `askedMs` is what the service asked to wait. */
  fail(now: number, askedMs = 0): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, MAX_WAIT_MS);
    this.#failures += 1;
    this.#until = now + Math.max(waitMs, askedMs);
  }

  /** A try was good. */
  reset(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
