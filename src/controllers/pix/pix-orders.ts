import { systemClock } from '../../client/system-clock.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { browserPageActivity } from '../../flow/browser/page-activity.js';
import { PixCharges } from '../../flow/pix/pix-charges.js';
import { shareInPage } from '../page/page-registry.js';

const orders = shareInPage('pix', () => new WeakMap<OrderGuard, PixCharges>());

/** The Pix charges of an order, watched for as long as its guard is in use. Those of an order without an identifier end with the page. */
export function findPixCharges(guard: OrderGuard): PixCharges {
  const known = orders.get(guard);
  if (known) return known;
  const charges = new PixCharges({ guard, clock: systemClock, activity: browserPageActivity(), random: Math.random });
  orders.set(guard, charges);
  guard.setPix(charges);
  return charges;
}
