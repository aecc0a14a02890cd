import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { formatAmount, parseAmount } from '../../domain/money.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { BeforePayEvent, type BeforePayDetail } from '../page/checkout-events.js';
import type { SettingsController } from '../settings/settings-controller.js';

/** How long `balcao-before-pay`, or a part of the form that is still loading, may hold a payment. */
export const WAIT_LIMIT_MS = 15_000;

/**
 * Lets the page cancel, wait, or bring the order's identifier and amount. Returns whether to go on; rejects where a promise
 * of the page fails or its identifier or amount cannot be used.
 */
export async function askPage(host: HTMLElement, settings: SettingsController, plan: Omit<BeforePayDetail, 'amount'>): Promise<boolean> {
  const { method, installments, whoPaysFee } = plan;
  const event = new BeforePayEvent({ method, amount: formatAmount(settings.current.settings.amountCents), installments, whoPaysFee });
  if (!host.dispatchEvent(event)) return false;
  const { orderId, amount } = await withTimeLimit(
    event.answer.catch(() => {
      throw new CheckoutError('aborted', 'A promise given to waitUntil of balcao-before-pay was rejected.');
    }),
    systemClock,
    WAIT_LIMIT_MS,
    new CheckoutError('timeout', 'A promise given to waitUntil of balcao-before-pay took longer than 15 s.'),
  );
  if (amount !== undefined && parseAmount(amount) === undefined) {
    throw new CheckoutError('invalid-config', `balcao-before-pay brought amount="${amount}". Write reais like "149.90".`);
  }
  // Nothing else: the other settings have been checked.
  settings.override(presentFields({ orderId, amount }));
  return true;
}
