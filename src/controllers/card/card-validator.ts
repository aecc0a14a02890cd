import { presentFields } from '../../domain/present-fields.js';
import { cardNumberMaxLength, detectBrand, type Brand } from '../../domain/card/brands.js';
import { hintHolderName, verifyHolderName } from '../../domain/card/holder-name.js';
import { parseSecurityCode, securityCodeLength, verifySecurityCode } from '../../domain/card/security-code.js';
import type { Clock } from '../../domain/clock.js';
import type { HolderNameRule } from '../../domain/payment.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { CARD_FIELDS, type CardField, type FieldError, type FieldFault, type ValidatedFields } from './card-field.js';
import { MaskedInput } from './masked-input.js';
import { createTypedCard, type TypedCard } from './typed-card.js';
import { isBrandAccepted } from '../../domain/card/accepted-brands.js';
import { keepDigits } from '../../domain/card/digits.js';
import { formatExpiration, lastPresentMonth, parseExpiration, shortenExpiration, verifyExpiration } from '../../domain/card/expiration.js';
import { formatCardNumber, verifyCardNumber } from '../../domain/card/number.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';

/** The inputs of a card, the rules for the card, and the callbacks. */
export interface CardValidatorOptions {
  /** Returns the input of a field; `null` until it is rendered. */
  input: (field: CardField) => HTMLInputElement | null;
  /** Returns the brands that the shop accepts; all if absent. */
  acceptedBrands: () => readonly Brand[] | undefined;
  /** Returns the rule for the holder's name; `required` if `undefined`. */
  holderName: () => HolderNameRule | undefined;
  clock: Clock;
  /** Called when the brand or the completeness of the card changed. */
  changed: (change: { complete: boolean; brand: Brand; last4?: string }) => void;
  /**
   * Called when the first invalid field or its error changes, when the brand changes, and when the card becomes empty or is no longer
   * empty.
   */
  faultChanged: () => void;
  /** Called when something changed that is shown in addition to the text of the fields. */
  draw: () => void;
}

/** The texts for an invalid card number, by reason. */
const NUMBER_ERRORS = {
  empty: 'numberEmpty',
  characters: 'numberCharacters',
  length: 'numberLength',
  checksum: 'numberChecksum',
} as const satisfies Record<string, TextKey>;

/**
 * Formats and validates what is typed into the fields of a card. Stores the errors, the brand and whether the card is complete, but never a
 * digit, except in the undo history of the masks.
 */
export class CardValidator implements ValidatedFields {
  readonly errors = new Map<CardField, FieldError>();
  isQuiet = false;
  brand: Brand = 'unknown';
  hasNumber = false;
  nameHint: TextKey | undefined;
  readonly #options: CardValidatorOptions;
  readonly #masks = new Map<CardField, MaskedInput>([
    ['number', createNumberMask()],
    ['expirationDate', createExpirationMask()],
    ['securityCode', new MaskedInput(keepDigits, { maskWhole: parseSecurityCode, maxLength: () => this.codeLength ?? 4 })],
  ]);
  #verdict = '';
  /** The state with which `changed` was last called. */
  #announced = '';

  constructor(options: CardValidatorOptions) {
    this.#options = options;
  }

  get codeLength(): number | undefined {
    return securityCodeLength(this.brand);
  }

  /** The first invalid field with its error, marked or not. */
  get fault(): FieldFault | undefined {
    // The fields behind the first invalid one are not validated.
    const [first] = this.#findFaults();
    return first;
  }

  get faults(): FieldFault[] {
    return [...this.#findFaults()];
  }

  /** The invalid fields, marked or not. */
  get wrong(): CardField[] {
    return this.faults.map(({ field }) => field);
  }

  /** True while anything is typed. */
  get isTyped(): boolean {
    return CARD_FIELDS.some((field) => this.#text(field).trim());
  }

  /** Returns true if a field is valid and no further character can belong to it. */
  isFinal(field: CardField): boolean {
    const digits = keepDigits(this.#text(field)).length;
    const most = { number: cardNumberMaxLength(this.brand), expirationDate: digits, securityCode: this.codeLength, holderName: undefined };
    return digits === most[field] && !this.#findError(field);
  }

  /** Handles a change of a field's text. Without an event, the text was typed before the validator was created. */
  handleInput(field: CardField, event?: Event): void {
    const input = this.#options.input(field);
    if (input) this.#masks.get(field)?.handleInput(input, event);
    if (field === 'number') this.#updateBrand();
    if (field === 'holderName') this.#updateNameHint();
    // A shown error is removed as soon as the text is valid. A new error is shown only when the field loses the focus.
    if (this.errors.has(field) && !this.#findError(field)) this.#mark(field);
    this.announce();
  }

  handleEvent(field: CardField, event: Event): void {
    if (event.type === 'focusout') this.#handleLeave(field);
    const input = this.#options.input(field);
    if (input) this.#masks.get(field)?.handleEvent(input, event);
  }

  /** Marks a field if it is invalid. Screen readers announce its error. */
  showError(field: CardField): void {
    this.isQuiet = false;
    this.#mark(field);
  }

  /** Marks every invalid field. Returns the card if all fields are valid, else the names of the invalid fields. */
  validate(): TypedCard | { fields: CardField[] } {
    this.isQuiet = true;
    for (const field of CARD_FIELDS) this.#mark(field);
    return this.errors.size ? { fields: CARD_FIELDS.filter((field) => this.errors.has(field)) } : this.#createCard();
  }

  /** Updates the state after all fields were cleared. */
  clear(): void {
    this.errors.clear();
    for (const mask of this.#masks.values()) mask.clear();
    this.#updateBrand();
    this.#updateNameHint();
    this.announce();
  }

  /** Updates the state after the security code was cleared. */
  clearSecurityCode(): void {
    this.#masks.get('securityCode')?.clear();
    this.announce();
  }

  /** Calls `faultChanged` and `changed` if their values have changed. */
  announce(): void {
    const { brand, fault, isTyped } = this;
    const verdict = [brand, isTyped, fault?.field, fault?.error.key].join();
    if (verdict !== this.#verdict) this.#options.faultChanged();
    this.#verdict = verdict;
    const last4 = fault ? undefined : this.#createCard().last4;
    const announced = `${brand} ${last4 ?? ''}`;
    if (announced === this.#announced) return;
    this.#announced = announced;
    this.#options.changed({ complete: last4 !== undefined, brand, ...presentFields({ last4 }) });
  }

  /** An empty field is not marked before the shopper pays. */
  #handleLeave(field: CardField): void {
    if (this.isQuiet) this.#options.draw();
    this.isQuiet = false;
    if (this.#text(field).trim() || this.errors.has(field)) this.#mark(field);
  }

  /** Creates the card from the current texts, valid or not. */
  #createCard(): TypedCard {
    const { digits, brand } = verifyCardNumber(this.#text('number'));
    const holderName = this.#text('holderName').trim();
    const card = {
      ...(holderName && { holderName }),
      expirationDate: this.#text('expirationDate').trim(),
      number: digits,
      securityCode: keepDigits(this.#text('securityCode')),
    };
    return createTypedCard(card, brand);
  }

  #text(field: CardField): string {
    return this.#options.input(field)?.value ?? '';
  }

  #updateBrand(): void {
    const number = this.#text('number');
    const brand = detectBrand(number);
    const hasNumber = number !== '';
    if (brand === this.brand && hasNumber === this.hasNumber) return;
    this.hasNumber = hasNumber;
    this.#options.draw();
    if (brand === this.brand) return;
    this.brand = brand;
    // For the new brand, a valid security code may be too long or too short. A code that is still being typed is validated when its field
    // loses the focus.
    const code = this.#options.input('securityCode');
    if (this.errors.has('securityCode') || (code?.value && !code.matches(':focus'))) this.#mark('securityCode');
  }

  #updateNameHint(): void {
    const name = this.#text('holderName');
    const oddity = hintHolderName(name);
    const unusual = oddity && (oddity === 'email' ? 'holderEmail' : 'holderDigits');
    const hint = verifyHolderName(name) === 'invalid' ? 'holderNumber' : unusual;
    if (hint === this.nameHint) return;
    this.nameHint = hint;
    this.#options.draw();
  }

  /** Marks a field if it is invalid, or removes its mark. */
  #mark(field: CardField): void {
    const error = this.#findError(field);
    if (!error && !this.errors.has(field)) return;
    if (error) this.errors.set(field, error);
    else this.errors.delete(field);
    this.#options.draw();
  }

  /** Finds the invalid fields with their errors, one by one. */
  *#findFaults(): Generator<FieldFault> {
    for (const field of CARD_FIELDS) {
      const error = this.#findError(field);
      if (error) yield { field, error };
    }
  }

  /** Finds the error in the text of a field. */
  #findError(field: CardField): FieldError | undefined {
    const text = this.#text(field);
    switch (field) {
      case 'number':
        return this.#findNumberError(text);
      case 'holderName':
        if (!text.trim()) return this.#isHolderRequired ? { key: 'holderEmpty' } : undefined;
        return verifyHolderName(text) === 'valid' ? undefined : { key: 'holderNumber' };
      case 'expirationDate':
        return this.#findExpirationError(text);
      case 'securityCode':
        return this.#findSecurityCodeError(text);
    }
  }

  /** False if the name may be empty, or has no input. */
  get #isHolderRequired(): boolean {
    const { holderName } = this.#options;
    return (holderName() ?? 'required') === 'required';
  }

  #findNumberError(text: string): FieldError | undefined {
    const { status, reason, brand, digits } = verifyCardNumber(text);
    if (status !== 'valid') return { key: NUMBER_ERRORS[reason ?? 'length'] };
    const accepted = this.#options.acceptedBrands();
    if (isBrandAccepted(brand, accepted, digits)) return undefined;
    return { key: 'brandRefused', values: { brand: brandNames[brand], accepted: listBrandNames(accepted) } };
  }

  #findExpirationError(text: string): FieldError | undefined {
    if (!text.trim()) return { key: 'expirationEmpty' };
    const today = lastPresentMonth(this.#options.clock.now());
    if (verifyExpiration(text, today) === 'valid') return undefined;
    const expiration = parseExpiration(text);
    return { key: expiration && expiration.year <= today.year ? 'expirationPast' : 'expirationFormat' };
  }

  #findSecurityCodeError(text: string): FieldError | undefined {
    if (!text.trim()) return { key: 'codeEmpty' };
    if (verifySecurityCode(text, this.brand) === 'valid') return undefined;
    const { codeLength: digits } = this;
    return digits ? { key: 'codeLength', values: { digits } } : { key: 'codeLengthEither' };
  }
}

/** The maximum number of digits that are shown of a card number. Further digits of a pasted text are cut off. */
const MOST_NUMBER_DIGITS = 40;

/** Creates the mask that groups a card number while it is typed. */
export function createNumberMask(): MaskedInput {
  return new MaskedInput((text) => formatCardNumber(keepDigits(text).slice(0, MOST_NUMBER_DIGITS)));
}

/**
 * Creates the mask that formats an expiry as `MM/YY` while it is typed. If a whole expiry is filled in or pasted, its century is removed.
 */
export function createExpirationMask(): MaskedInput {
  return new MaskedInput(formatExpiration, { maskWhole: (text) => formatExpiration(shortenExpiration(text)) });
}
