import { type Brand, isBrand } from '../card/brands.js';
import { type FeeMode, totalWithFee } from './rates.js';
import { isAmountCents, parseAmount } from '../money.js';
import type { FeePayer } from '../payment.js';

/** One row of the shop's fee table: what a plan of so many installments costs the shopper, or that the shop bears it. */
export interface FeeRow {
  /** The number of installments that the row is for. */
  installments: number;
  /** Who bears the fee of this plan; default: the request's `feePayer`. */
  whoPaysFee?: FeePayer;
  /** 0.0499 is 4.99 %, of the amount (`add`) or of the gross (`gross-up`). Rate or total, not both. */
  rate?: number;
  /** All that the shopper pays, in reais: "308.97". Counts only beside the `amount` it was worked out for. */
  total?: string;
  /** Only for cards of these brands; such a row goes before one for all brands. */
  brands?: Brand[];
  /** The order's amount that the row's figure is for, in reais: "300.00". Needed with `total`; for any other amount there is no figure. */
  amount?: string;
  /** The plan's yearly total cost (CET), 0.2999 for 29.99 %: the shop's own figure, shown as it is. */
  cet?: number;
}

/** The shape of a row, for an error message. */
export const FEE_ROW_SHAPE =
  'must be { installments: 3, whoPaysFee?: "merchant" or "customer", rate?: 0.05 or total?: "308.97" with amount: "300.00", brands?: ["elo"], cet?: 0.2999 }';

/** The request to `createInstallmentPlans`. */
export interface PlanRequest {
  /** The order's amount, without any fee. */
  amountCents: number;
  /** The most installments to offer. */
  maxInstallments: number;
  /** No part is smaller than this; one installment is offered all the same. */
  minInstallmentCents: number;
  /** Who bears the fee where neither the rules nor a row says otherwise. */
  feePayer: FeePayer;
  /** The shop's fee table; without one, the amount of a fee that the customer pays is not known. */
  fees?: FeeRow[];
  /** How a rate becomes a total; default `add`. */
  feeMode?: FeeMode;
  /** Plans of up to so many installments are the merchant's, whatever their row says; default 1. */
  feeFreeUpTo?: number;
  /** The card's brand; rows for some brands are passed over while it is not known. */
  brand?: Brand;
}

/** A problem of a fee table, in English for a developer. */
export interface FeeProblem {
  /** Index in the table; absent where the fault is not in a row. */
  row?: number;
  problem: string;
}

type PayerRules = Pick<PlanRequest, 'feePayer' | 'feeFreeUpTo'>;

/** Who bears the fee of a plan: with one installment, and up to `feeFreeUpTo`, the merchant; then as its row says, then as asked. */
export function feePayerOf(installments: number, row: FeeRow | undefined, { feePayer, feeFreeUpTo = 1 }: PayerRules): FeePayer {
  return installments === 1 || installments <= feeFreeUpTo ? 'merchant' : (row?.whoPaysFee ?? feePayer);
}

/** The shopper's total by a row of the table, with either payer; `undefined` where the row has no number for this amount. */
export function totalOfRow(row: FeeRow, amountCents: number, mode: FeeMode = 'add'): number | undefined {
  const { rate, total } = row;
  if (!isForAmount(row, amountCents)) return undefined;
  if (total !== undefined) return parseAmount(total);
  return rate === undefined ? undefined : totalWithFee(amountCents, rate, mode);
}

/**
 * The row for a count: one for the card's brand, else one for all brands; of several the one for this very amount, then the one for
 * any. A row for another amount still says who pays the fee, and no figure.
 */
export function findFeeRow(
  installments: number,
  { fees = [], brand, amountCents }: Pick<PlanRequest, 'fees' | 'brand' | 'amountCents'>,
): FeeRow | undefined {
  const rows = fees.filter((row) => row.installments === installments);
  const ofBrand = rows.filter(({ brands }) => brand && brands?.includes(brand));
  const candidates = ofBrand.length ? ofBrand : rows.filter(({ brands }) => !brands);
  const fitting = candidates.filter((row) => isForAmount(row, amountCents));
  return fitting.find(({ amount }) => amount !== undefined) ?? fitting[0] ?? candidates[0];
}

/** True if a row's figure counts for an amount: one that states none is for any, but a total without its amount is for none. */
function isForAmount({ amount, total }: FeeRow, amountCents: number): boolean {
  return amount === undefined ? total === undefined : parseAmount(amount) === amountCents;
}

/**
 * Checks a fee table, which may come from a page's JSON, before any figure of it is shown. An empty answer means that every row
 * can be used as it is; nothing is guessed or corrected.
 *
 * @example
 * ```js
 * import { verifyFees } from 'balcao/domain';
 *
 * const request = { amountCents: 30000, maxInstallments: 3, minInstallmentCents: 500, feePayer: 'customer' };
 * verifyFees([{ installments: 3, rate: 0.05 }], request); // []
 * verifyFees([{ installments: 3, rate: 5 }], request); // [{ row: 0, problem: 'rate 5 would be 500 %: write 0.05' }]
 * ```
 */
export function verifyFees(fees: unknown, request: Omit<PlanRequest, 'fees'>): FeeProblem[] {
  if (request.feeMode && !['add', 'gross-up'].includes(request.feeMode)) return [{ problem: 'feeMode must be add or gross-up' }];
  if (!Array.isArray(fees)) return [{ problem: 'fees must be an array' }];
  const rows: readonly unknown[] = fees;
  return rows.flatMap((candidate, row) => {
    if (!isFeeRow(candidate)) return { row, problem: FEE_ROW_SHAPE };
    const problem = verifyFeeRow(candidate, rows.slice(0, row).filter(isFeeRow), request);
    return problem ? { row, problem } : [];
  });
}

/** Checks the fields of a row together, and against the rows before it. `undefined` where the row can be used as it is. */
export function verifyFeeRow(row: FeeRow, earlier: readonly FeeRow[], request: Omit<PlanRequest, 'fees'>): string | undefined {
  return problemOfFigures(row, request) ?? problemOfDouble(row, earlier);
}

/** A larger share is no typing error any more. */
const MAX_SHARE = 1000;

function isFeeRow(value: unknown): value is FeeRow {
  if (typeof value !== 'object' || value === null) return false;
  const { installments, whoPaysFee, rate, total, brands, amount, cet }: Partial<Record<keyof FeeRow, unknown>> = value;
  return (
    Number.isInteger(installments) &&
    Number(installments) >= 1 &&
    (whoPaysFee === undefined || whoPaysFee === 'merchant' || whoPaysFee === 'customer') &&
    [rate, cet].every((share) => share === undefined || (typeof share === 'number' && share >= 0 && share < MAX_SHARE)) &&
    [total, amount].every((text) => text === undefined || (typeof text === 'string' && parseAmount(text) !== undefined)) &&
    (brands === undefined || (Array.isArray(brands) && brands.length > 0 && brands.every(isBrand)))
  );
}

function problemOfFigures(row: FeeRow, request: Omit<PlanRequest, 'fees'>): string | undefined {
  const { installments, whoPaysFee, rate = 0, total, cet = 0 } = row;
  const { feeMode } = request;
  if (rate >= 1) return problemOfPercent('rate', rate);
  // A year of a dear plan may cost more than its amount; more than ten times of it is a typing error.
  if (cet >= 10) return problemOfPercent('cet', cet);
  if (row.rate !== undefined && total !== undefined) return 'rate or total: keep one';
  if (installments === 1 && whoPaysFee === 'customer') return "one installment is the merchant's";
  if (feeMode === 'gross-up' && rate > 1 - 1e-9) return 'rate must be under 1 in gross-up';
  // A row that names its amount is held to that one, whatever the order costs now.
  const amountCents = parseAmount(row.amount ?? '') ?? request.amountCents;
  const totalCents = totalOfRow(row, amountCents, feeMode);
  if (totalCents === undefined) return undefined;
  if (!isAmountCents(totalCents)) return 'total is too large';
  if (totalCents < amountCents) return 'total is below the amount';
  if (whoPaysFee === 'merchant' && total !== undefined && totalCents > amountCents)
    return 'total is above the amount, yet the merchant pays';
  const isFree = row.rate === 0 || (total !== undefined && totalCents === amountCents);
  if (isFree && feePayerOf(installments, row, request) === 'customer') return 'costs nothing: whoPaysFee must be merchant';
  return undefined;
}

/** Names a share that was written in per cent. */
function problemOfPercent(field: 'rate' | 'cet', share: number): string {
  const [percent, meant] = [share * 100, share / 100].map((number) => Number(number.toPrecision(12)));
  return `${field} ${share} would be ${percent} %: write ${meant}`;
}

function problemOfDouble(row: FeeRow, earlier: readonly FeeRow[]): string | undefined {
  const { installments, brands } = row;
  const isDouble = earlier.some(
    (other) =>
      other.installments === installments &&
      amountKey(row) === amountKey(other) &&
      (brands && other.brands ? brands.some((brand) => other.brands?.includes(brand)) : !brands === !other.brands),
  );
  return isDouble ? `is a second row for ${installments} installments` : undefined;
}

/** The amount that a row's figure is for: an amount, any (`any`), or none where a total states no amount. */
function amountKey({ amount, total }: FeeRow): number | string | undefined {
  if (amount !== undefined) return parseAmount(amount);
  return total === undefined ? 'any' : 'none';
}
