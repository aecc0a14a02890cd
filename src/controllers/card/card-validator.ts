import { detectBrand, type Brand } from '../../domain/card/brands.js';
import { hintHolderName, verifyHolderName } from '../../domain/card/holder-name.js';
import { securityCodeLength, verifySecurityCode } from '../../domain/card/security-code.js';
import type { Clock } from '../../domain/clock.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { CARD_FIELDS, type CardField, type FieldError, type FieldFault, type ValidatedFields } from './card-field.js';
import { MaskedInput } from './masked-input.js';
import { createTypedCard, type TypedCard } from './typed-card.js';
import { isBrandAccepted } from '../../domain/card/accepted-brands.js';
import { keepDigits } from '../../domain/card/digits.js';
import { formatExpiration, shortenExpiration } from '../../domain/card/expiration-format.js';
import { parseExpiration, verifyExpiration } from '../../domain/card/expiration.js';
import { formatCardNumber, verifyCardNumber } from '../../domain/card/number.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';

/** Where the inputs of a card are, what it is validated by, and who is told. */
export interface CardValidatorOptions {
  /** The input of a field, once it is rendered. */
  input: (field: CardField) => HTMLInputElement | null;
  /** Brands that the shop accepts; all when absent. */
  acceptedBrands: () => readonly Brand[] | undefined;
  clock: Clock;
  /** Called when the brand or the completeness of the card changed. */
  changed: (change: { complete: boolean; brand: Brand; last4?: string }) => void;
  /** Called when another field is the first that is not right, or for another reason, and when the first text is typed. */
  judged: () => void;
  /** Called when something changed that is seen beside the text of the fields. */
  draw: () => void;
}

/** Groups what is typed into the fields of a card, and validates it. Keeps which fields are wrong, the brand and whether the card is complete, never a digit. */
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
  ]);
  #verdict = '';
  /** What was last announced. */
  #announced = '';

  constructor(options: CardValidatorOptions) {
    this.#options = options;
  }

  get codeLength(): number | undefined {
    return securityCodeLength(this.brand);
  }

  /** The first field that is not right, and why, whether it is marked or not. */
  get fault(): FieldFault | undefined {
    return this.faults[0];
  }

  get faults(): FieldFault[] {
    return CARD_FIELDS.flatMap((field) => {
      const error = this.#findError(field);
      return error ? [{ field, error }] : [];
    });
  }

  /** The fields that are not right, marked or not. */
  get wrong(): CardField[] {
    return this.faults.map(({ field }) => field);
  }

  /** Whether anything is typed. */
  get isTyped(): boolean {
    return CARD_FIELDS.some((field) => this.#text(field).trim());
  }

  /** To be called when the text of a field changed; without an event where it was typed before anybody judged it. */
  handleInput(field: CardField, event?: Event): void {
    const input = this.#options.input(field);
    if (input) this.#masks.get(field)?.handleInput(input, event);
    if (field === 'number') this.#readNumber();
    if (field === 'holderName') this.#hintName();
    // A shown error goes as soon as the text is no longer wrong; a new one waits until the field is left.
    if (this.errors.has(field) && !this.#findError(field)) this.#mark(field);
    this.announce();
  }

  handleEvent(field: CardField, event: Event): void {
    if (event.type === 'focusout') this.#handleLeave(field);
    const input = this.#options.input(field);
    if (input) this.#masks.get(field)?.handleEvent(input, event);
  }

  /** Marks a field if it is wrong, and has its error said. */
  tell(field: CardField): void {
    this.isQuiet = false;
    this.#mark(field);
  }

  /** Marks every wrong field and returns the card if there is none, else the names of the wrong ones. */
  validate(): TypedCard | { fields: CardField[] } {
    this.isQuiet = true;
    for (const field of CARD_FIELDS) this.#mark(field);
    return this.errors.size ? { fields: CARD_FIELDS.filter((field) => this.errors.has(field)) } : this.#readCard();
  }

  /** To be called when all fields were emptied. */
  clear(): void {
    this.errors.clear();
    for (const mask of this.#masks.values()) mask.clear();
    this.#readNumber();
    this.#hintName();
    this.announce();
  }

  /** To be called when the security code was emptied. */
  clearSecurityCode(): void {
    this.announce();
  }

  /** Calls `judged` and `changed` where there is something to tell, and only then. */
  announce(): void {
    const { brand, fault, isTyped } = this;
    const verdict = [brand, isTyped, fault?.field, fault?.error.key].join();
    if (verdict !== this.#verdict) this.#options.judged();
    this.#verdict = verdict;
    const last4 = fault ? undefined : this.#readCard().last4;
    const announced = `${brand} ${last4 ?? ''}`;
    if (announced === this.#announced) return;
    this.#announced = announced;
    this.#options.changed({ complete: last4 !== undefined, brand, ...(last4 !== undefined && { last4 }) });
  }

  /** An empty field is not marked before the shopper pays. */
  #handleLeave(field: CardField): void {
    if (this.isQuiet) this.#options.draw();
    this.isQuiet = false;
    if (this.#text(field).trim() || this.errors.has(field)) this.#mark(field);
  }

  #readCard(): TypedCard {
    return readTypedCard((field) => this.#text(field));
  }

  #text(field: CardField): string {
    return this.#options.input(field)?.value ?? '';
  }

  #readNumber(): void {
    const number = this.#text('number');
    const brand = detectBrand(number);
    const hasNumber = number !== '';
    if (brand === this.brand && hasNumber === this.hasNumber) return;
    this.hasNumber = hasNumber;
    this.#options.draw();
    if (brand === this.brand) return;
    this.brand = brand;
    // A code that was right may be too long or too short now. One that is being typed is judged when it is left.
    const code = this.#options.input('securityCode');
    if (this.errors.has('securityCode') || (code?.value && !code.matches(':focus'))) this.#mark('securityCode');
  }

  #hintName(): void {
    const hint = findNameHint(this.#text('holderName'));
    if (hint === this.nameHint) return;
    this.nameHint = hint;
    this.#options.draw();
  }

  #mark(field: CardField): void {
    const error = this.#findError(field);
    if (!error && !this.errors.has(field)) return;
    if (error) this.errors.set(field, error);
    else this.errors.delete(field);
    this.#options.draw();
  }

  #findError(field: CardField): FieldError | undefined {
    const { acceptedBrands, clock } = this.#options;
    return findFieldError(field, this.#text(field), { brand: this.brand, acceptedBrands: acceptedBrands(), now: clock.now() });
  }
}

function findNameHint(name: string): TextKey | undefined {
  if (verifyHolderName(name) === 'invalid') return 'holderNumber';
  const oddity = hintHolderName(name);
  return oddity && (oddity === 'email' ? 'holderEmail' : 'holderDigits');
}

/** What a field is judged by, beside its text. */
interface CardRulesContext {
  /** The brand that the number seems to be of. */
  brand: Brand;
  /** Brands that the shop accepts; all when absent. */
  acceptedBrands: readonly Brand[] | undefined;
  /** Epoch ms. */
  now: number;
}

/** Longer than any card number with whatever stands between its digits; what is pasted beyond is cut off. */
const LONGEST_NUMBER_TEXT = 40;

const NUMBER_ERRORS = {
  empty: 'numberEmpty',
  characters: 'numberCharacters',
  length: 'numberLength',
  checksum: 'numberChecksum',
} as const satisfies Record<string, TextKey>;

/** Groups a card number while it is typed. */
export function createNumberMask(): MaskedInput {
  return new MaskedInput((text) => formatCardNumber(text.slice(0, LONGEST_NUMBER_TEXT)));
}

/** Writes an expiry as `MM/YY` while it is typed; a whole one that is filled in loses its century. */
export function createExpirationMask(): MaskedInput {
  return new MaskedInput(formatExpiration, (text) => formatExpiration(shortenExpiration(text)));
}

/** What is wrong with the text of a field that has been left; `undefined` when nothing is. */
function findFieldError(field: CardField, text: string, context: CardRulesContext): FieldError | undefined {
  switch (field) {
    case 'number':
      return findNumberError(text, context);
    case 'holderName':
      if (!text.trim()) return { key: 'holderEmpty' };
      return verifyHolderName(text) === 'valid' ? undefined : { key: 'holderNumber' };
    case 'expirationDate':
      return findExpirationError(text, context);
    case 'securityCode':
      return findSecurityCodeError(text, context);
  }
}

/** The card that the texts of the four fields make. */
function readTypedCard(text: (field: CardField) => string): TypedCard {
  const { digits, brand } = verifyCardNumber(text('number'));
  const card = {
    holderName: text('holderName').trim(),
    expirationDate: text('expirationDate').trim(),
    number: digits,
    securityCode: keepDigits(text('securityCode')),
  };
  return createTypedCard(card, brand);
}

function findNumberError(text: string, { acceptedBrands }: CardRulesContext): FieldError | undefined {
  const { status, reason, brand, digits } = verifyCardNumber(text);
  if (status !== 'valid') return { key: NUMBER_ERRORS[reason ?? 'length'] };
  if (isBrandAccepted(brand, acceptedBrands, digits)) return undefined;
  return { key: 'brandRefused', values: { brand: brandNames[brand], accepted: listBrandNames(acceptedBrands) } };
}

function findExpirationError(text: string, { now }: CardRulesContext): FieldError | undefined {
  if (!text.trim()) return { key: 'expirationEmpty' };
  const today = new Date(now);
  if (verifyExpiration(text, { year: today.getFullYear(), month: today.getMonth() + 1 }) === 'valid') return undefined;
  const expiration = parseExpiration(text);
  return { key: expiration && expiration.year <= today.getFullYear() ? 'expirationPast' : 'expirationFormat' };
}

function findSecurityCodeError(text: string, { brand }: CardRulesContext): FieldError | undefined {
  if (!text.trim()) return { key: 'codeEmpty' };
  if (verifySecurityCode(text, brand) === 'valid') return undefined;
  const digits = securityCodeLength(brand);
  return digits ? { key: 'codeLength', values: { digits } } : { key: 'codeLengthEither' };
}
