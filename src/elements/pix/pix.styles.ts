import { css } from 'lit';

export const pixStyles = css`
  :host {
    container-type: inline-size;
  }
  .pix {
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--_gap);
  }
  .whole {
    align-content: stretch;
  }
  .pix > .summary,
  .pix > .details,
  p,
  ol {
    margin: 0;
  }
  .details,
  .code {
    order: 1;
  }
  ol {
    order: 3;
    padding-inline-start: 1.4em;
  }
  li + li {
    margin-top: 4px;
  }
  li::marker {
    color: var(--_accent);
    font-weight: 700;
  }
  .note {
    color: var(--_good);
    font-weight: 600;
  }
  .note:not(:empty) {
    margin-top: 8px;
  }
  label {
    display: block;
    margin: 14px 0 4px;
    font-weight: 500;
    font-size: 0.9375em;
  }
  textarea {
    display: block;
    width: 100%;
    max-height: 14em;
    margin: 0;
    padding: 10px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
    font:
      0.8125em/1.5 ui-monospace,
      monospace;
    word-break: break-all;
    resize: none;
    field-sizing: content;
  }
  /* As large as any QR gets, so that nothing moves when it is drawn. */
  .place {
    --_side: min(290px, 100cqi);
    order: 4;
    display: grid;
    justify-items: center;
    align-items: start;
    min-width: var(--_side);
    min-height: var(--_side);
  }
  /* Dark on white with its quiet zone, whatever the theme: many readers read nothing else. */
  [part='qr'] {
    max-width: 100%;
    height: auto;
    border-radius: 6px;
    forced-color-adjust: none;
  }
  @supports (width: round(down, 100%, 1px)) {
    [part='qr'] {
      max-width: round(down, 100%, var(--_modules));
    }
  }
  .live {
    font-weight: 700;
  }
  .shown .live {
    order: 2;
    padding: 12px var(--_gap);
    border-radius: var(--_radius);
    background: var(--_surface);
    text-align: center;
  }
  .shown .live p {
    font-weight: 500;
  }
  .spoken,
  [part='outcome']:not(.outcome) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  [part='outcome'] {
    order: 5;
  }
  [part='countdown'] {
    font-variant-numeric: tabular-nums;
  }
  .waiting::before {
    content: '';
    display: inline-block;
    width: 0.6em;
    height: 0.6em;
    margin-inline-end: 0.5em;
    border-radius: 50%;
    background: var(--_accent);
  }
  @media (prefers-reduced-motion: no-preference) {
    .waiting::before {
      animation: beat 1.6s ease-in-out infinite;
    }
  }
  @keyframes beat {
    50% {
      opacity: 0.25;
    }
  }
  /* Beside a phone rather than on it: the QR first. */
  @media (min-width: 40em) {
    .place {
      order: -1;
    }
  }
  @container (min-width: 34em) {
    .shown {
      grid-template-columns: auto minmax(0, 1fr);
      column-gap: 24px;
    }
    .shown > * {
      grid-column: 2;
    }
    .shown .place {
      grid-area: 1 / 1 / span 4;
    }
  }
`;
