import { describeElement, isSeen, listAncestors, listElements, listTexts } from './flat-tree.js';

/** Red, green, blue from 0 to 255, and alpha from 0 to 1. */
type Color = readonly [number, number, number, number];

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const known = new Map<string, Color>();

/** A computed colour in whatever notation the browser has for it. */
function readColor(text: string): Color {
  const found = known.get(text);
  if (found) return found;
  if (!canvas) throw new Error('There is no canvas');
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  const color: Color = [red, green, blue, alpha / 255];
  known.set(text, color);
  return color;
}

/** A colour on top of an opaque one. */
function blend([red, green, blue, alpha]: Color, below: Color, opacity = 1): Color {
  const share = alpha * opacity;
  const mix = (top: number, bottom: number): number => top * share + bottom * (1 - share);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

/** Relative luminance, by WCAG 2. */
function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** What is seen behind an element's content, or beside the element itself with `isOutside`. */
function backgroundOf(element: Element, isOutside = false): Color {
  const layers = listAncestors(element)
    .slice(isOutside ? 1 : 0)
    .toReversed();
  return layers.reduce<Color>((below, layer) => {
    const { backgroundColor, opacity } = getComputedStyle(layer);
    return blend(readColor(backgroundColor), below, Number(opacity));
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

/** Texts of a page that stand out less than WCAG 1.4.3 asks, as `ratio < least: what`. */
export function listPaleTexts(root: Element): string[] {
  return listTexts(root)
    .filter(({ element, rects }) => rects.length > 0 && !isInactive(element))
    .flatMap(({ element, text }) => {
      const background = backgroundOf(element);
      const style = getComputedStyle(element);
      const found = ratio(blend(readColor(style.color), background, opacityOf(element)), background);
      const least = isLarge(element) ? 3 : 4.5;
      return found < least - 0.01 ? [`${found.toFixed(2)} < ${least}: ${text}`] : [];
    });
}

/** Borders of what is filled in or chosen that stand out less than WCAG 1.4.11 asks: 3 to 1 against what is around them. */
export function listPaleBorders(root: Element): string[] {
  const controls = listElements(root).filter(
    (element) =>
      element.matches('input:not([type="radio"], [type="checkbox"], [type="hidden"]), select, textarea') &&
      isSeen(element) &&
      !isInactive(element),
  );
  return controls.flatMap((element) => {
    const outside = backgroundOf(element, true);
    const { borderTopColor, borderTopWidth } = getComputedStyle(element);
    const found = ratio(blend(readColor(borderTopColor), outside, opacityOf(element)), outside);
    return parseFloat(borderTopWidth) >= 1 && found >= 2.99 ? [] : [`border ${found.toFixed(2)} < 3: ${describeElement(element)}`];
  });
}

/** How an element's focus ring stands out from what is around it; 0 without a ring of at least 2 px. */
export function measureFocusRing(element: Element): number {
  const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return 0;
  const outside = backgroundOf(element, true);
  return ratio(blend(readColor(outlineColor), outside), outside);
}
