import type { Clock } from '../domain/clock.js';

/** The device's clock. The globals are looked up at each call, so a test's fake timers reach it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
