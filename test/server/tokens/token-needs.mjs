/**
 * What a test wants a token for: by default a card payment, with a minute of life.
 *
 * @param {Partial<import('../../../src/server/index.ts').TokenNeed>} [fields]
 * @returns {import('../../../src/server/index.ts').TokenNeed}
 */
export function need(fields) {
  return { purpose: 'card-payment', minLifeMs: 60_000, signal: new AbortController().signal, ...fields };
}

/** A clock that a test moves by hand: `clock.at`, epoch ms. Delays are the system's, since what waits here waits for a socket. */
export function createHandClock() {
  const clock = {
    at: 1_900_000_000_000,
    now: () => clock.at,
    /** @type {import('../../../src/domain/clock.ts').Clock['schedule']} */
    schedule: (callback, delayMs) => {
      const timer = setTimeout(() => callback(), delayMs).unref();
      return () => clearTimeout(timer);
    },
  };
  return clock;
}
