import { CheckoutError, isCheckoutError, type ErrorCode } from '../../domain/errors.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import { BalcaoEvent, type SavedCardDetail } from '../page/checkout-events.js';
import { payOrder, type Payment } from './pay-order.js';
import type { Circumstances } from './payment-draft.js';
import type { PaymentSeat, RunningPayment } from './payment-seat.js';
import { followReturnUrl } from './return-url.js';

/** Failures that only the shop's developer can mend: they are in the console as well. */
const DEVELOPER_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid-request',
  'insecure-page',
  'blocked-by-page',
  'unauthorized',
  'forbidden',
  'not-found',
  'token-source',
]);

/** Pays from an element, and tells the element and the page what became of it. Never rejects. */
export async function runPayment(seat: PaymentSeat, running: RunningPayment): Promise<PaymentOutcome> {
  const payment = await pay(seat, running).catch(
    // What breaks here came before a charge; what breaks from here on must not turn a charge into a failure.
    (error: unknown): Payment => ({ outcome: createFailure(error), wasSent: false, isNew: true }),
  );
  return finish(seat, payment, seat.isCurrent(running.orderKey));
}

async function pay(seat: PaymentSeat, running: RunningPayment): Promise<Payment> {
  const { obstacle, settings } = seat;
  settings.report();
  if (obstacle) throw obstacle;
  return payOrder({
    host: seat.host,
    settings,
    order: await seat.order.load(),
    source: seat.source,
    loadClient: (read) => seat.loadClient(read),
    onCharge: (read) => (running.orderKey = seat.nameOrder(read)),
    isPixDenied: seat.isPixDenied,
    signal: seat.removal,
    said: running.said,
  });
}

/** Ends with what went wrong before anything was sent, and sends the event of it. */
export function failPayment(seat: PaymentSeat, error: unknown): PaymentOutcome {
  return finish(seat, { outcome: createFailure(error), wasSent: false, isNew: true }, true);
}

function createFailure(reason: unknown): PaymentOutcome {
  const error = isCheckoutError(reason)
    ? reason
    : new CheckoutError('aborted', 'The payment was stopped by an error in the page before it was sent.');
  return { status: 'failed', error };
}

function finish(seat: PaymentSeat, { outcome, isNew, ...circumstances }: Payment, isShown: boolean): PaymentOutcome {
  if (isShown) seat.isPixDenied = false;
  if (isNew && outcome.status === 'failed' && DEVELOPER_ERRORS.has(outcome.error.code)) console.error(`Balcão: ${outcome.error.message}`);
  // What another element has said already is only shown where it keeps the order from being paid.
  if (isNew) announceOutcome(seat, outcome, { ...circumstances, isShown });
  else if (isShown && outcome.status === 'cancelled') seat.outcome = outcome;
  if (isShown && seat.isPixAsked) focusQuestion(seat);
  return outcome;
}

function focusQuestion({ host }: PaymentSeat): void {
  void host.updateComplete.then(() => host.shadowRoot?.querySelector<HTMLElement>(`[name="${PIX_DENIAL_FIELD}"]`)?.focus());
}

/**
 * Shows an outcome, unless it is of an order that the element had before, lets the element clear its fields, then sends the event, which comes
 * whatever breaks on the way. An element that has left the page leaves the event to the next one of the order.
 */
export function announceOutcome(seat: PaymentSeat, outcome: PaymentOutcome, circumstances: Circumstances): void {
  const { isShown, guard } = circumstances;
  if (isShown) seat.outcome = outcome;
  const settling = new Promise<SavedCardDetail | void>((resolve) => resolve(seat.source.settled(outcome, circumstances))).then(
    (savedCard) => {
      if (savedCard) guard?.leave({ savedCard });
    },
  );
  seat.host.requestUpdate();
  if (outcome.status === 'invalid' || outcome.status === 'cancelled') return;
  if (guard && !seat.host.isConnected) return guard.leave({ outcome });
  sendEvent(seat, outcome);
  if (isShown && outcome.status === 'approved') void settling.finally(() => redirect(seat));
}

function sendEvent({ host }: PaymentSeat, outcome: Exclude<PaymentOutcome, { status: 'invalid' | 'cancelled' }>): void {
  switch (outcome.status) {
    case 'approved':
      // One payment has one event of its success: that of a Pix is `balcao-pix-paid`.
      if (outcome.method !== 'pix') host.dispatchEvent(new BalcaoEvent('balcao-approved', outcome));
      return;
    case 'declined':
    case 'failed':
    case 'unconfirmed':
      host.dispatchEvent(new BalcaoEvent(`balcao-${outcome.status}`, outcome));
  }
}

/**
 * Goes where the page wants the shopper to be after the payment, once the page is visible: where the order is paid, once and in full, and
 * nothing of it is unconfirmed. Not where `element`, which sent the event of it, has left the page, or has another order by then.
 */
export function redirect(seat: PaymentSeat, element: Element = seat.host): void {
  const { orderKey } = seat;
  const follow = (): void => {
    const { state } = seat.order;
    const isDone = state.status === 'paid' && !state.unconfirmed && seat.isCurrent(orderKey) && element.isConnected;
    const { returnUrl } = seat.settings.current.settings;
    if (isDone && returnUrl) followReturnUrl(returnUrl);
  };
  if (document.visibilityState === 'visible') follow();
  else document.addEventListener('visibilitychange', follow, { once: true });
}
