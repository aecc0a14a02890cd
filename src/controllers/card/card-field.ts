import type { Brand } from '../../domain/card/brands.js';
import type { TextKey } from '../../i18n/pt-br.js';
import type { TypedCard } from './typed-card.js';

/** The fields of a card, by the `name` of their control, in the order of the form. */
export const CARD_FIELDS = ['number', 'holderName', 'expirationDate', 'securityCode'] as const;

/** A field of a card. */
export type CardField = (typeof CARD_FIELDS)[number];

/** An error of a field: a text and its values. */
export interface FieldError {
  key: TextKey;
  values?: Readonly<Record<string, string | number>>;
}

/** A field that is not right. */
export interface FieldFault {
  field: CardField;
  error: FieldError;
}

/** The state of a card that is shown beside what is typed into its inputs. Never a digit. */
export interface CardView {
  /** The network that the number seems to belong to. */
  readonly brand: Brand;
  /** True while any of its number is typed. */
  readonly hasNumber: boolean;
  /** The number of digits of its security code, where that is known. */
  readonly codeLength?: number | undefined;
  /** A hint about something unusual in the holder's name. */
  readonly nameHint?: TextKey | undefined;
  /** The errors that are shown. A field that is still being typed shows none until it is left. */
  readonly errors: ReadonlyMap<CardField, FieldError>;
  /** Every field that is not right, and why, whether it is marked or not, in the order of the form; absent until they are validated. */
  readonly faults?: readonly FieldFault[];
  /** True for errors that came with a payment: the focus on a field then reads its error out, so its live region stays silent. */
  readonly isQuiet: boolean;
  /** Set where a frame has the fields and did not come. */
  readonly isMissing?: true | undefined;
}

/** The state of the fields before they are validated. */
export const UNSEEN_CARD: CardView = { brand: 'unknown', hasNumber: false, errors: new Map(), isQuiet: false };

/** The fields of a card as they are validated, wherever they are. */
export interface ValidatedFields extends CardView {
  /** The first field that is not right, and why, whether it is marked or not. */
  readonly fault: FieldFault | undefined;
  /** True while anything is typed. */
  readonly isTyped: boolean;
  /** Marks every wrong field and returns the card if there is none, else the names of the wrong ones. */
  validate(): TypedCard | { fields: CardField[] };
  /** To be called when all fields of the host are emptied: empties those that are elsewhere. */
  clear(): void;
  /** To be called when the security code of the host is emptied: empties one that is elsewhere. */
  clearSecurityCode(): void;
}
