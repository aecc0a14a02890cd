import { formatAmount, parseAmount } from '../money.js';
import { UNCLEAR } from '../pix/arrived-amount.js';
import {
  createChargeAttempt,
  createChargePaymentId,
  hasSameCode,
  isBoleto,
  isOver,
  mergeCharge,
  type BoletoCharge,
  type Charge,
  type ChargeMethod,
  type PixCharge,
} from './charge.js';
import { presentFields } from '../present-fields.js';
import { mergeAttempt, type Attempt } from './attempt.js';

/** The fields that every record has, by card or by Pix. */
export interface PaymentFacts {
  /** The record's identifier, unique within its order. */
  id: string;
  /**
   * The order's price by card at the start of the attempt: reais as decimal text. A Pix may cost less, if the shop has another price for
   * it.
   */
  orderAmount: string;
  /**
   * The amount that arrived: reais as decimal text, or `unclear` if the response has an unreadable amount. Absent if no response had an
   * amount.
   */
  paidAmount?: string;
  /**
   * The position of this payment among the order's payments that took money. The payment with 1 paid the order, and every other one is a
   * duplicate. The transaction that first learns of the payment sets its turn, and the turn is kept for good.
   */
  turn?: number;
  /** The part of the order's amount that did not arrive: reais as decimal text. Once set, it is kept for good. */
  missing?: string;
  /**
   * The first instant, by the service's or the shop's clock, at which this payment was in the ledger, epoch ms. The payment's age counts
   * from this instant.
   */
  confirmedAt?: number;
}

/** The record of an attempt by card, with a typed or a saved card. */
export interface CardPaymentRecord extends PaymentFacts {
  kind: 'card';
  attempt: Attempt;
  /** True if the paying tab holds a Web Lock during the charge. Without a lock, other tabs cannot see that the paying tab has closed. */
  isLocked: boolean;
  /** The time limit of the charge, ms. */
  limitMs: number;
}

/** The record of an attempt by Pix. Each Pix code has its own record. */
export interface PixPaymentRecord extends PaymentFacts {
  kind: 'pix';
  charge: PixCharge;
}

/** The record of an attempt by boleto. A second payment of the same boleto has its own record, with the same charge. */
export interface BoletoPaymentRecord extends PaymentFacts {
  kind: 'boleto';
  charge: BoletoCharge;
}

/** The record of a charge that the shopper pays elsewhere. */
export type ChargeRecord = PixPaymentRecord | BoletoPaymentRecord;

/** One attempt to pay an order, as the page's ledger stores it. */
export type LedgerRecord = CardPaymentRecord | ChargeRecord;

/** A payment that took money, in the form of the event `balcao-duplicate`. */
export interface TakenPayment {
  /** The method of the payment. */
  method: Attempt['method'];
  /** The service's identifier of the transaction. */
  identifier?: string;
  /** The service's identifier of the Pix charge. */
  chargeId?: string;
  /** The amount that was taken, as far as the page knows it: reais as decimal text. */
  amount: string;
  /** True if the amount that was taken is unreadable. `amount` is then the requested amount. */
  unclear?: boolean;
}

/** Returns the start of an attempt, epoch ms. */
export function getStart(record: LedgerRecord): number {
  return record.kind === 'card' ? record.attempt.startedAt : record.charge.createdAt;
}

/** Sorts records by their start, oldest first. */
export function sortRecords(records: readonly LedgerRecord[]): LedgerRecord[] {
  return [...records].sort((one, other) => getStart(one) - getStart(other));
}

/** True if the payment's own response says that money was taken. */
export function hasPaid(record: LedgerRecord): boolean {
  return record.kind === 'card' ? record.attempt.state === 'approved' : record.charge.status === 'paid';
}

/** Lists the methods of the order's charges that may still be paid. */
export function listOpenMethods(records: readonly LedgerRecord[]): ChargeMethod[] {
  return records.flatMap((record) => (record.kind === 'card' || isOver(record.charge) ? [] : [record.kind]));
}

/** Lists the payments that took money, in the order of their turns: the payment that paid the order is first. */
export function listTaken(records: readonly LedgerRecord[]): LedgerRecord[] {
  return records.filter(({ turn }) => turn !== undefined).sort((one, other) => (one.turn ?? 0) - (other.turn ?? 0));
}

/** True if a payment took money although the order was already paid. */
export function isDuplicate({ turn = 0 }: LedgerRecord): boolean {
  return turn > 1;
}

/** Derives the attempt of a record, as the page and the shop see it. */
export function deriveAttempt(record: LedgerRecord): Attempt {
  if (record.kind === 'card') return isDuplicate(record) ? { ...record.attempt, duplicate: true } : record.attempt;
  const attempt = createChargeAttempt(deriveCharge(record), record.id);
  return record.turn === undefined ? attempt : { ...attempt, state: 'approved' };
}

/** Derives the charge of a record. Adds the facts that depend on the order and its other records: missing, unclear and duplicate. */
export function deriveCharge(record: ChargeRecord): Charge {
  const { charge, missing } = record;
  return { ...charge, ...presentFields({ missing, unclear: isUnclear(record) || undefined, duplicate: isDuplicate(record) || undefined }) };
}

/** True if a payment took an unreadable amount, which never counts as the whole amount. */
export function isUnclear({ paidAmount }: LedgerRecord): boolean {
  return paidAmount === UNCLEAR;
}

/** Returns the amount that a payment took, as far as the page knows it: reais as decimal text. */
export function getTakenAmount(record: LedgerRecord): string {
  const { paidAmount } = record;
  if (paidAmount !== undefined && paidAmount !== UNCLEAR) return paidAmount;
  return record.kind === 'card' ? (record.attempt.total ?? record.attempt.amount) : record.charge.amount;
}

/** Converts a record to the form that the shop receives. */
export function toTakenPayment(record: LedgerRecord): TakenPayment {
  const { method, identifier, chargeId } = deriveAttempt(record);
  return presentFields({ method, identifier, chargeId, amount: getTakenAmount(record), unclear: isUnclear(record) || undefined });
}

/** The present price of an order, by the settings. A price is `undefined` if it is not known. */
export interface DueAmounts {
  /** The price by card, cents. */
  dueCents?: number | undefined;
  /** The price by Pix, cents; absent if it is the price by card. */
  duePixCents?: number | undefined;
}

/**
 * Returns the amount that is still missing after a payment took money: less arrived than was requested, or the order now costs more.
 * Returns `undefined` if the order was paid in full, or if an amount cannot be read. A Pix is compared with the present price by Pix, if
 * the shop has one. If only the price by card has risen since, nothing is missing.
 */
export function findMissing(record: LedgerRecord, { dueCents, duePixCents }: DueAmounts): string | undefined {
  const amount = record.kind === 'card' ? record.attempt.amount : record.charge.amount;
  const askedCents = parseAmount(amount);
  const arrivedCents = parseAmount(record.paidAmount ?? amount);
  const hasPixPrice = record.kind === 'pix' && duePixCents !== undefined;
  const thenCents = hasPixPrice ? askedCents : parseAmount(record.orderAmount);
  const nowCents = hasPixPrice ? duePixCents : dueCents;
  const shortCents = askedCents === undefined || arrivedCents === undefined ? 0 : Math.max(0, askedCents - arrivedCents);
  const raisedCents = thenCents === undefined || nowCents === undefined ? 0 : Math.max(0, nowCents - thenCents);
  const missingCents = shortCents + raisedCents;
  return missingCents > 0 ? formatAmount(missingCents) : undefined;
}

/**
 * Merges two versions of one record. Neither version goes back to an earlier state, and no stamp is lost. If both versions have a stamp,
 * the stamp of `known` counts.
 */
export function mergeRecord(known: LedgerRecord | undefined, other: LedgerRecord): LedgerRecord {
  if (!known) return other;
  const stamps = { ...pickStamps(other), ...pickStamps(known) };
  if (known.kind === 'card' && other.kind === 'card') return { ...known, ...stamps, attempt: mergeAttempt(known.attempt, other.attempt) };
  if (known.kind === 'card' || other.kind !== known.kind) return known;
  const charge = mergeCharge<Charge>(known.charge, other.charge);
  // Two codes with the same identifier have their own amounts, so their stamps are not mixed.
  if (!hasSameCode(known.charge, other.charge)) return charge === known.charge ? known : other;
  return createChargeRecord({ ...known, ...stamps }, charge);
}

/** True if a record is of a further payment of the same charge. Its charge is watched by the record of the first one. */
export function isFurtherPayment({ id, kind, charge }: ChargeRecord): boolean {
  return id !== createChargePaymentId(kind, charge.chargeId);
}

/** Creates the record of a charge, by its method. */
export function createChargeRecord(facts: PaymentFacts, charge: Charge): ChargeRecord {
  const { id, orderAmount } = facts;
  const shared = { id, orderAmount, ...pickStamps(facts) };
  return isBoleto(charge) ? { kind: 'boleto', ...shared, charge } : { kind: 'pix', ...shared, charge };
}

/** Merges each record of a reading with the version in `own`. Leaves out the records that only `own` has. */
export function mergeRecords(reading: readonly LedgerRecord[], own: readonly LedgerRecord[]): LedgerRecord[] {
  return reading.map((record) => {
    const known = own.find(({ id }) => id === record.id);
    return known ? mergeRecord(record, known) : record;
  });
}

/** Picks the stamps of a record: the facts that are set once and kept for good. */
function pickStamps({ paidAmount, turn, missing, confirmedAt }: PaymentFacts): Partial<PaymentFacts> {
  return presentFields({ paidAmount, turn, missing, confirmedAt });
}
