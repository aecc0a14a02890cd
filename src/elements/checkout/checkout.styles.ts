import { css } from 'lit';

/** The styles of the checkout for its first paint. */
export const checkoutStyles = css`
  :host {
    padding: var(--balcao-padding, 0);
    border-radius: calc(var(--_radius) + 4px);
    background: var(--balcao-background, none);
  }
  /* The methods, or the state of the order in their place. Both have the same height, so that nothing moves below the checkout. */
  .methods {
    container-type: inline-size;
    min-height: max(var(--balcao-min-height, 43rem), var(--_held, 0px));
    display: flex;
    flex-direction: column;
    gap: var(--_half);
  }
  /* Hidden until a customer's saved cards are read, for one second at most. */
  .held:not(:focus-within) {
    animation: hold 1s;
  }
  @keyframes hold {
    from,
    to {
      opacity: 0;
    }
  }
  /*
   * The room of a method that is not loaded yet, so that nothing moves when it is: 6.05em for the text and the total of a Pix, a button and
   * two gaps. The forwarded content of the shop is hidden until then as well.
   */
  .panel > :not(:defined) {
    display: block;
    min-height: calc(6.05em + var(--_height) + var(--_gap) * 2);
    visibility: hidden;
  }
  /*
   * On a phone a line is above each row, and the fields are as wide as the checkout, less 1px on each side for their edges. The gap between
   * the rows is part of the space below the head.
   */
  .rows > .method {
    padding: 0 1px;
    border-top: 1px solid var(--_line);
  }
  .rows .panel {
    padding: 12px 0 var(--_half);
  }
  /* A radio of 20px, the name, and the room of the lazy-loaded line and mark: a line of 1.4 times 0.875em, and a mark of 34px. */
  .choice {
    display: grid;
    grid-template: auto minmax(1.225em, auto) / 20px 1fr 34px;
    gap: 0 12px;
    align-items: center;
    padding: 10px 0 2px;
    font-weight: 600;
  }
  /* Where there is room, each row is a box. */
  @container (min-width: 26em) {
    .rows > .method {
      padding: 0 var(--_gap) var(--_half);
      border: 1px solid var(--_line);
      border-radius: var(--_radius);
    }
  }
`;
