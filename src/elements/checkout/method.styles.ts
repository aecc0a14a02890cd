import { css } from 'lit';

/**
 * The lazy-loaded styles of the rows: the badge, the line and the mark of a method, and the open, disabled and hovered row, also in forced colours.
 */
export const methodStyles = css`
  /* The radio, the name, a badge beside it, and the mark. */
  .choice {
    grid-template-columns: 20px auto minmax(0, 1fr) 34px;
    cursor: pointer;
  }
  .badge {
    justify-self: start;
    padding: 1px 8px;
    border-radius: 1em;
    background: var(--balcao-badge, var(--_good));
    color: var(--balcao-on-badge, var(--balcao-background, Canvas));
    font-size: 0.8125em;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  [part='method-mark'],
  .choice ::slotted(*) {
    grid-area: 1 / -2;
  }
  .choice ::slotted(*) {
    --_mark-height: 22px;
  }
  /* Ours, while the mark of the shop is shown. */
  slot + [part='method-mark'] {
    visibility: hidden;
  }
  [part='method-line'] {
    grid-area: 2 / 2 / auto / -1;
    color: var(--_muted);
    font-weight: 400;
    font-size: 0.875em;
  }
  .choice > input:disabled ~ * {
    opacity: 0.6;
  }
  /* The rows that are boxes. A closed one can be pressed anywhere. */
  @container (min-width: 26em) {
    .rows > .method:not(.open) {
      cursor: pointer;
    }
    .rows > .open {
      border-color: var(--_accent);
      box-shadow: inset 0 0 0 1px var(--_accent);
    }
    @media (hover: hover) {
      .rows > .method:not(.open):hover {
        border-color: var(--_border);
        background: var(--_surface);
      }
    }
    @media (forced-colors: active) {
      .rows > .open {
        border-color: Highlight;
        outline: 1px solid Highlight;
        outline-offset: -2px;
      }
    }
  }
  @media (forced-colors: active) {
    .badge {
      border: 1px solid;
      color: CanvasText;
    }
  }
`;
