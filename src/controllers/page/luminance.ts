/** As bright as this, a text stands out from black as it does from white: relative luminance, by WCAG's contrast ratio. */
const MIDDLE_LUMINANCE = 0.179;

/** Whether a computed colour stands out from black as much as from white, or more; `undefined` where it is written in another way than `rgb()`, as in few pages. */
export function isLightColor(color: string): boolean | undefined {
  const luminance = readLuminance(color);
  return luminance === undefined ? undefined : luminance > MIDDLE_LUMINANCE;
}

/** The relative luminance of a computed colour, 0 to 1; `undefined` where it is written in another way than `rgb()`, as in few pages. */
function readLuminance(color: string): number | undefined {
  const [red, green, blue] = /^rgb/.test(color) ? (color.match(/[\d.]+/g) ?? []).map((part) => toLinear(Number(part) / 255)) : [];
  return red === undefined || green === undefined || blue === undefined ? undefined : 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A part of an sRGB colour without its gamma (WCAG 2.2, relative luminance). */
function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
