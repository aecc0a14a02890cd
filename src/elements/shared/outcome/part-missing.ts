import { type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { renderOutcomeRegion } from './outcome-region.js';
import { html } from '../html.js';

/**
 * Renders the message that a part could not be loaded, with a button that reloads the page: after an update, the files of Balcão have other
 * names. The texts of the message are loaded from the start.
 */
export function renderPartMissing(localize: LocalizeController): TemplateResult {
  return renderOutcomeRegion(
    '',
    html`<p part="outcome-text" .textContent=${localize.text('partMissing')}></p>
      ${renderReloadButton(localize)}`,
  );
}

/** Renders the button that reloads the page after a part could not be loaded. */
export function renderReloadButton(localize: LocalizeController): TemplateResult {
  return html`<button
    part="reload-button"
    class="button"
    type="button"
    translate="no"
    @click=${() => location.reload()}
    .textContent=${localize.text('reload')}
  ></button>`;
}
