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
  .cardName {
    margin-top: 8px;
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
  }
`;
