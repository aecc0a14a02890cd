import { css } from 'lit';

/**
 * The styles of the page while a receipt is printed: they show nothing but the receipt. They are in a layer, since `!important` in a layer
 * wins over `!important` in the page's own style sheets. The margin of the paper does not depend on the shop, whose pages may have none.
 */
export const pageStyles = css`
  @page {
    margin: 20mm !important;
  }
  @layer balcao-receipt {
    @media print {
      html,
      body {
        display: block !important;
        position: static !important;
        width: auto !important;
        height: auto !important;
        min-height: 0 !important;
        margin: 0 !important;
        padding: 0 !important;
        overflow: visible !important;
        visibility: visible !important;
        opacity: 1 !important;
        transform: none !important;
        background: #fff !important;
      }
      body::before,
      body::after,
      body > :not([data-balcao-receipt]) {
        display: none !important;
      }
    }
  }
`;

/** The styles of a receipt. It is black on white and inherits nothing from the page. */
export const receiptStyles = css`
  :host {
    all: initial;
  }
  article {
    max-width: 34em;
    color: #000;
    font:
      12pt/1.4 system-ui,
      sans-serif;
  }
  h1 {
    margin: 0;
    font-size: 18pt;
    line-height: 1.2;
  }
  p {
    margin: 6pt 0 18pt;
  }
  dl {
    display: flex;
    flex-direction: column;
    margin: 0;
    border-bottom: 1px solid #999;
  }
  div {
    display: flex;
    justify-content: space-between;
    gap: 12pt;
    padding: 6pt 0;
    border-top: 1px solid #999;
    break-inside: avoid;
  }
  dt {
    color: #444;
  }
  dd {
    margin: 0;
    font-weight: 600;
    text-align: end;
    overflow-wrap: anywhere;
  }
  /* The amount that was paid is above the other details. */
  .amount {
    order: -1;
    display: block;
    padding: 0 0 18pt;
    border: 0;
  }
  .amount dd {
    font-size: 28pt;
    line-height: 1.2;
    text-align: start;
  }
  @media screen {
    :host {
      display: none;
    }
  }
`;
