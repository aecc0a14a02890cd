import { formatAmount, parseAmount } from '../money.js';
import { UNCLEAR } from '../pix/arrived-amount.js';
import { createPixAttempt, isFinal, mergeCharge, type PixCharge } from '../pix/charge.js';
import { presentFields } from '../present-fields.js';
import { mergeAttempt, type Attempt } from './attempt.js';

/** The fields of every record, by card or Pix. */
export interface PaymentFacts {
  /** The identifier of the record among those of its order. */
  id: string;
  /** The price of the order by card when the attempt was begun; reais as decimal text. A Pix may be of less, where the shop has another price for it. */
  orderAmount: string;
  /** The amount that arrived, where an answer had it: reais as decimal text, or `unclear` for what nobody can read. */
  paidAmount?: string;
  /**
   * How many payments of the order have taken money, this one included: 1 paid the order, any other was one too many. Given by the
   * transaction that learns of it, and kept for good.
   */
  turn?: number;
  /** The part of the order's amount that did not arrive; reais as decimal text. Written once seen, and kept for good. */
  missing?: string;
  /** The first instant at which the service's or the shop's clock was known and this payment was on record, epoch ms. Its age counts from there. */
  confirmedAt?: number;
}

/** The record of an attempt by card, typed or saved. */
export interface CardPaymentRecord extends PaymentFacts {
  kind: 'card';
  attempt: Attempt;
  /** True if the tab that charges holds a Web Lock meanwhile: only then can other tabs see that it has ended. */
  isLocked: boolean;
  /** How long its answer is waited for, ms. */
  limitMs: number;
}

/** The record of an attempt by Pix: one code. */
export interface PixPaymentRecord extends PaymentFacts {
  kind: 'pix';
  charge: PixCharge;
}

/** One attempt of an order, as the page's ledger stores it. */
export type LedgerRecord = CardPaymentRecord | PixPaymentRecord;

/** A payment that took money, as `balcao-duplicate` lists it. */
export interface TakenPayment {
  /** How it was paid. */
  method: Attempt['method'];
  /** The transaction's identifier at the service. */
  identifier?: string;
  /** A Pix charge's identifier at the service. */
  chargeId?: string;
  /** The amount that was taken, as far as the page knows; reais as decimal text. */
  amount: string;
  /** Nobody can read how much was taken: `amount` is what was asked for. */
  unclear?: boolean;
}

/** The start of an attempt, epoch ms. */
export function getStart(record: LedgerRecord): number {
  return record.kind === 'card' ? record.attempt.startedAt : record.charge.createdAt;
}

/** Records, oldest first. */
export function sortRecords(records: readonly LedgerRecord[]): LedgerRecord[] {
  return [...records].sort((one, other) => getStart(one) - getStart(other));
}

/** True if the payment's own answer says that money was taken. */
export function hasPaid(record: LedgerRecord): boolean {
  return record.kind === 'card' ? record.attempt.state === 'approved' : record.charge.status === 'paid';
}

/** True if a Pix code of the order may still be paid. */
export function hasOpenPix(records: readonly LedgerRecord[]): boolean {
  return records.some((record) => record.kind === 'pix' && !isFinal(record.charge));
}

/** The payments that took money, the one that paid the order first. */
export function listTaken(records: readonly LedgerRecord[]): LedgerRecord[] {
  return records.filter(({ turn }) => turn !== undefined).sort((one, other) => (one.turn ?? 0) - (other.turn ?? 0));
}

/** True if a payment took money although the order was already paid. */
export function isDuplicate({ turn = 0 }: LedgerRecord): boolean {
  return turn > 1;
}

/** The attempt of a record, as the page and the shop see it. */
export function deriveAttempt(record: LedgerRecord): Attempt {
  if (record.kind === 'card') return isDuplicate(record) ? { ...record.attempt, duplicate: true } : record.attempt;
  const attempt = createPixAttempt(deriveCharge(record));
  return record.turn === undefined ? attempt : { ...attempt, state: 'approved' };
}

/** The charge of a Pix record, with what the order's other records make of it. */
export function deriveCharge(record: PixPaymentRecord): PixCharge {
  const { charge, missing } = record;
  return { ...charge, ...presentFields({ missing, unclear: isUnclear(record) || undefined, duplicate: isDuplicate(record) || undefined }) };
}

/** True if a payment took money, and nobody can read how much: it is never the whole. */
export function isUnclear({ paidAmount }: LedgerRecord): boolean {
  return paidAmount === UNCLEAR;
}

/** The amount that a payment took, as far as the page knows; reais as decimal text. */
export function getTakenAmount(record: LedgerRecord): string {
  const { paidAmount } = record;
  if (paidAmount !== undefined && paidAmount !== UNCLEAR) return paidAmount;
  return record.kind === 'card' ? (record.attempt.total ?? record.attempt.amount) : record.charge.amount;
}

/** A payment that took money, for the shop's eyes. */
export function toTakenPayment(record: LedgerRecord): TakenPayment {
  const { method, identifier, chargeId } = deriveAttempt(record);
  return presentFields({ method, identifier, chargeId, amount: getTakenAmount(record), unclear: isUnclear(record) || undefined });
}

/** The price of an order now, by the settings; `undefined` where that is not known. */
export interface DueAmounts {
  /** By card, cents. */
  dueCents?: number | undefined;
  /** By Pix, cents, where the shop has another price for it. */
  duePixCents?: number | undefined;
}

/**
 * The amount that is missing where a payment took money: less arrived than was asked for, or the order costs more by now. `undefined` where it was
 * paid in full, or an amount cannot be read. A Pix is held to the price by Pix where the shop says one now: of an order that costs more by
 * card alone nothing is missing then.
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

/** Of two versions of one record, what is known by both: neither goes back to an earlier state, and no stamp is lost; where both have one, that of `known` counts. */
export function mergeRecord(known: LedgerRecord | undefined, other: LedgerRecord): LedgerRecord {
  if (!known) return other;
  const stamps = { ...pickStamps(other), ...pickStamps(known) };
  if (known.kind === 'card' && other.kind === 'card') return { ...known, ...stamps, attempt: mergeAttempt(known.attempt, other.attempt) };
  if (known.kind === 'pix' && other.kind === 'pix') {
    const charge = mergeCharge(known.charge, other.charge);
    // Of two codes under one identifier, each has its own amounts.
    if (known.charge.brCode !== other.charge.brCode) return charge === known.charge ? known : other;
    return { ...known, ...stamps, charge };
  }
  return known;
}

/** A reading of an order's payments, each merged with what `own` has of it. Payments that only `own` has are left out. */
export function mergeRecords(reading: readonly LedgerRecord[], own: readonly LedgerRecord[]): LedgerRecord[] {
  return reading.map((record) => {
    const known = own.find(({ id }) => id === record.id);
    return known ? mergeRecord(record, known) : record;
  });
}

function pickStamps({ paidAmount, turn, missing, confirmedAt }: LedgerRecord): Partial<PaymentFacts> {
  return presentFields({ paidAmount, turn, missing, confirmedAt });
}
