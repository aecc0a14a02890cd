import { CheckoutError } from '../errors.js';
import type { CardPayment, FeePayer } from '../payment.js';
import { feePayerOf, type FeeRow } from './fees.js';

/** In how many installments an order may be paid by card, and who may pay their fee. */
export interface PaymentTerms {
  /** The most installments, 1 to 99. Default 1. */
  maxInstallments?: number;
  /** Who pays the fee from two installments on; `choice` leaves it to the shopper. Default `merchant`. */
  feePayer?: FeePayer | 'choice';
  /** Up to so many installments the merchant pays the fee, whatever `feePayer` says: 0 to 99. Default: of one installment alone. */
  feeFreeUpTo?: number;
}

/** Terms that were read: their defaults are filled in. */
export type KnownTerms = PaymentTerms & Required<Pick<PaymentTerms, 'maxInstallments' | 'feePayer'>>;

const PAYERS: readonly unknown[] = ['merchant', 'customer', 'choice'];

/** No page offers more installments than this. */
export const MOST_INSTALLMENTS = 99;

/** Reads the terms that a shop's own code gave. Throws `CheckoutError` `invalid-config` that names the field that cannot be used. */
export function parseTerms(terms: PaymentTerms = {}): KnownTerms {
  if (typeof terms !== 'object' || terms === null) refuse('terms', 'must be { maxInstallments, feePayer, feeFreeUpTo }');
  const { maxInstallments = 1, feePayer = 'merchant', feeFreeUpTo } = terms;
  if (!isCount(maxInstallments, 1)) refuse('terms.maxInstallments', `must be a whole number from 1 to ${MOST_INSTALLMENTS}`);
  if (!PAYERS.includes(feePayer)) refuse('terms.feePayer', 'must be merchant, customer or choice');
  if (feeFreeUpTo === undefined) return { maxInstallments, feePayer };
  if (!isCount(feeFreeUpTo, 0)) refuse('terms.feeFreeUpTo', `must be a whole number from 0 to ${MOST_INSTALLMENTS}`);
  return { maxInstallments, feePayer, feeFreeUpTo };
}

/** True if the terms allow a payment. A `row` of the shop's fee table for its installments may name another payer, as it does where plans are made. */
export function isWithinTerms(
  { installments, whoPaysFee }: Pick<CardPayment, 'installments' | 'whoPaysFee'>,
  { maxInstallments, feePayer, feeFreeUpTo = 1 }: KnownTerms,
  row?: FeeRow,
): boolean {
  const usualPayer = feePayer === 'choice' ? whoPaysFee : feePayer;
  return installments <= maxInstallments && feePayerOf(installments, row, { feePayer: usualPayer, feeFreeUpTo }) === whoPaysFee;
}

function isCount(value: unknown, least: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= MOST_INSTALLMENTS;
}

function refuse(field: string, rule: string): never {
  throw new CheckoutError('invalid-config', `${field} cannot be used: it ${rule}.`);
}

/** The terms that an element offers by its own settings; what nobody has set is absent. */
export type WantedTerms = Readonly<PaymentTerms>;

/**
 * The terms to offer where the shop's server holds a payment to terms: what was wanted as far as they allow it, and what they say where nothing was.
 * `excess` names what was wanted and is not allowed.
 */
export function boundByTerms(wanted: WantedTerms, terms: PaymentTerms): { terms: Required<PaymentTerms>; excess: (keyof PaymentTerms)[] } {
  const { maxInstallments: most = 1, feePayer: payer = 'merchant', feeFreeUpTo: free = 0 } = terms;
  const isPayerFree = payer === 'choice' && wanted.feePayer !== undefined;
  const bound: Required<PaymentTerms> = {
    maxInstallments: Math.min(wanted.maxInstallments ?? most, most),
    feePayer: isPayerFree ? (wanted.feePayer ?? payer) : payer,
    // Where anybody may pay, the merchant may for longer; else each plan has the payer of the terms.
    feeFreeUpTo: payer === 'choice' ? Math.max(wanted.feeFreeUpTo ?? free, free) : free,
  };
  const { maxInstallments, feePayer, feeFreeUpTo } = { ...bound, ...wanted };
  const hasPayer = bound.maxInstallments > 1;
  const excess: (keyof PaymentTerms)[] = [];
  if (maxInstallments > bound.maxInstallments) excess.push('maxInstallments');
  if (hasPayer && feePayer !== bound.feePayer) excess.push('feePayer');
  // Plans of one installment are the merchant's in any case.
  if (hasPayer && payer !== 'merchant' && Math.max(1, feeFreeUpTo) !== Math.max(1, bound.feeFreeUpTo)) excess.push('feeFreeUpTo');
  return { terms: bound, excess };
}
