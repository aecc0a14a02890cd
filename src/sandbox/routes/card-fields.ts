import { hasLuhnChecksum } from '../../domain/card/luhn.js';
import type { Clock } from '../../domain/clock.js';
import type { StrictFieldReader } from '../fields.js';
import type { ServiceVariant } from '../variant.js';

/** A card as it was sent; lives as long as the request. */
export interface SentCard {
  number: string;
  last4: string;
  expirationDate: string;
}

const EXPIRATION_PATTERNS: Readonly<Record<ServiceVariant['cardExpiration'], RegExp>> = {
  any: /^(0[1-9]|1[0-2])\/(\d{2}|\d{4})$/,
  'MM/YY': /^(0[1-9]|1[0-2])\/\d{2}$/,
  'MM/YYYY': /^(0[1-9]|1[0-2])\/\d{4}$/,
};

/** Reads the four card fields that a payment and a tokenization share. */
export function readCardFields(fields: StrictFieldReader, variant: ServiceVariant): SentCard {
  fields.text('holderName');
  const expirationDate = fields.text('expirationDate', EXPIRATION_PATTERNS[variant.cardExpiration]);
  const number = fields.text('number', /^\d{12,19}$/);
  fields.text('securityCode', /^\d{3,4}$/);
  return { number, last4: number.slice(-4), expirationDate };
}

/** Why the issuer would refuse this card; `undefined` where it would not. */
export function findCardRefusal(card: SentCard, clock: Clock): string | undefined {
  if (!hasLuhnChecksum(card.number)) return 'Número de cartão inválido.';
  return hasExpired(card.expirationDate, clock) ? 'Cartão vencido.' : undefined;
}

/** Whether the last day of the card's month is over, by UTC. */
function hasExpired(expirationDate: string, clock: Clock): boolean {
  const [month = 0, year = 0] = expirationDate.split('/').map(Number);
  const fullYear = year < 100 ? 2000 + year : year;
  return Date.UTC(fullYear, month, 1) <= clock.now();
}
