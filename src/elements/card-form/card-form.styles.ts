import { css } from 'lit';

/** The styles of the card form. */
export const cardFormStyles = css`
  form {
    container-type: inline-size;
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--_gap);
    align-items: start;
  }
  form > *,
  ::slotted(*) {
    grid-column: 1 / -1;
  }
  /* Its text is loaded late. */
  p.path {
    min-height: 1.4em;
    margin: 0 0 -8px;
  }
  /*
   * The room for the fields in a frame until it reports their height. Each row has a label of 1.3125em, 4px of space, a control and the
   * gap. The control has the height of controls, or a line of 1.4em with a padding of 10px and a border of 1px above and below. Above the
   * row of the holder's name are 6px of space and the hint of the security code, as wide as its field, so that its lines break as in the frame.
   */
  slot[name='card-frame'] {
    --_rows: 4;
    --_control: max(var(--_height), 1.4em + 22px);
    --_row: calc(1.3125em + var(--_control) + 4px + var(--_gap));
    position: relative;
    display: block;
    padding-top: calc(var(--_row) * (var(--_rows) - var(--_less, 0)) - var(--_gap) + 6px);
  }
  /* A service that takes no holder's name. */
  .none {
    --_less: 1;
  }
  /* Until the frame has sent its first message, it is hidden: it may be an error page. !important wins over a page that shows all frames. */
  slot[name='card-frame']:not([data-shown])::slotted(iframe) {
    visibility: hidden !important;
  }
  slot[name='card-frame']::after {
    content: attr(data-hint);
    display: block;
    font-size: 0.875em;
    visibility: hidden;
  }
  /*
   * The frame is 4px larger on each side, for the focus rings in it. !important wins over the many pages that limit the width of all
   * frames.
   */
  ::slotted(iframe) {
    position: absolute;
    inset: -4px;
    width: calc(100% + 8px);
    max-width: none !important;
    height: calc(100% + 8px);
    border: 0;
  }
  /*
   * The room for installments that are not loaded yet, 37px: 20px for the line of parts that differ, and 17px above the total (8px, a line
   * of 1px, 8px).
   */
  .split:not(:defined) {
    margin-bottom: 37px;
  }
  /*
   * If the customer pays the fee, 130px: 24px for the line of parts that differ and its space, 67px for three figures, 22px for their
   * source, and 17px above the total.
   */
  .customer.several:not(:defined) {
    margin-bottom: calc(130px + var(--_table));
  }
  /*
   * For the choice of the payer, 174px, as on a phone: a gap of 16px, a legend of 25px, two payers of 61px with 8px between them, and 3px to
   * spare.
   */
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
  /* A narrow form, or one that is zoomed in, has one field in each row. */
  @container (min-width: 15em) {
    .expirationDate,
    .securityCode {
      grid-column: span 1;
    }
    slot[name='card-frame'] {
      --_rows: 3;
    }
    slot[name='card-frame']::after {
      width: calc(50% - var(--_half));
    }
  }
`;
