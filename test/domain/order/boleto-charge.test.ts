import { expect } from '@open-wc/testing';
import { createChargeAttempt, isOver, mergeCharge } from '../../../src/domain/order/charge.js';
import { advanceCharge, createFurtherPaymentId, findTransition, getPayableUntil } from '../../../src/domain/order/charge-progress.js';
import { listNewlyPaidCharges } from '../../../src/domain/order/ledger-news.js';
import { deriveAttempt, isFurtherPayment, listOpenMethods, mergeRecord, toTakenPayment } from '../../../src/domain/order/ledger-record.js';
import { createBoletoRecord, createTestBoleto } from '../../flow/support/boleto-charge.js';
import { createPixRecord, createTestCharge } from '../../flow/support/pix-world.js';
import { FakeClock } from '../../support/fake-clock.js';

describe('a boleto', () => {
  const clock = new FakeClock();
  const pending = createTestBoleto(clock);
  const hybrid = createTestBoleto(clock, { brCode: '000201' });
  const { expiresAt, payableUntil } = pending;

  it('is pending past its due date, whatever the bank calls it, until its money must have arrived', () => {
    for (const status of ['pending', 'expired'] as const) {
      expect(advanceCharge(pending, { status, askedAt: payableUntil + 1 }), status).to.equal(pending);
      expect(advanceCharge(pending, { status, askedAt: expiresAt - 1 }), status).to.equal(pending);
      expect(advanceCharge(pending, { status, askedAt: expiresAt }), status).to.deep.equal({ ...pending, status: 'expired' });
    }
    expect(advanceCharge(pending, { status: 'unknown', askedAt: expiresAt })).to.equal(pending);
  });

  it('does not come back from expired because the bank says so early', () => {
    const expired = { ...pending, status: 'expired' } as const;
    expect(advanceCharge(expired, { status: 'expired', askedAt: payableUntil })).to.equal(expired);
  });

  it('is late only once expiry was said', () => {
    const paid = { ...pending, status: 'paid', settledAt: expiresAt + 1 };
    expect(advanceCharge(pending, { status: 'paid', askedAt: expiresAt + 1 })).to.deep.equal(paid);
    const expired = advanceCharge(pending, { status: 'pending', askedAt: expiresAt });
    expect(findTransition(pending, expired)).to.equal('expired');
    expect(advanceCharge(expired, { status: 'paid', askedAt: expiresAt + 1 })).to.deep.equal({ ...paid, late: true });
  });

  it('can be paid in time until its due date ends, a Pix until its code ends', () => {
    expect(getPayableUntil(pending)).to.equal(payableUntil);
    const pix = createTestCharge(clock);
    expect(getPayableUntil(pix)).to.equal(pix.expiresAt);
  });

  it('matters on after its payment only if it has a Pix code: that may be paid as well', () => {
    const statuses = ['pending', 'unknown', 'expired', 'paid', 'cancelled', 'refunded', 'failed'] as const;
    expect(statuses.filter((status) => isOver({ ...pending, status }))).to.deep.equal(['paid', 'cancelled', 'refunded', 'failed']);
    expect(statuses.filter((status) => isOver({ ...hybrid, status }))).to.deep.equal(['cancelled', 'refunded', 'failed']);
  });

  it('is another charge than one with the same identifier and another line', () => {
    const reissued = { ...pending, line: pending.line.replace(/0$/, '1'), createdAt: pending.createdAt + 1 };
    expect(mergeCharge(pending, reissued)).to.equal(reissued);
    expect(mergeCharge({ ...pending, status: 'paid' }, reissued).line).to.equal(pending.line);
    // A bank may add the Pix later: the boleto is still the same.
    expect(mergeCharge(pending, { ...hybrid, status: 'paid' })).to.deep.equal({ ...pending, status: 'paid' });
  });

  it('is an attempt by boleto, by the identifier of its payment', () => {
    const attempt = createChargeAttempt({ ...hybrid, orderId: 'order-7' }, 'boleto-1+2');
    expect(attempt).to.deep.include({ attemptId: 'boleto-1+2', method: 'boleto', chargeId: '1', amount: '149.90', orderId: 'order-7' });
    expect(attempt).not.to.have.any.keys('line', 'brCode');
  });
});

describe('the record of a boleto', () => {
  const clock = new FakeClock();
  const paid = createTestBoleto(clock, { brCode: '000201', status: 'paid' });
  const first = createBoletoRecord(paid, { paidAmount: '149.90', turn: 1 });
  const further = createBoletoRecord(paid, { id: createFurtherPaymentId('boleto-1', 2), paidAmount: '149.90', turn: 2 });

  it('is no record of a Pix with the same identifier', () => {
    const pix = createPixRecord(createTestCharge(clock, { chargeId: '1' }));
    expect(pix.id).not.to.equal(first.id);
    expect(mergeRecord(first, { ...pix, id: first.id })).to.equal(first);
  });

  it('tells of a second payment as a duplicate, not as a charge that was paid', () => {
    expect([first, further].map(isFurtherPayment)).to.deep.equal([false, true]);
    expect(listNewlyPaidCharges([], [first, further])).to.deep.equal([first]);
    expect(listNewlyPaidCharges([first], [first, further])).to.deep.equal([]);
    expect(deriveAttempt(further)).to.include({ attemptId: 'boleto-1+2', state: 'approved', duplicate: true });
    expect(toTakenPayment(further)).to.deep.equal({ method: 'boleto', chargeId: '1', amount: '149.90' });
  });

  it('keeps the method open while it or its Pix can be paid', () => {
    const pix = createPixRecord(createTestCharge(clock));
    const over = createBoletoRecord(createTestBoleto(clock, { status: 'cancelled' }));
    expect(listOpenMethods([pix, createBoletoRecord(createTestBoleto(clock)), over])).to.deep.equal(['pix', 'boleto']);
    expect(listOpenMethods([over])).to.deep.equal([]);
  });
});
