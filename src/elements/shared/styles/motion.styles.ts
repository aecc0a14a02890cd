import { css } from 'lit';

/**
 * The styles that the first paint does not need: pointers, hover, motion, errors, and wrong, disabled or waiting controls. A waiting
 * button stays readable.
 */
export const motionStyles = css`
  ::placeholder {
    color: var(--_field-text);
    opacity: 0.7;
  }
  .button[aria-disabled='true'] {
    cursor: progress;
  }
  .button:disabled {
    cursor: not-allowed;
    opacity: 0.6;
  }
  @media (forced-colors: active) {
    .button.primary {
      border: 2px solid ButtonText;
    }
  }
  /* While a payment runs, inputs look like the list of plans beside them: it cannot be used either. */
  [aria-busy='true'] input {
    color: var(--_muted);
  }
  .error {
    color: var(--_error);
    font-size: 0.875em;
    font-weight: 500;
  }
  input:not([type='radio'], [type='checkbox'])[aria-invalid='true'] {
    border: 2px solid var(--_error);
    /* 1px less on each side than other inputs, for the thicker border. */
    padding: 9px 11px;
  }
  [aria-invalid='true']:focus-visible {
    outline-color: var(--_error);
  }
  /* A button that cannot be pressed again for some seconds. */
  form:not([aria-busy='true']) .primary[aria-disabled='true'] {
    border-color: var(--_border);
    background: var(--_surface);
    color: var(--_text);
    cursor: default;
  }
  @media (hover: hover) {
    .button:enabled:not([aria-disabled='true']):hover {
      box-shadow: inset 0 0 0 99em rgb(128 128 128 / 0.14);
    }
    .primary:enabled:not([aria-disabled='true']):hover {
      box-shadow: inset 0 0 0 99em rgb(0 0 0 / 0.12);
    }
    input:enabled:not(:focus, [aria-invalid='true']):hover,
    select:enabled:not(:focus):hover {
      border-color: var(--_text);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .screen {
      animation: appear calc(var(--balcao-duration, 0.16s) * 1.5) ease-out;
    }
    .banner:not(.busy) {
      animation: fade calc(var(--balcao-duration, 0.16s) * 1.5) ease-out;
    }
    .done path {
      stroke-dasharray: 1;
      animation: draw calc(var(--balcao-duration, 0.16s) * 2.5) calc(var(--balcao-duration, 0.16s) / 2) ease-out backwards;
    }
    .button,
    input,
    select {
      transition-property: border-color, box-shadow;
      transition-duration: var(--balcao-duration, 0.16s);
    }
    [aria-busy='true'] .primary::before {
      content: '';
      display: inline-block;
      width: 0.9em;
      height: 0.9em;
      margin-inline-end: 0.6em;
      border: 2px solid;
      border-inline-end-color: transparent;
      border-radius: 50%;
      vertical-align: -0.08em;
      animation: turn 0.9s linear infinite;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes appear {
    from {
      translate: 0 var(--_half);
    }
  }
  @keyframes fade {
    from {
      opacity: 0;
    }
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 1;
    }
    to {
      stroke-dashoffset: 0;
    }
  }
`;
