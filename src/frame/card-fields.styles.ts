import { css } from 'lit';

/**
 * Styles of the card fields in a frame. The padding leaves room for the focus ring, because a frame cuts off everything beyond its edge.
 */
export const cardFieldsStyles = css`
  :host {
    padding: 4px;
    container-type: inline-size;
  }
  form {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--_gap);
    align-items: start;
  }
  .number,
  .holderName {
    grid-column: 1 / -1;
  }
  /* Narrow, also by zoom: one field per row. */
  @container (max-width: 15em) {
    .field {
      grid-column: 1 / -1;
    }
  }
`;
