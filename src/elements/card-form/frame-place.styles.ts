import { css } from 'lit';

/**
 * The late styles of the place of a frame: a shade where each control will be, until the frame has sent its first message, and the space at
 * its sides. The place itself and its measures are in `card-form.styles.ts`.
 */
export const framePlaceStyles = css`
  slot[name='card-frame']:not([data-shown]) {
    background:
      repeating-linear-gradient(#0000 0 calc(1.3125em + 4px), var(--_surface) 0 calc(var(--_row) - var(--_gap)), #0000 0 var(--_row)) 0 0 /
        100% calc(var(--_row) * (var(--_rows) - var(--_less, 0) - 1)) no-repeat,
      linear-gradient(var(--_surface) 0 0) 0 100% / 100% var(--_control) no-repeat;
  }
  /* Without the holder's name, the hint of the security code is below the last control. */
  slot[name='card-frame'].none:not([data-shown]) {
    background-size:
      100% calc(var(--_row) * (var(--_rows) - var(--_less)) - var(--_gap)),
      0 0;
  }
  /*
   * On a phone the form may touch the edge of the page. There the frame, which is hidden until these styles are here, is as wide as its place.
   * The place itself does not move: that would count as a shift of the page.
   */
  ::slotted(iframe) {
    inset-inline: var(--_sides, -4px);
    width: calc(100% - 2 * var(--_sides, -4px));
  }
  @container (max-width: 24em) {
    slot[name='card-frame'] {
      --_sides: 0px;
    }
  }
`;
