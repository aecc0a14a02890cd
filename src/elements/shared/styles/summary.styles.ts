import { css } from 'lit';

/** The styles of the summary: the amount to pay, above the pay button. */
export const summaryStyles = css`
  .summary {
    /* As wide as the fields beside it: 40em of their text size. */
    max-width: calc(40em / 0.875);
    margin-top: var(--_gap);
    padding: 12px var(--_gap);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
  }
  .summary > :not(.total, .more, .moved) {
    color: var(--_muted);
  }
  .summary :is(p, dl, dd) {
    margin: 0;
  }
  .row,
  .total {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 12px;
  }
  .row + .row,
  .summary > * + * {
    margin-top: 4px;
  }
  .row > :last-child,
  .total > :last-child {
    margin-inline-start: auto;
    text-align: end;
  }
  .summary .total {
    /* The size of normal text: 1.143 times 0.875em is 1em. */
    font-size: 1.143em;
  }
  .summary > * + .total {
    margin-top: 8px;
    padding-top: 8px;
    border-top: 1px solid var(--_line);
  }
  .total strong {
    font-size: 1.25em;
    line-height: 1.3;
  }
  .total .fee {
    /* As tall as a number: a line of 1.3 times 1.25em is 1.625em, and one of 1.3em with 0.1625em above and below is the same. */
    padding-block: 0.1625em;
    font-size: 1em;
  }
  @media (forced-colors: active) {
    .summary {
      border: 1px solid;
    }
  }
`;
