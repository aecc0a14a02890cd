import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { TextKey } from '../../i18n/pt-br.js';

/** A placeholder for the value. No text contains this character. */
const PLACE = '\u0000';

/**
 * Renders a text with one value, such as a name or a sentence of the service, in a `<bdi>`: its direction does not change the text around
 * it.
 */
export function renderIsolated(localize: LocalizeController, key: TextKey, [name, value]: readonly [string, string]): unknown[] {
  const parts = localize.text(key, { [name]: PLACE }).split(PLACE);
  return parts.map((part, index): string | TemplateResult => (index ? html`<bdi>${value}</bdi>${part}` : part));
}
