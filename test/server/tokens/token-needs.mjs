/** What a test wants a token for: by default a card payment, with a minute of life. */
export function need(fields = {}) {
  return { purpose: 'card-payment', minLifeMs: 60_000, signal: new AbortController().signal, ...fields };
}

/** A clock that a test moves by hand: `clock.at`, epoch ms. Delays are the system's, since what waits here waits for a socket. */
export function createHandClock() {
  const clock = {
    at: 1_900_000_000_000,
    now: () => clock.at,
    schedule: (callback, delayMs) => {
      const timer = setTimeout(() => callback(), delayMs).unref();
      return () => clearTimeout(timer);
    },
  };
  return clock;
}
