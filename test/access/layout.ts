import { describeElement, elementAt, isSeen, listAncestors, listElements, listTexts, type SeenText } from './flat-tree.js';

/** The least that a finger or a shaking hand hits, in CSS px (WCAG 2.5.8). */
const LEAST_TARGET_PX = 24;

/** How far two texts may reach into each other: glyphs have room of their own in a line. */
const TOUCH_PX = 3;

/** What sticks out of the window sideways, or is cut off by what it stands in. */
export function listOverflow(root: Element): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const page = scrollWidth > clientWidth ? [`the page scrolls sideways, ${scrollWidth} in ${clientWidth} px`] : [];
  const wide = listElements(root)
    .filter((element) => isSeen(element) && element.getBoundingClientRect().right > clientWidth + 0.5)
    .map((element) => `beyond the edge: ${describeElement(element)}`);
  return [
    ...page,
    ...wide,
    ...listTexts(root)
      .filter(isCut)
      .map(({ text }) => `cut off: ${text}`),
  ];
}

/** Whether an element around a text hides a part of it. What scrolls by itself, as a text area, hides nothing for good. */
function isCut({ element, rects }: SeenText): boolean {
  return listAncestors(element).some((each) => {
    const { overflowX, overflowY } = getComputedStyle(each);
    if (overflowX === 'visible' && overflowY === 'visible') return false;
    const box = each.getBoundingClientRect();
    const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    return rects.some(
      ({ left, right, top, bottom }) =>
        (hides(overflowX) && (left < box.left - 1 || right > box.right + 1)) ||
        (hides(overflowY) && (top < box.top - 1 || bottom > box.bottom + 1)),
    );
  });
}

/** Spaces all text as WCAG 1.4.12 has it, as a person's own style sheet does. Returns a function that takes it back. */
export function spaceText(root: Element): () => void {
  const elements = listElements(root).filter((element) => element instanceof HTMLElement);
  const before = elements.map((element) => element.getAttribute('style'));
  const spacing = { 'line-height': '1.5', 'letter-spacing': '0.12em', 'word-spacing': '0.16em' };
  for (const { style } of elements) for (const [name, value] of Object.entries(spacing)) style.setProperty(name, value, 'important');
  return () => elements.forEach((element, index) => element.setAttribute('style', before[index] ?? ''));
}

/** Texts that lie on each other. */
export function listOverlaps(root: Element): string[] {
  const texts = listTexts(root);
  return texts.flatMap((one, index) =>
    texts.slice(index + 1).flatMap((other) => {
      const isOver = one.rects.some((a) =>
        other.rects.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOUCH_PX &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOUCH_PX,
        ),
      );
      return isOver ? [`"${one.text}" lies on "${other.text}"`] : [];
    }),
  );
}

/** Every control that can be used now. */
export function listControls(root: Element): HTMLElement[] {
  return listElements(root).filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.matches('a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]') &&
      !element.matches(':disabled') &&
      isSeen(element),
  );
}

/** Controls that are hit by less than 24 by 24 px. A label clicks its control, so either will do, with all that is drawn of it. */
export function listSmallTargets(root: Element): string[] {
  return listControls(root).flatMap((control) => {
    const target = listTarget(control);
    if (target.some((each) => isHitAround(each, target))) return [];
    const { width, height } = control.getBoundingClientRect();
    return [`less than ${LEAST_TARGET_PX} px: ${describeElement(control)} ${Math.round(width)} x ${Math.round(height)}`];
  });
}

function isElement(node: Node): node is Element {
  return node instanceof Element;
}

/** A control, and the labels that click it. */
export function listTarget(control: Element): Element[] {
  const labels = 'labels' in control && control.labels instanceof NodeList ? [...control.labels].filter(isElement) : [];
  return [control, ...labels];
}

/** Whether what lies on top at a point of the window is one of these elements, or belongs to one. */
export function isHit(target: readonly Element[], x: number, y: number): boolean {
  const hit = elementAt(x, y);
  return hit !== null && listAncestors(hit).some((each) => target.includes(each));
}

/** Whether the 24 px around an element's middle are all its own or of what belongs to it. */
function isHitAround(element: Element, target: readonly Element[]): boolean {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const reach = LEAST_TARGET_PX / 2 - 0.5;
  return [-reach, reach].every((dx) => [-reach, reach].every((dy) => isHit(target, left + width / 2 + dx, top + height / 2 + dy)));
}
