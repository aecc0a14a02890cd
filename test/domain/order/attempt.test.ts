import { expect } from '@open-wc/testing';
import { advanceAttempt, mergeAttempt } from '../../../src/domain/order/attempt.js';
import { createOutcome, findOutcomeOrder } from '../../../src/domain/order/outcome.js';
import type { Attempt, AttemptState } from '../../../src/domain/order/attempt.js';

const STATES = ['open', 'unconfirmed', 'approved', 'declined', 'failed'] as const;

function attempt(state: AttemptState, change: Partial<Attempt> = {}): Attempt {
  return { attemptId: 'a', method: 'card', amount: '10.00', startedAt: 1, state, ...change };
}

describe('attempt', () => {
  const allowed: Record<AttemptState, readonly AttemptState[]> = {
    open: ['unconfirmed', 'approved', 'declined', 'failed'],
    unconfirmed: ['approved', 'declined', 'failed'],
    failed: ['approved'],
    declined: [],
    approved: [],
  };
  for (const from of STATES) {
    for (const to of ['unconfirmed', 'approved', 'declined', 'failed'] as const) {
      const isAllowed = allowed[from].includes(to);
      it(`${isAllowed ? 'advances' : 'never goes'} from ${from} to ${to}`, () => {
        expect(advanceAttempt(attempt(from), { state: to }).state).to.equal(isAllowed ? to : from);
      });
    }
  }

  it('keeps the identifier of an approval', () => {
    expect(advanceAttempt(attempt('open'), { state: 'approved', identifier: 'x' }).identifier).to.equal('x');
  });

  it('is not taken back by an older account of itself', () => {
    expect(mergeAttempt(attempt('approved'), attempt('open')).state).to.equal('approved');
    expect(mergeAttempt(attempt('declined'), attempt('unconfirmed')).state).to.equal('declined');
    expect(mergeAttempt(attempt('unconfirmed'), attempt('approved')).state).to.equal('approved');
  });

  it('comes to the outcome of its state, with nothing but what is known', () => {
    const paid = attempt('approved', {
      orderId: 'order-7',
      method: 'saved-card',
      total: '11.00',
      duplicate: true,
      identifier: 'x',
      installments: 3,
      whoPaysFee: 'customer',
      brand: 'elo',
      last4: '1234',
      cardId: 'c',
    });
    expect(createOutcome(paid, { message: 'ok', late: true })).to.deep.equal({
      status: 'approved',
      attemptId: 'a',
      orderId: 'order-7',
      method: 'saved-card',
      amount: '10.00',
      total: '11.00',
      installments: 3,
      whoPaysFee: 'customer',
      identifier: 'x',
      brand: 'elo',
      last4: '1234',
      cardId: 'c',
      duplicate: true,
      message: 'ok',
      late: true,
    });
    expect(createOutcome(attempt('approved'), { late: false })).to.deep.equal({
      status: 'approved',
      attemptId: 'a',
      method: 'card',
      amount: '10.00',
      installments: 1,
      whoPaysFee: 'merchant',
    });
    const orderId = 'order-7';
    expect(createOutcome(attempt('declined', { orderId }), { message: 'no' })).to.deep.equal({
      status: 'declined',
      attemptId: 'a',
      orderId,
      message: 'no',
    });
    expect(createOutcome(attempt('failed'))).to.have.nested.property('error.code', 'network');
    expect(createOutcome(attempt('failed', { orderId }))).to.include({ attemptId: 'a', orderId });
    for (const state of ['open', 'unconfirmed'] as const) expect(createOutcome(attempt(state)).status).to.equal('unconfirmed');
  });

  it('says in each outcome whose order it is of', () => {
    for (const state of STATES) {
      expect(findOutcomeOrder(createOutcome(attempt(state, { orderId: 'order-7' })))).to.equal('order-7');
      expect(findOutcomeOrder(createOutcome(attempt(state)))).to.equal(undefined);
    }
    expect(findOutcomeOrder({ status: 'cancelled', reason: 'busy' })).to.equal(undefined);
  });
});
