import { isBrand } from '../card/brands.js';
import type { Brand } from '../card/brands.js';
import type { FeeMode } from './rates.js';
import { totalWithFee } from './rates.js';
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
  /** All that the shopper pays, in reais: "308.97". Only for the amount it was worked out for. */
  total?: string;
  /** Only for cards of these brands; such a row goes before one for all brands. */
  brands?: Brand[];
}

/** What is asked of `createInstallmentPlans`. */
export interface PlanRequest {
  /** The order's amount, without any fee. */
  amountCents: number;
  /** The most installments to offer. */
  maxInstallments: number;
  /** No part is smaller than this; one installment is offered all the same. */
  minInstallmentCents: number;
  /** Who bears the fee where neither the rules nor a row says otherwise. */
  feePayer: FeePayer;
  /** The shop's fee table; with none, what a customer-paid fee comes to is not known. */
  fees?: FeeRow[];
  /** How a rate becomes a total; default `add`. */
  feeMode?: FeeMode;
  /** Plans of up to so many installments are the merchant's, whatever their row says; default 1. */
  feeFreeUpTo?: number;
  /** The card's brand; rows for some brands are passed over while it is not known. */
  brand?: Brand;
}

/** What is wrong with a fee table, in a developer's English. */
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

/** What the shopper pays by a row of the table, whoever its payer is; `undefined` where the row has no number. */
export function totalOfRow({ rate, total }: FeeRow, amountCents: number, mode: FeeMode = 'add'): number | undefined {
  if (total !== undefined) return parseAmount(total);
  return rate === undefined ? undefined : totalWithFee(amountCents, rate, mode);
}

/**
 * Checks a fee table, which may come from a page's JSON, before any figure of it is shown. An empty answer means that every row
 * can be used as it stands; nothing is guessed or mended.
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

/** Checks what the fields of a row come to, beside the rows before it. `undefined` where the row can be used as it stands. */
export function verifyFeeRow(row: FeeRow, earlier: readonly FeeRow[], request: Omit<PlanRequest, 'fees'>): string | undefined {
  return problemOfFigures(row, request) ?? problemOfDouble(row, earlier);
}

/** What each field of a row may be. */
export const FEE_ROW_SHAPE =
  'must be { installments: 3, whoPaysFee?: "merchant" or "customer", rate?: 0.05 or total?: "308.97", brands?: ["elo"] }';

function isFeeRow(value: unknown): value is FeeRow {
  if (typeof value !== 'object' || value === null) return false;
  const { installments, whoPaysFee, rate, total, brands }: Partial<Record<keyof FeeRow, unknown>> = value;
  return (
    Number.isInteger(installments) &&
    Number(installments) >= 1 &&
    (whoPaysFee === undefined || whoPaysFee === 'merchant' || whoPaysFee === 'customer') &&
    (rate === undefined || (typeof rate === 'number' && rate >= 0 && rate < 1000)) &&
    (total === undefined || (typeof total === 'string' && parseAmount(total) !== undefined)) &&
    (brands === undefined || (Array.isArray(brands) && brands.length > 0 && brands.every(isBrand)))
  );
}

function problemOfFigures(row: FeeRow, request: Omit<PlanRequest, 'fees'>): string | undefined {
  const { installments, whoPaysFee, rate, total } = row;
  const { amountCents, feeMode } = request;
  if (rate !== undefined && total !== undefined) return 'rate or total: keep one';
  if (installments === 1 && whoPaysFee === 'customer') return "one installment is the merchant's";
  if (feeMode === 'gross-up' && rate !== undefined && rate > 1 - 1e-9) return 'rate must be under 1 in gross-up';
  const totalCents = totalOfRow(row, amountCents, feeMode);
  if (totalCents === undefined) return undefined;
  if (!isAmountCents(totalCents)) return 'total is too large';
  if (totalCents < amountCents) return 'total is below the amount';
  if (whoPaysFee === 'merchant' && total !== undefined && totalCents > amountCents)
    return 'total is above the amount, yet the merchant pays';
  const isFree = rate === 0 || (total !== undefined && totalCents === amountCents);
  if (isFree && feePayerOf(installments, row, request) === 'customer') return 'costs nothing: whoPaysFee must be merchant';
  return undefined;
}

function problemOfDouble({ installments, brands }: FeeRow, earlier: readonly FeeRow[]): string | undefined {
  const isDouble = earlier.some(
    (other) =>
      other.installments === installments &&
      (brands && other.brands ? brands.some((brand) => other.brands?.includes(brand)) : !brands === !other.brands),
  );
  return isDouble ? `is a second row for ${installments} installments` : undefined;
}
