import { css } from 'lit';

/**
 * The lazy-loaded styles of the rows: the line and the mark of a method, and the open, disabled and hovered row, also in forced colours.
 */
export const methodStyles = css`
  [part='method-line'] {
    grid-column: 2 / -1;
    color: var(--_muted);
    font-weight: 400;
    font-size: 0.875em;
  }
  /* The colour of the mark in the open Pix. A browser without light-dark() keeps the colour of the drawing. */
  @supports (color: light-dark(red, red)) {
    [part~='method-pix'] path {
      fill: var(--_teal);
    }
  }
  .rows > .open {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .choice > input:disabled ~ * {
    opacity: 0.6;
  }
  @media (hover: hover) {
    .rows > .method:not(.open):hover {
      border-color: var(--_border);
      background: var(--_surface);
    }
  }
  @media (forced-colors: active) {
    .rows > .open {
      border: 2px solid Highlight;
      /* For the border, which is 1px wider. */
      margin: -1px;
    }
  }
`;
