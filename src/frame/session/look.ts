import type { Look } from '../../channel/look-schema.js';

/** Families that are words of CSS, or that a browser knows by their bare name alone. All others are quoted. */
const BARE_FAMILIES =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-(?:serif|sans-serif|monospace|rounded)|-apple-system|BlinkMacSystemFont)$/;

/** Gives the fields the look of the page: values of the theme's tokens, each checked by the schema of the channel, never text of a style sheet. */
export function applyLook(element: HTMLElement, { scheme, colors, lengths, fonts }: Look): void {
  const { style } = element;
  const tokens = {
    '--balcao-text': colors.text,
    '--balcao-muted': colors.muted,
    '--balcao-field': colors.field,
    '--balcao-field-text': colors.fieldText,
    '--balcao-border': colors.border,
    '--balcao-focus': colors.focus,
    '--balcao-error': colors.error,
    '--balcao-font-size': `${lengths.fontSize}px`,
    '--balcao-gap': `${lengths.gap}px`,
    '--balcao-radius': `${lengths.radius}px`,
    '--balcao-control-height': `${lengths.controlHeight}px`,
    '--balcao-font': fonts.map((family) => (BARE_FAMILIES.test(family) ? family : `"${family}"`)).join(', '),
  };
  for (const [token, value] of Object.entries(tokens)) style.setProperty(token, value);
  document.documentElement.style.colorScheme = scheme;
}
