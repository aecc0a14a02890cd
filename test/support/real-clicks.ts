import { sendMouse } from '@web/test-runner-commands';
import { elementAt } from '../access/flat-tree.js';
import { isFramed } from './frame/use-frame.js';
import { waitUntil } from './wait-until.js';

/**
 * Clicks with a real pointer in the middle of a place of the viewport. With a frame in the page, not before what is there is drawn: a pointer
 * goes by that, and would else meet a frame where it was before the page scrolled.
 */
export async function clickMiddle({ left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): Promise<void> {
  if (isFramed) await waitForDrawings(4);
  await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
}

/** Waits until a page was drawn so many times, or `isEnough`. */
async function waitForDrawings(count: number, page: Window = window, isEnough: () => boolean = () => false): Promise<void> {
  for (let drawn = 0; drawn < count && !isEnough(); drawn += 1) await new Promise((resolve) => page.requestAnimationFrame(resolve));
}

/** What a pointer does in one click, in order. */
const POINTER_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

/**
 * Clicks with a real pointer in the middle of an element. Where the page moves between aim and press, or between press and release, something
 * else is hit: the page hears nothing of that, and the click is aimed again. A shopper who sees the page move does the same.
 */
export async function clickElement(target: Element): Promise<void> {
  target.scrollIntoView({ block: 'center' });
  await waitUntil(
    async () => {
      await standStill(target);
      // What came late may have moved it out of the viewport.
      target.scrollIntoView({ block: 'nearest' });
      return tryClick(target);
    },
    () => `a place where <${target.localName}> is under the pointer`,
  );
}

/** What is scrolling smoothly by itself is no target yet. */
async function standStill(target: Element): Promise<void> {
  let before = NaN;
  await waitUntil(() => {
    const last = before;
    before = target.getBoundingClientRect().top;
    return Math.abs(before - last) < 0.1;
  }, 'a target that stands still');
}

/** How many times a page is drawn until a click in its frame that no window has heard of is taken for lost: about a second. */
const DRAWN_UNTIL_LOST = 60;

/**
 * Clicks once. Returns whether nothing but the target was pressed and clicked. Events of a page in a frame stay in that page's window. A frame
 * that is not drawn yet is missed: the window around it hears the click, or none does.
 */
async function tryClick(target: Element): Promise<boolean> {
  const { ownerDocument } = target;
  const page = ownerDocument.defaultView ?? window;
  const windows = new Set([page, window]);
  let isHeard = false;
  let isHit = true;
  const judge = (event: MouseEvent): void => {
    if (!event.isTrusted) return;
    isHeard ||= event.type === 'click';
    // Of an element that is disabled no event tells.
    if (isHit && (event.type === 'pointerdown' || event.type === 'click'))
      isHit =
        event.view === page && (event.composedPath().includes(target) || elementAt(event.clientX, event.clientY, ownerDocument) === target);
    if (isHit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const each of windows) for (const type of POINTER_EVENTS) each.addEventListener(type, judge, true);
  const isInFrame = page !== window;
  if (isInFrame) await waitForDrawings(2, page);
  await clickMiddle(target.getBoundingClientRect());
  if (isInFrame) await waitForDrawings(DRAWN_UNTIL_LOST, window, () => isHeard || !isHit);
  for (const each of windows) for (const type of POINTER_EVENTS) each.removeEventListener(type, judge, true);
  return isHit && (isHeard || !isInFrame || target.matches(':disabled'));
}
