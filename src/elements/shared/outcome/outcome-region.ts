import { nothing, type TemplateResult } from 'lit';
import { html } from '../html.js';

/**
 * Renders the live region of an outcome. It is rendered from the start and stays the same element, so that screen readers announce its
 * content once there is any. It has the part `outcome`, and can get the focus, only while it has content: a `<dialog>` that opens puts the
 * focus on the first element that can get it.
 */
export function renderOutcomeRegion(look = '', words?: TemplateResult): TemplateResult {
  return html`<div part=${words ? 'outcome' : nothing} class=${look} role="status" tabindex=${words ? -1 : nothing}>${words}</div>`;
}
