import { getShadowHost } from '../../../controllers/page/shadow-host.js';
import { findFocus } from '../../../controllers/page/find-focus.js';
import type { Place } from './outcome-panel.js';

/** The factor by which the content below a message moves for longer than `--balcao-duration`. */
const ROOM_FACTOR = 1.4;

/**
 * The time after a press in which a layout shift is expected, ms. Browsers mark shifts in this time as expected (Layout Instability,
 * `hadRecentInput`).
 */
const EXPECTED_MS = 500;

/** The instant at which each element began to pay, ms since the time origin of the page. */
const beganAt = new WeakMap<HTMLElement, number>();

/** The outcome or state that each element shows. It is the outcome's object or the name of the state. */
const shownBy = new WeakMap<HTMLElement, unknown>();

/** Records the outcome or state that an element shows. Returns true if it has changed. */
export function recordShown(host: HTMLElement, shown: unknown): boolean {
  const isNew = shownBy.get(host) !== shown;
  shownBy.set(host, shown);
  return isNew;
}

/** Returns whether the focus may move to a message in an element. It may not while the shopper types somewhere else in the page. */
export function canTakeFocus(host: HTMLElement): boolean {
  if (!isDrawn(host)) return false;
  const active = findFocus(host.ownerDocument);
  return !active?.matches('input, select, textarea, iframe, [contenteditable]') || isInside(active, host);
}

/** Returns true for an element that takes room in the page. */
export function isDrawn(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Returns true if the focus is in an element or in its shadow root. */
export function hasFocus(host: HTMLElement): boolean {
  const active = findFocus(host.ownerDocument);
  return active !== null && isInside(active, host);
}

function isInside(element: Element, host: Element): boolean {
  let found: Element | undefined = element;
  while (found && found !== host) found = found.assignedSlot ?? found.parentElement ?? getShadowHost(found);
  return found === host;
}

/**
 * Sets the announcements of an element's live region. Normally screen readers announce the changes in it, such as that the shop was
 * notified. A silent region announces nothing, since the focus moves to the message and screen readers read it.
 */
export function tuneRegion(host: HTMLElement, isSilent: boolean): void {
  const region = findRegion(host);
  if (!region?.hasAttribute('aria-atomic')) region?.setAttribute('aria-atomic', 'false');
  if (isSilent) region?.setAttribute('aria-live', 'off');
  else region?.removeAttribute('aria-live');
}

/** Keeps the room of the message that an element shows while the element pays again. Returns whether there is such room. */
export function holdRoom(host: HTMLElement): boolean {
  const region = findRegion(host);
  if (!region?.matches('.busy')) beganAt.set(host, performance.now());
  // A strict content security policy refuses a `style` attribute in a template.
  if (region?.matches('.banner:not(.busy)')) region.style.minHeight = `${region.offsetHeight}px`;
  return Boolean(region?.style.minHeight);
}

/** Releases the room that `holdRoom` keeps. */
export function releaseRoom(host: HTMLElement): void {
  findRegion(host)?.style.removeProperty('min-height');
}

/**
 * Brings a message above a form to the shopper once it is rendered: it scrolls into view and gets the focus on its title, which opens no
 * keyboard. The content below moves down. It slides there if the response took its time. Right after the press that caused the message it
 * moves at once, so that a second press does not miss. With `focus`, that moves the focus instead.
 */
export function bringBanner(host: Place['host'], outermost: HTMLElement, focus?: () => void): void {
  const isLate = performance.now() - (beganAt.get(host) ?? Infinity) > EXPECTED_MS;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const region = isLate && !isCalm && findRegion(host);
  const below = region ? listBelow(region, outermost).map((element) => ({ element, top: measureTop(element) })) : [];
  void host.updateComplete.then(() => {
    for (const { element, top } of below) slide(element, top - measureTop(element));
    show(host, focus ?? '.title');
  });
}

/** Brings a message in the place of the form to the shopper once it is rendered: it scrolls into view and gets the focus. */
export function bringScreen(host: Place['host']): void {
  void host.updateComplete.then(() => show(host));
}

/** Finds the live region of an element's outcome: it is the first one. */
function findRegion(host: HTMLElement): HTMLElement | undefined {
  return host.shadowRoot?.querySelector<HTMLElement>('[role="status"]') ?? undefined;
}

/**
 * Puts the focus on the region of an outcome, on a part of it, or where a function puts it. Scrolls the region into view no further than
 * necessary.
 */
function show(host: HTMLElement, target?: string | (() => void)): void {
  const region = findRegion(host);
  if (!region) return;
  if (typeof target === 'function') target();
  else (target ? region.querySelector<HTMLElement>(target) : region)?.focus({ preventScroll: true });
  // At once, also in a page with smooth scrolling: a click during the motion would miss.
  region.scrollIntoView({ block: region.offsetHeight > innerHeight ? 'start' : 'nearest', behavior: 'instant' });
}

/** Measures the distance of an element from the top of the page, px. */
function measureTop(element: Element): number {
  return element.getBoundingClientRect().top + scrollY;
}

/**
 * Lists the elements below a message: the next siblings of its region and of every element around the region, up to the outermost element.
 */
function listBelow(region: HTMLElement, outermost: HTMLElement): Element[] {
  const found: Element[] = [];
  for (let each: Element | undefined = region; each && each !== outermost; each = each.parentElement ?? getShadowHost(each)) {
    for (let next = each.nextElementSibling; next; next = next.nextElementSibling) found.push(next);
  }
  return found.filter(isDrawn);
}

/** Slides an element to its place from where it was, `fromPx` px below it; a negative value is above. */
function slide(element: Element, fromPx: number): void {
  const seconds = parseFloat(getComputedStyle(element).getPropertyValue('--balcao-duration') || '0.16');
  if (Math.abs(fromPx) < 1 || !seconds) return;
  const frames = [{ transform: `translateY(${fromPx}px)` }, { transform: 'none' }];
  element.animate(frames, { duration: seconds * 1000 * ROOM_FACTOR, easing: 'ease-out' });
}
