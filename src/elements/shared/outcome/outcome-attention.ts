import { findFocus } from '../find-focus.js';
import type { Place } from './outcome-panel.js';

/** How much longer than other motion it takes what stands below a message to make room for it. */
const ROOM_FACTOR = 1.4;

/** How soon after a press nobody wonders that something moves, ms: as long as browsers excuse it (Layout Instability, recent input). */
const EXPECTED_MS = 500;

/** When each element began to pay, ms since the page began. */
const beganAt = new WeakMap<HTMLElement, number>();

/** What each element shows of its payment. */
const shownBy = new WeakMap<HTMLElement, unknown>();

/** What an element shows of its payment until the next call, and whether it has shown something else before. */
export function noteShown(host: HTMLElement, shown: unknown): boolean {
  const isNew = shownBy.get(host) !== shown;
  shownBy.set(host, shown);
  return isNew;
}

/** Whether the focus may go to a message in an element: not while the shopper types somewhere else in the page. */
export function canTakeFocus(host: HTMLElement): boolean {
  if (!isDrawn(host)) return false;
  const active = findFocus();
  return !active?.matches('input, select, textarea, iframe, [contenteditable]') || isInside(active, host);
}

/** Whether an element takes room in the page. */
export function isDrawn(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Whether the focus is in an element, also in one of those that it is made of. */
export function hasFocus(host: HTMLElement): boolean {
  const active = findFocus();
  return active !== null && isInside(active, host);
}

function isInside(element: Element, host: Element): boolean {
  let found: Element | null = element;
  while (found && found !== host) found = found.assignedSlot ?? found.parentElement ?? readHost(found);
  return found === host;
}

function readHost(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/**
 * Sets how the region of an element is announced: by what is new in it, such as that the shop was notified; not at all where the focus says
 * the same.
 */
export function tuneRegion(host: HTMLElement, isSilent: boolean): void {
  const region = findRegion(host);
  region?.setAttribute('aria-atomic', 'false');
  if (isSilent) region?.setAttribute('aria-live', 'off');
  else region?.removeAttribute('aria-live');
}

/** Holds the room of the message that an element shows, if any, while it pays again. Returns whether there is one. */
export function holdRoom(host: HTMLElement): boolean {
  const region = findRegion(host);
  if (!region?.matches('.busy')) beganAt.set(host, performance.now());
  // Not as an attribute of the template, which a strict policy refuses.
  if (region?.matches('.banner:not(.busy)')) region.style.minHeight = `${region.offsetHeight}px`;
  return Boolean(region?.style.minHeight);
}

/** Gives the room back that was held. */
export function releaseRoom(host: HTMLElement): void {
  findRegion(host)?.style.removeProperty('min-height');
}

/**
 * Brings a message that stands above a form to the shopper, once it is rendered: in view, with the focus on its title, which opens no keyboard.
 * What it pushes down slides there where the answer took its time; right after the press that asked for it, it is there at once, so that who
 * presses again does not miss.
 */
export function bringBanner(host: Place['host'], outermost: HTMLElement): void {
  const isLate = performance.now() - (beganAt.get(host) ?? Infinity) > EXPECTED_MS;
  const region = isLate && !isCalm() && findRegion(host);
  const below = region ? listBelow(region, outermost).map((element) => ({ element, top: readTop(element) })) : [];
  void host.updateComplete.then(() => {
    for (const { element, top } of below) slide(element, top - readTop(element));
    show(host, '.title');
  });
}

/** Brings a screen to the shopper, which stands where the form was. */
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
  // At once, also in a page that scrolls smoothly: whoever clicks on what stands there must not miss it.
  region.scrollIntoView({ block: region.offsetHeight > innerHeight ? 'start' : 'nearest', behavior: 'instant' });
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Where an element begins, measured from the top of the page. */
function readTop(element: Element): number {
  return element.getBoundingClientRect().top + scrollY;
}

/** What stands below a message: beside it, and beside everything that it is drawn in, up to the outermost element. */
function listBelow(region: HTMLElement, outermost: HTMLElement): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = region; each && each !== outermost; each = each.parentElement ?? readHost(each)) {
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
