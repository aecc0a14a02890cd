import { CheckoutError } from '../../domain/errors.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { askPage } from '../payment/before-pay.js';
import type { OrderController } from '../payment/order-controller.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { PixSession } from './pix-session.js';

/** What making a charge needs of the element. */
export interface PixMaking {
  host: SettingsHost;
  settings: SettingsController;
  order: Pick<OrderController, 'findRefusal' | 'state'>;
  /** Returns the session of the settings as they are. */
  openSession: () => Promise<PixSession>;
  /** Aborted when the element leaves the page. */
  signal: AbortSignal;
}

/**
 * Makes the order's Pix charge, or returns the one that is still live: each code more is one more that may be paid. `undefined` where the
 * order accepts no payment or the page does not want it; rejects with what went wrong.
 */
export async function makePix({ host, settings, order, openSession, signal }: PixMaking): Promise<PixCharge | undefined> {
  if (!(await isOpen(order))) return undefined;
  const live = await (await openSession()).findLive();
  if (live) return live;
  if (!(await askPage(host, settings, { method: 'pix', installments: 1, whoPaysFee: 'merchant' }))) return undefined;
  await host.updateComplete;
  // The page may have brought another order or amount.
  const session = await openSession();
  const other = await session.findLive();
  // Last of all, so that no card can be sent in between.
  if (!(await isOpen(order))) return undefined;
  return other ?? session.make(signal);
}

/** Whether the order accepts a Pix now. Rejects where it is being paid: a code made beside a card in flight would be paid as well. */
async function isOpen(order: PixMaking['order']): Promise<boolean> {
  const refusal = await order.findRefusal();
  if (refusal?.status === 'failed') throw refusal.error;
  if (order.state.status === 'paying') throw new CheckoutError('order-closed', 'This order is being paid by card.');
  return !refusal;
}
