import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';

/** The place of an outcome. It is there from the start, and stays the same element, so that its words are announced when they come. */
export function renderOutcomeRegion(look = '', words?: TemplateResult): TemplateResult {
  return html`<div part="outcome" class=${look} role="status" tabindex="-1">${words ?? nothing}</div>`;
}

/** Renders that a part could not be loaded, in words that are there from the start, and offers to load the page anew: after an update its files have other names. */
export function renderPartMissing(localize: LocalizeController): TemplateResult {
  return renderOutcomeRegion(
    '',
    html`<p part="outcome-text" .textContent=${localize.text('partMissing')}></p>
      <button
        part="reload-button"
        class="button"
        type="button"
        @click=${() => location.reload()}
        .textContent=${localize.text('reload')}
      ></button>`,
  );
}
