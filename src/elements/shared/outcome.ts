import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize-controller.js';
import type { OrderController } from '../../controllers/order-controller.js';
import type { ErrorCode } from '../../domain/errors.js';
import { formatReais, parseAmount } from '../../domain/money.js';
import type { Attempt, PaymentOutcome } from '../../flow/attempt.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { renderOutcomeRegion } from './outcome-region.js';

export { ptBrWhole } from '../../i18n/pt-br-whole.js';
export { renderPixQuestion } from './pix-question.js';

/** What the shopper reads after a payment, or instead of one. */
interface Message {
  tone: 'good' | 'warn' | 'bad';
  title: TextKey;
  help: TextKey;
}

/** What an outcome panel shows. */
export interface OutcomeTemplate {
  order: OrderController;
  /** What the last payment came to, while the order may still be paid. */
  outcome: PaymentOutcome | undefined;
  localize: LocalizeController;
  /** What a failure is explained with, where its code alone does not tell. */
  help?: TextKey | undefined;
}

/** Renders what became of the order. The region is there from the start, so that its words are announced when they come. */
export function renderOutcome({ order, outcome, localize, help }: OutcomeTemplate): TemplateResult {
  const { state } = order;
  switch (state.status) {
    case 'paid':
      return renderPanel(localize, { tone: 'good', title: 'approved', help: 'approvedHelp' }, [
        renderServiceMessage(localize, state.outcome.message),
        renderDetails(localize, state.outcome),
      ]);
    case 'unconfirmed':
      return renderPanel(localize, { tone: 'warn', title: 'unconfirmed', help: 'unconfirmedHelp' }, [
        renderDetails(localize, state.attempt),
        state.isShopNotified ? html`<p>${localize.text('shopNotified')}</p>` : nothing,
        order.canCheck ? renderCheckButton(order, localize, state.isChecking) : nothing,
      ]);
    case 'elsewhere':
      return renderPanel(localize, { tone: 'warn', title: 'elsewhere', help: 'elsewhereHelp' });
    case 'closed':
      return renderPanel(
        localize,
        state.closed === 'paid'
          ? { tone: 'good', title: 'approved', help: 'closedHelp' }
          : { tone: 'warn', title: 'closed', help: 'closedHelp' },
      );
    case 'reading':
    case 'open':
    case 'paying':
      return renderOpenOutcome(outcome, localize, help);
  }
}

function renderOpenOutcome(outcome: PaymentOutcome | undefined, localize: LocalizeController, help: TextKey | undefined): TemplateResult {
  switch (outcome?.status) {
    case 'declined':
      return renderPanel(localize, { tone: 'bad', title: 'declined', help: 'declinedHelp' }, [
        renderServiceMessage(localize, outcome.message),
      ]);
    case 'failed':
      return renderPanel(localize, { tone: 'bad', title: 'failed', help: help ?? findFailureHelp(outcome.error.code) });
    default:
      return renderPanel(localize);
  }
}

/** Renders that nothing can be paid here, whatever is filled in. */
export function renderUnavailable(localize: LocalizeController): TemplateResult {
  return renderPanel(localize, { tone: 'bad', title: 'unavailable', help: 'unavailableHelp' });
}

function renderPanel(localize: LocalizeController, message?: Message, more: readonly unknown[] = []): TemplateResult {
  const words =
    message &&
    html`<h2 class="title">${localize.text(message.title)}</h2>
      <p>${localize.text(message.help)}</p>
      ${more}`;
  return renderOutcomeRegion(message?.tone, words);
}

function renderServiceMessage(localize: LocalizeController, message: string | undefined): TemplateResult | typeof nothing {
  return message ? html`<p class="muted">${localize.text('serviceSays', { message })}</p>` : nothing;
}

function renderCheckButton(order: OrderController, localize: LocalizeController, isChecking: boolean): TemplateResult {
  return html`<button part="check-button" class="button" type="button" aria-disabled=${isChecking} @click=${() => void order.check()}>
    ${localize.text(isChecking ? 'checking' : 'check')}
  </button>`;
}

/** What the shopper needs to talk to the shop: amount, parts, card, time, identifier. */
function renderDetails(localize: LocalizeController, details: Partial<Attempt>): TemplateResult {
  const { amount = '', installments = 1, brand = 'unknown', last4, startedAt, identifier } = details;
  const paid = formatReais(parseAmount(amount) ?? 0);
  const rows: [TextKey, string | undefined][] = [
    ['amount', installments > 1 ? `${paid} (${installments}x)` : paid],
    ['card', last4 && localize.text('cardEnding', { brand: brandNames[brand], last4 }).trim()],
    [
      'time',
      startedAt === undefined
        ? undefined
        : new Date(startedAt).toLocaleString(localize.language, { dateStyle: 'short', timeStyle: 'short' }),
    ],
    ['protocol', identifier],
  ];
  return html`<dl class="details">
    ${rows.map(([key, value]) =>
      value
        ? html`<div>
            <dt>${localize.text(key)}</dt>
            <dd>${value}</dd>
          </div>`
        : nothing,
    )}
  </dl>`;
}

function findFailureHelp(code: ErrorCode): TextKey {
  switch (code) {
    case 'offline':
      return 'failedOffline';
    case 'invalid-input':
    case 'invalid-request':
      return 'failedData';
    case 'rate-limited':
      return 'failedRate';
    case 'order-closed':
      return 'failedClosed';
    default:
      return 'failedHelp';
  }
}
