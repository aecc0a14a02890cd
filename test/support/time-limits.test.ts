import { expect, fixture, html } from '@open-wc/testing';
import type { Clock } from '../../src/domain/clock.js';
import { withTimeLimit } from '../../src/domain/time-limit.js';
import { TIME_LIMITS, holdTimeLimits } from './time-limits.js';

/** Enough timers to have the numbers of all that a new page starts. */
const MANY = 100;

describe('the time limits that a page holds', () => {
  it('stop no timer when what they were for comes after their end', async () => {
    const { contentWindow: page } = await fixture<HTMLIFrameElement>(html`<iframe title="A page without timers"></iframe>`);
    if (!page) throw new Error('The frame has no page.');
    holdTimeLimits(page);
    const clock: Clock = {
      now: () => Date.now(),
      schedule(callback, delayMs) {
        const timer = page.setTimeout(callback, delayMs);
        return () => page.clearTimeout(timer);
      },
    };
    let respond = (): void => undefined;
    const answer = new Promise<void>((resolve) => (respond = resolve));
    const limited = withTimeLimit(answer, clock, TIME_LIMITS.otherMs).catch((error: unknown) => error);
    expect(page.endTimeLimits?.(TIME_LIMITS.otherMs)).to.equal(1);
    expect(await limited).to.have.property('code', 'timeout');

    let rung = 0;
    for (let timer = 1; timer < MANY; timer += 1) clock.schedule(() => (rung += 1), 1);
    const last = new Promise<void>((ring) => clock.schedule(ring, 1));
    respond();
    await last;
    expect(rung).to.equal(MANY - 1);
  });
});
