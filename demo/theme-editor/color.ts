/** A colour in sRGB: red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/**
 * Parses any colour that CSS knows, including `light-dark()` and system colours, in the colour scheme of the element `probe`. Returns
 * `undefined` for a text that is not a colour.
 */
export function readColor(text: string, probe: HTMLElement): Rgba | undefined {
  if (!CSS.supports('color', text)) return undefined;
  probe.style.setProperty('color', text);
  const plain = parseComputed(getComputedStyle(probe).color);
  if (plain) return plain;
  // A colour in a wider space is computed in that space. The mix converts it to sRGB.
  probe.style.setProperty('color', `color-mix(in srgb, ${text} 100%, transparent)`);
  return parseComputed(getComputedStyle(probe).color);
}

/** Formats a colour as `#rrggbb`, which `<input type="color">` requires. The opacity is dropped. */
export function formatHex([red, green, blue]: Rgba): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Blends a colour with the opaque colour below it. */
export function blend([red, green, blue, alpha]: Rgba, below: Rgba): Rgba {
  const mix = (part: number, under: number): number => part * alpha + under * (1 - alpha);
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
}

/** Computes the contrast of two opaque colours by WCAG 2.2: from 1 to 21. */
export function contrastOf(one: Rgba, other: Rgba): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf([red, green, blue]: Rgba): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Parses a computed colour: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3 / 0.5)`. */
function parseComputed(text: string): Rgba | undefined {
  const [, space, list = ''] = /^(rgba?|color)\((?:srgb )?([\d.,/ e+-]+)\)$/.exec(text) ?? [];
  if (space === undefined) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = list.split(/[\s,/]+/).map(Number);
  const scale = space === 'color' ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}
