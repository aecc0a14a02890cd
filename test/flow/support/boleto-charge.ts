import { createChargePaymentId, type BoletoCharge } from '../../../src/domain/order/charge.js';
import type { BoletoPaymentRecord } from '../../../src/domain/order/ledger-record.js';
import type { FakeClock } from '../../support/fake-clock.js';

export const DAY_MS = 86_400_000;

/** A boleto that can be paid for three days, and whose money may be under way for three more. */
export function createTestBoleto(clock: FakeClock, change: Partial<BoletoCharge> = {}): BoletoCharge {
  const createdAt = clock.now();
  return {
    chargeId: '1',
    amount: '149.90',
    line: '00190500954014481606906809350314337370000000100',
    dueDate: '2023-11-17',
    payableUntil: createdAt + 3 * DAY_MS,
    createdAt,
    expiresAt: createdAt + 6 * DAY_MS,
    status: 'pending',
    ...change,
  };
}

/** The payment of a boleto, as a tab that had it made writes it down. */
export function createBoletoRecord(charge: BoletoCharge, change: Partial<BoletoPaymentRecord> = {}): BoletoPaymentRecord {
  return { kind: 'boleto', id: createChargePaymentId('boleto', charge.chargeId), orderAmount: charge.amount, charge, ...change };
}
