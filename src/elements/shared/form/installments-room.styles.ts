import { css } from 'lit';

/** Room for the installments while their code is loading, so that nothing moves when they come. Sizes are those of their own styles. */
export const installmentsRoomStyles = css`
  balcao-installments:not(:defined) {
    /* A list below its label, with 4px between. */
    --_list: calc(1.3125em + 4px + max(var(--_height), 1.4em + 22px));
    /* The total in the summary: a line of 1.25em times 1.3, with 12px above and below. */
    --_total: calc(1.625em + 24px);
    /* What opens the table: a line of 45px, 8px below the total, in the place of the 12px below it. */
    --_table: 41px;
    display: block;
    min-height: calc(var(--_list) + var(--_gap) + var(--_total));
  }
  balcao-installments:not(:defined, .merchant) {
    margin-bottom: var(--_table);
  }
`;
