import { html, type TemplateResult } from 'lit';

/** What is left of the ring, from 0 to 100; without it the ring turns: nobody knows how long that takes. */
export function renderRing(leftPercent?: number): TemplateResult {
  return html`<svg part="countdown-ring" class="ring ${leftPercent === undefined ? 'turning' : ''}" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9.5" />
    <circle
      cx="12"
      cy="12"
      r="9.5"
      pathLength="100"
      stroke-dasharray="100"
      stroke-dashoffset=${leftPercent === undefined ? 70 : 100 - leftPercent}
    />
  </svg>`;
}
