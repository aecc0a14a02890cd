import type { Attempt } from '../../src/domain/order/attempt.js';
import type { CardPaymentRecord, PixPaymentRecord } from '../../src/domain/order/ledger-record.js';
import { createChargePaymentId, type PixCharge } from '../../src/domain/order/charge.js';

/** A payment by card as the ledger keeps it. */
export function createCardRecord(attempt: Attempt, change: Partial<CardPaymentRecord> = {}): CardPaymentRecord {
  return { kind: 'card', id: attempt.attemptId, orderAmount: attempt.amount, attempt, isLocked: true, limitMs: 30_000, ...change };
}

/** A payment by Pix as the ledger keeps it. */
export function createPixRecord(charge: PixCharge, change: Partial<PixPaymentRecord> = {}): PixPaymentRecord {
  return { kind: 'pix', id: createChargePaymentId('pix', charge.chargeId), orderAmount: charge.amount, charge, ...change };
}
