import { css } from 'lit';

/** The styles of the code as text and as QR, and of the button that copies it. */
export const codeStyles = css`
  .code .label {
    display: block;
    margin-bottom: 4px;
    font-weight: var(--balcao-label-weight, 500);
    font-size: var(--balcao-label-size, 0.9375em);
  }
  .fold {
    position: relative;
    display: flex;
    min-height: var(--_height);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    color: var(--_field-text);
  }
  textarea {
    flex: 1;
    min-width: 0;
    margin: 0;
    padding: 0 0 0 12px;
    border: 0;
    border-radius: var(--_radius);
    background: none;
    color: inherit;
    font:
      0.8125em/calc(var(--_height) - 2px) ui-monospace,
      monospace;
    white-space: nowrap;
    overflow: hidden;
    resize: none;
    /* 11 times 0.8125em, 143px: the copy button and its note stay in view below the text when a browser scrolls to it. */
    scroll-margin-bottom: 11em;
  }
  .unfolded textarea {
    height: auto;
    padding-block: 12px;
    line-height: 1.5;
    white-space: pre-wrap;
    word-break: break-all;
    overflow: auto;
    field-sizing: content;
  }
  .toggle {
    flex: none;
    align-self: start;
    width: 44px;
    height: calc(var(--_height) - 2px);
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: none;
    cursor: pointer;
  }
  .toggle svg,
  .sign {
    width: 1.25em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    vertical-align: -0.25em;
  }
  .toggle[aria-expanded='true'] svg {
    rotate: 180deg;
  }
  .sign {
    margin-inline-end: 0.35em;
  }
  .tick {
    display: none;
  }
  /* The next step, in the place of the button that has copied the code. */
  .actions.copied {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 8px;
    align-items: center;
    min-height: var(--_height);
    padding: 4px 4px 4px 12px;
    border: 1px solid var(--_good);
    border-radius: var(--_radius);
    background: var(--balcao-background, Canvas);
    color: var(--_good);
  }
  .copied .tick {
    display: block;
  }
  .note {
    font-weight: 600;
    font-size: 0.9375em;
    line-height: 1.3;
    text-wrap: pretty;
  }
  .copied .button {
    width: 44px;
    padding: 0;
    border-color: transparent;
    color: inherit;
  }
  .copied .button .sign {
    margin: 0;
  }
  /* The note that the code was not copied is below the button. It moves what is below: the shopper has just pressed the button. */
  .refused {
    display: flex;
    flex-direction: column;
  }
  .refused .note {
    order: 1;
    margin-top: 8px;
    padding: 10px 14px;
    border: 1px solid var(--_warn);
    border-radius: var(--_radius);
    color: var(--_warn);
  }
  .ticked {
    color: var(--_good);
    list-style-type: '✓ ';
  }
  /* The room of the QR, as large as the largest one (QR_WIDTH_PX), so that nothing moves when it is drawn. */
  .place {
    --_side: min(290px, 100cqi);
    order: 4;
    display: grid;
    justify-items: center;
    align-items: start;
    align-self: center;
    min-width: var(--_side);
    min-height: var(--_side);
  }
  /* The QR is dark on white in every theme, with its quiet zone: many scanners read no other one. */
  [part='qr'] {
    max-width: 100%;
    height: auto;
    border-radius: var(--_radius);
    box-shadow: 0 0 0 1px var(--balcao-qr-border, var(--_line));
    forced-color-adjust: none;
  }
  @supports (width: round(down, 100%, 1px)) {
    [part='qr'] {
      max-width: round(down, 100%, var(--_modules));
    }
  }
`;
