import { isBoleto, type Charge } from '../../domain/order/charge.js';
import type { ChargeTransition } from '../../domain/order/charge-progress.js';
import { BalcaoEvent } from '../page/checkout-events.js';

/** Creates the event of a charge by its method, such as `balcao-pix-created`. */
export function createChargeEvent(news: 'created' | ChargeTransition, charge: Charge): Event {
  return isBoleto(charge) ? new BalcaoEvent(`balcao-boleto-${news}`, { charge }) : new BalcaoEvent(`balcao-pix-${news}`, { charge });
}
