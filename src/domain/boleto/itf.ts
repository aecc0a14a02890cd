/** The widths of a digit's five bars or spaces: 1 is wide. Two of the five are wide (ISO/IEC 16390). */
const DIGITS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];

/** The width of a wide bar or space, in modules. */
const WIDE = 3;

/** The width of the white zone on each side, in modules. */
const QUIET = 10;

/** A bar code as a path for SVG. */
export interface ItfDrawing {
  /** The width of the code with its quiet zones, modules. */
  width: number;
  /** The bars, as a path of height 1. */
  path: string;
}

/**
 * Draws an even number of digits as a bar code "interleaved 2 of 5", as boletos have it. Of each pair of digits the first one is in the
 * bars and the second one in the spaces. The 44 digits of a boleto are 405 modules wide, and 425 with both quiet zones.
 */
export function drawItf(digits: string): ItfDrawing {
  const pairs = digits.match(/\d\d/g) ?? [];
  const widths = ['0000', ...pairs.map(interleave), '100'].join('');
  let x = QUIET;
  let path = '';
  for (const [index, bit] of [...widths].entries()) {
    const width = bit === '1' ? WIDE : 1;
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return { width: x + QUIET, path };
}

/** Interleaves the widths of two digits: a bar of the first, a space of the second, and so on. */
function interleave([bars = '', spaces = '']: string): string {
  const [first = '', second = ''] = [DIGITS[Number(bars)], DIGITS[Number(spaces)]];
  return [...first].map((bit, index) => bit + second[index]).join('');
}
