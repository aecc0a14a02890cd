import { css } from 'lit';

export const checkoutStyles = css`
  :host {
    container-type: inline-size;
    padding: var(--balcao-padding, 0);
    border-radius: calc(var(--_radius) + 4px);
    background: var(--balcao-background, none);
  }
  /* Whatever is shown takes the same room, so that nothing moves below it. */
  .methods {
    display: grid;
    align-content: start;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_half);
  }
  .methods,
  .screen {
    min-height: max(var(--balcao-min-height, 40rem), var(--_held, 0px));
  }
  /* Until a customer's cards are there, but not for long. */
  .held:not(:focus-within) {
    animation: hold 1s;
  }
  @keyframes hold {
    from,
    to {
      opacity: 0;
    }
  }
  .panel {
    display: grid;
  }
  /* Room for a method that is still loading, so that nothing moves when it comes. The shop's words in it wait for it. */
  .panel > :not(:defined) {
    min-height: calc(5.9em + var(--_height) + var(--_gap) * 2);
    visibility: hidden;
  }
  .rows > .method {
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) + 2px);
  }
  .rows > .method > .panel {
    padding: 4px var(--_gap) var(--_gap);
  }
  /* Room for the line and the mark, which come later. */
  .choice {
    display: grid;
    grid-template: auto minmax(1.225em, auto) / 20px 1fr 34px;
    gap: 0 12px;
    align-items: center;
    padding: 10px var(--_gap);
    font-weight: 600;
    cursor: pointer;
  }
  .choice input {
    width: 20px;
    height: 20px;
    accent-color: var(--_accent);
  }
`;
