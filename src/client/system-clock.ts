import type { Clock } from '../domain/clock.js';

/** The longest delay that a browser's timer supports, ms. A timer with a longer delay would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The device's clock. It looks up the globals on each call, so that a test's fake timers apply to it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  schedule(callback, delayMs) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (leftMs: number): void => {
      const stepMs = Math.min(leftMs, LONGEST_DELAY_MS);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : callback()), stepMs);
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};
