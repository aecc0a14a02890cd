import { css } from 'lit';

/** What became of a payment, and what is asked before one. */
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
  @media (forced-colors: active) {
    .icon {
      border: 1px solid;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .outcome {
      animation: appear calc(var(--balcao-duration, 0.16s) * 1.5) ease-out;
    }
    .done path {
      stroke-dasharray: 1;
      animation: draw calc(var(--balcao-duration, 0.16s) * 2.5) calc(var(--balcao-duration, 0.16s) / 2) ease-out backwards;
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
`;
