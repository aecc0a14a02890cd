import { CheckoutError } from '../errors.js';
import { brandLimitOf, feePayerOf, findFeeRow, type PlanRequest, totalOfRow, verifyFees } from './fees.js';
import { effectiveMonthlyRate, effectiveYearlyRate } from './rates.js';
import { isAmountCents, splitCents } from '../money.js';
import type { FeePayer } from '../payment.js';

export type { BrandLimit, FeeProblem, FeeRow, PlanRequest } from './fees.js';
export type { FeeMode } from './rates.js';
export { verifyFees } from './fees.js';

/** A plan by which an order can be paid by card. */
export interface InstallmentPlan {
  installments: number;
  /** The payer of the fee. "Sem juros" is true of a plan only if the payer is the merchant. */
  whoPaysFee: FeePayer;
  /** The total that the shopper pays, cents. Absent if the customer pays a fee of which the shop gave no figure. */
  totalCents?: number;
  /** The amount of each installment, cents. The parts add up to `totalCents`, and each of the first parts gets one of the odd cents. */
  partsCents?: number[];
  /** The shopper's cost above the amount, cents; 0 if the merchant pays the fee. */
  feeCents?: number;
  /** The effective monthly rate, computed from the plan's parts: 0.0199 is 1.99 % a month. */
  monthlyRate?: number;
  /** The monthly rate compounded over twelve months. */
  yearlyRate?: number;
}

/**
 * Creates the plans by which an order can be paid, by number of installments. One installment is always the first plan, with the merchant
 * as payer. A plan is left out if one of its parts is below the minimum, or below a cent, and above the table's limit of the card's brand. Throws `CheckoutError` `invalid-config` for a
 * request or a fee table that cannot be used. Its message names the row (`fees[2]: ...`). `verifyFees` lists all problems without throwing.
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
  const most = Math.min(maxInstallments, brandLimitOf(fees, request.brand));
  for (let installments = 1; installments <= most; installments++) {
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
