/** What the script-tag files give a page: the page-wide functions, and the classes that the first input needs. */
export { CardForm } from '../elements/card-form/card-form.js';
export { Checkout } from '../elements/checkout/checkout.js';
export { diagnose } from '../controllers/page/diagnose-loader.js';
export { forgetOrder } from '../controllers/payment/pay-loader.js';
export { forgetCustomer } from '../controllers/saved-cards/forget-customer.js';
export {
  createLazyHttpCardStore as httpCardStore,
  createLazyIndexedDbCardStore as indexedDbCardStore,
  createLazyMemoryCardStore as memoryCardStore,
} from './lazy-card-stores.js';
export { BeforePayEvent } from '../controllers/page/checkout-events.js';
