import { CheckoutError, type CheckoutErrorDetails } from '../errors.js';

/**
 * The error for an order that takes no payment now, as the shop's token source answered. Its code is `order-closed`.
 *
 * @example
 * ```js
 * import { OrderClosedError } from 'balcao/client';
 *
 * const error = new OrderClosedError('paid');
 * error.code; // 'order-closed'
 * error.closed; // 'paid'
 * ```
 */
export class OrderClosedError extends CheckoutError {
  /**
   * The reason. `paid`: the order is already paid. `closed`: it is closed for another reason. `busy`: a payment of the order is under way,
   * perhaps on another device. `retryAfterMs` is then the wait before the next request, if the shop knows it.
   */
  readonly closed: 'paid' | 'closed' | 'busy';

  constructor(closed: 'paid' | 'closed' | 'busy', details?: CheckoutErrorDetails) {
    super('order-closed', `The shop says that this order is ${closed}.`, details);
    this.closed = closed;
  }
}

/**
 * Returns the reason for which the shop closed the order for good. Accepts an `OrderClosedError` of this or another copy of this package.
 * Returns `undefined` for any other error.
 */
export function findClosing(error: CheckoutError): 'paid' | 'closed' | undefined {
  return 'closed' in error && (error.closed === 'paid' || error.closed === 'closed') ? error.closed : undefined;
}

/** True if the shop said that a payment of the order is under way. The order is not closed, and nothing was sent. */
export function isOrderBusy(error: CheckoutError): boolean {
  return 'closed' in error && error.closed === 'busy';
}
