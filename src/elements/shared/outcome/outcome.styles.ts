import { adoptStyles, css, type CSSResultOrNative } from 'lit';

/** What an element needs only once something happens: the panel of what became of the payment, motion, pointers. */
export const outcomeStyles = css`
  .outcome {
    --_tone: var(--_muted);
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 12px;
    padding: var(--_gap);
    border: 1px solid var(--_tone);
    border-radius: var(--_radius);
    background: var(--_surface);
    overflow-wrap: break-word;
  }
  .outcome > * {
    grid-column: 2;
    min-width: 0;
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
  .icon {
    grid-column: 1;
    grid-row: 1 / span 20;
    width: 1.75em;
    border-radius: 50%;
    background: var(--_tone);
    color: var(--balcao-background, Canvas);
    fill: none;
    stroke: currentColor;
    stroke-width: 2.2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .title {
    margin: 0;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.3;
    text-wrap: balance;
  }
  .outcome p {
    margin: 4px 0 0;
  }
  /* In the place of the form, and as tall. */
  :host {
    display: flex;
    flex-direction: column;
  }
  .screen {
    flex: 1;
    align-content: center;
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    padding: calc(var(--_gap) * 1.5) var(--_gap);
    border-color: var(--_line);
    text-align: center;
  }
  .screen > * {
    grid-column: 1;
  }
  .screen .icon {
    grid-row: auto;
    width: 3.5em;
    margin-bottom: var(--_gap);
    stroke-width: 1.8;
  }
  .screen .title {
    font-size: 1.375em;
  }
  .screen > p {
    max-width: 26em;
    text-wrap: pretty;
  }
  .screen > .button {
    min-width: min(100%, 16em);
    margin-top: var(--_gap);
  }
  .screen > [part='outcome-note'] {
    font-weight: 600;
  }
  .details {
    width: 100%;
    margin: calc(var(--_gap) * 1.5) 0 0;
    text-align: start;
  }
  .details div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--_gap);
    padding: 8px 0;
    border-top: 1px solid var(--_line);
  }
  .details + p {
    margin-top: var(--_half);
  }
  dt {
    color: var(--_muted);
  }
  dd {
    margin: 0 0 0 auto;
    font-weight: 600;
    text-align: end;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .outcome slot {
    display: block;
  }
  ::slotted([slot='approved']),
  ::slotted([slot='declined']),
  ::slotted([slot='failed']),
  ::slotted([slot='unconfirmed']) {
    margin: var(--_gap) 0 0;
  }
  .question label {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 44px;
    margin: 4px 0 0;
    font-weight: 600;
    cursor: pointer;
  }
  .question input {
    flex: none;
    width: 20px;
    height: 20px;
    accent-color: var(--_accent);
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
  @media (forced-colors: active) {
    .icon {
      border: 1px solid;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .button,
    input,
    select {
      transition-property: border-color, box-shadow;
      transition-duration: var(--balcao-duration, 0.16s);
    }
    .outcome {
      animation: appear calc(var(--balcao-duration, 0.16s) * 1.5) ease-out;
    }
    .done path {
      stroke-dasharray: 1;
      animation: draw calc(var(--balcao-duration, 0.16s) * 2.5) calc(var(--balcao-duration, 0.16s) / 2) ease-out backwards;
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
  @keyframes appear {
    from {
      translate: 0 var(--_half);
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
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
`;

/** Adds these styles, behind its own ones, to an element that has loaded them late. */
export function adoptOutcomeStyles(root: ShadowRoot | null, own: readonly CSSResultOrNative[]): void {
  if (root) adoptStyles(root, [...own, outcomeStyles]);
}
