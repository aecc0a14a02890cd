import { css } from 'lit';

/** The styles that Pix and boleto share: the stages of a charge, its head, the code with its details and steps, and the room that the code leaves. */
export const chargeStyles = css`
  .box {
    container-type: inline-size;
  }
  /* The room of a code that is no longer shown is below what is shown instead. */
  .box:not(.shown) {
    min-height: var(--_room, 0);
  }
  .pix {
    display: flex;
    flex-direction: column;
    gap: var(--_gap);
  }
  .pix > .summary,
  .pix > .details,
  p,
  ol {
    margin: 0;
  }
  .head {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    /* Two lines of 1.4em, and 0.1em to spare, also if the text has only one line. */
    min-height: 2.9em;
  }
  .head > p {
    grid-column: 2;
  }
  /* Without a mark, which is in the row of a checkout then, the words have its place. */
  .mark,
  .head ::slotted(*) {
    grid-row: 1 / span 2;
    align-self: center;
    width: 34px;
    margin-inline-end: 10px;
  }
  .head > [part='intro'] {
    grid-row: 1 / span 2;
    text-wrap: pretty;
  }
  .heading {
    font-weight: 600;
    font-size: 0.9375em;
    line-height: 1.3;
  }
  .ring {
    width: 26px;
    fill: none;
    stroke: var(--balcao-ring, var(--_pix));
    stroke-width: 3;
    stroke-linecap: round;
    rotate: -90deg;
  }
  .ring :first-child {
    opacity: 0.2;
  }
  .head .ring {
    grid-area: 1 / 3 / span 2;
    margin-inline-start: 10px;
  }
  .button .ring {
    width: 1.1em;
    margin-inline-end: 0.5em;
    vertical-align: -0.15em;
    stroke: currentColor;
    stroke-width: 3.5;
  }
  .actions {
    position: relative;
  }
  .making .actions {
    min-height: var(--_height);
  }
  .making [name='help'] {
    display: none;
  }
  ol {
    padding-inline-start: 1.25em;
    color: var(--_muted);
    font-size: 0.875em;
  }
  li + li {
    margin-top: 4px;
  }
  li::marker {
    color: var(--_accent);
    font-weight: 700;
  }
  .night {
    align-self: start;
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--_warn);
    font-size: 0.9375em;
    text-wrap: pretty;
  }
  /* The amount is below the receiver if the words do not fit beside it. */
  .shown .details {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 8px 12px;
    padding: 12px var(--_gap);
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .shown .details div {
    display: block;
    min-width: 0;
    padding: 0;
    border: 0;
  }
  .shown .details :first-child {
    flex: 1 1 7em;
  }
  .shown dt {
    font-size: 0.875em;
  }
  .shown dd {
    margin: 0;
    overflow-wrap: break-word;
    text-align: inherit;
  }
  /* The name and the city are always on two lines. */
  .shown dd bdi {
    display: block;
  }
  .shown dd bdi:last-child {
    font-weight: 400;
    font-size: 0.875em;
  }
  .shown [part='amount'] {
    font-size: 1.375em;
    line-height: 1.3;
    white-space: nowrap;
  }
  .shown :is(.details, .code) {
    order: 1;
  }
  .shown .actions {
    order: 2;
  }
  .shown :is(ol, .night) {
    order: 3;
  }
  .shown [part='outcome'] {
    order: 5;
  }
  .blank {
    border-color: transparent;
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  dd.blank {
    background: var(--_line);
    opacity: 0.4;
  }
  /* Visually hidden, as .spoken is. */
  .pix > [role='status']:not(.outcome) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .pix > [role='status']:empty {
    width: 0;
    height: 0;
  }
  /* An outcome is a box of its own, so that no box moves when a checkout removes its rows. A checkout keeps the room itself. */
  .inner.settled,
  .pix.settled {
    display: contents;
  }
  .pix > .outcome {
    order: -2;
    grid-column: 1 / -1;
  }
  [part='countdown'] {
    font-variant-numeric: tabular-nums;
  }
  .urgent {
    color: var(--_warn);
    font-weight: 600;
  }
  .urgent ~ .ring {
    stroke: var(--_warn);
  }
  /* On a phone the copy button is sticky at the edge of the screen. On a low screen, or if the text is large, it would cover the text. */
  @media (max-width: 40em) and (min-height: 30em) {
    @container (min-width: 14em) {
      .shown .actions:not(.refused) {
        position: sticky;
        top: 12px;
        bottom: max(12px, env(safe-area-inset-bottom));
      }
    }
  }
  /* On a larger screen the QR is first: the shopper's phone can scan it. */
  @media (min-width: 40em) {
    .place {
      order: 0;
    }
    @container (min-width: 34em) {
      .pix.shown {
        display: grid;
        grid-template: repeat(5, auto) 1fr / auto minmax(0, 1fr);
        column-gap: 28px;
        /* About as tall as the details of a payment, which replace the code. */
        min-height: 30em;
      }
      .pix.shown > * {
        grid-column: 2;
      }
      .shown .place {
        grid-area: 1 / 1 / span 6;
        align-self: start;
      }
      /* The head stays where it was beside the code: 290px for the QR and the gap of 28px. Without a code before it, --_room is 0. */
      .pix:not(.shown) > .head {
        margin-inline-start: min(318px, var(--_room));
      }
    }
  }
  @media (forced-colors: active) {
    .ring {
      stroke: currentColor;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .turning {
      animation: spin 0.9s linear infinite;
    }
  }
  @keyframes spin {
    from {
      rotate: -90deg;
    }
    to {
      rotate: 270deg;
    }
  }
`;
