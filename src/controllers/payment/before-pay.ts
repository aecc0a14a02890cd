import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { formatAmount, parseAmount } from '../../domain/money.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { getPixPriceCents } from '../pix/pix-price.js';
import { BeforePayEvent, type BeforePayDetail } from '../page/checkout-events.js';
import type { SettingsController } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';

/** The longest time for which `balcao-before-pay`, or a part of the form that is still loading, can delay a payment, ms. */
export const WAIT_LIMIT_MS = 15_000;

/**
 * Lets the page cancel or delay a payment, or set the order's identifier and amount. Returns whether the payment continues. Rejects if a
 * promise of the page rejects, or if its identifier or amount cannot be used. A new amount also replaces the price by Pix, which the shop
 * had set for the former amount.
 */
export async function askPage(host: HTMLElement, settings: SettingsController, plan: Omit<BeforePayDetail, 'amount'>): Promise<boolean> {
  const { method, installments, whoPaysFee } = plan;
  const getDueCents = (due: Settings): number => (method === 'pix' ? getPixPriceCents(due) : due.amountCents);
  const event = new BeforePayEvent({ method, amount: formatAmount(getDueCents(settings.current.settings)), installments, whoPaysFee });
  if (!host.dispatchEvent(event)) return false;
  const { orderId, amount } = await withTimeLimit(
    event.answer.catch(() => {
      throw new CheckoutError('aborted', 'A promise given to waitUntil of balcao-before-pay was rejected.');
    }),
    systemClock,
    WAIT_LIMIT_MS,
    () => new CheckoutError('timeout', 'A promise given to waitUntil of balcao-before-pay took longer than 15 s.'),
  );
  const broughtCents = amount === undefined ? undefined : parseAmount(amount);
  if (amount !== undefined && broughtCents === undefined) {
    throw new CheckoutError('invalid-config', `balcao-before-pay brought amount="${amount}". Write reais like "149.90".`);
  }
  // A page that returns the price by Pix that the event had does not change the amount for cards. No other setting is overridden, since the
  // others have already been checked.
  const { settings: now } = settings.current;
  const isOther = broughtCents !== getDueCents(now) && broughtCents !== now.amountCents;
  const overrides = presentFields({ orderId, ...(isOther && { amount, pixAmount: amount }) });
  if (Object.keys(overrides).length > 0) settings.override(overrides);
  // Every part of the order would render again for an override, even for an empty one.
  else settings.sync();
  return true;
}
