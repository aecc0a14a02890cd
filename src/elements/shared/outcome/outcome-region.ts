import { html, nothing, type TemplateResult } from 'lit';

/**
 * The place of an outcome. It is there from the start, and stays the same element, so that its words are announced when they come; a part to
 * be styled it is with them.
 */
export function renderOutcomeRegion(look = '', words?: TemplateResult): TemplateResult {
  return html`<div part=${words ? 'outcome' : nothing} class=${look} role="status" tabindex="-1">${words}</div>`;
}
