import { CheckoutError } from '../errors.js';
import type { CardPayment, FeePayer } from '../payment.js';
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
}

/** Parsed terms: the defaults of `maxInstallments` and `feePayer` are filled in. */
export type KnownTerms = PaymentTerms & Required<Pick<PaymentTerms, 'maxInstallments' | 'feePayer'>>;

const PAYERS: readonly unknown[] = ['merchant', 'customer', 'choice'];

/** The largest number of installments that any page offers. */
export const MOST_INSTALLMENTS = 99;

/** Parses the terms from a shop's own code. Throws `CheckoutError` `invalid-config` whose message names the invalid field. */
export function parseTerms(terms: PaymentTerms = {}): KnownTerms {
  if (typeof terms !== 'object' || terms === null) refuse('terms', 'must be { maxInstallments, feePayer, feeFreeUpTo }');
  const { maxInstallments = 1, feePayer = 'merchant', feeFreeUpTo } = terms;
  if (!isCount(maxInstallments, 1)) refuse('terms.maxInstallments', `must be a whole number from 1 to ${MOST_INSTALLMENTS}`);
  if (!PAYERS.includes(feePayer)) refuse('terms.feePayer', 'must be merchant, customer or choice');
  if (feeFreeUpTo === undefined) return { maxInstallments, feePayer };
  if (!isCount(feeFreeUpTo, 0)) refuse('terms.feeFreeUpTo', `must be a whole number from 0 to ${MOST_INSTALLMENTS}`);
  return { maxInstallments, feePayer, feeFreeUpTo };
}

/**
 * True if the terms allow a payment. `row` is the row of the shop's fee table for this number of installments. As in
 * `createInstallmentPlans`, it may name another payer.
 */
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

/** Throws `invalid-config` for a field that breaks a rule. */
function refuse(field: string, rule: string): never {
  throw new CheckoutError('invalid-config', `${field} cannot be used: it ${rule}.`);
}

/** The terms that an element offers by its own settings. A term without a setting is absent. */
export type WantedTerms = Readonly<PaymentTerms>;

/**
 * Limits an element's terms to those that the shop's server allows. The result has the wanted value of each term as far as it is allowed,
 * and the server's value if nothing was wanted. `excess` names the wanted terms that are not allowed.
 */
export function boundByTerms(wanted: WantedTerms, terms: PaymentTerms): { terms: Required<PaymentTerms>; excess: (keyof PaymentTerms)[] } {
  const { maxInstallments: most = 1, feePayer: payer = 'merchant', feeFreeUpTo: free = 0 } = terms;
  const isPayerFree = payer === 'choice' && wanted.feePayer !== undefined;
  const bound: Required<PaymentTerms> = {
    maxInstallments: Math.min(wanted.maxInstallments ?? most, most),
    feePayer: isPayerFree ? (wanted.feePayer ?? payer) : payer,
    // With `choice`, the merchant may pay for more installments than required. Otherwise the payer of each plan follows from the terms.
    feeFreeUpTo: payer === 'choice' ? Math.max(wanted.feeFreeUpTo ?? free, free) : free,
  };
  const { maxInstallments, feePayer, feeFreeUpTo } = { ...bound, ...wanted };
  const hasPayer = bound.maxInstallments > 1;
  const excess: (keyof PaymentTerms)[] = [];
  if (maxInstallments > bound.maxInstallments) excess.push('maxInstallments');
  if (hasPayer && feePayer !== bound.feePayer) excess.push('feePayer');
  // The fee of one installment is always the merchant's.
  if (hasPayer && payer !== 'merchant' && Math.max(1, feeFreeUpTo) !== Math.max(1, bound.feeFreeUpTo)) excess.push('feeFreeUpTo');
  return { terms: bound, excess };
}
