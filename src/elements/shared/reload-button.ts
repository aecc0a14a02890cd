import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';

/** Renders the button that loads the page anew, where a part of it could not be loaded. */
export function renderReloadButton(localize: LocalizeController): TemplateResult {
  return html`<button
    part="reload-button"
    class="button"
    type="button"
    @click=${() => location.reload()}
    .textContent=${localize.text('reload')}
  ></button>`;
}
