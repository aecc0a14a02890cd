/** What is not protected where an order has no name, in English. */
export const UNNAMED_ORDER =
  'There is no order-id: a reload, another tab and the other elements of the page know nothing of this payment, so the order can be paid twice, and a payment that is not confirmed is forgotten with the page. Set order-id, or bring orderId by balcao-before-pay.';
