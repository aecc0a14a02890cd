import { isCheckoutError } from '../../domain/errors.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { askPage } from '../payment/before-pay.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { PixSession } from './pix-session.js';

/** What making a charge needs of the element. */
export interface PixMaking {
  host: SettingsHost;
  settings: SettingsController;
  /** Returns the guard of the settings as they are. */
  findGuard: () => Promise<Pick<OrderGuard, 'findRefusal' | 'state'>>;
  /** Returns the session of the settings as they are. */
  openSession: () => Promise<PixSession>;
  /** Aborted when the element leaves the page. */
  signal: AbortSignal;
}

/** The order's Pix charge, or the outcome to give instead of one. */
export type MadePix = { charge: PixCharge } | { refusal: PaymentOutcome };

/**
 * Makes the order's Pix charge, or returns the one that is still live: each code more is one more that may be paid. Where the order accepts
 * no payment now or the page does not want it, returns the outcome that says so; rejects with what went wrong.
 */
export async function makePix({ host, settings, findGuard, openSession, signal }: PixMaking): Promise<MadePix> {
  const obstacle = await findObstacle(findGuard);
  if (obstacle) return { refusal: obstacle };
  const before = await openSession();
  const live = await before.findLive();
  if (live) return { charge: live };
  await before.waitOut(signal);
  const isWanted = await askPage(host, settings, { method: 'pix', installments: 1, whoPaysFee: 'merchant' });
  if (!isWanted) return { refusal: { status: 'cancelled', reason: 'prevented' } };
  await host.updateComplete;
  // The page may have brought another order or amount.
  const session = await openSession();
  const other = await session.findLive();
  // Last of all, so that no card can be sent in between.
  const late = await findObstacle(findGuard);
  if (late) return { refusal: late };
  try {
    return { charge: other ?? (await session.make(signal)) };
  } catch (error) {
    // The shop may have said that the order is paid, or being paid: nothing failed then.
    const refusal = await (await findGuard()).findRefusal();
    if (isCheckoutError(error) && error.code === 'order-closed' && refusal?.status === 'cancelled') return { refusal };
    throw error;
  }
}

/** Why the order accepts no Pix now. A code made beside a card in flight would be paid as well. Rejects with what failed. */
async function findObstacle(findGuard: PixMaking['findGuard']): Promise<PaymentOutcome | undefined> {
  const guard = await findGuard();
  const refusal = await guard.findRefusal();
  if (refusal?.status === 'failed') throw refusal.error;
  return refusal ?? (guard.state.status === 'paying' ? { status: 'cancelled', reason: 'busy' } : undefined);
}
