import { blend, contrastOf, type Rgba } from '../../demo/theme-editor/color.js';
import { describeElement, isSeen, listAncestors, listElements, listTexts } from './flat-tree.js';

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const known = new Map<string, Rgba>();

/** A computed colour in whatever notation the browser has for it. */
function readColor(text: string): Rgba {
  const found = known.get(text);
  if (found) return found;
  if (!canvas) throw new Error('There is no canvas');
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  const color: Rgba = [red, green, blue, alpha / 255];
  known.set(text, color);
  return color;
}

/** A colour as it is let through. */
function fade([red, green, blue, alpha]: Rgba, opacity: number): Rgba {
  return [red, green, blue, alpha * opacity];
}

/** What is seen behind an element's content, or beside the element itself with `isOutside`. */
function backgroundOf(element: Element, isOutside = false): Rgba {
  const layers = listAncestors(element)
    .slice(isOutside ? 1 : 0)
    .toReversed();
  return layers.reduce<Rgba>((below, layer) => {
    const { backgroundColor, opacity } = getComputedStyle(layer);
    return blend(fade(readColor(backgroundColor), Number(opacity)), below);
  }, readColor('Canvas'));
}

/** How much of an element is let through, by itself and by what it is drawn in. */
function opacityOf(element: Element): number {
  return listAncestors(element).reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
}

/** What cannot be used may be paler (WCAG 1.4.3): a control, and the label that belongs to it. */
function isInactive(element: Element): boolean {
  const around = listAncestors(element);
  if (around.some((each) => each.matches(':disabled, [aria-disabled="true"]'))) return true;
  const label = around.find((each): each is HTMLLabelElement => each instanceof HTMLLabelElement);
  return label?.control?.matches(':disabled') ?? false;
}

function isLarge(element: Element): boolean {
  const { fontSize, fontWeight } = getComputedStyle(element);
  const px = parseFloat(fontSize);
  return px >= 24 || (px >= 18.66 && Number(fontWeight) >= 700);
}

/** Texts and placeholders of a page that stand out less than WCAG 1.4.3 asks, as `ratio < least: what`. */
export function listPaleTexts(root: Element): string[] {
  return [...listPalePlaceholders(root), ...listPaleWords(root)];
}

/** WebKit tells nothing of a placeholder's style, so there it is that of the text. */
function listPalePlaceholders(root: Element): string[] {
  const fields = listElements(root).filter((element): element is HTMLInputElement => element.matches('input:placeholder-shown'));
  return fields.flatMap((field) => {
    if (!isSeen(field) || isInactive(field)) return [];
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    const background = backgroundOf(field);
    const found = contrastOf(blend(fade(readColor(color), opacityOf(field) * Number(opacity)), background), background);
    return found < 4.49 ? [`${found.toFixed(2)} < 4.5: placeholder ${field.placeholder}`] : [];
  });
}

function listPaleWords(root: Element): string[] {
  return listTexts(root)
    .filter(({ element, rects }) => rects.length > 0 && !isInactive(element))
    .flatMap(({ element, text }) => {
      const background = backgroundOf(element);
      const style = getComputedStyle(element);
      const found = contrastOf(blend(fade(readColor(style.color), opacityOf(element)), background), background);
      const least = isLarge(element) ? 3 : 4.5;
      return found < least - 0.01 ? [`${found.toFixed(2)} < ${least}: ${text}`] : [];
    });
}

/** Borders of what is filled in or chosen that stand out less than WCAG 1.4.11 asks: 3 to 1 against what is around them. */
export function listPaleBorders(root: Element): string[] {
  const controls = listElements(root).filter(
    (element) =>
      element.matches('input:not([type="radio"], [type="checkbox"], [type="hidden"]), select, textarea:not([readonly])') &&
      isSeen(element) &&
      !isInactive(element),
  );
  return controls.flatMap((element) => {
    const outside = backgroundOf(element, true);
    const { borderTopColor, borderTopWidth } = getComputedStyle(element);
    const found = contrastOf(blend(fade(readColor(borderTopColor), opacityOf(element)), outside), outside);
    return parseFloat(borderTopWidth) >= 1 && found >= 2.99 ? [] : [`border ${found.toFixed(2)} < 3: ${describeElement(element)}`];
  });
}

/** How an element's focus ring stands out from what is around it; 0 without a ring of at least 2 px. */
export function measureFocusRing(element: Element): number {
  const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return 0;
  const outside = backgroundOf(element, true);
  return contrastOf(blend(readColor(outlineColor), outside), outside);
}

/** What is asked of the device in the style sheets of an element and all in it: no driver of the engines emulates it. */
const MORE_CONTRAST = '(prefers-contrast: more)';

/** Shows an element as it looks for whoever has asked for more contrast. Returns what ends that. */
export function emulateMoreContrast(root: Element): () => void {
  const sheets = [root, ...listElements(root)].flatMap(({ shadowRoot }) => shadowRoot?.adoptedStyleSheets ?? []);
  const rules = [...new Set(sheets)].flatMap(({ cssRules }) => [...cssRules]);
  const asked = rules.filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.conditionText === MORE_CONTRAST);
  if (asked.length === 0) throw new Error('Nothing is styled for more contrast');
  for (const { media } of asked) media.mediaText = 'all';
  return () => {
    for (const { media } of asked) media.mediaText = MORE_CONTRAST;
  };
}
