import type { Brand } from '../../domain/card/brands.js';
import type { TextKey } from '../../i18n/pt-br.js';
import type { TypedCard } from './typed-card.js';

/**
 * The fields of a card, by the `name` of their control, in the order of the form. The fields of digits come first, so that a phone changes
 * its keyboard once.
 */
export const CARD_FIELDS = ['number', 'expirationDate', 'securityCode', 'holderName'] as const;

/** A field of a card. */
export type CardField = (typeof CARD_FIELDS)[number];

/** An error of a field: a text and its values. */
export interface FieldError {
  key: TextKey;
  values?: Readonly<Record<string, string | number>>;
}

/** An invalid field and its error. */
export interface FieldFault {
  field: CardField;
  error: FieldError;
}

/** The state of a card that is shown in addition to the text of its inputs. It never has a digit. */
export interface CardView {
  /** The card network that the number appears to belong to. */
  readonly brand: Brand;
  /** True while the field of the number is not empty. */
  readonly hasNumber: boolean;
  /** The number of digits of the security code, if it is known. */
  readonly codeLength?: number | undefined;
  /** A hint about an unusual holder name. */
  readonly nameHint?: TextKey | undefined;
  /** The errors that are shown. A field shows a new error only when the shopper leaves it. */
  readonly errors: ReadonlyMap<CardField, FieldError>;
  /** All invalid fields with their errors, marked or not, in the order of the form; absent until the fields are validated. */
  readonly faults?: readonly FieldFault[];
  /**
   * True if the errors were found by a payment. The focus then moves to a field, so screen readers read out its error, and its live region
   * stays silent.
   */
  readonly isQuiet: boolean;
  /** True if the fields are in a frame that did not load. */
  readonly isMissing?: true | undefined;
}

/** The state of the fields before they are validated. */
export const UNSEEN_CARD: CardView = { brand: 'unknown', hasNumber: false, errors: new Map(), isQuiet: false };

/** The state of fields in a frame if not even the code for a frame could be loaded. */
export const MISSING_CARD: CardView = { ...UNSEEN_CARD, isMissing: true };

/** The validated fields of a card: inputs of the page, or fields in a frame. */
export interface ValidatedFields extends CardView {
  /** The first invalid field with its error, marked or not. */
  readonly fault: FieldFault | undefined;
  /** True while anything is typed. */
  readonly isTyped: boolean;
  /** Marks every invalid field. Returns the card if all fields are valid, else the names of the invalid fields. */
  validate(): TypedCard | { fields: CardField[] };
  /** Updates the state after all fields of the host were cleared, and clears fields in a frame. */
  clear(): void;
  /** Updates the state after the security code of the host was cleared, and clears a security code in a frame. */
  clearSecurityCode(): void;
}
