import { css } from 'lit';

/**
 * The room for the installments while their code is loading, so that nothing moves when it is loaded. The sizes are those of
 * `installmentsStyles`, `summaryStyles` and `planTableStyles`.
 */
export const installmentsRoomStyles = css`
  balcao-installments:not(:defined) {
    /*
     * The label: a line of 1.4 times its size. The space below it: 4px.
     * The list: the height of a control, or a line of 1.4em with a padding of 10px and a border of 1px above and below.
     */
    --_list: calc(var(--balcao-label-size, 0.9375em) * 1.4 + 4px + max(var(--_height), 1.4em + 22px));
    /* The total in the summary: a line of 1.3 times 1.25em, with a padding of 12px above and below. */
    --_total: calc(1.625em + 24px);
    /* The line that opens the table: 8px of space and 45px, less the bottom padding of 12px, which it replaces. */
    --_table: 41px;
    display: block;
    min-height: calc(var(--_list) + var(--_gap) + var(--_total));
  }
  balcao-installments:not(:defined, .merchant) {
    margin-bottom: var(--_table);
  }
`;
