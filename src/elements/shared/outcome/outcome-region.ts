import { nothing, type TemplateResult } from 'lit';
import { html } from '../html.js';

/**
 * Renders the live region of an outcome. It is rendered from the start and stays the same element, so that screen readers announce its
 * content once there is any. It has the part `outcome` only while it has content.
 */
export function renderOutcomeRegion(look = '', words?: TemplateResult): TemplateResult {
  return html`<div part=${words ? 'outcome' : nothing} class=${look} role="status" tabindex="-1">${words}</div>`;
}
