/** The relative luminance at which a text has the same contrast to black as to white, by WCAG's contrast ratio. */
const MIDDLE_LUMINANCE = 0.179;

/**
 * True where a computed colour has as much contrast to black as to white, or more; `undefined` where it is not written as `rgb()`, as in few pages.
 */
export function isLightColor(color: string): boolean | undefined {
  const luminance = computeLuminance(color);
  return luminance === undefined ? undefined : luminance > MIDDLE_LUMINANCE;
}

/** Computes the relative luminance of a colour, 0 to 1; `undefined` where it is not written as `rgb()`, as in few pages. */
function computeLuminance(color: string): number | undefined {
  const [red, green, blue] = /^rgb/.test(color) ? (color.match(/[\d.]+/g) ?? []).map((part) => toLinear(Number(part) / 255)) : [];
  return red === undefined || green === undefined || blue === undefined ? undefined : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A part of an sRGB colour without its gamma (WCAG 2.2, relative luminance). */
function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
