import { nothing, type TemplateResult } from 'lit';
import type { CardField, CardView } from '../../controllers/card/card-field.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { HolderNameRule } from '../../domain/payment.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { html } from '../shared/html.js';

/** The state that the fields of a card are rendered from. */
export interface CardInputsView {
  view: CardView;
  localize: LocalizeController;
  isPaying: boolean;
  isDisabled: boolean;
  /** The rule for the holder's name; `required` if absent. */
  holderName: HolderNameRule | undefined;
  /** The marks in the field of the number, once they are loaded. */
  marks: TemplateResult | undefined;
}

/** The properties of one field. */
interface CardFieldTemplate {
  field: CardField;
  label: TextKey;
  autocomplete: 'cc-number' | 'cc-name' | 'cc-exp' | 'cc-csc';
  inputmode: 'numeric' | 'text';
  placeholder?: string;
  hint?: TextKey | undefined;
  /** Content below the field; shown if the field has no hint. */
  more?: TemplateResult | undefined;
}

/** Renders the fields of number, expiry, security code and, unless the service takes none, holder name. */
export function renderCardInputs(inputs: CardInputsView): TemplateResult[] {
  const { view, localize, marks, holderName } = inputs;
  const { codeLength, nameHint } = view;
  const placeholder = localize.text('expirationHint');
  const codeHint = codeLength === 4 ? 'codeFront' : codeLength ? 'codeBack' : 'codeEither';
  const fields: CardFieldTemplate[] = [
    { field: 'number', label: 'number', autocomplete: 'cc-number', inputmode: 'numeric', more: marks },
    { field: 'expirationDate', label: 'expiration', autocomplete: 'cc-exp', inputmode: 'numeric', placeholder },
    { field: 'securityCode', label: 'code', autocomplete: 'cc-csc', inputmode: 'numeric', hint: codeHint },
  ];
  if (holderName !== 'none') {
    const label = holderName === 'optional' ? 'holderOptional' : 'holder';
    fields.push({ field: 'holderName', label, autocomplete: 'cc-name', inputmode: 'text', hint: nameHint });
  }
  return fields.map((field) => renderCardField(inputs, field));
}

/**
 * Renders a field. The live region of its error is rendered from the start, so that screen readers announce an error once there is one.
 * Texts are set as `textContent`: as children, each would have a comment node of Lit.
 */
function renderCardField(inputs: CardInputsView, template: CardFieldTemplate): TemplateResult {
  const { view, localize, isPaying, isDisabled } = inputs;
  const { field, label, autocomplete, inputmode, placeholder, more } = template;
  const error = view.errors.get(field);
  // A field shows its error or its hint, not both.
  const hint = error ? undefined : template.hint;
  const below = hint ? html`<p part="hint" class="muted" id="${field}-hint" .textContent=${localize.text(hint)}></p>` : more;
  return html`<div part="field" class="field ${field}">
    <label part="label" for=${field} .textContent=${localize.text(label)}></label
    ><input
      part="input"
      id=${field}
      name=${field}
      type="text"
      autocomplete=${autocomplete}
      inputmode=${inputmode}
      autocapitalize=${field === 'holderName' ? 'characters' : 'off'}
      autocorrect="off"
      spellcheck="false"
      ?required=${label !== 'holderOptional'}
      placeholder=${placeholder ?? nothing}
      aria-invalid=${error !== undefined}
      aria-describedby=${hint ? `${field}-error ${field}-hint` : `${field}-error`}
      ?readonly=${isPaying}
      ?disabled=${isDisabled}
    />
    <p
      part="error"
      class="error"
      id="${field}-error"
      aria-live=${view.isQuiet ? 'off' : 'polite'}
      .textContent=${error ? localize.text(error.key, error.values) : ''}
    ></p>
    ${below}
  </div>`;
}
