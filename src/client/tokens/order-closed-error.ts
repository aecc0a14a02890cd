import { CheckoutError } from '../../domain/errors.js';

/** The shop's token source answered that the order takes no more payments. Its code is `order-closed`. */
export class OrderClosedError extends CheckoutError {
  /** `paid`: the order is already paid. `closed`: it is closed for another reason. */
  readonly closed: 'paid' | 'closed';

  constructor(closed: 'paid' | 'closed') {
    super('order-closed', `The shop says that this order is ${closed}.`);
    this.closed = closed;
  }
}
