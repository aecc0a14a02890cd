import { css } from 'lit';

/**
 * Colours that nothing uses before the late code is loaded; and sharper lines and full text colour, for people who have asked the device for more
 * contrast. A shop's own colours stay.
 */
export const lateThemeStyles = css`
  :host {
    --_good: var(--balcao-good, #1d8a4e);
    --_warn: var(--balcao-warn, #b26a00);
  }
  @supports (color: light-dark(red, red)) {
    :host {
      --_good: var(--balcao-good, light-dark(#146c3c, #6fdd9d));
      --_warn: var(--balcao-warn, light-dark(#8a5200, #ffc56b));
    }
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
