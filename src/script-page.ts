/** What the script-tag files give a page: the page-wide functions, and the classes that the first input needs. */
export { CardForm } from './elements/card-form/card-form.js';
export { Checkout } from './elements/checkout/checkout.js';
export { diagnose } from './controllers/diagnose-loader.js';
export { forgetOrder } from './controllers/guards-loader.js';
export { forgetCustomer } from './controllers/forget-customer.js';
export { httpCardStore, indexedDbCardStore, memoryCardStore } from './lazy-card-stores.js';
export { BeforePayEvent } from './controllers/checkout-events.js';
