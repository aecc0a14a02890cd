import { css } from 'lit';

/** The styles of labels, controls and hints. */
export const fieldStyles = css`
  .field {
    min-width: 0;
  }
  label {
    display: block;
    margin-bottom: 4px;
    font-weight: var(--balcao-label-weight, 500);
    font-size: var(--balcao-label-size, 0.9375em);
  }
  [part='outcome']:not(.spoken) + form {
    margin-top: var(--_gap);
  }
  p {
    margin: 6px 0 0;
  }
  p:empty {
    margin: 0;
  }
  input:not([type='radio'], [type='checkbox']) {
    width: 100%;
    min-height: var(--_height);
    padding: 10px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
    font-size: max(16px, 1em);
  }
`;
