import { CheckoutError } from '../errors.js';
import { feePayerOf, findFeeRow, type PlanRequest, totalOfRow, verifyFees } from './fees.js';
import { effectiveMonthlyRate, effectiveYearlyRate } from './rates.js';
import { isAmountCents, splitCents } from '../money.js';
import type { FeePayer } from '../payment.js';

export type { FeeProblem, FeeRow, PlanRequest } from './fees.js';
export type { FeeMode } from './rates.js';
export { verifyFees } from './fees.js';

/** One way to pay an order by card. */
export interface InstallmentPlan {
  installments: number;
  /** "Sem juros" is true of a plan only where this is the merchant. */
  whoPaysFee: FeePayer;
  /** All that the shopper pays; absent where the customer pays a fee that the shop gave no number for. */
  totalCents?: number;
  /** Adds up to `totalCents`; odd cents one each on the first parts. */
  partsCents?: number[];
  /** The cost of the plan above the amount, for the shopper; 0 where the merchant pays. */
  feeCents?: number;
  /** Effective, solved from the plan's parts: 0.0199 is 1.99 % a month. */
  monthlyRate?: number;
  /** The monthly rate over twelve months. */
  yearlyRate?: number;
}

/**
 * The plans that an order may be paid by, by count. One installment is always the first, with the merchant as payer; a plan with
 * a part under the minimum, or under a cent, is left out. Throws `CheckoutError` `invalid-config` for a request or a fee table that
 * cannot be used as it is, naming the row (`fees[2]: ...`); `verifyFees` lists all that is wrong without throwing.
 *
 * @example
 * ```js
 * import { createInstallmentPlans } from 'balcao/domain';
 *
 * const request = { amountCents: 30000, maxInstallments: 3, minInstallmentCents: 500, feePayer: 'merchant' };
 * createInstallmentPlans(request).map(({ partsCents }) => partsCents); // [[30000], [15000, 15000], [10000, 10000, 10000]]
 * ```
 */
export function createInstallmentPlans(request: PlanRequest): InstallmentPlan[] {
  const { amountCents, maxInstallments, minInstallmentCents, fees = [] } = request;
  if (!isAmountCents(amountCents)) throw new CheckoutError('invalid-config', 'amountCents must be whole cents above 0');
  if (!Number.isSafeInteger(maxInstallments) || maxInstallments < 1)
    throw new CheckoutError('invalid-config', 'maxInstallments must be 1 or more');
  const [fault] = verifyFees(fees, request);
  if (fault) throw new CheckoutError('invalid-config', `${fault.row === undefined ? '' : `fees[${fault.row}]: `}${fault.problem}`);

  const plans: InstallmentPlan[] = [];
  for (let installments = 1; installments <= maxInstallments; installments++) {
    const plan = createPlan(installments, request);
    const smallestPartCents = Math.floor((plan.totalCents ?? amountCents) / installments);
    if (installments === 1 || smallestPartCents >= Math.max(1, minInstallmentCents)) plans.push(plan);
  }
  return plans;
}

function createPlan(installments: number, request: PlanRequest): InstallmentPlan {
  const { amountCents, feeMode } = request;
  const row = findFeeRow(installments, request);
  const whoPaysFee = feePayerOf(installments, row, request);
  const totalCents = whoPaysFee === 'merchant' ? amountCents : row && totalOfRow(row, amountCents, feeMode);
  if (totalCents === undefined) return { installments, whoPaysFee };

  const partsCents = splitCents(totalCents, installments);
  const monthlyRate = effectiveMonthlyRate(amountCents, partsCents);
  return {
    installments,
    whoPaysFee,
    totalCents,
    partsCents,
    feeCents: totalCents - amountCents,
    monthlyRate,
    yearlyRate: effectiveYearlyRate(monthlyRate),
  };
}
