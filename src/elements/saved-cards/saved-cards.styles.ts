import { css } from 'lit';

export const savedCardsStyles = css`
  form > * + * {
    margin-top: var(--_gap);
  }
  form > .error:empty,
  form > .error:empty + * {
    margin-top: 8px;
  }
  .cards {
    display: grid;
    gap: 8px;
  }
  .cards:empty {
    display: none;
  }
  .option {
    contain: layout style;
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 0 12px;
    align-items: center;
    min-height: 68px;
    padding: 10px 8px 10px 14px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
  }
  input {
    grid-row: span 2;
    width: 20px;
    height: 20px;
    accent-color: var(--_accent);
  }
  /* The ring of the chosen card, and the whole card as the label's place to click. */
  .face::after {
    content: '';
    position: absolute;
    inset: -1px;
    border: 2px solid transparent;
    border-radius: inherit;
    cursor: pointer;
  }
  input:checked + .face::after {
    border-color: var(--_accent);
  }
  input:focus-visible {
    outline: none;
  }
  input:focus-visible + .face::after {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  .face {
    align-self: end;
    margin: 0;
    border-radius: var(--_radius);
    font-size: 1em;
    overflow-wrap: anywhere;
  }
  .about {
    grid-column: 2;
    align-self: start;
    font-size: 0.875em;
  }
  .about .muted {
    font-size: 1em;
  }
  .mark {
    display: inline-block;
    margin-inline-end: 2px;
    padding: 1px 6px;
    border: 1px solid var(--_border);
    border-radius: 5px;
    font-size: 0.8125em;
    font-weight: 700;
    line-height: 1.35;
  }
  .problem {
    color: var(--_error);
    font-weight: 500;
  }
  input:disabled + .face,
  input:disabled ~ .about .mark {
    opacity: 0.7;
  }
  input:disabled + .face::after {
    cursor: not-allowed;
  }
  .delete,
  .confirm {
    position: relative;
    z-index: 1;
  }
  .delete {
    grid-area: 1 / 3 / span 2;
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
  svg {
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
  /* Room for what is still loading, so that nothing moves when it comes: a list, the total and, below it, what opens the table. */
  balcao-installments:not(:defined) {
    display: block;
    min-height: calc(2.9375em + max(var(--_height), 1.4em + 22px) + var(--_gap) + 28px);
  }
  balcao-installments:not(:defined, .merchant) {
    margin-bottom: 41px;
  }
  .news {
    margin: 8px 0 0;
  }
  .news:empty {
    margin: 0;
  }
`;
