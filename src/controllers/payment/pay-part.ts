/** What paying needs, and the first field does not: loaded at once, after the first paint. */
export { ClientLoader } from './client-loader.js';
export { OrderFollower } from '../order/order-follower.js';
export { eraseOrder } from '../order/page-guards.js';
export { announceOutcome, runPayment } from './payment-desk.js';
