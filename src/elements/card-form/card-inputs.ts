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

/** What sets one text input apart from the others. */
interface InputTemplate {
  autocomplete: 'cc-number' | 'cc-name' | 'cc-exp' | 'cc-csc';
  inputmode: 'numeric' | 'text';
  maxlength?: number;
  placeholder?: string;
  hint?: TextKey | undefined;
}

/** Renders number, holder name, expiry and security code. */
export function renderCardInputs(inputs: CardInputs): TemplateResult[] {
  return [renderNumber(inputs), renderHolderName(inputs), renderExpiration(inputs), renderSecurityCode(inputs)];
}

function renderNumber(inputs: CardInputs): TemplateResult {
  const { brand } = inputs.view;
  const control = renderInput(inputs, 'number', { autocomplete: 'cc-number', inputmode: 'numeric' });
  const more = brand === 'unknown' ? undefined : html`<span part="brand" class="brand" .textContent=${brandNames[brand]}></span>`;
  return renderCardField(inputs, { field: 'number', label: 'number', control, more });
}

function renderHolderName(inputs: CardInputs): TemplateResult {
  const hint = inputs.view.nameHint;
  const control = renderInput(inputs, 'holderName', { autocomplete: 'cc-name', inputmode: 'text', hint });
  return renderCardField(inputs, { field: 'holderName', label: 'holder', control, hint });
}

function renderExpiration(inputs: CardInputs): TemplateResult {
  const placeholder = inputs.localize.text('expirationHint');
  const control = renderInput(inputs, 'expirationDate', { autocomplete: 'cc-exp', inputmode: 'numeric', placeholder });
  return renderCardField(inputs, { field: 'expirationDate', label: 'expiration', control });
}

function renderSecurityCode(inputs: CardInputs): TemplateResult {
  const digits = inputs.view.codeLength;
  const hint = digits === 4 ? 'codeFront' : digits ? 'codeBack' : 'codeEither';
  const control = renderInput(inputs, 'securityCode', { autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: digits ?? 4, hint });
  return renderCardField(inputs, { field: 'securityCode', label: 'code', control, hint });
}

/** One field with the texts of its label, its hint and its error. */
interface CardFieldTemplate {
  field: CardField;
  label: TextKey;
  control: TemplateResult;
  hint?: TextKey | undefined;
  more?: TemplateResult | undefined;
}

function renderCardField({ view, localize }: CardInputs, { field, label, control, hint, more }: CardFieldTemplate): TemplateResult {
  const error = view.errors.get(field);
  return renderField({
    id: field,
    label: localize.text(label),
    control,
    hint: hint && localize.text(hint),
    error: error && localize.text(error.key, error.values),
    isQuiet: view.isQuiet,
    more,
  });
}

function renderInput(
  { view, isPaying, isDisabled }: CardInputs,
  field: CardField,
  { autocomplete, inputmode, maxlength, placeholder, hint }: InputTemplate,
): TemplateResult {
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
