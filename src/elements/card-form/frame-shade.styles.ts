import { css } from 'lit';

/**
 * The styles of the place of a frame until it has sent its first message: a shade where each control will be. The place itself and its
 * measures are in `card-form.styles.ts`.
 */
export const frameShadeStyles = css`
  slot[name='card-frame']:not([data-shown]) {
    background:
      repeating-linear-gradient(#0000 0 calc(1.3125em + 4px), var(--_surface) 0 calc(var(--_row) - var(--_gap)), #0000 0 var(--_row)) 0 0 /
        100% calc(var(--_row) * (var(--_rows) - 1)) no-repeat,
      linear-gradient(var(--_surface) 0 0) 0 100% / 100% var(--_control) no-repeat;
  }
`;
