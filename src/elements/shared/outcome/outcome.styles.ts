import { css } from 'lit';

/** The styles of the outcome of a payment and of the question before one. */
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
    /* Beside all rows of the message, which are fewer than 20. */
    grid-row: 1 / span 20;
    width: 1.75em;
    border-radius: 50%;
    background: var(--_tone);
    color: var(--balcao-background, Canvas);
    stroke-width: 2.2;
  }
  .icon,
  .copy svg {
    fill: none;
    stroke: currentColor;
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
  .title:focus,
  .outcome:focus {
    outline: none;
  }
  .outcome p {
    margin: 4px 0 0;
  }
  /* A message above the form is compact. Scrolled into view, it keeps a distance from the edge of the window. */
  .banner {
    scroll-margin: var(--_gap);
  }
  .banner .icon {
    grid-row: 1;
    margin-top: -1px;
  }
  .banner > :is(p, .ways, slot) {
    grid-column: 1 / -1;
  }
  .banner > .title + p {
    margin-top: 8px;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 12px;
  }
  .ways .button {
    flex: 1 1 auto;
    min-height: 44px;
    padding: 8px 12px;
    font-size: 0.9375em;
  }
  .ways .button:not(.primary) {
    border-color: var(--_border);
    background: var(--_field);
    color: var(--_field-text);
  }
  /* The message that a payment runs, in the room of the message of the last try. */
  .busy {
    --_tone: var(--_line);
    align-content: center;
    grid-template-columns: minmax(0, 1fr);
    background: var(--_surface);
    text-align: center;
    font-weight: 600;
  }
  /* Visually hidden. */
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  /* A message in the place of the form. */
  .screen {
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
    padding: calc(var(--_gap) * 2) var(--_gap);
    border-color: var(--_line);
    scroll-margin: var(--_gap);
    text-align: center;
  }
  .screen > * {
    grid-column: 1;
  }
  .screen .icon {
    grid-row: auto;
    width: 4em;
    margin-bottom: var(--_gap);
    stroke-width: 1.8;
  }
  .screen .title {
    font-size: 1.375em;
  }
  .screen .amount {
    margin-top: var(--_half);
    /* No wider than a phone, also if the text is large. */
    font-size: min(2.25em, 12vw);
    font-weight: 700;
    letter-spacing: -0.02em;
    overflow-wrap: anywhere;
    line-height: 1.15;
    font-variant-numeric: tabular-nums;
  }
  .screen > p {
    max-width: 30em;
    text-wrap: balance;
  }
  .screen > [part='outcome-text'] {
    margin-top: var(--_half);
    color: var(--_muted);
  }
  .warn > [part='outcome-text'] {
    color: inherit;
  }
  .screen > .button {
    width: min(100%, 30em);
    margin-top: var(--_gap);
  }
  .screen > .button ~ .button {
    margin-top: var(--_half);
  }
  .screen > [part='outcome-note'] {
    margin-top: var(--_gap);
    font-weight: 600;
  }
  /* The room of one line, until the shop is notified. */
  .notified {
    min-height: 1.4em;
  }
  .details {
    width: min(100%, 30em);
    margin: calc(var(--_gap) * 1.5) 0 0;
    border-bottom: 1px solid var(--_line);
    text-align: start;
  }
  .details div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 var(--_gap);
    padding: 10px 0;
    border-top: 1px solid var(--_line);
  }
  .screen > .details {
    order: 0;
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
  .details .identifier {
    flex-wrap: nowrap;
    align-items: center;
    padding: 2px 0;
  }
  .identifier dd {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    align-items: center;
    min-width: 0;
    font-size: 0.8125em;
    font-weight: 400;
  }
  .identifier bdi {
    flex: 1;
  }
  /* A target of 44px. Its icon fills the right half: 22px, with 11px above and below. */
  .copy {
    flex: none;
    width: 44px;
    height: 44px;
    padding: 11px 0;
    padding-inline-start: 22px;
    border: 0;
    border-radius: var(--_radius);
    background: none;
    color: var(--_accent);
    cursor: pointer;
  }
  .copied {
    color: var(--_good);
  }
  .copy svg {
    display: block;
    stroke-width: 1.8;
  }
  .uncopied {
    flex: 1 0 100%;
    padding-bottom: 8px;
    color: var(--_warn);
    font-weight: 500;
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
  /* A target of 44px, which reaches 8px into the bottom padding of the box. */
  .question label {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 44px;
    margin: 4px 0 -8px;
    font-weight: 600;
    cursor: pointer;
  }
  @media (forced-colors: active) {
    .icon {
      border: 1px solid;
    }
    .banner {
      background: Canvas;
    }
  }
`;
