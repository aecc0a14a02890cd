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
  /* Room for the fields in a frame until it reports their height: for each, a label of 1.3125em, 4px, a control and the gap; below the last, 6px and its hint, which breaks as in the frame. */
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
  /* Wider by 4px on each side, its room for the focus ring. Many pages keep all frames narrow. */
  ::slotted(iframe) {
    position: absolute;
    inset: -4px;
    width: calc(100% + 8px);
    max-width: none !important;
    height: calc(100% + 8px);
    border: 0;
  }
  /* More room for installments that are still loading: a line of 20px for parts that differ, and 17px for the rule above the total. */
  .split:not(:defined) {
    margin-bottom: 37px;
  }
  /* The customer's fee: 24px for parts that differ, 67px for three figures, 22px for their source, 17px for the rule above the total. */
  .customer.several:not(:defined) {
    margin-bottom: calc(130px + var(--_table));
  }
  /* The choice of the payer on a phone: a gap of 16px, a legend of 25px, two payers of 61px with 8px between, and 3px to spare. */
  .choice.several:not(:defined) {
    margin-bottom: calc(174px + var(--_table));
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
  }
  [part='save-note']:empty {
    margin: 0;
  }
  ::slotted([slot='help']) {
    grid-column: 1 / -1;
  }
  /* In a narrow form, also by zoom: one field a line. */
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
