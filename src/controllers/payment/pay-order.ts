import type { PaymentsClient } from '../../client/payments-client.js';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import { formatAmount } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChargeIntent } from '../../flow/order/charge-intent.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';
import { askPage, WAIT_LIMIT_MS } from './before-pay.js';
import type { OrderController } from '../order/order-controller.js';
import { findService, learnService } from '../order/order-service.js';
import type { PaymentDraft, PaymentSource, QuotedPrice } from './payment-draft.js';

/** The time limit for the answer to a card charge where the profile sets none, ms. */
const USUAL_LIMIT_MS = 30_000;

/** The element's side of a payment. */
export interface PayingContext {
  host: SettingsHost;
  settings: SettingsController;
  order: Pick<OrderController, 'guard' | 'pay'>;
  /** Called with the settings when it is certain which order is charged. */
  onCharge: (settings: Settings) => void;
  source: PaymentSource;
  loadClient: (settings?: Settings) => Promise<PaymentsClient>;
  /** True where the shopper has confirmed that no Pix was paid. */
  isPixDenied: boolean;
  /** Aborted when the element leaves the page. */
  signal: AbortSignal;
  quoted: QuotedPrice;
}

/** The result of paying. */
export interface Payment {
  outcome: PaymentOutcome;
  /** True where card data left the page. */
  wasSent: boolean;
  /** True where this call made the charge of this outcome; false where the order was closed before, or nothing was sent. */
  isNew: boolean;
  /** The guard of its order; absent where the payment ended before. */
  guard?: OrderGuard;
}

/**
 * Pays an order once: checks that it may be paid and what was filled in, asks the page, sends the charge through the guard. Rejects with the reason
 * where it ends before anything is sent.
 */
export async function payOrder(context: PayingContext): Promise<Payment> {
  const { host, settings, order, source, quoted } = context;
  const refusal = await order.guard.findRefusal();
  if (refusal) return { outcome: refusal, wasSent: false, isNew: false };
  const late = new CheckoutError('network', 'A part of the form could not be loaded.');
  await withTimeLimit(source.ready(), systemClock, WAIT_LIMIT_MS, late);
  const plan = findQuotedPlan(context);
  if (!plan) return refusePlan(source);
  const draft = source.validate();
  if ('fields' in draft) return createInvalid(draft.fields);
  // The amount was changed since the button was pressed: the shopper sees the new price before paying.
  if (settings.current.settings.amountCents !== quoted.amountCents) return refusePlan(source);
  if (!(await askPage(host, settings, { method: draft.method, ...plan })))
    return { outcome: { status: 'cancelled', reason: 'prevented' }, wasSent: false, isNew: false };
  await host.updateComplete;
  // The page has emptied the form meanwhile.
  if (!source.isComplete) return createInvalid(listWrong(source));
  // Another amount may have withdrawn the chosen plan: then the shopper sees the new offer before paying.
  const final = findQuotedPlan(context);
  if (final?.installments !== plan.installments || final.whoPaysFee !== plan.whoPaysFee) return refusePlan(source);
  source.markPlan?.(false);
  return charge(context, draft, final);
}

/** Finds the chosen plan. Where the button was pressed before the plans were there, it showed the amount, as paid at once. */
function findQuotedPlan({ source, settings, quoted }: PayingContext): InstallmentPlan | undefined {
  const plan = source.findPlan();
  const { amountCents } = settings.current.settings;
  if (!plan || quoted.hasPlans || plan.totalCents === amountCents) return plan;
  return { installments: 1, whoPaysFee: 'merchant', totalCents: amountCents, partsCents: [amountCents] };
}

function listWrong(source: PaymentSource): string[] {
  const checked = source.validate();
  return 'fields' in checked ? checked.fields : [];
}

function refusePlan(source: PaymentSource): Payment {
  source.markPlan?.(true);
  return createInvalid(['installments']);
}

function createInvalid(fields: string[]): Payment {
  return { outcome: { status: 'invalid', fields }, wasSent: false, isNew: false };
}

/** The one place that charges a card: what the draft prepares, for the amount of the settings, with the attempt written down before. */
async function charge(context: PayingContext, draft: PaymentDraft, plan: InstallmentPlan): Promise<Payment> {
  const { order, loadClient, isPixDenied, signal, onCharge } = context;
  // The same settings for all that follows: the charge is sent where it was written down, whatever the page sets meanwhile.
  const { settings } = context.settings.current;
  onCharge(settings);
  const service = findService(settings) ?? (await learnService(settings));
  const amount = formatAmount(settings.amountCents);
  const { installments, whoPaysFee, totalCents, partsCents } = plan;
  const { method, brand, last4 } = draft;
  const { cardId } = draft.card;
  let wasSent = false;
  const send: ChargeIntent['send'] = async ({ attemptId, orderId }, beforeSend) => {
    const client = await loadClient(settings);
    const options = presentFields({ attemptId, orderId, signal });
    const card = draft.keeper ? await draft.keeper.prepareCard(client, draft.card, options) : draft.card;
    const learned = presentFields({ cardId: card.cardId });
    // A card that was tokenized on the way has left the page, whatever the result of the charge.
    wasSent = learned.cardId !== cardId;
    const result = await card.charge(
      client,
      { amountCents: settings.amountCents, installments, whoPaysFee },
      { ...options, beforeSend: () => beforeSend(learned) },
    );
    wasSent ||= result.status !== 'failed' || result.sent;
    return result;
  };
  const intent: ChargeIntent = {
    method,
    amount,
    orderAmount: amount,
    limitMs: service.cardMs ?? settings.profile?.timeLimits?.cardMs ?? USUAL_LIMIT_MS,
    installments,
    whoPaysFee,
    ...presentFields({
      total: totalCents === undefined ? undefined : formatAmount(totalCents),
      parts: partsCents?.map(formatAmount),
      brand,
      last4,
      cardId,
    }),
    isPixDenied,
    watchPix: () => watchPix(context),
    send,
  };
  const { outcome, ...paid } = await order.pay(intent, settings);
  // The element has left the page before anything was sent.
  const isRemoved = signal.aborted && outcome.status === 'failed' && outcome.error.code === 'aborted';
  return { outcome: isRemoved ? { status: 'cancelled', reason: 'removed' } : outcome, wasSent, ...paid };
}

/** Watches the order's Pix codes where no `<balcao-pix>` does. */
async function watchPix({ host, settings, order, loadClient, signal }: PayingContext): Promise<void> {
  const { openPixSession } = await import('../pix/pix-session.js');
  signal.throwIfAborted();
  const session = openPixSession({ host, settings, loadClient }, order.guard);
  signal.addEventListener('abort', () => session.close());
}
