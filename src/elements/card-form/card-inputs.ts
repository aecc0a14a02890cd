import { html, nothing, type TemplateResult } from 'lit';
import type { CardField } from '../../controllers/card/card-field.js';
import type { CardFieldsController } from '../../controllers/card/card-fields-controller.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { MaskedInput } from '../../controllers/card/masked-input.js';
import { hintHolderName } from '../../domain/card/holder-name.js';
import { securityCodeLength } from '../../domain/card/security-code.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { describedBy, renderField } from '../shared/form/field.js';

/** What the four inputs of a card are rendered from. */
export interface CardInputs {
  fields: CardFieldsController;
  localize: LocalizeController;
  /** The holder's name as it is typed now. */
  holderName: string;
  isPaying: boolean;
  isDisabled: boolean;
  handleInput: (field: CardField) => void;
}

/** What sets one text input apart from the others. */
interface InputTemplate {
  autocomplete: 'cc-number' | 'cc-name' | 'cc-exp' | 'cc-csc';
  inputmode: 'numeric' | 'text';
  mask?: MaskedInput | undefined;
  maxlength?: number;
  placeholder?: string;
}

/** Renders number, holder name, expiry and security code. */
export function renderCardInputs(inputs: CardInputs): TemplateResult[] {
  return [renderNumber(inputs), renderHolderName(inputs), renderExpiration(inputs), renderSecurityCode(inputs)];
}

function renderNumber(inputs: CardInputs): TemplateResult {
  const { brand, numberMask } = inputs.fields;
  const control = html`
    ${renderInput(inputs, 'number', { autocomplete: 'cc-number', inputmode: 'numeric', mask: numberMask })}
    <span part="brand" class="brand" ?hidden=${brand === 'unknown'}>${brandNames[brand]}</span>
  `;
  return renderCardField(inputs, { field: 'number', label: 'number', control });
}

function renderHolderName(inputs: CardInputs): TemplateResult {
  const control = renderInput(inputs, 'holderName', { autocomplete: 'cc-name', inputmode: 'text' });
  const oddity = hintHolderName(inputs.holderName);
  const hint = oddity && (oddity === 'email' ? 'holderEmail' : 'holderDigits');
  return renderCardField(inputs, { field: 'holderName', label: 'holder', control, hint });
}

function renderExpiration(inputs: CardInputs): TemplateResult {
  const mask = inputs.fields.expirationMask;
  const placeholder = inputs.localize.text('expirationHint');
  const control = renderInput(inputs, 'expirationDate', { autocomplete: 'cc-exp', inputmode: 'numeric', mask, placeholder });
  return renderCardField(inputs, { field: 'expirationDate', label: 'expiration', control });
}

function renderSecurityCode(inputs: CardInputs): TemplateResult {
  const digits = securityCodeLength(inputs.fields.brand);
  const control = renderInput(inputs, 'securityCode', { autocomplete: 'cc-csc', inputmode: 'numeric', maxlength: digits ?? 4 });
  const hint = digits === 4 ? 'codeFront' : digits ? 'codeBack' : 'codeEither';
  return renderCardField(inputs, { field: 'securityCode', label: 'code', control, hint });
}

/** One field with the texts of its label, its hint and its error. */
interface CardFieldTemplate {
  field: CardField;
  label: TextKey;
  control: TemplateResult;
  hint?: TextKey | undefined;
}

function renderCardField({ fields, localize }: CardInputs, { field, label, control, hint }: CardFieldTemplate): TemplateResult {
  const error = fields.errors.get(field);
  return renderField({
    id: field,
    label: localize.text(label),
    control,
    hint: hint && localize.text(hint),
    error: error && localize.text(error.key, error.values),
    isQuiet: fields.isQuiet,
  });
}

function renderInput(
  inputs: CardInputs,
  field: CardField,
  { autocomplete, inputmode, mask, maxlength, placeholder }: InputTemplate,
): TemplateResult {
  const { fields, isPaying, isDisabled } = inputs;
  const handleInput = (event: Event): void => {
    mask?.handleInput(event);
    inputs.handleInput(field);
  };
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
    aria-invalid=${fields.errors.has(field)}
    aria-describedby=${describedBy(field)}
    ?readonly=${isPaying}
    ?disabled=${isDisabled}
    @beforeinput=${mask?.handleBeforeInput}
    @keydown=${mask?.handleKeydown}
    @input=${handleInput}
    @compositionend=${handleInput}
    @blur=${() => fields.handleLeave(field)}
  />`;
}
