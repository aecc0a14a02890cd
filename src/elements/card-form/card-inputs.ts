import { html, nothing, type TemplateResult } from 'lit';
import type { CardField, CardView } from '../../controllers/card/card-field.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { describedBy, renderField } from '../shared/form/field.js';

/** What the four inputs of a card are rendered from. */
export interface CardInputs {
  view: CardView;
  localize: LocalizeController;
  isPaying: boolean;
  isDisabled: boolean;
}

/** What sets one field apart from the others. */
interface CardFieldTemplate {
  field: CardField;
  label: TextKey;
  autocomplete: 'cc-number' | 'cc-name' | 'cc-exp' | 'cc-csc';
  inputmode: 'numeric' | 'text';
  maxlength?: number;
  placeholder?: string;
  hint?: TextKey | undefined;
  more?: TemplateResult | undefined;
}

/** Renders number, holder name, expiry and security code. */
export function renderCardInputs(inputs: CardInputs): TemplateResult[] {
  return [renderNumber(inputs), renderHolderName(inputs), renderExpiration(inputs), renderSecurityCode(inputs)];
}

function renderNumber(inputs: CardInputs): TemplateResult {
  const { brand } = inputs.view;
  const more = brand === 'unknown' ? undefined : html`<span part="brand" class="brand" .textContent=${brandNames[brand]}></span>`;
  return renderCardField(inputs, { field: 'number', label: 'number', autocomplete: 'cc-number', inputmode: 'numeric', more });
}

function renderHolderName(inputs: CardInputs): TemplateResult {
  const hint = inputs.view.nameHint;
  return renderCardField(inputs, { field: 'holderName', label: 'holder', autocomplete: 'cc-name', inputmode: 'text', hint });
}

function renderExpiration(inputs: CardInputs): TemplateResult {
  const placeholder = inputs.localize.text('expirationHint');
  const field = 'expirationDate';
  return renderCardField(inputs, { field, label: 'expiration', autocomplete: 'cc-exp', inputmode: 'numeric', placeholder });
}

function renderSecurityCode(inputs: CardInputs): TemplateResult {
  const digits = inputs.view.codeLength;
  const hint = digits === 4 ? 'codeFront' : digits ? 'codeBack' : 'codeEither';
  const field = 'securityCode';
  return renderCardField(inputs, { field, label: 'code', autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: digits ?? 4, hint });
}

function renderCardField(inputs: CardInputs, template: CardFieldTemplate): TemplateResult {
  const { view, localize } = inputs;
  const { field, label, hint, more } = template;
  const error = view.errors.get(field);
  return renderField({
    id: field,
    label: localize.text(label),
    control: renderInput(inputs, template),
    hint: hint && localize.text(hint),
    error: error && localize.text(error.key, error.values),
    isQuiet: view.isQuiet,
    more,
  });
}

function renderInput({ view, isPaying, isDisabled }: CardInputs, template: CardFieldTemplate): TemplateResult {
  const { field, autocomplete, inputmode, maxlength, placeholder, hint } = template;
  return html`<input
    part="input"
    id=${field}
    name=${field}
    type="text"
    autocomplete=${autocomplete}
    inputmode=${inputmode}
    autocapitalize=${field === 'holderName' ? 'characters' : 'off'}
    autocorrect="off"
    spellcheck="false"
    required
    maxlength=${maxlength ?? nothing}
    placeholder=${placeholder ?? nothing}
    aria-invalid=${view.errors.has(field)}
    aria-describedby=${describedBy(field, hint)}
    ?readonly=${isPaying}
    ?disabled=${isDisabled}
  />`;
}
