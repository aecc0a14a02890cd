import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { isOrderBusy, OrderClosedError, findClosing } from '../../../src/domain/order/order-closed-error.js';

describe('OrderClosedError', () => {
  it('tells an order that is closed for good from one whose payment is under way', () => {
    const errors = [
      new OrderClosedError('paid'),
      new OrderClosedError('closed'),
      new OrderClosedError('busy', { retryAfterMs: 5000 }),
      new CheckoutError('order-closed', ''),
    ];
    expect(errors.map(findClosing)).to.deep.equal(['paid', 'closed', undefined, undefined]);
    expect(errors.map(isOrderBusy)).to.deep.equal([false, false, true, false]);
    expect(errors.map(({ retryAfterMs }) => retryAfterMs)).to.deep.equal([undefined, undefined, 5000, undefined]);
  });
});
