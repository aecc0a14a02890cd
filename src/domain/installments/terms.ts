import { type Brand, isBrand } from '../card/brands.js';
import { CheckoutError } from '../errors.js';
import { BRANDS } from '../known-brands.js';
import type { CardPayment, FeePayer } from '../payment.js';
import { presentFields } from '../present-fields.js';
import { feePayerOf, type FeeRow } from './fees.js';

/** The terms of payment by card: the number of installments of an order, and the payer of their fee. */
export interface PaymentTerms {
  /** The largest number of installments, 1 to 99. Default 1. */
  maxInstallments?: number;
  /** The payer of the fee from two installments on. With `choice`, the shopper chooses the payer. Default `merchant`. */
  feePayer?: FeePayer | 'choice';
  /**
   * The number of installments up to which the merchant pays the fee, regardless of `feePayer`: 0 to 99. Default: one installment only.
   */
  feeFreeUpTo?: number;
  /**
   * The largest number of installments of single brands, 1 to 99 each, if the shop's acquirer takes fewer of them: `{ elo: 6 }`. A brand
   * that is not named has `maxInstallments`, which no brand exceeds. While the brand of a card is not known, `maxInstallments` applies.
   */
  maxInstallmentsByBrand?: Partial<Record<Brand, number>>;
}

type BrandLimits = NonNullable<PaymentTerms['maxInstallmentsByBrand']>;

/** Parsed terms: the defaults of `maxInstallments` and `feePayer` are filled in. */
export type KnownTerms = PaymentTerms & Required<Pick<PaymentTerms, 'maxInstallments' | 'feePayer'>>;

const PAYERS: readonly unknown[] = ['merchant', 'customer', 'choice'];

/** The largest number of installments that any page offers. */
export const MOST_INSTALLMENTS = 99;

const COUNT_RULE = `must be a whole number from 1 to ${MOST_INSTALLMENTS}`;

/** Parses the terms from a shop's own code. Throws `CheckoutError` `invalid-config` whose message names the invalid field. */
export function parseTerms(terms: PaymentTerms = {}): KnownTerms {
  if (typeof terms !== 'object' || terms === null)
    refuse('terms', 'must be { maxInstallments, feePayer, feeFreeUpTo, maxInstallmentsByBrand }');
  const { maxInstallments = 1, feePayer = 'merchant', feeFreeUpTo, maxInstallmentsByBrand } = terms;
  if (!isCount(maxInstallments, 1)) refuse('terms.maxInstallments', COUNT_RULE);
  if (!PAYERS.includes(feePayer)) refuse('terms.feePayer', 'must be merchant, customer or choice');
  if (feeFreeUpTo !== undefined && !isCount(feeFreeUpTo, 0))
    refuse('terms.feeFreeUpTo', `must be a whole number from 0 to ${MOST_INSTALLMENTS}`);
  const limits = maxInstallmentsByBrand === undefined ? undefined : parseBrandLimits(maxInstallmentsByBrand);
  return { maxInstallments, feePayer, ...presentFields({ feeFreeUpTo, maxInstallmentsByBrand: limits }) };
}

/** Parses the limits of single brands. A limit that is `undefined` is refused, too: without it, the brand would have the largest number. */
function parseBrandLimits(limits: BrandLimits): BrandLimits {
  const field = 'terms.maxInstallmentsByBrand';
  if (typeof limits !== 'object' || limits === null || Array.isArray(limits)) refuse(field, 'must be an object like { elo: 6 }');
  for (const [brand, limit] of Object.entries(limits)) {
    if (!isBrand(brand)) refuse(`${field}.${brand}`, `must be one of ${BRANDS.join(', ')}`);
    if (!isCount(limit, 1)) refuse(`${field}.${brand}`, COUNT_RULE);
  }
  return { ...limits };
}

/** Returns the largest number of installments that the terms allow a card of a brand; `undefined` is a brand that is not known. */
export function maxInstallmentsOf({ maxInstallments, maxInstallmentsByBrand }: KnownTerms, brand: Brand | undefined): number {
  return Math.min(maxInstallments, (brand && maxInstallmentsByBrand?.[brand]) ?? maxInstallments);
}

/**
 * True if the terms allow a payment. `row` is the row of the shop's fee table for this number of installments. As in
 * `createInstallmentPlans`, it may name another payer. `brand` is the card's brand, if it is known.
 */
export function isWithinTerms(
  { installments, whoPaysFee }: Pick<CardPayment, 'installments' | 'whoPaysFee'>,
  terms: KnownTerms,
  { row, brand }: { row?: FeeRow | undefined; brand?: Brand | undefined } = {},
): boolean {
  const { feePayer, feeFreeUpTo = 1 } = terms;
  const usualPayer = feePayer === 'choice' ? whoPaysFee : feePayer;
  const isAllowed = installments <= maxInstallmentsOf(terms, brand);
  return isAllowed && feePayerOf(installments, row, { feePayer: usualPayer, feeFreeUpTo }) === whoPaysFee;
}

function isCount(value: unknown, least: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= MOST_INSTALLMENTS;
}

/** Throws `invalid-config` for a field that breaks a rule. */
function refuse(field: string, rule: string): never {
  throw new CheckoutError('invalid-config', `${field} cannot be used: it ${rule}.`);
}

/** The terms that an element has settings for. */
export type TermsOfSettings = Omit<PaymentTerms, 'maxInstallmentsByBrand'>;

/** The terms that an element offers by its own settings. A term without a setting is absent. */
export type WantedTerms = Readonly<TermsOfSettings>;

/**
 * Limits an element's terms to those that the shop's server allows. The result has the wanted value of each term as far as it is allowed,
 * and the server's value if nothing was wanted. `excess` names the wanted terms that are not allowed.
 */
export function boundByTerms(
  wanted: WantedTerms,
  terms: TermsOfSettings,
): { terms: Required<TermsOfSettings>; excess: (keyof TermsOfSettings)[] } {
  const { maxInstallments: most = 1, feePayer: payer = 'merchant', feeFreeUpTo: free = 0 } = terms;
  const isPayerFree = payer === 'choice' && wanted.feePayer !== undefined;
  const bound: Required<TermsOfSettings> = {
    maxInstallments: Math.min(wanted.maxInstallments ?? most, most),
    feePayer: isPayerFree ? (wanted.feePayer ?? payer) : payer,
    // With `choice`, the merchant may pay for more installments than required. Otherwise the payer of each plan follows from the terms.
    feeFreeUpTo: payer === 'choice' ? Math.max(wanted.feeFreeUpTo ?? free, free) : free,
  };
  const { maxInstallments, feePayer, feeFreeUpTo } = { ...bound, ...wanted };
  const hasPayer = bound.maxInstallments > 1;
  const excess: (keyof TermsOfSettings)[] = [];
  if (maxInstallments > bound.maxInstallments) excess.push('maxInstallments');
  if (hasPayer && feePayer !== bound.feePayer) excess.push('feePayer');
  // The fee of one installment is always the merchant's.
  if (hasPayer && payer !== 'merchant' && Math.max(1, feeFreeUpTo) !== Math.max(1, bound.feeFreeUpTo)) excess.push('feeFreeUpTo');
  return { terms: bound, excess };
}
