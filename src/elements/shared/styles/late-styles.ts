import type { CSSResult } from 'lit';

/** Adds styles, after its own ones, to an element that needs them now. Each is one style sheet for the whole page. */
export function adoptLate({ shadowRoot }: Element, ...styles: readonly CSSResult[]): void {
  for (const { styleSheet } of styles) {
    if (!shadowRoot || !styleSheet || shadowRoot.adoptedStyleSheets.includes(styleSheet)) continue;
    shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, styleSheet];
  }
}
