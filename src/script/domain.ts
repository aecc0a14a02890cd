/** The pure functions that the first input needs. Each from its own file: through the index, others would come with the first load too. */
export { CheckoutError, isCheckoutError } from '../domain/errors.js';
export { formatReais, parseAmount } from '../domain/money.js';
