import { css } from 'lit';

/** The look of radios. In dark pages, browsers draw a radio that can be chosen like one that cannot. Forced colours have radios of their own. */
export const radioStyles = css`
  @media not (forced-colors: active) {
    [type='radio'] {
      border: 2px solid var(--_border);
      border-radius: 50%;
      background: var(--_field);
      appearance: none;
    }
    [type='radio']:checked {
      border: 6px solid var(--_accent);
    }
    [type='radio']:disabled {
      opacity: 0.6;
    }
  }
`;
