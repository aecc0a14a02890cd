/** The component: React 18 writes every prop of a tag into an attribute. */
export { BalcaoCheckout as Checkout } from 'balcao/react';
