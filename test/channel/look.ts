import type { Look } from '../../src/channel/look-schema.js';

/** A look as a page would say it. */
export const LOOK: Look = {
  scheme: 'dark',
  colors: {
    text: 'rgb(1, 2, 3)',
    muted: 'rgba(1, 2, 3, 0.5)',
    field: 'color(srgb 0.1 0.2 0.3 / 0.5)',
    fieldText: 'oklch(0.7 0.1 200)',
    border: 'rgb(4, 5, 6)',
    focus: 'rgb(7, 8, 9)',
    error: 'rgb(10, 11, 12)',
  },
  lengths: { fontSize: 18, gap: 12, radius: 4, controlHeight: 52 },
  fonts: ['Open Sans', 'system-ui', 'sans-serif'],
};
