import { type Brand, isBrand } from '../card/brands.js';
import { type FeeMode, totalWithFee } from './rates.js';
import { isAmountCents, parseAmount } from '../money.js';
import type { FeePayer } from '../payment.js';
import { presentFields } from '../present-fields.js';

/** A row of the shop's fee table: the shopper's cost of a plan, or that the shop pays the fee. */
export interface FeeRow {
  /** The number of installments of the row's plan. */
  installments: number;
  /** The payer of this plan's fee; default: the request's `feePayer`. */
  whoPaysFee?: FeePayer;
  /** The fee rate: 0.0499 is 4.99 % of the amount (`add`) or of the gross (`gross-up`). A row has a rate or a total, not both. */
  rate?: number;
  /** The total that the shopper pays, in reais: "308.97". Counts only together with the `amount` for which it was computed. */
  total?: string;
  /** The brands of the row's cards. A row with brands takes precedence over a row for all brands. */
  brands?: Brand[];
  /**
   * The order's amount for which the row's figure was computed, in reais: "300.00". Required with `total`. For any other amount, the row
   * has no figure.
   */
  amount?: string;
  /** The plan's yearly total cost (CET): 0.2999 is 29.99 %. It is the shop's own figure and is shown unchanged. */
  cet?: number;
}

/**
 * A row of the shop's fee table that limits the installments of some brands, because the shop's acquirer takes fewer of them. It has no
 * figure. A brand without such a row has the limit of the order.
 */
export interface BrandLimit {
  /** The brands of the cards. No two rows limit the same brand. */
  brands: Brand[];
  /** The largest number of installments for a card of these brands. More than the order allows has no effect. */
  maxInstallments: number;
  /** Absent: a row for one plan (`FeeRow`) limits nothing. */
  installments?: never;
}

/** The shape of a row, for an error message. */
export const FEE_ROW_SHAPE =
  'must be { installments: 3, whoPaysFee?: "merchant" or "customer", rate?: 0.05 or total?: "308.97" with amount: "300.00", brands?: ["elo"], cet?: 0.2999 }, or { brands: ["elo"], maxInstallments: 6 }';

/** The argument of `createInstallmentPlans`. */
export interface PlanRequest {
  /** The order's amount without any fee, cents. */
  amountCents: number;
  /** The largest number of installments to offer. A row of `fees` may allow fewer for the card's brand. */
  maxInstallments: number;
  /** The smallest allowed part, cents. One installment is always offered. */
  minInstallmentCents: number;
  /** The payer of the fee, if neither the rules nor a row names another payer. */
  feePayer: FeePayer;
  /** The shop's fee table. Without a table, a fee that the customer pays is not known. */
  fees?: (FeeRow | BrandLimit)[];
  /** The conversion from a rate to a total; default `add`. */
  feeMode?: FeeMode;
  /** The number of installments up to which the merchant pays the fee, even if a row names another payer; default 1. */
  feeFreeUpTo?: number;
  /** The card's brand. While it is not known, rows for some brands do not apply, and no brand is limited. */
  brand?: Brand;
}

/** A problem of a fee table, in English for a developer. */
export interface FeeProblem {
  /** The index of the row; absent if the problem is not in a row. */
  row?: number;
  problem: string;
}

/** The fields of a request that decide the payer of a fee. */
type PayerRules = Pick<PlanRequest, 'feePayer' | 'feeFreeUpTo'>;

/**
 * Returns the payer of a plan's fee. With one installment, and up to `feeFreeUpTo`, it is the merchant. Above, it is the payer of the row,
 * or else the payer of the request.
 */
export function feePayerOf(installments: number, row: FeeRow | undefined, { feePayer, feeFreeUpTo = 1 }: PayerRules): FeePayer {
  return installments === 1 || installments <= feeFreeUpTo ? 'merchant' : (row?.whoPaysFee ?? feePayer);
}

/**
 * Computes the shopper's total from a row of the table, whoever pays the fee. Returns `undefined` if the row has no figure for this amount.
 */
export function totalOfRow(row: FeeRow, amountCents: number, mode: FeeMode = 'add'): number | undefined {
  const { rate, total } = row;
  if (!isForAmount(row, amountCents)) return undefined;
  if (total !== undefined) return parseAmount(total);
  return rate === undefined ? undefined : totalWithFee(amountCents, rate, mode);
}

/** True for a row that limits brands; false for a row that has the figure of a plan. */
export function isBrandLimit(row: FeeRow | BrandLimit): row is BrandLimit {
  return row.installments === undefined;
}

/** Returns the largest number of installments that a fee table allows a card of a brand: `Infinity` if the table does not limit the brand. */
export function brandLimitOf(fees: readonly (FeeRow | BrandLimit)[] = [], brand?: Brand): number {
  const limits = fees.filter(isBrandLimit).filter(({ brands }) => brand && brands.includes(brand));
  return Math.min(...limits.map(({ maxInstallments }) => maxInstallments));
}

/**
 * Finds the row for a number of installments. A row for the card's brand takes precedence over one for all brands. Of several such rows,
 * the row for exactly this amount takes precedence over the row for any amount. A row for another amount still names the payer of the fee,
 * but has no figure. Above the table's limit of the brand there is no plan, and so no row.
 */
export function findFeeRow(
  installments: number,
  { fees = [], brand, amountCents }: Pick<PlanRequest, 'fees' | 'brand' | 'amountCents'>,
): FeeRow | undefined {
  if (installments > brandLimitOf(fees, brand)) return undefined;
  const rows = fees.filter((row): row is FeeRow => row.installments === installments);
  const ofBrand = rows.filter(({ brands }) => brand && brands?.includes(brand));
  const candidates = ofBrand.length ? ofBrand : rows.filter(({ brands }) => !brands);
  const fitting = candidates.filter((row) => isForAmount(row, amountCents));
  return fitting.find(({ amount }) => amount !== undefined) ?? fitting[0] ?? candidates[0];
}

/**
 * True if a row's figure applies to an amount. A row without an amount applies to any amount, but a total without its amount applies to no
 * amount.
 */
function isForAmount({ amount, total }: FeeRow, amountCents: number): boolean {
  return amount === undefined ? total === undefined : parseAmount(amount) === amountCents;
}

/**
 * Validates a fee table, for example from a page's JSON, before any of its figures is shown. An empty list means that every row can be used
 * unchanged. Nothing is guessed or corrected.
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
    const problem = isFeeTableRow(candidate)
      ? verifyFeeRow(candidate, rows.slice(0, row).filter(isFeeTableRow), request)
      : problemOfShape(candidate);
    return problem ? { row, problem } : [];
  });
}

/**
 * Validates the fields of a row together, and against the rows before it. Returns the problem in English, or `undefined` if the row can be
 * used unchanged.
 */
function verifyFeeRow(
  row: FeeRow | BrandLimit,
  earlier: readonly (FeeRow | BrandLimit)[],
  request: Omit<PlanRequest, 'fees'>,
): string | undefined {
  return isBrandLimit(row) ? problemOfSecondLimit(row, earlier) : (problemOfFigures(row, request) ?? problemOfDouble(row, earlier));
}

/** The fields that a row for a plan has, and a row that limits brands has not. */
const FIGURES = ['installments', 'whoPaysFee', 'rate', 'total', 'amount', 'cet'] as const satisfies readonly (keyof FeeRow)[];

/** The fields of a value that may be a row of any kind. */
type RowFields = Partial<Record<keyof FeeRow | keyof BrandLimit, unknown>>;

/** The limit of `rate` and `cet`, exclusive. A larger number is not taken for a share that was typed in per cent. */
const MAX_SHARE = 1000;

/** True if a value has the shape of a row. Its fields may still contradict each other: `verifyFees`. */
export function isFeeTableRow(value: unknown): value is FeeRow | BrandLimit {
  return problemOfShape(value) === undefined;
}

/** Finds out why a value has not the shape of a row. Returns the reason in English, or `undefined`. */
export function problemOfShape(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return FEE_ROW_SHAPE;
  const fields: RowFields = value;
  const { installments, maxInstallments, whoPaysFee, rate, total, brands, amount, cet } = fields;
  const isLimit = maxInstallments !== undefined;
  const figure = isLimit && FIGURES.find((name) => fields[name] !== undefined);
  if (figure) return `maxInstallments beside ${figure}: limit brands in a row of their own`;
  if (isLimit && brands === undefined) return 'maxInstallments needs brands: ["elo"]. For all cards, set max-installments';
  const count = isLimit ? maxInstallments : installments;
  const isRow =
    Number.isSafeInteger(count) &&
    Number(count) >= 1 &&
    (whoPaysFee === undefined || whoPaysFee === 'merchant' || whoPaysFee === 'customer') &&
    [rate, cet].every((share) => share === undefined || (typeof share === 'number' && share >= 0 && share < MAX_SHARE)) &&
    [total, amount].every((text) => text === undefined || (typeof text === 'string' && parseAmount(text) !== undefined)) &&
    (brands === undefined || (Array.isArray(brands) && brands.length > 0 && brands.every(isBrand)));
  return isRow ? undefined : FEE_ROW_SHAPE;
}

/** Copies a row without any other field that a shop keeps in it. */
export function copyFeeRow(row: FeeRow | BrandLimit): FeeRow | BrandLimit {
  if (isBrandLimit(row)) return { brands: row.brands, maxInstallments: row.maxInstallments };
  const { installments, whoPaysFee, rate, total, brands, amount, cet } = row;
  return { installments, ...presentFields({ whoPaysFee, rate, total, brands, amount, cet }) };
}

/** Finds a problem among the fields of a row. Returns it in English, or `undefined`. */
function problemOfFigures(row: FeeRow, request: Omit<PlanRequest, 'fees'>): string | undefined {
  const { installments, whoPaysFee, rate = 0, total, cet = 0 } = row;
  const { feeMode } = request;
  if (rate >= 1) return problemOfPercent('rate', rate);
  // A year of an expensive plan may cost more than its amount. A cost of ten times the amount or more is a typing error.
  if (cet >= 10) return problemOfPercent('cet', cet);
  if (row.rate !== undefined && total !== undefined) return 'rate or total: keep one';
  if (installments === 1 && whoPaysFee === 'customer') return "one installment is the merchant's";
  if (feeMode === 'gross-up' && rate > 1 - 1e-9) return 'rate must be under 1 in gross-up';
  // A row with its own amount is checked against that amount, not against the order's present amount.
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

/** Describes a share that was written in per cent. */
function problemOfPercent(field: 'rate' | 'cet', share: number): string {
  const [percent, meant] = [share * 100, share / 100].map((number) => Number(number.toPrecision(12)));
  return `${field} ${share} would be ${percent} %: write ${meant}`;
}

/** Finds an earlier row for the same installments, amount and brands. Returns the problem in English, or `undefined`. */
function problemOfDouble(row: FeeRow, earlier: readonly (FeeRow | BrandLimit)[]): string | undefined {
  const { installments, brands } = row;
  const isDouble = earlier.some(
    (other) =>
      !isBrandLimit(other) &&
      other.installments === installments &&
      amountKey(row) === amountKey(other) &&
      (brands && other.brands ? brands.some((brand) => other.brands?.includes(brand)) : !brands === !other.brands),
  );
  return isDouble ? `is a second row for ${installments} installments` : undefined;
}

/** Finds a brand that an earlier row limits as well. Returns the problem in English, or `undefined`. */
function problemOfSecondLimit({ brands }: BrandLimit, earlier: readonly (FeeRow | BrandLimit)[]): string | undefined {
  const double = brands.find((brand) => earlier.filter(isBrandLimit).some((other) => other.brands.includes(brand)));
  return double && `is a second limit for ${double}`;
}

/** Returns the amount of a row's figure in cents, `any` for a row for any amount, or `none` for a total without an amount. */
function amountKey({ amount, total }: FeeRow): number | string | undefined {
  if (amount !== undefined) return parseAmount(amount);
  return total === undefined ? 'any' : 'none';
}
