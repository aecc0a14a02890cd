import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { createApprovedOutcome, createOutcome, findOutcomeOrder } from '../../../src/domain/order/outcome.js';

/** With nothing but what every attempt has. */
const BARE: Attempt = { attemptId: 'a', method: 'card', amount: '10.00', startedAt: 1000, state: 'approved' };

const ATTEMPT: Attempt = {
  attemptId: 'a',
  orderId: 'order-7',
  method: 'card',
  amount: '300.00',
  total: '308.97',
  parts: ['102.99', '102.99', '102.99'],
  installments: 3,
  whoPaysFee: 'customer',
  brand: 'elo',
  last4: '1234',
  cardId: 'card-1',
  identifier: 'tx-1',
  startedAt: 1000,
  state: 'approved',
};

describe('createApprovedOutcome', () => {
  it('says all that is known of the payment', () => {
    expect(createApprovedOutcome({ ...ATTEMPT, duplicate: true, chargeId: 'charge-1' }, { message: 'ok', late: true })).to.deep.equal({
      status: 'approved',
      attemptId: 'a',
      orderId: 'order-7',
      method: 'card',
      chargeId: 'charge-1',
      duplicate: true,
      identifier: 'tx-1',
      message: 'ok',
      amount: '300.00',
      total: '308.97',
      installments: 3,
      whoPaysFee: 'customer',
      brand: 'elo',
      last4: '1234',
      cardId: 'card-1',
      late: true,
    });
  });

  it('says nothing that is not known, nor that it was not late', () => {
    expect(createApprovedOutcome(BARE, { late: false })).to.deep.equal({
      status: 'approved',
      attemptId: 'a',
      method: 'card',
      amount: '10.00',
      installments: 1,
      whoPaysFee: 'merchant',
    });
  });
});

describe('createOutcome', () => {
  const of = (state: Attempt['state']): Attempt => ({ ...BARE, orderId: 'order-7', state });

  it('is of the order that was charged', () => {
    expect(createOutcome(of('approved'))).to.have.property('orderId', 'order-7');
    expect(createOutcome(of('declined'), { message: 'no' })).to.deep.equal({
      status: 'declined',
      attemptId: 'a',
      orderId: 'order-7',
      message: 'no',
    });
    const error = new CheckoutError('server', 'HTTP 500.');
    expect(createOutcome(of('failed'), { error })).to.deep.equal({ status: 'failed', attemptId: 'a', orderId: 'order-7', error });
  });

  it('has no order and no message where there is none', () => {
    expect(createOutcome({ ...BARE, state: 'declined' })).to.deep.equal({ status: 'declined', attemptId: 'a' });
    expect(createOutcome({ ...BARE, state: 'failed' })).to.have.nested.property('error.code', 'network');
  });

  it('is unconfirmed while the attempt is, or is open', () => {
    for (const state of ['open', 'unconfirmed'] as const)
      expect(createOutcome(of(state))).to.deep.equal({ status: 'unconfirmed', attempt: of(state) });
  });
});

describe('findOutcomeOrder', () => {
  it('finds the order of every outcome that has one', () => {
    expect(findOutcomeOrder({ status: 'unconfirmed', attempt: { ...ATTEMPT, state: 'unconfirmed' } })).to.equal('order-7');
    expect(findOutcomeOrder(createApprovedOutcome(ATTEMPT))).to.equal('order-7');
    expect(findOutcomeOrder({ status: 'cancelled', reason: 'busy' })).to.equal(undefined);
  });
});
