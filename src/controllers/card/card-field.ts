import type { TextKey } from '../../i18n/pt-br-whole.js';

/** The fields of a card, by the `name` of their control, in the order in which they stand in the form. */
export const CARD_FIELDS = ['number', 'holderName', 'expirationDate', 'securityCode'] as const;

/** A field of a card. */
export type CardField = (typeof CARD_FIELDS)[number];

/** Why a field is not right, as a text and its values. */
export interface FieldError {
  key: TextKey;
  values?: Readonly<Record<string, string | number>>;
}
