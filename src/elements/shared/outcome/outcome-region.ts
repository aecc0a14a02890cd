import { html, nothing, type TemplateResult } from 'lit';

/**
 * Renders the place of an outcome. It is there from the start, and stays the same element, so that its words are announced when they come; it is a
 * part to style only while it has words.
 */
export function renderOutcomeRegion(look = '', words?: TemplateResult): TemplateResult {
  return html`<div part=${words ? 'outcome' : nothing} class=${look} role="status" tabindex="-1">${words}</div>`;
}
