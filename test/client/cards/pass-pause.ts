import type { FakeClock } from '../../support/fake-clock.js';
import { waitUntil } from '../../support/wait-until.js';

/** Waits until the clock's next timer is due in so many milliseconds, and then for its time. */
export async function passPause(clock: FakeClock, ms: number): Promise<void> {
  await waitUntil(() => clock.nextDelayMs === ms, `a timer of ${ms} ms`);
  await clock.advance(ms);
}
