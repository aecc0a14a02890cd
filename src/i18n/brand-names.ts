import type { Brand } from '../domain/card/brands.js';

/** The names of the brands as their owners write them: the same in every language. */
export const brandNames: Readonly<Record<Brand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american-express': 'American Express',
  'diners-club': 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  elo: 'Elo',
  hiper: 'Hiper',
  hipercard: 'Hipercard',
  aura: 'Aura',
  unknown: '',
};
