import type { Clock } from '../domain/clock.js';

/** The longest delay that a browser's timer knows, ms: a longer one would run at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The device's clock. The globals are looked up at each call, so a test's fake timers reach it. */
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
