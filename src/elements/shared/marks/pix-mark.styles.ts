import { css } from 'lit';

/**
 * The colour of Pix, and the shop's image in the place of our mark. An image is no colour: with one, the `color` of our drawing is invalid
 * and becomes that of its `<svg>`, which is transparent.
 */
export const pixMarkStyles = css`
  :host {
    --_pix: var(--balcao-pix, #0a8577);
  }
  @supports (color: light-dark(red, red)) {
    :host {
      --_pix: var(--balcao-pix, light-dark(#0a8577, #4fd1bd));
    }
  }
  [part='pix-mark'],
  [part~='method-pix'] [part='method-mark'] {
    background: var(--balcao-pix-mark, none) center / contain no-repeat;
    fill: currentColor;
    color: transparent;
  }
  [part='pix-mark'] path,
  [part~='method-pix'] [part='method-mark'] path {
    color: var(--balcao-pix-mark, var(--_pix));
  }
  /*
   * The mark of the shop is as large as ours, so that nothing moves when its image is loaded. !important wins over the many pages that set
   * the height of all images.
   */
  ::slotted([slot='pix-mark']) {
    width: 34px !important;
    height: var(--_mark-height, 34px) !important;
    object-fit: contain;
  }
  @media (forced-colors: active) {
    :host {
      --_pix: CanvasText;
    }
  }
`;
