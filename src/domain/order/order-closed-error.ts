import { CheckoutError } from '../errors.js';

/** The shop's token source answered that the order takes no more payments. Its code is `order-closed`. */
export class OrderClosedError extends CheckoutError {
  /** `paid`: the order is already paid. `closed`: it is closed for another reason. */
  readonly closed: 'paid' | 'closed';

  constructor(closed: 'paid' | 'closed') {
    super('order-closed', `The shop says that this order is ${closed}.`);
    this.closed = closed;
  }
}

/** How the shop has closed the order, by an `OrderClosedError`, also one of another copy of this package; `undefined` for other errors. */
export function readClosing(error: CheckoutError): 'paid' | 'closed' | undefined {
  return 'closed' in error && (error.closed === 'paid' || error.closed === 'closed') ? error.closed : undefined;
}
