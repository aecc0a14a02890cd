import { css } from 'lit';

/**
 * The colours, sizes and focus ring of every element. System colours follow the page's `color-scheme` in every browser. Browsers with
 * `light-dark()` get colours for each scheme. A page sets its own values with `--balcao-*`. Other sizes and spaces are relative to the size
 * of text and to the gap.
 *
 * Of the inherited properties, an element takes from the page the font family, the colours, and whether it is visible and can be used. No
 * other reaches it. The text size stays that of the style sheet when a phone is turned.
 *
 * In a box that is as wide as its content, such as a flex item, a float or a dialog, an element is 26em wide, or as wide as there is room
 * for, in every state: its content adds nothing to its width. In a wide box it fills the box, and its content is 40em wide, so that a line
 * can be read and a field looks like one.
 */
export const themeStyles = css`
  :host {
    all: initial;
    --_accent: var(--balcao-accent, #0a6e52);
    --_on-accent: var(--balcao-on-accent, #fff);
    --_error: var(--balcao-error, #d0342c);
    --_border: var(--balcao-border, #767676);
    --_line: var(--balcao-line, #8886);
    --_text: var(--balcao-text, currentcolor);
    --_muted: var(--balcao-muted, var(--_text));
    --_surface: var(--balcao-surface, #8881);
    --_field: var(--balcao-field, Field);
    --_field-text: var(--balcao-field-text, FieldText);
    --_radius: var(--balcao-radius, 10px);
    --_height: var(--balcao-control-height, 48px);
    --_gap: var(--balcao-gap, 16px);
    --_half: calc(var(--_gap) / 2);
    display: block;
    font-family: var(--balcao-font, inherit);
    font-size: var(--balcao-font-size, max(1rem, 16px));
    line-height: 1.4;
    color: var(--_text);
    color-scheme: inherit;
    direction: ltr;
    visibility: inherit;
    pointer-events: inherit;
    /* The initial value, auto, follows the parent. */
    -webkit-user-select: text;
    -webkit-text-size-adjust: 100%;
  }
  @supports (color: light-dark(red, red)) {
    :host {
      --_accent: var(--balcao-accent, light-dark(#0a6e52, #53cfa4));
      --_on-accent: var(--balcao-on-accent, light-dark(#fff, #04271b));
      --_error: var(--balcao-error, light-dark(#b3261e, #ffb4ab));
      --_border: var(--balcao-border, light-dark(#76807c, #8b9691));
      --_muted: var(--balcao-muted, light-dark(#535e59, #a8b3ae));
      --_field: var(--balcao-field, light-dark(Field, #212725));
    }
  }
  :host::before {
    content: '';
    display: grid;
    grid-template-columns: minmax(0, 26em);
  }
  :host > * {
    contain: inline-size;
    max-width: 40em;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  * {
    box-sizing: border-box;
  }
  button,
  input {
    font: inherit;
    color: inherit;
    margin: 0;
  }
  [type='radio'],
  [type='checkbox'] {
    width: 20px;
    height: 20px;
    flex: none;
    accent-color: var(--_accent);
  }
  :focus-visible {
    outline: 3px solid var(--balcao-focus, var(--_accent));
    outline-offset: 1px;
  }
  .button {
    min-height: var(--_height);
    padding: 10px 18px;
    border: 1px solid var(--_accent);
    border-radius: var(--_radius);
    background: none;
    color: var(--_accent);
    font-weight: 600;
    cursor: pointer;
  }
  .button.primary {
    width: 100%;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .muted {
    color: var(--_muted);
    font-size: 0.875em;
  }
`;
