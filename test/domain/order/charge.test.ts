import { expect } from '@open-wc/testing';
import { createChargeAttempt, createChargePaymentId, isFinal, mergeCharge } from '../../../src/domain/order/charge.js';
import { advanceCharge, findTransition } from '../../../src/domain/order/charge-progress.js';
import { FakeClock } from '../../support/fake-clock.js';
import { createTestCharge } from '../../flow/support/pix-world.js';

describe('a Pix charge', () => {
  const pending = createTestCharge(new FakeClock());
  const before = pending.expiresAt - 1;
  const after = pending.expiresAt;

  it('stays the same object while nothing changes', () => {
    expect(advanceCharge(pending, { status: 'pending', askedAt: before })).to.equal(pending);
    expect(advanceCharge(pending, { status: 'unknown', askedAt: after })).to.equal(pending);
  });

  it('is expired by an answer that says not paid, asked for after the expiry, and by no other', () => {
    expect(advanceCharge(pending, { status: 'pending', askedAt: after }).status).to.equal('expired');
    expect(advanceCharge(pending, { status: 'pending', askedAt: before }).status).to.equal('pending');
    expect(advanceCharge(pending, { status: 'expired', askedAt: before }).status).to.equal('expired');
  });

  it('is paid, and late once expiry was said', () => {
    const paid = { ...pending, status: 'paid', settledAt: after };
    expect(advanceCharge(pending, { status: 'paid', askedAt: after })).to.deep.equal(paid);
    const expired = advanceCharge(pending, { status: 'pending', askedAt: after });
    expect(advanceCharge(expired, { status: 'paid', askedAt: after })).to.deep.equal({ ...paid, late: true });
  });

  it('is never taken back from paid by a stale answer', () => {
    const paid = { ...pending, status: 'paid' } as const;
    for (const status of ['pending', 'unknown', 'expired', 'cancelled', 'failed', 'paid'] as const) {
      expect(advanceCharge(paid, { status, askedAt: after }), status).to.equal(paid);
    }
  });

  it('is final when nothing more can become of it', () => {
    const finals = (['pending', 'unknown', 'expired', 'paid', 'cancelled', 'refunded', 'failed'] as const).filter((status) =>
      isFinal({ ...pending, status }),
    );
    expect(finals).to.deep.equal(['paid', 'cancelled', 'refunded', 'failed']);
  });

  it('tells each end once', () => {
    const told = (['pending', 'unknown', 'expired', 'paid', 'cancelled', 'refunded', 'failed'] as const).map((status) =>
      findTransition(pending, { ...pending, status }),
    );
    expect(told).to.deep.equal([undefined, undefined, 'expired', 'paid', 'ended', 'ended', 'ended']);
    expect(findTransition({ ...pending, status: 'paid' }, { ...pending, status: 'paid' })).to.equal(undefined);
  });

  it('is merged to what is further on', () => {
    const paid = { ...pending, status: 'paid' } as const;
    expect(mergeCharge(paid, pending)).to.equal(paid);
    expect(mergeCharge(pending, paid)).to.deep.equal(paid);
    expect(mergeCharge(pending, { ...paid, settledAt: 7 })).to.deep.equal({ ...paid, settledAt: 7 });
    expect(mergeCharge({ ...pending, status: 'expired' }, { ...paid, late: true })).to.include({ status: 'paid', late: true });
  });

  it('has the newer code of an identifier that the service gives out again, with what became of that', () => {
    const reissued = { ...pending, brCode: '000202', createdAt: pending.createdAt + 1, amount: '99.00' };
    expect(mergeCharge({ ...pending, status: 'expired' }, reissued)).to.equal(reissued);
    expect(mergeCharge(reissued, pending)).to.equal(reissued);
    expect(mergeCharge({ ...pending, status: 'paid' }, reissued).status).to.equal('paid');
    expect(mergeCharge(pending, { ...reissued, brCode: pending.brCode })).to.equal(pending);
  });

  it('is always the same attempt of its order', () => {
    const attempt = createChargeAttempt({ ...pending, orderId: 'order-7' }, 'pix-pix-1');
    expect(attempt.attemptId).to.equal(createChargePaymentId('pix', pending.chargeId));
    expect(attempt).to.deep.include({ orderId: 'order-7', method: 'pix', chargeId: 'pix-1', amount: '149.90', state: 'open' });
    expect(createChargeAttempt({ ...pending, orderId: 'order-7', status: 'paid', late: true }, 'pix-pix-1')).to.deep.equal(attempt);
    expect(createChargeAttempt({ ...pending, status: 'paid', settledAt: 7 }, 'pix-pix-1').settledAt).to.equal(7);
    expect(attempt).not.to.have.property('brCode');
  });
});
