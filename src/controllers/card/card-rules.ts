import { isBrandAccepted } from '../../domain/card/accepted-brands.js';
import type { Brand } from '../../domain/card/brands.js';
import { keepDigits } from '../../domain/card/digits.js';
import { formatExpiration, shortenExpiration } from '../../domain/card/expiration-format.js';
import { parseExpiration, verifyExpiration } from '../../domain/card/expiration.js';
import { verifyHolderName } from '../../domain/card/holder-name.js';
import { formatCardNumber, verifyCardNumber } from '../../domain/card/number.js';
import { securityCodeLength, verifySecurityCode } from '../../domain/card/security-code.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import type { CardField, FieldError } from './card-field.js';
import { MaskedInput } from './masked-input.js';
import { createTypedCard, type TypedCard } from './typed-card.js';

/** What a field is judged by, beside its text. */
export interface CardRulesContext {
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
export function findFieldError(field: CardField, text: string, context: CardRulesContext): FieldError | undefined {
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
export function readTypedCard(text: (field: CardField) => string): TypedCard {
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
