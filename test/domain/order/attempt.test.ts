import { expect } from '@open-wc/testing';
import { advanceAttempt, findBlockingAttempt, mergeAttempt } from '../../../src/domain/order/attempt.js';
import { createOutcome } from '../../../src/domain/order/outcome.js';
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
    expect(mergeAttempt(undefined, attempt('open')).state).to.equal('open');
  });

  it('closes the order while open, unconfirmed or approved, the most certain first', () => {
    const all = STATES.map((state) => attempt(state));
    expect(findBlockingAttempt(all)?.state).to.equal('approved');
    expect(findBlockingAttempt(all.filter(({ state }) => state !== 'approved'))?.state).to.equal('unconfirmed');
    expect(findBlockingAttempt([attempt('declined'), attempt('open')])?.state).to.equal('open');
    expect(findBlockingAttempt([attempt('declined'), attempt('failed')])).to.equal(undefined);
  });

  it('comes to the outcome of its state, with nothing but what is known', () => {
    const paid = attempt('approved', {
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
      amount: '10.00',
      installments: 3,
      whoPaysFee: 'customer',
      identifier: 'x',
      brand: 'elo',
      last4: '1234',
      cardId: 'c',
      message: 'ok',
      late: true,
    });
    expect(createOutcome(attempt('approved'))).to.deep.equal({
      status: 'approved',
      attemptId: 'a',
      amount: '10.00',
      installments: 1,
      whoPaysFee: 'merchant',
    });
    expect(createOutcome(attempt('declined'), { message: 'no' })).to.deep.equal({ status: 'declined', attemptId: 'a', message: 'no' });
    expect(createOutcome(attempt('failed'))).to.have.nested.property('error.code', 'network');
    for (const state of ['open', 'unconfirmed'] as const) expect(createOutcome(attempt(state)).status).to.equal('unconfirmed');
  });
});
