import type { CSSResult } from 'lit';

/** Adds lazy-loaded styles to an element, after its own ones. All elements of the page share the same style sheets. */
export function adoptLate({ shadowRoot }: Element, ...styles: readonly CSSResult[]): void {
  if (!shadowRoot) return;
  const { adoptedStyleSheets } = shadowRoot;
  const added = styles.flatMap(({ styleSheet }) => (styleSheet && !adoptedStyleSheets.includes(styleSheet) ? [styleSheet] : []));
  if (added.length > 0) shadowRoot.adoptedStyleSheets = [...adoptedStyleSheets, ...added];
}
