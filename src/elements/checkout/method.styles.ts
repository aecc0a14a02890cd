import { css } from 'lit';

/** The content of the rows beside the names of the methods, and the look of the open row and of the one under the pointer. */
export const methodStyles = css`
  [part='method-line'] {
    grid-column: 2 / -1;
    color: var(--_muted);
    font-weight: 400;
    font-size: 0.875em;
  }
  /* The same colour as in the panel below it, where a browser supports it. */
  [part~='method-pix'] path {
    fill: light-dark(#0a8577, #4fd1bd);
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
      margin: -1px;
    }
  }
`;
