/** The page as it is drawn: shadow roots opened, slots filled. */
import { getShadowHost } from '../../src/controllers/page/shadow-host.js';

/** The element that an element is drawn in. */
export function parentOf(element: Element): Element | null {
  return element.assignedSlot ?? element.parentElement ?? getShadowHost(element) ?? null;
}

/** An element and everything that it is drawn in, from the inside. */
export function listAncestors(element: Element): Element[] {
  const found = [element];
  for (let each = parentOf(element); each; each = parentOf(each)) found.push(each);
  return found;
}

/** All elements below one, its own shadow root and those of its parts included, in document order. */
export function listElements(root: Element | ShadowRoot): Element[] {
  const inside = root instanceof Element && root.shadowRoot ? listElements(root.shadowRoot) : [];
  const below = [...root.children].flatMap((child) => [child, ...listElements(child)]);
  return [...inside, ...below];
}

/** Whether an element is there only to be heard: drawn into one pixel. */
function isSpokenOnly(element: Element): boolean {
  return listAncestors(element).some((each) => getComputedStyle(each).clipPath !== 'none');
}

/** Whether an element is to be seen. */
export function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) && !isSpokenOnly(element);
}

/** A piece of text that is seen, with the element that it stands in. */
export interface SeenText {
  text: string;
  element: Element;
  rects: DOMRect[];
}

/** Every text that is seen below an element. A native list is drawn by the browser, so its options are none of these, nor are the letters of a drawing. */
export function listTexts(root: Element): SeenText[] {
  return listElements(root)
    .filter((element) => !element.matches('option, style, script, svg *') && isSeen(element))
    .flatMap((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.textContent ?? ''))
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return { text: node.textContent?.trim().replace(/\s+/g, ' ') ?? '', element, rects: [...range.getClientRects()] };
        }),
    );
}

/** What lies on top at a point of the window, inside of shadow roots too. */
export function elementAt(x: number, y: number, root: DocumentOrShadowRoot = document): Element | null {
  let found = root.elementFromPoint(x, y);
  for (let shadow = found?.shadowRoot; shadow; shadow = found?.shadowRoot) {
    const inner = shadow.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** An element as a failed test names it. */
export function describeElement(element: Element): string {
  const name = element.getAttribute('part') ?? element.getAttribute('name') ?? element.className;
  return `<${element.localName} ${name}> ${element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)}`;
}
