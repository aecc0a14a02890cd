/** The names of the native controls that a shopper fills in. These names are stable. */
export const FIELD_NAMES = [
  'number',
  'expirationDate',
  'securityCode',
  'holderName',
  'installments',
  'whoPaysFee',
  'saveCard',
  'cardName',
  'cardId',
] as const;

/** The name of a native control. */
export type FieldName = (typeof FIELD_NAMES)[number];
