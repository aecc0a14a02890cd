import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { OrderController } from '../../../controllers/order/order-controller.js';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { adoptLate } from '../styles/late-styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { renderOutcomeIcon, type OutcomeIcon } from './outcome-icon.js';
import { renderOutcomeRegion } from './outcome-region.js';
import { outcomeStyles } from './outcome.styles.js';

/** Where an outcome is shown. */
export interface Place {
  /** The element that it is rendered in, which gets its styles with the first words. */
  host: HTMLElement & Pick<ReactiveControllerHost, 'updateComplete' | 'requestUpdate'>;
  localize: LocalizeController;
}

/** A payment as an element shows it. */
export interface ShownPayment {
  readonly order: OrderController;
  readonly settings: SettingsController;
  /** Whether the element itself is paying. */
  readonly isPaying?: boolean;
  /** What the last payment came to, while the order may still be paid. */
  readonly outcome?: PaymentOutcome | undefined;
}

/** What the shopper reads after a payment, or instead of one. */
export interface Message {
  icon: OutcomeIcon;
  title:
    | 'approved'
    | 'pixPaid'
    | 'declined'
    | 'failed'
    | 'unconfirmed'
    | 'elsewhere'
    | 'closed'
    | 'unavailable'
    | 'paidTwice'
    | 'paidShort'
    | 'paidUnclear';
  /** What it means; by default the text of the title's own name. */
  help?: TextKey | undefined;
  /** What stands in the words of `help`. */
  values?: Readonly<Record<string, string>>;
  /** The amount that it is about, as text: large, below the title. */
  amount?: string;
  /** The slot in which the shop may add words of its own. */
  slot?: 'approved' | 'declined' | 'failed' | 'unconfirmed';
  /** Whether it stands in the place of the form, rather than above it. Default true. */
  isScreen?: boolean;
  /** Whether the focus goes to its title, which then says it: the region itself stays silent. Default false. */
  isFocused?: boolean;
}

/** The colour of a message, by its icon. */
const TONES: Readonly<Record<OutcomeIcon, 'good' | 'warn' | 'bad'>> = {
  done: 'good',
  refused: 'bad',
  unknown: 'warn',
  waiting: 'warn',
  over: 'warn',
  closed: 'warn',
};

/** Renders a message, with `more` between its words and those of the shop, and `after` below all. Without one, the empty region. */
export function renderPanel({ host, localize }: Place, message?: Message, more: readonly unknown[] = [], after?: unknown): TemplateResult {
  if (!message) return renderOutcomeRegion();
  adoptLate(host, motionStyles, outcomeStyles);
  const { icon, title, values, amount, slot, isScreen = true, isFocused = false } = message;
  const { help = title === 'pixPaid' ? 'approvedHelp' : `${title}Help` } = message;
  const words = html`${renderOutcomeIcon(icon)}
    <h2 part="outcome-title" class="title" tabindex="-1" aria-describedby=${isFocused ? 'outcome-text outcome-message' : nothing}>
      ${localize.text(title)}
    </h2>
    ${amount ? html`<p part="outcome-amount" class="amount">${amount}</p>` : nothing}
    <p part="outcome-text" id="outcome-text">${localize.text(help, values)}</p>
    ${more} ${slot ? html`<slot name=${slot}></slot>` : nothing} ${after ?? nothing}`;
  return renderOutcomeRegion(`outcome ${TONES[icon]} ${isScreen ? 'screen' : 'banner'}`, words);
}

/** Renders that a payment is under way: heard beside a form that is busy, and seen where the message of the last try had its place. */
export function renderProcessing({ host, localize }: Place, hadBanner: boolean): TemplateResult {
  adoptLate(host, motionStyles, outcomeStyles);
  return renderOutcomeRegion(hadBanner ? 'outcome banner busy' : 'spoken', html`<span>${localize.text('processing')}</span>`);
}
