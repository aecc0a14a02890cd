import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The longest time for which a first paint is held, ms: as long as a checkout hides its methods. */
const HOLD_LIMIT_MS = 1000;

/** The time limit for an animation frame, ms: a page in the background, or in a frame that is out of sight, has none. */
const FRAME_LIMIT_MS = 100;

let painted: Promise<void> | undefined;
let held: Promise<unknown> | undefined;

/** Settles once the page has painted its parsed content: what the first field does not need must not delay it. */
export function afterPaint(): Promise<void> {
  return (painted ??= waitForPaint());
}

/** Makes `afterPaint` wait for this drawing, too, since the page is used by it first: of several the last, for a second at most. */
export function holdPaint(drawing: Promise<unknown>): void {
  held = withTimeLimit(drawing, systemClock, HOLD_LIMIT_MS).catch(() => undefined);
}

async function waitForPaint(): Promise<void> {
  if (document.readyState === 'loading') await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }));
  let drawn: Promise<unknown> | undefined;
  do {
    drawn = held;
    await drawn;
    await nextFrame();
  } while (drawn !== held);
}

/** Settles a task after the next animation frame, whose callbacks run before the paint. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.schedule(resolve, FRAME_LIMIT_MS);
    requestAnimationFrame(() => {
      cancel();
      systemClock.schedule(resolve, 0);
    });
  });
}
