import { css } from 'lit';

export const cardFormStyles = css`
  form {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--_gap);
    align-items: start;
  }
  form > * {
    grid-column: 1 / -1;
  }
  .expirationDate,
  .securityCode {
    grid-column: span 1;
  }
  input[name='number'] {
    font-variant-numeric: tabular-nums;
  }
  /* Room for the fields in a frame until it says their height, with the last one's hint as it breaks there. */
  slot[name='card-frame'] {
    --_rows: 3;
    position: relative;
    display: block;
    padding-top: calc((1.3125em + max(var(--_height), 1.4em + 22px) + 4px + var(--_gap)) * var(--_rows) - var(--_gap) + 6px);
  }
  slot[name='card-frame']::after {
    content: attr(data-hint);
    display: block;
    width: calc(50% - var(--_half));
    font-size: 0.875em;
    visibility: hidden;
  }
  /* Wider by the room that it has for the ring of the focus. Many pages keep all frames narrow. */
  ::slotted(iframe) {
    position: absolute;
    inset: -4px;
    width: calc(100% + 8px);
    max-width: none !important;
    height: calc(100% + 8px);
    border: 0;
  }
  /* Room for what is still loading, so that nothing moves when it comes: a list, the total and, below it, what opens the table. */
  balcao-installments:not(:defined) {
    min-height: calc(2.9375em + max(var(--_height), 1.4em + 22px) + var(--_gap) + 28px);
  }
  balcao-installments:not(:defined, .merchant) {
    margin-bottom: 41px;
  }
  /* More is said of several installments: parts that differ, the fee, who pays it. */
  .split:not(:defined) {
    margin-bottom: 37px;
  }
  .customer.several:not(:defined) {
    margin-bottom: 171px;
  }
  .choice.several:not(:defined) {
    margin-bottom: 215px;
  }
  .tick {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 44px;
    margin: 0;
    font-weight: 500;
    cursor: pointer;
  }
  .tick input {
    flex: none;
    width: 20px;
    height: 20px;
    accent-color: var(--_accent);
  }
  [part='save-note']:empty {
    margin: 0;
  }
  ::slotted([slot='help']) {
    grid-column: 1 / -1;
  }
  /* Narrow enough, also by zoom: one field a line. */
  @container (max-width: 15em) {
    .expirationDate,
    .securityCode {
      grid-column: 1 / -1;
    }
    slot {
      --_rows: 4;
    }
  }
`;
