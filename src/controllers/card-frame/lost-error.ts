import { CheckoutError } from '../../domain/errors.js';

/** The error of a frame that cannot be spoken to. */
export function createLostError(): CheckoutError {
  return new CheckoutError('network', 'The frame of the card fields has not come, or it is silent.');
}
