import { css } from 'lit';

/** The styles of the list of saved cards. */
export const savedCardsStyles = css`
  form > * + * {
    margin-top: var(--_gap);
  }
  form > .error,
  .error:empty + .cards {
    margin-top: 0;
  }
  form > .error + .cards,
  .cards + .other {
    margin-top: 8px;
  }
  /* The buttons have targets of 44px, which reach into the gaps above and below them. */
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    margin: -4px 0 -8px;
  }
  .more {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 44px;
    padding: 4px 0;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: none;
    color: var(--_accent);
    font-weight: 600;
    font-size: 0.9375em;
    cursor: pointer;
  }
  [part='manage-cards-button'] {
    margin-inline-start: auto;
  }
  /* If the border is visible, the border is aligned. */
  @media (forced-colors: active) {
    .buttons {
      margin: 0;
    }
    .more {
      padding-inline: 6px;
    }
  }
  .more::after {
    content: '';
    width: 0.45em;
    height: 0.45em;
    margin-top: -0.25em;
    border: solid;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  .more[aria-expanded='true']::after {
    margin-top: 0.25em;
    rotate: 225deg;
  }
  /* In a grid, WebKit would keep the old height of rows after they became narrower. */
  .cards {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .cards > * {
    flex: none;
  }
  /*
   * Many cards scroll in a box, so that the pay button stays near. Its height shows five rows of 68px, with gaps of 8px, and the beginning
   * of a sixth. Its padding of 5px is the room for a focus ring of 3px with an offset of 2px.
   */
  .many {
    max-height: 25em;
    margin-inline: -5px;
    padding: 5px;
    overflow: hidden auto;
  }
  .option {
    contain: layout style;
    position: relative;
    display: grid;
    grid-template-columns: auto auto minmax(0, 1fr) auto;
    gap: 0 12px;
    align-items: center;
    /* The delete button of 44px with 12px above and below. */
    min-height: 68px;
    padding: 10px 8px 10px 14px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
  }
  input {
    grid-area: 1 / 1 / span 2;
  }
  /* A chosen card that is shown alone needs no visible radio. */
  .lone input {
    position: absolute;
    opacity: 0;
  }
  .lone .mark {
    /* Without the gap after the radio. */
    margin-inline-start: -12px;
  }
  .mark {
    grid-area: 1 / 2 / span 2;
    width: 34px;
    height: 22px;
    border-radius: 4px;
    line-height: 0;
  }
  /* The place of a mark that is not loaded yet. */
  .mark:empty {
    background: var(--_line);
  }
  /* The border of the chosen card, on top of the card's own border. It makes the whole card a target of the label. */
  label.face::after {
    content: '';
    position: absolute;
    inset: -1px;
    border-radius: inherit;
    cursor: pointer;
  }
  input:checked ~ .face::after {
    border: 2px solid var(--_accent);
  }
  :host(:not([row])) input:focus-visible {
    outline: 0;
  }
  :host(:not([row])) input:focus-visible ~ .face::after {
    outline: 3px solid var(--balcao-focus, var(--_accent));
    outline-offset: 2px;
  }
  .face {
    grid-area: 1 / 3;
    align-self: end;
    margin: 0;
    border-radius: var(--_radius);
    font-weight: 500;
    font-size: 1em;
    overflow-wrap: anywhere;
  }
  .last {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .about {
    grid-area: 2 / 3;
    align-self: start;
    font-size: 0.875em;
  }
  .about .muted {
    font-size: 1em;
  }
  .problem {
    color: var(--_error);
    font-weight: 500;
  }
  input:disabled ~ .face,
  input:disabled + .mark {
    opacity: 0.7;
  }
  input:disabled ~ .face::after {
    cursor: not-allowed;
  }
  .delete,
  .confirm {
    position: relative;
    z-index: 1;
  }
  .delete {
    grid-area: 1 / 4 / span 2;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: none;
    cursor: pointer;
  }
  .delete:hover {
    color: var(--_error);
  }
  .delete svg {
    width: 22px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
    vertical-align: middle;
  }
  .confirm {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    grid-column: 1 / -1;
    margin: 10px 6px 0 0;
    padding-top: 10px;
    border-top: 1px solid var(--_line);
  }
  .confirm span {
    flex: 1 1 100%;
    font-weight: 600;
  }
  .danger {
    border-color: var(--_error);
    color: var(--_error);
  }
  .other {
    width: 100%;
    min-height: var(--_height);
    padding: 10px 14px;
    border: 1px dashed var(--_line);
    border-radius: var(--_radius);
    background: none;
    color: var(--_accent);
    font-weight: 600;
    text-align: start;
    cursor: pointer;
  }
  .other::before {
    content: '+' / '';
    margin-inline-end: 10px;
    font-size: 1.25em;
    line-height: 1;
  }
  .news {
    margin: 0;
    padding: 12px 14px;
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: 0.9375em;
    overflow-wrap: anywhere;
  }
  /*
   * Cards that are rows among those of the methods have the columns of a method's head, a line between them, and no box. The margins take
   * back the padding that the panel of a method has below its head, as long as no outcome is visible, and at its end.
   */
  :host([row]) {
    display: flow-root;
  }
  :host([row='closed']) {
    margin-bottom: calc(-2 * var(--_half));
  }
  :host([row]) > :is(.spoken, :not([part])) + form {
    margin-top: -12px;
  }
  :host([row]) .error:not(:empty) {
    margin-top: 12px;
  }
  :host([row]) .cards {
    gap: 0;
  }
  :host([row]) .option {
    grid-template-columns: 20px minmax(0, 1fr) 34px;
    min-height: 0;
    padding: 10px 0;
    border: solid var(--_line);
    border-width: 1px 0 0;
    border-radius: 0;
    background: none;
    color: inherit;
  }
  :host([row]) .option:first-child {
    border: 0;
  }
  :host([row]) input {
    grid-area: 1 / 1;
  }
  :host([row]) .mark {
    grid-area: 1 / 3;
  }
  :host([row]) .face,
  :host([row]) .about {
    grid-column: 2;
  }
  :host([row]) .face {
    font-weight: 600;
  }
  :host([row]) .face::after {
    border: 0;
  }
  :host([row]) .delete {
    margin: -1px 0;
  }
  :host([row]) .confirm {
    margin: 0;
    border: 0;
  }
  :host([row]) .news {
    margin: 8px 0;
  }
  :host([row='closed']) > :not(form),
  :host([row='closed']) form > :not(.cards) {
    display: none;
  }
  /* Visually hidden: an empty message, and texts that only screen readers need. */
  .news:empty,
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
