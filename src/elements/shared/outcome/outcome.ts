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
import { stripBidiControls } from '../../../i18n/bidi.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { renderIsolated } from '../isolated.js';
import { formatAmountText, listDetails, renderDetails } from '../receipt/payment-details.js';
import { renderReceiptButton } from '../receipt/receipt.js';
import { bringBanner, bringScreen, canTakeFocus, hasFocus, holdRoom, recordShown, releaseRoom, tuneRegion } from './outcome-attention.js';
import { renderPanel, renderProcessing, type Message, type Place, type ShownPayment } from './outcome-panel.js';
import { findSpeaker, isLastTry, showsUnavailable } from './outcome-speaker.js';
import { renderWays } from './outcome-ways.js';
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
      return renderWronglyPaid(state, payment, place, { title: 'paidTwice' });
    case 'paid-short': {
      const values = { arrived: formatAmountText(state.arrived), missing: formatAmountText(state.missing) };
      return renderWronglyPaid(state, payment, place, { title: 'paidShort', values });
    }
    case 'paid-unclear':
      return renderWronglyPaid(state, payment, place, { title: 'paidUnclear' });
    case 'unconfirmed':
      return renderOpenCharge(state, payment, place);
    case 'elsewhere':
      return renderPanel(place, { icon: 'waiting', title: 'elsewhere' });
    case 'closed':
      return renderPanel(
        place,
        state.closed === 'paid' ? { icon: 'done', title: 'approved', help: 'closedHelp' } : { icon: 'closed', title: 'closed' },
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
  const title = outcome.method === 'pix' ? 'pixPaid' : 'approved';
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
      renderServiceMessage(localize, 'approved', outcome.message),
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

/** Renders the payments of an order that was not paid exactly once and in full. */
function renderWronglyPaid(
  state: StateOf<'paid-twice' | 'paid-short' | 'paid-unclear'>,
  { order }: ShownPayment,
  place: Place,
  message: Pick<Message, 'title' | 'values'>,
): TemplateResult {
  const payments = 'payments' in state ? state.payments : [state.payment];
  const details = payments.map((record) => ({ ...deriveAttempt(record), total: isUnclear(record) ? '' : getTakenAmount(record) }));
  const taken = details.map((payment) => renderDetails(place, listDetails(place.localize, payment)));
  return renderPanel(place, { icon: 'unknown', ...message }, [...taken, renderUnconfirmed(order, place, state.unconfirmed)]);
}

/** Renders a card payment that may have been made in addition to the payment of the order, and the button that checks it. */
function renderUnconfirmed(order: OrderController, place: Place, attempt: Attempt | undefined): unknown {
  if (!attempt) return nothing;
  return html`<p part="outcome-note" .textContent=${place.localize.text('alsoUnconfirmed')}></p>
    ${renderDetails(place, listDetails(place.localize, attempt))}${renderCheckButton(order, place.localize, false)}`;
}

/** Renders the reason why the order is not paid yet, above the form. A new reason is brought to the shopper's attention. */
function renderNotPaid(payment: ShownPayment, place: Place, help: TextKey | undefined): TemplateResult {
  const { outcome, settings } = payment;
  const { host, localize } = place;
  if ((outcome?.status !== 'declined' && outcome?.status !== 'failed') || !isLastTry(payment, host, outcome)) {
    recordShown(host, undefined);
    return renderPanel(place);
  }
  const isFocused = presentOutcome(place, outcome, settings);
  tuneRegion(host, isFocused);
  const message = { icon: 'refused', title: outcome.status, slot: outcome.status, isScreen: false, isFocused } as const;
  const ways = renderWays(place, settings, outcome);
  return outcome.status === 'declined'
    ? renderPanel(place, message, [renderServiceMessage(localize, 'declined', outcome.message)], ways)
    : renderPanel(place, { ...message, help: help ?? FAILURE_HELPS[outcome.error.code] }, [], ways);
}

/** The outcomes whose message got the focus. */
const focused = new WeakSet<PaymentOutcome>();

/**
 * Brings a new outcome to the shopper, unless the shopper types somewhere else. Returns whether its message got the focus, now or earlier.
 */
function presentOutcome({ host }: Place, outcome: PaymentOutcome, { outermost }: SettingsController): boolean {
  if (recordShown(host, outcome) && canTakeFocus(host)) {
    focused.add(outcome);
    bringBanner(host, outermost.host);
  }
  return focused.has(outcome);
}

/** Renders that nothing can be paid here. */
export function renderUnavailable(place: Place): TemplateResult {
  return renderPanel(place, showsUnavailable(place.host, findSettings(place.host)) ? { icon: 'closed', title: 'unavailable' } : undefined);
}

/** Renders the message of the service, unless it only repeats the outcome. */
function renderServiceMessage(
  localize: LocalizeController,
  status: 'approved' | 'declined',
  message: string | undefined,
): TemplateResult | typeof nothing {
  return message && isInformative(message, status)
    ? html`<p part="outcome-message" id="outcome-message" class="muted">
        ${renderIsolated(localize, 'serviceSays', ['message', message])}
      </p>`
    : nothing;
}

/** Renders the button that queries the result of an unconfirmed payment, if the shop can be queried. */
function renderCheckButton(order: OrderController, localize: LocalizeController, isChecking: boolean): TemplateResult | typeof nothing {
  if (!order.canCheck) return nothing;
  return html`<button
    part="check-button"
    class="button"
    type="button"
    translate="no"
    aria-disabled=${isChecking}
    @click=${() => void order.guard.check()}
    .textContent=${localize.text(isChecking ? 'checking' : 'check')}
  ></button>`;
}

/** The words of sentences that only repeat an approval, in Portuguese, English and Spanish, without accents. */
const APPROVAL = words(`
  aprovado aprovada autorizado autorizada confirmado confirmada realizado realizada efetuado efetuada concluido concluida processado processada
  pago paga sucesso exito ok
  approved authorized authorised confirmed completed complete processed accepted captured paid success successful successfully
  exitoso exitosa aprobado aprobada efectuado efectuada procesado procesada
`);

/** The words of sentences that only repeat a refusal. */
const REFUSAL = words(`
  recusado recusada negado negada rejeitado rejeitada nao aprovado aprovada autorizado autorizada
  declined refused denied rejected not approved authorized authorised unauthorized
  rechazado rechazada denegado denegada no aprobado aprobada autorizado autorizada
`);

/** The other words of such sentences, for approvals and refusals. */
const AROUND = words(`
  o a e de da do com por foi pela pelo seu sua transacao pagamento compra cobranca operacao cartao
  the was has been is with your by payment transaction purchase charge card
  el la los con por fue su transaccion pago compra cargo operacion tarjeta
`);

/** Returns true if a message of the service adds something to the approval or the refusal. */
export function isInformative(message: string, status: 'approved' | 'declined'): boolean {
  const known = status === 'approved' ? APPROVAL : REFUSAL;
  return [...words(message)].some((word) => !known.has(word) && !AROUND.has(word));
}

/** Returns the words of a text, in lower case and without accents. */
function words(text: string): Set<string> {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]+/gu));
}
