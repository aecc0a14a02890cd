import { systemClock } from '../../client/system-clock.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** How long a first paint is held, ms: as long as a checkout hides its methods for it. */
const HOLD_LIMIT_MS = 1000;

/** How long a frame is waited for, ms: a page in the background, or in a frame that is out of sight, has none. */
const FRAME_LIMIT_MS = 100;

let painted: Promise<void> | undefined;
let held: Promise<unknown> | undefined;

/** Settles once the page has painted what stands in it when it is parsed: what a first field does not need must not hold it up. */
export function afterPaint(): Promise<void> {
  return (painted ??= waitForPaint());
}

/** Has `afterPaint` wait until this is drawn, too, since it is what the page is used by first: of several the last, for a second at most. */
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

/** Settles a task after the next frame, whose own callbacks come before its paint. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.schedule(resolve, FRAME_LIMIT_MS);
    requestAnimationFrame(() => {
      cancel();
      systemClock.schedule(resolve, 0);
    });
  });
}
