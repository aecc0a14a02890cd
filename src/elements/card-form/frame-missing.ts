import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { renderReloadButton } from '../shared/reload-button.js';

/** Renders that the frame with the card's fields did not come, and offers to load the page anew. Nobody was asked for anything yet, so it is no outcome. */
export function renderFrameMissing(localize: LocalizeController): TemplateResult {
  return html`<div role="alert">
    <p part="error" class="error" .textContent=${localize.text('frameMissing')}></p>
    ${renderReloadButton(localize)}
  </div>`;
}
