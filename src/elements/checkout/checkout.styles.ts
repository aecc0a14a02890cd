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
    min-height: max(var(--balcao-min-height, 42rem), var(--_held, 0px));
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
   * The room of a method that is not loaded yet, so that nothing moves when it is: 5.9em for the text and the total of a Pix, a button and
   * two gaps. The forwarded content of the shop is hidden until then as well.
   */
  .panel > :not(:defined) {
    min-height: calc(5.9em + var(--_height) + var(--_gap) * 2);
    visibility: hidden;
  }
  .rows > .method {
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .rows > .method > .panel {
    padding: 4px var(--_gap) var(--_gap);
  }
  /* A radio of 20px, the name, and the room of the lazy-loaded line and mark: a line of 1.4 times 0.875em, and a mark of 34px. */
  .choice {
    display: grid;
    grid-template: auto minmax(1.225em, auto) / 20px 1fr 34px;
    gap: 0 12px;
    align-items: center;
    padding: 10px var(--_gap);
    font-weight: 600;
    cursor: pointer;
  }
`;
