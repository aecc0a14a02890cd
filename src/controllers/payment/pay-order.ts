import type { PaymentsClient } from '../../client/create-client.js';
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
import type { OrderController, PaidOrder } from '../order/order-controller.js';
import { findService, learnService } from '../order/order-service.js';
import type { PaymentDraft, PaymentSource, QuotedPrice } from './payment-draft.js';

/** The time limit for the response to a card charge, ms, if neither the frame nor the profile sets one. */
const USUAL_LIMIT_MS = 30_000;

/** The context of a payment: the element, its order, and its callbacks. */
export interface PayingContext {
  host: SettingsHost;
  settings: SettingsController;
  order: Pick<OrderController, 'guard' | 'pay'>;
  /** Called with the settings as soon as it is certain which order is charged. */
  onCharge: (settings: Settings) => void;
  /** Called with the result of a charge before any element renders it. `payOrder` resolves with the same result. */
  onPayment: (payment: Payment) => void;
  source: PaymentSource;
  loadClient: (settings?: Settings) => Promise<PaymentsClient>;
  /** True if the shopper has confirmed that no Pix was paid. */
  isPixDenied: boolean;
  /** Aborted when the element leaves the page. */
  signal: AbortSignal;
  quoted: QuotedPrice;
}

/** The result of paying. */
export interface Payment {
  outcome: PaymentOutcome;
  /** True if card data has left the page. */
  wasSent: boolean;
  /**
   * True if this element must report the outcome to the page. False if the payment was refused before it started, or if another element
   * reports the outcome.
   */
  isNew: boolean;
  /** True if the element itself shows why the payment failed, in place of the outcome. */
  isExplained?: boolean;
  /** The order's guard; absent if the payment ended before the guard was used. */
  guard?: OrderGuard;
}

/**
 * Pays an order once: checks that it can be paid and that the form is valid, asks the page, and sends the charge through the guard. Rejects
 * with the reason if it ends before anything is sent.
 */
export async function payOrder(context: PayingContext): Promise<Payment> {
  const { host, settings, order, source, quoted } = context;
  const refusal = await order.guard.findRefusal();
  if (refusal) return { outcome: refusal, wasSent: false, isNew: false };
  const createPartMissing = (): CheckoutError => new CheckoutError('network', 'A part of the form could not be loaded.');
  await withTimeLimit(source.ready(), systemClock, WAIT_LIMIT_MS, createPartMissing);
  const plan = findQuotedPlan(context);
  if (!plan) return refusePlan(source);
  const draft = source.validate();
  if ('fields' in draft) return createInvalid(draft.fields);
  // The amount changed after the button was pressed. The shopper must see the new price before paying.
  if (settings.current.settings.amountCents !== quoted.amountCents) return refusePlan(source);
  if (!(await askPage(host, settings, { method: draft.method, ...plan })))
    return { outcome: { status: 'cancelled', reason: 'prevented' }, wasSent: false, isNew: false };
  await host.updateComplete;
  // The page has emptied the form in the meantime.
  if (!source.isComplete) return createInvalid(listWrong(source));
  // Another amount may have removed the chosen plan. The shopper must then see the new offer before paying.
  const final = findQuotedPlan(context);
  if (final?.installments !== plan.installments || final.whoPaysFee !== plan.whoPaysFee) return refusePlan(source);
  source.markPlan?.(false);
  return charge(context, draft, final);
}

/**
 * Finds the chosen plan. If the button was pressed before the plans had loaded, it showed the amount as a single payment, so that is the
 * plan.
 */
function findQuotedPlan({ source, settings, quoted }: PayingContext): InstallmentPlan | undefined {
  const plan = source.findPlan();
  const { amountCents } = settings.current.settings;
  if (!plan || quoted.hasPlans || plan.totalCents === amountCents) return plan;
  return { installments: 1, whoPaysFee: 'merchant', totalCents: amountCents, partsCents: [amountCents] };
}

/** Marks and lists the invalid fields. */
function listWrong(source: PaymentSource): string[] {
  const checked = source.validate();
  return 'fields' in checked ? checked.fields : [];
}

/** Marks the choice of a plan as invalid, and refuses the payment. */
function refusePlan(source: PaymentSource): Payment {
  source.markPlan?.(true);
  return createInvalid(['installments']);
}

function createInvalid(fields: string[]): Payment {
  return { outcome: { status: 'invalid', fields }, wasSent: false, isNew: false };
}

/**
 * Charges the card of a draft, for the amount of the settings. The guard writes the attempt down before it is sent. No other code charges a
 * card.
 */
async function charge(context: PayingContext, draft: PaymentDraft, plan: InstallmentPlan): Promise<Payment> {
  const { order, loadClient, isPixDenied, signal, onCharge, onPayment } = context;
  // All that follows uses these settings: the charge goes to the service under whose name the attempt is written down, even if the page
  // changes a setting now.
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
    // A card that was tokenized here has left the page, even if the charge fails.
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
    watchCharges: () => watchCharges(context),
    send,
  };
  const toPayment = ({ outcome, ...paid }: PaidOrder): Payment => {
    // The element left the page before anything was sent.
    const isRemoved = signal.aborted && outcome.status === 'failed' && outcome.error.code === 'aborted';
    return { outcome: isRemoved ? { status: 'cancelled', reason: 'removed' } : outcome, wasSent, ...paid };
  };
  return toPayment(await order.pay(intent, settings, (paid) => onPayment(toPayment(paid))));
}

/** Polls the order's charges if no `<balcao-pix>` or `<balcao-boleto>` in the page does. */
async function watchCharges({ host, settings, order, loadClient, signal }: PayingContext): Promise<void> {
  const [{ openChargeSession }, { PIX }] = await Promise.all([import('../charges/charge-session.js'), import('../pix/pix-kind.js')]);
  signal.throwIfAborted();
  const session = openChargeSession({ host, settings, loadClient }, order.guard, PIX);
  signal.addEventListener('abort', () => session.close());
}
