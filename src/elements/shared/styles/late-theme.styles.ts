import { css } from 'lit';

/**
 * The colours that are not used before the lazy-loaded code is there, the shop's look of buttons and labels, and the colours for
 * people who prefer more contrast: lines and secondary text in the colour of the text, and a thicker focus ring. A shop's own colours stay.
 */
export const lateThemeStyles = css`
  :host {
    interactivity: inherit;
    --_good: var(--balcao-good, #1d8a4e);
    --_warn: var(--balcao-warn, #b26a00);
  }
  @supports (color: light-dark(red, red)) {
    :host {
      --_good: var(--balcao-good, light-dark(#146c3c, #6fdd9d));
      --_warn: var(--balcao-warn, light-dark(#8a5200, #ffc56b));
    }
  }
  .button {
    border-radius: var(--balcao-button-radius, var(--_radius));
    font-weight: var(--balcao-button-weight, 600);
  }
  [part='label'] {
    color: var(--balcao-label-color);
  }
  @media (prefers-contrast: more) {
    :host {
      --_border: var(--balcao-border, currentcolor);
      --_line: var(--balcao-line, currentcolor);
      --_muted: var(--balcao-muted, currentcolor);
    }
    :focus-visible {
      outline-width: 4px;
    }
  }
`;
