import type { CarriedResult } from '../../channel/frame-message.js';
import type { CarriedError } from '../../channel/text-schemas.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { presentFields } from '../../domain/present-fields.js';

/** The most that is carried of a message for developers. */
const MAX_MESSAGE = 500;

/** A status as HTTP has them. Some servers make their own. */
function isStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 100 && status <= 599;
}

/** What is carried over of an error; of one that is not ours nothing but that there was one, since it may hold anything. */
export function carryError(error: unknown): CarriedError {
  const known = isCheckoutError(error) ? error : new CheckoutError('network', 'Something in the frame went wrong.');
  const { code, message, status, retryAfterMs } = known;
  return {
    code,
    message: message.slice(0, MAX_MESSAGE),
    ...presentFields({ status: isStatus(status) ? status : undefined, retryAfterMs }),
  };
}

/** A result as it is carried over: without the promise of a late answer, which follows by itself. */
export function carryResult(result: ChargeResult): CarriedResult {
  switch (result.status) {
    case 'approved':
      return { status: 'approved', ...presentFields({ identifier: result.identifier, message: result.message }) };
    case 'declined':
      return { status: 'declined', ...presentFields({ message: result.message }) };
    case 'failed':
      return { status: 'failed', error: carryError(result.error), sent: result.sent };
    case 'unconfirmed':
      return { status: 'unconfirmed', error: carryError(result.error) };
  }
}
