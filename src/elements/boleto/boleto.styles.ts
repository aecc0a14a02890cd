import { css } from 'lit';

/** The styles of a boleto: its line, its details and its bar code. */
export const boletoStyles = css`
  .boleto {
    display: flex;
    flex-direction: column;
    gap: var(--_gap);
  }
  /* Below the Pix of a hybrid boleto. */
  .hybrid .boleto {
    margin-top: var(--_gap);
  }
  .boleto .details {
    margin: 0;
  }
  /* The groups of a line are never broken: on a phone there are two or three lines of them. */
  .line {
    min-height: var(--_height);
    padding: 10px 12px;
    white-space: pre-wrap;
    line-height: 1.6;
    text-align: start;
    overflow: auto;
    field-sizing: content;
  }
  .boleto .note {
    margin-top: 8px;
    color: var(--_warn);
  }
  .boleto .copied {
    color: var(--_good);
  }
  .boleto .button,
  .head > .button,
  .box > .button {
    width: 100%;
  }
  .head > .button,
  .box > :is(.button, p:not(:empty)) {
    margin-top: var(--_gap);
  }
  .head > .button {
    grid-column: 1 / -1;
  }
  .hybrid .head > [part='intro'] {
    grid-row: 2;
  }
  /* As high as a finger needs (WCAG 2.5.8). */
  [part='pdf-link'] {
    display: inline-block;
    padding-block: 4px;
  }
  /* The bar code has one CSS pixel for each of its 425 modules. On a screen that is too narrow for it, a reader could not tell them apart. */
  [part='barcode'] {
    display: none;
    width: 425px;
    height: 60px;
    forced-color-adjust: none;
  }
  @container (min-width: 425px) {
    [part='barcode'] {
      display: block;
    }
  }
  /* In a row of a checkout on a page of 480px, the quiet zones, 10px each, are in the padding of the row. */
  @media (min-width: 480px) {
    @container (min-width: 405px) and (max-width: 424.9px) {
      .inner [part='barcode'] {
        display: block;
        margin-inline: -10px;
      }
    }
  }
  @media print {
    [part='barcode'] {
      display: block;
    }
  }
`;
