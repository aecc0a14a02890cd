// prettier-ignore
/** The brands that can be detected from a number, and that a page's settings may name. */
export const BRANDS = [
  'visa', 'mastercard', 'american-express', 'diners-club', 'discover', 'jcb',
  'unionpay', 'maestro', 'elo', 'hiper', 'hipercard', 'aura',
] as const;

/** A brand that can be detected from a number. */
export type KnownBrand = (typeof BRANDS)[number];
