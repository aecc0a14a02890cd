import { html, type TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { MethodName } from '../../controllers/settings/settings.js';
import type { TextKey } from '../../i18n/pt-br.js';

/** What matters of a method: its mark, drawn into the element that it is written in, and one line. */
export interface MethodAbout {
  mark: DirectiveResult;
  line: string;
}

/** What the head of a method's row is rendered from. */
export interface MethodChoice {
  method: MethodName;
  isChosen: boolean;
  /** Whether it can be chosen now: one that cannot keeps its place, so that nothing moves under a finger. */
  isOffered: boolean;
  /** Whether there is a row of saved cards beside it. */
  hasSaved: boolean;
  localize: LocalizeController;
  /** Once the code for it is there. */
  about: MethodAbout | undefined;
  choose: () => void;
}

const NAMES: Readonly<Record<MethodName, TextKey>> = { 'saved-cards': 'methodSaved', card: 'methodCard', pix: 'methodPix' };

/** Renders the head of a row: a radio, the method's name, and room for one line and a mark, which come after the first field. */
export function renderMethodChoice({ method, isChosen, isOffered, hasSaved, localize, about, choose }: MethodChoice): TemplateResult {
  const name = method === 'card' && hasSaved ? 'methodNewCard' : NAMES[method];
  return html`<label class="choice"
    ><input type="radio" name="method" value=${method} .checked=${isChosen} ?disabled=${!isOffered} @change=${choose} /><span
      part="method-name"
      .textContent=${localize.text(name)}
    ></span
    ><svg part="method-mark" width="34" height="22" ${about?.mark}></svg><span part="method-line" .textContent=${about?.line ?? ''}></span
  ></label>`;
}

/** The edge of a closed row is a place to choose it, too. */
export function chooseByEdge({ target }: Event): void {
  if (target instanceof Element && target.matches('.method')) target.querySelector('input')?.click();
}
