import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { OrderController } from '../../../controllers/order/order-controller.js';
import type { ErrorCode } from '../../../domain/errors.js';
import { formatReais, parseAmount } from '../../../domain/money.js';
import type { Attempt } from '../../../domain/order/attempt.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import { readAttempt, readTakenAmount } from '../../../domain/order/payment-record.js';
import { presentFields } from '../../../domain/present-fields.js';
import { brandNames } from '../../../i18n/brand-names.js';
import type { TextKey } from '../../../i18n/pt-br-whole.js';
import { formatSplit, formatTerms } from '../form/plan-text.js';
import { renderIsolated } from '../isolated.js';
import { renderOutcomeIcon, type OutcomeIcon } from './outcome-icon.js';
import { adoptLate } from '../styles/late-styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { renderOutcomeRegion } from './outcome-region.js';
import { outcomeStyles } from './outcome.styles.js';

/** What the shopper reads after a payment, or instead of one. */
interface Message {
  icon: OutcomeIcon;
  title: 'approved' | 'declined' | 'failed' | 'unconfirmed' | 'elsewhere' | 'closed' | 'unavailable' | 'paidTwice' | 'paidShort';
  /** What it means; by default the text of the title's own name. */
  help?: TextKey | undefined;
  /** What stands in the words of `help`. */
  values?: Readonly<Record<string, string>>;
  /** Whether the shop may add words of its own, in the slot of the title's name. */
  hasSlot?: boolean;
  /** Whether it stands in the place of the form, rather than below it. Default true. */
  isScreen?: boolean;
}

/** What is shown of a payment. */
type PaymentDetails = Omit<Attempt, 'parts'> & { parts?: readonly string[] };

/** The colour of a message, by its icon. */
const TONES: Readonly<Record<OutcomeIcon, 'good' | 'warn' | 'bad'>> = {
  done: 'good',
  refused: 'bad',
  unknown: 'warn',
  waiting: 'warn',
  over: 'warn',
  closed: 'warn',
};

/** What explains a failure, where its code says more than that nothing was charged. */
const FAILURE_HELPS: Readonly<Partial<Record<ErrorCode, TextKey>>> = {
  offline: 'failedOffline',
  'invalid-input': 'failedData',
  'invalid-request': 'failedData',
  'rate-limited': 'failedRate',
  'order-closed': 'failedClosed',
};

/** Where an outcome is shown. */
interface Place {
  /** The element that it is rendered in, which gets its styles with the first words. */
  host: HTMLElement;
  localize: LocalizeController;
}

/** What an outcome panel shows. */
export interface OutcomeTemplate extends Place {
  order: OrderController;
  /** What the last payment came to, while the order may still be paid. */
  outcome: PaymentOutcome | undefined;
  /** What explains a failure whose code alone is not enough. */
  help?: TextKey | undefined;
}

/** Renders what became of the order. The region is there from the start, so that its words are announced when they come. */
export function renderOutcome({ order, outcome, help, ...place }: OutcomeTemplate): TemplateResult {
  const { state } = order;
  const { localize } = place;
  switch (state.status) {
    case 'paid':
      return renderPanel(place, { icon: 'done', title: 'approved', help: state.unconfirmed && 'approvedButHelp', hasSlot: true }, [
        renderServiceMessage(localize, state.outcome.message),
        renderPaymentDetails(localize, {
          ...state.outcome,
          ...presentFields({ parts: state.parts }),
          startedAt: state.startedAt,
        }),
        renderUnconfirmed(order, localize, state.unconfirmed),
      ]);
    case 'paid-twice':
      return renderForOrder(order, place, { icon: 'unknown', title: 'paidTwice' }, [
        ...state.payments.map((payment) => renderPaymentDetails(localize, { ...readAttempt(payment), total: readTakenAmount(payment) })),
        renderUnconfirmed(order, localize, state.unconfirmed),
      ]);
    case 'paid-short': {
      const values = { arrived: formatAmountText(state.arrived), missing: formatAmountText(state.missing) };
      return renderForOrder(order, place, { icon: 'unknown', title: 'paidShort', values }, [
        renderUnconfirmed(order, localize, state.unconfirmed),
      ]);
    }
    case 'unconfirmed':
      return renderPanel(place, { icon: 'unknown', title: 'unconfirmed', hasSlot: true }, [
        renderPaymentDetails(localize, state.attempt),
        state.isShopNotified ? html`<p part="outcome-note">${localize.text('shopNotified')}</p>` : nothing,
        order.follower?.canCheck ? renderCheckButton(order, localize, state.isChecking) : nothing,
      ]);
    case 'elsewhere':
      return renderPanel(place, { icon: 'waiting', title: 'elsewhere' });
    case 'closed':
      return renderPanel(
        place,
        state.closed === 'paid' ? { icon: 'done', title: 'approved', help: 'closedHelp' } : { icon: 'closed', title: 'closed' },
      );
    case 'paying':
      // What was asked for here while another element of the page pays.
      return outcome?.status === 'cancelled' && outcome.reason === 'busy'
        ? renderPanel(place, { icon: 'waiting', title: 'elsewhere', isScreen: false })
        : renderOpenOutcome(outcome, place, help);
    case 'reading':
    case 'open':
      return renderOpenOutcome(outcome, place, help);
  }
}

/** Renders what is said of the whole order: once, in its outermost element. */
function renderForOrder(order: OrderController, place: Place, message: Message, more: readonly unknown[]): TemplateResult {
  return order.follower?.isOutermost ? renderPanel(place, message, more) : renderPanel(place);
}

/** Renders a card that may have been charged beside what paid the order, and how to ask about it. */
function renderUnconfirmed(order: OrderController, localize: LocalizeController, attempt: Attempt | undefined): unknown {
  if (!attempt) return nothing;
  return html`<p part="outcome-note">${localize.text('alsoUnconfirmed')}</p>
    ${renderPaymentDetails(localize, attempt)} ${order.follower?.canCheck ? renderCheckButton(order, localize, false) : nothing}`;
}

function renderOpenOutcome(outcome: PaymentOutcome | undefined, place: Place, help: TextKey | undefined): TemplateResult {
  switch (outcome?.status) {
    case 'declined':
      return renderPanel(place, { icon: 'refused', title: 'declined', hasSlot: true, isScreen: false }, [
        renderServiceMessage(place.localize, outcome.message),
      ]);
    case 'failed':
      return renderPanel(place, {
        icon: 'refused',
        title: 'failed',
        help: help ?? FAILURE_HELPS[outcome.error.code],
        hasSlot: true,
        isScreen: false,
      });
    default:
      return renderPanel(place);
  }
}

/** Renders that nothing can be paid here, whatever is filled in. */
export function renderUnavailable(place: Place): TemplateResult {
  return renderPanel(place, { icon: 'closed', title: 'unavailable' });
}

function renderPanel({ host, localize }: Place, message?: Message, more: readonly unknown[] = []): TemplateResult {
  if (!message) return renderOutcomeRegion();
  adoptLate(host, motionStyles, outcomeStyles);
  const { icon, title, help = `${title}Help`, values, hasSlot, isScreen = true } = message;
  const words = html`${renderOutcomeIcon(icon)}
    <h2 part="outcome-title" class="title">${localize.text(title)}</h2>
    <p part="outcome-text">${localize.text(help, values)}</p>
    ${more} ${hasSlot ? html`<slot name=${title}></slot>` : nothing}`;
  return renderOutcomeRegion(`outcome ${TONES[icon]} ${isScreen ? 'screen' : ''}`, words);
}

function renderServiceMessage(localize: LocalizeController, message: string | undefined): TemplateResult | typeof nothing {
  return message
    ? html`<p part="outcome-message" class="muted">${renderIsolated(localize, 'serviceSays', ['message', message])}</p>`
    : nothing;
}

function renderCheckButton(order: OrderController, localize: LocalizeController, isChecking: boolean): TemplateResult {
  return html`<button
    part="check-button"
    class="button"
    type="button"
    aria-disabled=${isChecking}
    @click=${() => void order.follower?.guard.check()}
  >
    ${localize.text(isChecking ? 'checking' : 'check')}
  </button>`;
}

/** What the shopper needs to talk to the shop: amount, plan, card or Pix, time, identifier. */
function renderPaymentDetails(localize: LocalizeController, details: Partial<PaymentDetails>): TemplateResult {
  const { amount = '', total = amount, method, brand = 'unknown', last4, chargeId } = details;
  // Of a Pix nobody knows when it was paid, and it has no other identifier than its charge's.
  const { startedAt, identifier } = method === 'pix' ? { startedAt: undefined, identifier: chargeId } : details;
  const rows: [TextKey, string | undefined][] = [
    ['amount', formatAmountText(total)],
    ['installments', formatSentPlan(localize, details)],
    ['card', last4 && localize.text('cardEnding', { brand: brandNames[brand], last4 }).trim()],
    ['methods', method === 'pix' ? localize.text('methodPix') : undefined],
    ['time', startedAt ? new Date(startedAt).toLocaleString(localize.language, { dateStyle: 'short', timeStyle: 'short' }) : undefined],
    ['protocol', identifier],
  ];
  return html`<dl part="outcome-details" class="details">
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

/** An amount for the shopper. A record may have been changed on the device: an amount that cannot be read is left out. */
function formatAmountText(amount: string): string {
  const cents = parseAmount(amount);
  return cents === undefined ? '' : formatReais(cents);
}

/**
 * The plan as the shopper saw it: "3x de R$ 100,00 sem juros", with the parts to the cent where they differ. Where only the service knows the
 * fee, or nobody wrote the parts down, what was sent: "3x com taxa calculada pela operadora".
 */
function formatSentPlan(
  localize: LocalizeController,
  { installments = 1, whoPaysFee = 'merchant', parts }: Partial<PaymentDetails>,
): string | undefined {
  if (installments === 1) return undefined;
  const partsCents = parts?.flatMap((part) => parseAmount(part) ?? []);
  if (partsCents?.length !== installments) {
    return whoPaysFee === 'merchant'
      ? localize.text('planFree', { plan: `${installments}x` })
      : localize.text('planFee', { count: installments, fee: localize.text('feeUnknown') });
  }
  const terms = formatTerms(localize, { installments, whoPaysFee, partsCents }, '');
  const split = formatSplit(localize, partsCents);
  return split ? `${terms} (${split})` : terms;
}
