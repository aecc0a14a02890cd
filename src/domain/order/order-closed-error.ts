import { CheckoutError, type CheckoutErrorDetails } from '../errors.js';

/**
 * The shop's token source answered that the order takes no payment now. Its code is `order-closed`.
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
   * `paid`: the order is already paid. `closed`: it is closed for another reason. `busy`: a payment of it is under way, on another device
   * perhaps, and `retryAfterMs` says when to ask again, where the shop knows.
   */
  readonly closed: 'paid' | 'closed' | 'busy';

  constructor(closed: 'paid' | 'closed' | 'busy', details?: CheckoutErrorDetails) {
    super('order-closed', `The shop says that this order is ${closed}.`, details);
    this.closed = closed;
  }
}

/** How the shop has closed the order for good, by an `OrderClosedError`, also one of another copy of this package; `undefined` for other errors. */
export function findClosing(error: CheckoutError): 'paid' | 'closed' | undefined {
  return 'closed' in error && (error.closed === 'paid' || error.closed === 'closed') ? error.closed : undefined;
}

/** True if the shop said that a payment of the order is under way: nothing is closed, and nothing was sent. */
export function isOrderBusy(error: CheckoutError): boolean {
  return 'closed' in error && error.closed === 'busy';
}
