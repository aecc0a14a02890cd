import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { TextKey } from '../../i18n/pt-br.js';

/** The placeholder of the value until the text is filled in: no text has it. */
const PLACE = '\u0000';

/** Renders a text with one value, which is a name or a sentence from outside: its direction changes nothing around it. */
export function renderIsolated(localize: LocalizeController, key: TextKey, [name, value]: readonly [string, string]): unknown[] {
  const parts = localize.text(key, { [name]: PLACE }).split(PLACE);
  return parts.map((part, index): string | TemplateResult => (index ? html`<bdi>${value}</bdi>${part}` : part));
}
