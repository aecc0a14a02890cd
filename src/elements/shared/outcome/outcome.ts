import { nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { OrderController } from '../../../controllers/order/order-controller.js';
import { findSettings, type SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { ErrorCode } from '../../../domain/errors.js';
import type { Attempt } from '../../../domain/order/attempt.js';
import type { OrderState } from '../../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import { isUnclear, deriveAttempt, getTakenAmount } from '../../../domain/order/ledger-record.js';
import { parseBrCode } from '../../../domain/pix/br-code.js';
import { presentFields } from '../../../domain/present-fields.js';
import { formatReais, parseAmount } from '../../../domain/money.js';
import { sumPayments } from '../../../domain/order/order-sums.js';
import { stripBidiControls } from '../../../i18n/bidi.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { formatAmountText, listDetails, renderDetails, type DetailRow } from '../receipt/payment-details.js';
import { renderReceiptButton, type Receipt } from '../receipt/receipt.js';
import { describeDecline } from './decline-words.js';
import { bringBanner, bringScreen, canTakeFocus, hasFocus, holdRoom, recordShown, releaseRoom, tuneRegion } from './outcome-attention.js';
import { renderPanel, renderProcessing, type Message, type Place, type ShownPayment } from './outcome-panel.js';
import { findSpeaker, isLastTry, showsUnavailable } from './outcome-speaker.js';
import { hasPixWay, renderWays } from './outcome-ways.js';
import { isInformative, renderServiceMessage } from './service-message.js';
import { html } from '../html.js';

/** The explanations of failures by error code. Other failures have the explanation that nothing was charged. */
const FAILURE_HELPS: Readonly<Partial<Record<ErrorCode, TextKey>>> = {
  offline: 'failedOffline',
  'invalid-input': 'failedData',
  'invalid-request': 'failedData',
  'rate-limited': 'failedRate',
  'order-closed': 'failedClosed',
};

type StateOf<Status extends OrderState['status']> = Extract<OrderState, { status: Status }>;
type OutcomeOf<Status extends PaymentOutcome['status']> = Extract<PaymentOutcome, { status: Status }>;

/** Renders the outcome of the order. `help` is the explanation of a failure if its error code alone does not determine one. */
export function renderOutcome(place: Place, payment: ShownPayment, help?: TextKey): TemplateResult {
  const { order, outcome } = payment;
  const { state } = order;
  tuneRegion(place.host, false);
  if (state.status !== 'paying') releaseRoom(place.host);
  const speaker = findSpeaker(payment, place.host);
  if (state.status !== 'reading' && state.status !== 'open' && state.status !== 'paying') {
    // The form that has the focus is about to be replaced.
    if (recordShown(place.host, state.status) && hasFocus(place.host)) bringScreen(speaker);
    if (speaker !== place.host) return renderPanel(place);
  }
  switch (state.status) {
    case 'paid':
      return renderPaid(state, payment, place);
    case 'paid-twice':
      return renderPaidTwice(state, payment, place);
    case 'paid-short':
      return renderPaidShort(state, payment, place);
    case 'paid-unclear':
      return renderWronglyPaid(state, payment, place, { icon: 'unknown', title: 'paidUnclear' });
    case 'unconfirmed':
      return renderOpenCharge(state, payment, place);
    case 'elsewhere':
      return renderElsewhere(payment, place);
    case 'closed':
      return renderPanel(
        place,
        state.closed === 'paid'
          ? { icon: 'done', title: 'approved', help: 'closedPaidHelp' }
          : { icon: 'closed', title: 'closed', slot: 'help' },
      );
    case 'paying':
      if (payment.isPaying) return renderProcessing(place, holdRoom(place.host));
      // The shopper tried to pay here while another element of the page pays.
      return outcome?.status === 'cancelled' && outcome.reason === 'busy'
        ? renderPanel(place, { icon: 'waiting', title: 'elsewhere', isScreen: false })
        : renderNotPaid(payment, place, help);
    case 'reading':
    case 'open':
      return renderNotPaid(payment, place, help);
  }
}

/** Renders a paid order. */
function renderPaid(state: StateOf<'paid'>, { order, settings }: ShownPayment, place: Place): TemplateResult {
  const { outcome, parts, startedAt, settledAt, unconfirmed, brCode } = state;
  const { localize } = place;
  const receiver = brCode && parseReceiver(brCode);
  const rows = listDetails(localize, { ...outcome, startedAt, ...presentFields({ parts, settledAt, receiver: receiver || undefined }) });
  const title = outcome.method === 'pix' ? 'pixPaid' : outcome.method === 'boleto' ? 'boletoPaid' : 'approved';
  return renderPanel(
    place,
    {
      icon: 'done',
      title,
      help: unconfirmed && 'approvedButHelp',
      amount: formatAmountText(outcome.total ?? outcome.amount),
      slot: 'approved',
    },
    [
      renderServiceMessage(localize, outcome.message && isInformative(outcome.message, 'approved') ? outcome.message : undefined),
      renderDetails(
        place,
        // The title has the method of a Pix, and the amount is shown large.
        rows.filter(([key]) => key !== 'amount' && key !== 'methods'),
      ),
      renderUnconfirmed(order, place, unconfirmed),
    ],
    renderReceiptButton(place, { title, rows, settings }),
  );
}

/** Returns the receiver's name in a Pix code, which was verified before it was shown; empty if the code cannot be parsed. */
function parseReceiver(brCode: string): string {
  const result = parseBrCode(brCode);
  return result.ok ? stripBidiControls(result.brCode.merchantName) : '';
}

/** Renders an unconfirmed payment. */
function renderOpenCharge(state: StateOf<'unconfirmed'>, { order, settings }: ShownPayment, place: Place): TemplateResult {
  const { localize } = place;
  const rows = listDetails(localize, state.attempt);
  return renderPanel(
    place,
    { icon: 'unknown', title: 'unconfirmed', slot: 'unconfirmed' },
    [
      renderDetails(place, rows),
      renderNotified(state, settings.current.settings.notifyUrl, localize),
      renderCheckButton(order, localize, state.isChecking),
    ],
    renderReceiptButton(place, { title: 'unconfirmed', rows, settings }),
  );
}

/**
 * Renders the note that the shop was notified of an unconfirmed payment. If the shop has a `notify-url`, the note has its room from the
 * start, since it appears while the shopper reads the rest.
 */
function renderNotified({ isShopNotified }: StateOf<'unconfirmed'>, notifyUrl: string | undefined, localize: LocalizeController): unknown {
  if (!isShopNotified && !notifyUrl) return nothing;
  return html`<p part="outcome-note" class="notified" .textContent=${isShopNotified ? localize.text('shopNotified') : ''}></p>`;
}

/** Renders an order that was not paid in full: the sums that arrived and that are missing, and what it costs. */
function renderPaidShort(state: StateOf<'paid-short'>, payment: ShownPayment, place: Place): TemplateResult {
  const values = { arrived: formatAmountText(state.arrived), missing: formatAmountText(state.missing) };
  const [arrivedCents, missingCents] = [parseAmount(state.arrived), parseAmount(state.missing)];
  return renderWronglyPaid(state, payment, place, { icon: 'alert', title: 'paidShort', values }, [
    ['sumPaid', values.arrived],
    ['sumCost', arrivedCents === undefined || missingCents === undefined ? '' : formatReais(arrivedCents + missingCents)],
    ['sumMissing', values.missing],
  ]);
}

/** Renders an order that was paid more than once: the sums that were paid and that come back, and what it cost. */
function renderPaidTwice(state: StateOf<'paid-twice'>, payment: ShownPayment, place: Place): TemplateResult {
  const sums = sumPayments(state.payments);
  if (!sums) return renderWronglyPaid(state, payment, place, { icon: 'alert', title: 'paidTwice' });
  const surplus = formatReais(sums.surplusCents);
  return renderWronglyPaid(state, payment, place, { icon: 'alert', title: 'paidTwice', help: 'paidTwiceSums', values: { surplus } }, [
    ['sumPaid', formatReais(sums.paidCents)],
    ['sumCost', formatReais(sums.costCents)],
    ['sumSurplus', surplus],
  ]);
}

/** Renders the sums and the payments of an order that was not paid exactly once and in full. */
function renderWronglyPaid(
  state: StateOf<'paid-twice' | 'paid-short' | 'paid-unclear'>,
  { order, settings }: ShownPayment,
  place: Place,
  message: Pick<Message, 'title' | 'values' | 'icon' | 'help'> & Pick<Receipt, 'title'>,
  sums: readonly DetailRow[] = [],
): TemplateResult {
  const payments = 'payments' in state ? state.payments : [state.payment];
  const details = payments.map((record) => ({ ...deriveAttempt(record), total: isUnclear(record) ? '' : getTakenAmount(record) }));
  const tables = [sums.filter(([, value]) => value), ...details.map((payment) => listDetails(place.localize, payment))];
  return renderPanel(
    place,
    { ...message, slot: 'help' },
    [...tables.map((rows) => renderDetails(place, rows)), renderUnconfirmed(order, place, state.unconfirmed)],
    renderReceiptButton(place, { title: message.title, rows: tables.flat(), settings }),
  );
}

/**
 * Renders that the order is being paid in another tab or on another device: what it costs, and for how long at most, if the shop has said so.
 * Screen readers do not announce the countdown.
 */
function renderElsewhere({ order, settings }: ShownPayment, place: Place): TemplateResult {
  const seconds = order.waitSeconds;
  return renderPanel(place, { icon: 'waiting', title: 'elsewhere', slot: 'help' }, [
    renderDetails(place, [['sumCost', formatReais(settings.current.settings.amountCents)]]),
    seconds ? html`<p part="outcome-note" aria-live="off" .textContent=${place.localize.text('elsewhereWait', { seconds })}></p>` : nothing,
  ]);
}

/** Renders a card payment that may have been made in addition to the payment of the order, and the button that checks it. */
function renderUnconfirmed(order: OrderController, place: Place, attempt: Attempt | undefined): unknown {
  if (!attempt) return nothing;
  return html`<p part="outcome-note" .textContent=${place.localize.text('alsoUnconfirmed')}></p>
    ${renderDetails(place, listDetails(place.localize, attempt))}${renderCheckButton(order, place.localize, false)}`;
}

/** Renders the reason why the order is not paid yet, above the form. A new reason is brought to the shopper's attention. */
function renderNotPaid(payment: ShownPayment, place: Place, help: TextKey | undefined): TemplateResult {
  const { outcome } = payment;
  if ((outcome?.status === 'declined' || outcome?.status === 'failed') && isLastTry(payment, place.host, outcome))
    return outcome.status === 'declined' ? renderDeclined(outcome, payment, place) : renderFailed(outcome, payment, place, help);
  recordShown(place.host, undefined);
  return renderPanel(place);
}

/** Renders why a card was declined, and the way that fits the reason first. If the security code is wrong, its field gets the focus. */
function renderDeclined(outcome: OutcomeOf<'declined'>, { order, settings }: ShownPayment, place: Place): TemplateResult {
  const { host, localize, focusCode } = place;
  const hasPix = hasPixWay(host, settings);
  const words = describeDecline(localize, outcome.message, { isTyped: focusCode !== undefined, hasPix, mustWait: order.waitSeconds > 0 });
  const focus = words.reason === 'code' ? focusCode : undefined;
  const isFocused = presentOutcome(place, outcome, settings, focus);
  tuneRegion(host, isFocused && !focus);
  const best = focus ? undefined : words.reason === 'funds' && hasPix ? 'pix' : 'card';
  return renderPanel(
    place,
    { icon: 'refused', title: 'declined', slot: 'declined', isScreen: false, isFocused, words },
    [renderServiceMessage(localize, words.message)],
    renderWays(place, settings, { outcome, best }),
  );
}

/** Renders that a payment was not made, or that a Pix code or a boleto was refused. */
function renderFailed(
  outcome: OutcomeOf<'failed'>,
  { settings }: ShownPayment,
  place: Place,
  help: TextKey | undefined = FAILURE_HELPS[outcome.error.code],
): TemplateResult {
  const isFocused = presentOutcome(place, outcome, settings);
  tuneRegion(place.host, isFocused);
  const title = help === 'pixRefusedHelp' ? 'pixRefused' : help === 'boletoRefusedHelp' ? 'boletoRefused' : 'failed';
  return renderPanel(
    place,
    { icon: 'refused', title, help, slot: 'failed', isScreen: false, isFocused },
    [],
    renderWays(place, settings, { outcome }),
  );
}

/** The outcomes whose message got the focus. */
const focused = new WeakSet<PaymentOutcome>();

/**
 * Brings a new outcome to the shopper, unless the shopper types somewhere else. Returns whether its message got the focus, now or earlier.
 * `focus` puts the focus somewhere else instead.
 */
function presentOutcome({ host }: Place, outcome: PaymentOutcome, { outermost }: SettingsController, focus?: () => void): boolean {
  if (recordShown(host, outcome) && canTakeFocus(host)) {
    focused.add(outcome);
    bringBanner(host, outermost.host, focus);
  }
  return focused.has(outcome);
}

/** Renders that nothing can be paid here. */
export function renderUnavailable(place: Place): TemplateResult {
  return renderPanel(
    place,
    showsUnavailable(place.host, findSettings(place.host)) ? { icon: 'closed', title: 'unavailable', slot: 'help' } : undefined,
  );
}

/** Renders the button that queries the result of an unconfirmed payment, if the shop can be queried. */
function renderCheckButton(order: OrderController, localize: LocalizeController, isChecking: boolean): TemplateResult | typeof nothing {
  return order.canCheck
    ? renderQueryButton(localize.text(isChecking ? 'checking' : 'check'), isChecking, () => order.guard.check())
    : nothing;
}

/** Renders a button that queries the result of a payment. */
export function renderQueryButton(label: string, isRunning: boolean, query: () => Promise<unknown>): TemplateResult {
  return html`<button
    part="check-button"
    class="button"
    type="button"
    translate="no"
    aria-disabled=${isRunning}
    @click=${() => void query()}
    .textContent=${label}
  ></button>`;
}
