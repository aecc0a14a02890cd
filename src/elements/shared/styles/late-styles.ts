import type { CSSResult } from 'lit';

/** Adds lazy-loaded styles to an element, after its own ones. All elements of the page share the same style sheets. */
export function adoptLate({ shadowRoot }: Element, ...styles: readonly CSSResult[]): void {
  for (const { styleSheet } of styles) {
    if (!shadowRoot || !styleSheet || shadowRoot.adoptedStyleSheets.includes(styleSheet)) continue;
    shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, styleSheet];
  }
}
