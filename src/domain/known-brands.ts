/** The brands that a number can be known to be of, and that a page's settings may name. */
export const BRANDS = [
  'visa',
  'mastercard',
  'american-express',
  'diners-club',
  'discover',
  'jcb',
  'unionpay',
  'maestro',
  'elo',
  'hiper',
  'hipercard',
  'aura',
] as const;

/** A brand that a number can be known to be of. */
export type KnownBrand = (typeof BRANDS)[number];
