import { css } from 'lit';

/** The styles of the list of plans and of the choice of who pays the fee. */
export const installmentsStyles = css`
  legend {
    margin-bottom: 4px;
    padding: 0;
    font-weight: var(--balcao-label-weight, 500);
    font-size: var(--balcao-label-size, 0.9375em);
  }
  /*
   * The text of the chosen plan lies on top of the select, so that a long plan wraps. The select's own text is one clipped line in every
   * browser.
   */
  .picker {
    display: grid;
    align-items: stretch;
  }
  .picker > * {
    grid-area: 1 / 1;
    min-width: 0;
  }
  select {
    width: 100%;
    min-height: var(--_height);
    margin: 0;
    padding: 10px 12px;
    padding-inline-end: 40px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
    font: inherit;
    font-size: max(16px, 1em);
    -webkit-text-fill-color: transparent;
    appearance: none;
    text-overflow: ellipsis;
    contain: paint;
    cursor: pointer;
  }
  option {
    background: var(--_field);
    color: var(--_field-text);
    -webkit-text-fill-color: currentColor;
  }
  .chosen {
    position: relative;
    align-self: center;
    padding-block: 10px;
    /* As in the select: its border of 1px and padding of 12px; 40px for the arrow. */
    padding-inline: 13px 40px;
    color: var(--_field-text);
    font-size: max(16px, 1em);
    pointer-events: none;
    text-wrap: balance;
  }
  select:enabled + .planFree {
    color: var(--_good);
  }
  select:enabled + .planCost {
    color: var(--_muted);
  }
  /* The installments and their amount are on one line if they fit. */
  .chosen bdi {
    display: inline-block;
    color: var(--_field-text);
  }
  .chosen::after {
    content: '';
    position: absolute;
    inset-block: 0 4px;
    inset-inline-end: 18px;
    width: 9px;
    height: 9px;
    margin: auto 0;
    border: solid var(--_field-text);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  select:disabled {
    cursor: not-allowed;
    opacity: 1;
  }
  select:disabled + .chosen {
    opacity: 0.7;
  }
  fieldset {
    min-width: 0;
    margin: var(--_gap) 0 0;
    padding: 0;
    border: 0;
  }
  .payers {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 11em), 1fr));
    gap: var(--_half);
  }
  .payer {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0 10px;
    align-content: center;
    min-height: var(--_height);
    margin: 0;
    padding: 10px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
    font-weight: 500;
    font-size: 0.9375em;
    cursor: pointer;
  }
  .payer.checked {
    border-color: var(--_accent);
    box-shadow: inset 0 0 0 1px var(--_accent);
  }
  .payer.refused {
    cursor: not-allowed;
    border-style: dashed;
    opacity: 0.6;
  }
  .payer .muted {
    color: inherit;
    grid-column: 2;
    font-weight: normal;
  }
  .payer input {
    opacity: 1;
  }
  @media (forced-colors: active) {
    /* In forced colours, the select's own text would be visible as well. */
    select {
      border-color: ButtonBorder;
      background: Field;
      color: FieldText;
      forced-color-adjust: none;
    }
    select:focus-visible {
      outline-color: Highlight;
    }
    option {
      background: Field;
      color: FieldText;
    }
    select:disabled + .chosen {
      color: GrayText;
      opacity: 1;
    }
    .payer.checked {
      border: 2px solid Highlight;
    }
  }
`;
