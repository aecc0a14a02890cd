import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { renderOutcomeRegion } from './outcome-region.js';

/**
 * Renders that a part could not be loaded, in words that are there from the start, and offers to reload the page: after an update the files of
 * Balcão have other names.
 */
export function renderPartMissing(localize: LocalizeController): TemplateResult {
  return renderOutcomeRegion(
    '',
    html`<p part="outcome-text" .textContent=${localize.text('partMissing')}></p>
      ${renderReloadButton(localize)}`,
  );
}

/** Renders the button that reloads the page, where a part of it could not be loaded. */
export function renderReloadButton(localize: LocalizeController): TemplateResult {
  return html`<button
    part="reload-button"
    class="button"
    type="button"
    @click=${() => location.reload()}
    .textContent=${localize.text('reload')}
  ></button>`;
}
