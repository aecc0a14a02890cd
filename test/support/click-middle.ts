import { sendMouse } from '@web/test-runner-commands';
import { isFramed } from './frame/use-frame.js';

/**
 * Clicks with a real pointer in the middle of a place of the viewport. With a frame in the page, not before what is there is drawn: a pointer
 * goes by that, and would else meet a frame where it was before the page scrolled.
 */
export async function clickMiddle({ left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): Promise<void> {
  const frames = isFramed ? 4 : 0;
  for (let drawn = 0; drawn < frames; drawn += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
}
