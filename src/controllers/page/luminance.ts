/** The relative luminance of a colour that has the same WCAG contrast ratio to black as to white. */
const MIDDLE_LUMINANCE = 0.179;

/**
 * Returns true if a computed colour has a higher contrast to black than to white; `undefined` if it is not written as `rgb()`, which is
 * rare.
 */
export function isLightColor(color: string): boolean | undefined {
  const luminance = computeLuminance(color);
  return luminance === undefined ? undefined : luminance > MIDDLE_LUMINANCE;
}

/** Computes the relative luminance of a colour, 0 to 1; `undefined` if it is not written as `rgb()`, which is rare. */
function computeLuminance(color: string): number | undefined {
  const [red, green, blue] = /^rgb/.test(color) ? (color.match(/[\d.]+/g) ?? []).map((part) => toLinear(Number(part) / 255)) : [];
  return red === undefined || green === undefined || blue === undefined ? undefined : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Removes the gamma from one component (0 to 1) of an sRGB colour (WCAG 2.2, relative luminance). */
function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
