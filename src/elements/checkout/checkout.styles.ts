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
    grid-template: auto 1fr / minmax(0, 1fr);
    min-height: var(--balcao-min-height, 40rem);
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
    grid-area: 2 / 1;
  }
  /* An outcome takes the place of tabs and form: as a box of its own, so that no box moves up when the tabs go. */
  .over {
    grid-template: 1fr / minmax(0, 1fr);
  }
  .over > .panel,
  .over > .panel > * {
    display: contents;
  }
  /* Room for a method that is still loading, so that nothing moves when it comes. The shop's words in it wait for it. */
  .panel > :not(:defined) {
    min-height: calc(5.9em + var(--_height) + var(--_gap) * 2);
    visibility: hidden;
  }
  .tabs {
    display: grid;
    grid-auto-flow: column;
    gap: 4px;
    margin-bottom: var(--_gap);
    padding: 4px;
    border-radius: calc(var(--_radius) + 4px);
    background: var(--_surface);
  }
  .tabs button {
    min-height: 44px;
    padding: 6px 8px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: none;
    font-weight: 600;
    font-size: 0.9375em;
    cursor: pointer;
  }
  .tabs [aria-disabled='true'] {
    opacity: 0.6;
    cursor: default;
  }
  .tabs [aria-selected='true'] {
    border-color: var(--_border);
    background: var(--_field);
    color: var(--_field-text);
  }
  @container (max-width: 12em) {
    .tabs {
      grid-auto-flow: row;
    }
  }
  @media (forced-colors: active) {
    .tabs [aria-selected='true'] {
      border: 2px solid Highlight;
    }
  }
`;
