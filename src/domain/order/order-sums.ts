import { parseAmount } from '../money.js';
import { getTakenAmount, isUnclear, type LedgerRecord } from './ledger-record.js';

/** The sums of an order that was paid more than once, cents. */
export interface OrderSums {
  /** All that was paid. */
  paidCents: number;
  /** The payment that paid the order: the first one. */
  costCents: number;
  /** The rest, which the shopper is to get back. */
  surplusCents: number;
}

/** Sums up the payments of an order, the one that paid it first. Returns `undefined` if an amount cannot be read. */
export function sumPayments(payments: readonly LedgerRecord[]): OrderSums | undefined {
  const amounts = payments.map((record) => (isUnclear(record) ? undefined : parseAmount(getTakenAmount(record))));
  const known = amounts.filter((cents) => cents !== undefined);
  const [costCents] = known;
  if (costCents === undefined || known.length < amounts.length) return undefined;
  const paidCents = known.reduce((sum, cents) => sum + cents, 0);
  return { paidCents, costCents, surplusCents: paidCents - costCents };
}
