import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { renderReloadButton } from '../reload-button.js';
import { renderOutcomeRegion } from './outcome-region.js';

/** Renders that a part could not be loaded, in words that are there from the start, and offers to load the page anew: after an update its files have other names. */
export function renderPartMissing(localize: LocalizeController): TemplateResult {
  return renderOutcomeRegion(
    '',
    html`<p part="outcome-text" .textContent=${localize.text('partMissing')}></p>
      ${renderReloadButton(localize)}`,
  );
}
