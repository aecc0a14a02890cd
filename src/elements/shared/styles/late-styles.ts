import type { CSSResult } from 'lit';

/** Adds styles, behind its own ones, to an element that has come to need them. Each is one style sheet for the whole page. */
export function adoptLate({ shadowRoot }: Element, ...styles: readonly CSSResult[]): void {
  for (const { styleSheet } of styles) {
    if (!shadowRoot || !styleSheet || shadowRoot.adoptedStyleSheets.includes(styleSheet)) continue;
    shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, styleSheet];
  }
}
