import { css } from 'lit';

export const checkoutStyles = css`
  :host {
    container-type: inline-size;
  }
  .tabs {
    display: flex;
    gap: 4px;
    margin-bottom: var(--_gap);
    padding: 4px;
    border-radius: calc(var(--_radius) + 4px);
    box-shadow: inset 0 0 0 1px var(--_border);
  }
  .tabs button {
    flex: 1 1 auto;
    min-width: 0;
    min-height: 44px;
    padding: 6px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: none;
    font-weight: 600;
    cursor: pointer;
  }
  .tabs [aria-selected='true'] {
    border-color: var(--_border);
    background: var(--_field);
    color: var(--_field-text);
  }
  @media (forced-colors: active) {
    .tabs [aria-selected='true'] {
      border: 2px solid Highlight;
    }
  }
`;
