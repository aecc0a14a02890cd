import type { OrderState } from '../../domain/order/order-state.js';

/**
 * Whether an order stands so that a checkout says it in the place of its methods: money was taken twice, or too little arrived; where it lays
 * them out itself also that nobody knows about a charge, or that it is made elsewhere.
 */
export function isAlarming({ status }: OrderState, isCounter: boolean): boolean {
  return (isCounter ? /^paid-/ : /^paid-|elsewhere|unconfirmed/).test(status);
}
