import { css } from 'lit';

/** The panel that says what became of the payment. */
export const outcomeStyles = css`
  .outcome {
    --_tone: var(--_border);
    padding: 16px;
    border: 1px solid var(--_tone);
    border-inline-start-width: 5px;
    border-radius: var(--_radius);
  }
  .good {
    --_tone: var(--_good);
  }
  .warn {
    --_tone: var(--_warn);
  }
  .bad {
    --_tone: var(--_error);
  }
  .title {
    margin: 0;
    font-size: 1.125em;
    line-height: 1.3;
  }
  .outcome .button {
    margin-top: 12px;
  }
  .details {
    display: grid;
    gap: 6px 16px;
    margin: 12px 0;
  }
  .details div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
  }
  dt {
    opacity: 0.78;
  }
  dd {
    margin: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;
