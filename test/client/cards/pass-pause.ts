import type { FakeClock } from '../../support/fake-clock.js';

/** Waits, by the device's clock, for what comes by the network or the stub of it. */
export async function until(check: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 10_000;
  while (!check()) {
    if (Date.now() > end) throw new Error(`There never was: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Waits until the clock's next timer is due in so many milliseconds, and then for its time. */
export async function passPause(clock: FakeClock, ms: number): Promise<void> {
  await until(() => clock.nextDelayMs === ms, `a timer of ${ms} ms`);
  await clock.advance(ms);
}
