import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The maximum delay of the first paint by `holdPaint`, ms. It equals the time for which a checkout hides its methods. */
const HOLD_LIMIT_MS = 1000;

/** The time limit for an animation frame, ms. A page in the background, or in a frame that is out of sight, gets no animation frames. */
const FRAME_LIMIT_MS = 100;

let painted: Promise<void> | undefined;
let held: Promise<unknown> | undefined;

/**
 * Settles when the page has painted its parsed content. Code that the first field does not need is loaded afterwards, so that it does not
 * delay the paint.
 */
export function afterPaint(): Promise<void> {
  return (painted ??= waitForPaint());
}

/**
 * Makes `afterPaint` also wait for this rendering, for one second at most. If this is called several times before the paint, the last
 * rendering counts.
 */
export function holdPaint(drawing: Promise<unknown>): void {
  held = withTimeLimit(drawing, systemClock, HOLD_LIMIT_MS).catch(() => undefined);
}

/** Waits until the page is parsed, the held rendering is done and the next frame is painted. */
async function waitForPaint(): Promise<void> {
  if (document.readyState === 'loading') await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
  let drawn: Promise<unknown> | undefined;
  do {
    drawn = held;
    await drawn;
    await nextFrame();
  } while (drawn !== held);
}

/**
 * Settles one task after the next animation frame. The callbacks of an animation frame run before the paint, so a task after it runs after
 * the paint.
 */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.schedule(resolve, FRAME_LIMIT_MS);
    requestAnimationFrame(() => {
      cancel();
      systemClock.schedule(resolve, 0);
    });
  });
}
