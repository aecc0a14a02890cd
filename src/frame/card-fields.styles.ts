import { css } from 'lit';

/** The fields as they are in the form of a page, with room around them for the ring of the focus: a frame cuts off what is beyond its edge. */
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
  input[name='number'] {
    font-variant-numeric: tabular-nums;
  }
  /* Narrow enough, also by zoom: one field a line. */
  @container (max-width: 15em) {
    .field {
      grid-column: 1 / -1;
    }
  }
`;
