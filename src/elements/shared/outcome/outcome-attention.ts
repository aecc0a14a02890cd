import { getShadowHost } from '../../../controllers/page/shadow-host.js';
import { findFocus } from '../find-focus.js';
import type { Place } from './outcome-panel.js';

/** The factor by which the motion of what is below a message is longer than other motion. */
const ROOM_FACTOR = 1.4;

/** The time after a press in which a layout shift is expected, ms: as long as browsers excuse it (Layout Instability, recent input). */
const EXPECTED_MS = 500;

/** When each element began to pay, ms since the page began. */
const beganAt = new WeakMap<HTMLElement, number>();

/** The outcome or state that each element shows. */
const shownBy = new WeakMap<HTMLElement, unknown>();

/** Replaces the outcome or state that an element shows. Returns true where it is another one. */
export function replaceShown(host: HTMLElement, shown: unknown): boolean {
  const isNew = shownBy.get(host) !== shown;
  shownBy.set(host, shown);
  return isNew;
}

/** True where the focus may go to a message in an element: not while the shopper types somewhere else in the page. */
export function canTakeFocus(host: HTMLElement): boolean {
  if (!isDrawn(host)) return false;
  const active = findFocus();
  return !active?.matches('input, select, textarea, iframe, [contenteditable]') || isInside(active, host);
}

/** True for an element that takes room in the page. */
export function isDrawn(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** True where the focus is in an element, also in one in its shadow root. */
export function hasFocus(host: HTMLElement): boolean {
  const active = findFocus();
  return active !== null && isInside(active, host);
}

function isInside(element: Element, host: Element): boolean {
  let found: Element | undefined = element;
  while (found && found !== host) found = found.assignedSlot ?? found.parentElement ?? getShadowHost(found);
  return found === host;
}

/** Sets how the region of an element is announced: the changes in it, such as that the shop was notified; nothing where the focus reads the same. */
export function tuneRegion(host: HTMLElement, isSilent: boolean): void {
  const region = findRegion(host);
  region?.setAttribute('aria-atomic', 'false');
  if (isSilent) region?.setAttribute('aria-live', 'off');
  else region?.removeAttribute('aria-live');
}

/** Reserves the room of the message that an element shows, if any, while it pays again. Returns whether there is one. */
export function holdRoom(host: HTMLElement): boolean {
  const region = findRegion(host);
  if (!region?.matches('.busy')) beganAt.set(host, performance.now());
  // Not as an attribute of the template, which a strict policy refuses.
  if (region?.matches('.banner:not(.busy)')) region.style.minHeight = `${region.offsetHeight}px`;
  return Boolean(region?.style.minHeight);
}

/** Releases the room that was reserved. */
export function releaseRoom(host: HTMLElement): void {
  findRegion(host)?.style.removeProperty('min-height');
}

/**
 * Shows a message above a form to the shopper, once it is rendered: in view, with the focus on its title, which opens no keyboard. What it pushes
 * down slides there where the answer took its time; right after the press that caused it, it is there at once, so that a second press does not miss.
 */
export function bringBanner(host: Place['host'], outermost: HTMLElement): void {
  const isLate = performance.now() - (beganAt.get(host) ?? Infinity) > EXPECTED_MS;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const region = isLate && !isCalm && findRegion(host);
  const below = region ? listBelow(region, outermost).map((element) => ({ element, top: measureTop(element) })) : [];
  void host.updateComplete.then(() => {
    for (const { element, top } of below) slide(element, top - measureTop(element));
    show(host, '.title');
  });
}

/** Shows a screen to the shopper, in the place of the form. */
export function bringScreen(host: Place['host']): void {
  void host.updateComplete.then(() => show(host));
}

/** The region of an element's outcome. */
function findRegion(host: HTMLElement): HTMLElement | undefined {
  return host.shadowRoot?.querySelector<HTMLElement>('[role="status"][tabindex]') ?? undefined;
}

/** Puts the focus on the region of an outcome or on a part of it, and its beginning in view without more scrolling than that needs. */
function show(host: HTMLElement, part?: string): void {
  const region = findRegion(host);
  if (!region) return;
  (part ? region.querySelector<HTMLElement>(part) : region)?.focus({ preventScroll: true });
  // At once, also in a page that scrolls smoothly: a click on what is there must not miss.
  region.scrollIntoView({ block: region.offsetHeight > innerHeight ? 'start' : 'nearest', behavior: 'instant' });
}

/** Measures where an element begins, from the top of the page, px. */
function measureTop(element: Element): number {
  return element.getBoundingClientRect().top + scrollY;
}

/** Lists what is below a message: beside it, and beside everything that it is rendered in, up to the outermost element. */
function listBelow(region: HTMLElement, outermost: HTMLElement): Element[] {
  const found: Element[] = [];
  for (let each: Element | undefined = region; each && each !== outermost; each = each.parentElement ?? getShadowHost(each)) {
    for (let next = each.nextElementSibling; next; next = next.nextElementSibling) found.push(next);
  }
  return found.filter(isDrawn);
}

/** Lets an element begin where it was. */
function slide(element: Element, fromPx: number): void {
  const seconds = parseFloat(getComputedStyle(element).getPropertyValue('--balcao-duration') || '0.16');
  if (Math.abs(fromPx) < 1 || !seconds) return;
  const frames = [{ transform: `translateY(${fromPx}px)` }, { transform: 'none' }];
  element.animate(frames, { duration: seconds * 1000 * ROOM_FACTOR, easing: 'ease-out' });
}
