import { nothing } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { html } from './html.js';

/** A placeholder for the value. No text contains this character. */
const PLACE = '\u0000';

/**
 * Renders a text with one value, such as a name or a sentence of the service, in a `<bdi>`: its direction does not change the text around
 * it. With `translate` translators leave the value as it is.
 */
export function renderIsolated(
  localize: LocalizeController,
  key: TextKey,
  [name, value]: readonly [string, string],
  translate?: 'no',
): unknown {
  const parts = localize.text(key, { [name]: PLACE }).split(PLACE);
  const isolated = html`<bdi translate=${translate ?? nothing} .textContent=${value}></bdi>`;
  return parts.map((part, index) => html`${index ? isolated : nothing}<span .textContent=${part}></span>`);
}
