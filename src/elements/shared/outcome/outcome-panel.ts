import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { OrderController } from '../../../controllers/order/order-controller.js';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { addStyles } from '../../../controllers/page/adopted-styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { renderOutcomeRegion } from './outcome-region.js';
import { outcomeStyles } from './outcome.styles.js';
import { html } from '../html.js';

/** The place in which an outcome is rendered. */
export interface Place {
  /** The element that renders the outcome. It gets the styles of outcomes with its first message. */
  host: HTMLElement & Pick<ReactiveControllerHost, 'updateComplete' | 'requestUpdate'>;
  localize: LocalizeController;
  /** Puts the focus on the field of the security code, in an element that has one. */
  focusCode?: (() => void) | undefined;
}

/** The payment that an element shows. */
export interface ShownPayment {
  readonly order: OrderController;
  readonly settings: SettingsController;
  /** True while the payment of the order runs in this element. */
  readonly isPaying?: boolean;
  /** The outcome of the last payment; only while the order may still be paid. */
  readonly outcome?: PaymentOutcome | undefined;
}

/** The keys of texts that have an explanation: the text of the same key with `Help` at its end. */
type ExplainedKey = { [Key in TextKey]: `${Key}Help` extends TextKey ? Key : never }[TextKey];

/** The titles of a charge that was paid elsewhere. They share the explanation of an approved card. */
type PaidKey = 'pixPaid' | 'boletoPaid';

/** True for the title of a charge that was paid elsewhere. */
export function isPaidKey(title: TextKey): title is PaidKey {
  return title === 'pixPaid' || title === 'boletoPaid';
}

/** A message to the shopper after a payment or instead of one. */
export interface Message {
  icon: keyof typeof STROKES;
  title: PaidKey | ExplainedKey;
  /** The heading and the explanation in words, instead of the texts of `title` and `help`. */
  words?: { readonly title: string; readonly text: string };
  /** The key of the explanation. Default: the key of the title with `Help` at its end. */
  help?: TextKey | undefined;
  /** The values for the text of `help`. */
  values?: Readonly<Record<string, string>>;
  /** The formatted amount, which is shown large below the title. */
  amount?: string;
  /** The slot for the shop's own content. */
  slot?: 'approved' | 'declined' | 'failed' | 'unconfirmed' | 'help';
  /** True for a message in the place of the form, false for one above the form. Default true. */
  isScreen?: boolean;
  /**
   * True if the focus moves to the title. Screen readers then read the title with its explanation, and the live region is silent. Default
   * false.
   */
  isFocused?: boolean;
}

/** The icons of outcomes by name, as strokes on a grid of 24. */
const STROKES = {
  done: 'm6 12.5 4 4 8-9',
  refused: 'm8 8 8 8m0-8-8 8',
  unknown: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1m0 3.2v.1',
  alert: 'M12 6.8v6.4m0 3.6v.1',
  waiting: 'M7 12h.01M12 12h.01M17 12h.01',
  over: 'M12 6.5V12l3.5 2.5',
  closed: 'M8.5 11V8.5a3.5 3.5 0 0 1 7 0V11M7 11h10v6.5H7z',
} as const;

/** Renders an icon of an outcome. It is hidden from screen readers: the text beside it says the same. */
export function renderOutcomeIcon(icon: keyof typeof STROKES): TemplateResult {
  return html`<svg part="outcome-icon" class="icon ${icon}" viewBox="0 0 24 24" aria-hidden="true">
    <path pathLength="1" d=${STROKES[icon]} />
  </svg>`;
}

/**
 * Renders a message. `more` is between its explanation and the shop's slot, `after` is below both. Without a message it renders the empty
 * region.
 */
export function renderPanel({ host, localize }: Place, message?: Message, more: readonly unknown[] = [], after?: unknown): TemplateResult {
  if (!message) return renderOutcomeRegion();
  addStyles(host.shadowRoot, motionStyles, outcomeStyles);
  const { icon, title, words, values, amount, slot, isScreen = true, isFocused = false } = message;
  const tone = icon === 'done' ? 'good' : icon === 'refused' ? 'bad' : 'warn';
  const { help = isPaidKey(title) ? 'approvedHelp' : `${title}Help` } = message;
  const content = html`${renderOutcomeIcon(icon)}
    <h2
      part="outcome-title"
      class="title"
      tabindex="-1"
      aria-describedby=${isFocused ? 'outcome-text outcome-message' : nothing}
      .textContent=${words?.title ?? localize.text(title)}
    ></h2>
    ${amount ? html`<p part="outcome-amount" class="amount" translate="no" .textContent=${amount}></p>` : nothing}
    <p part="outcome-text" id="outcome-text" .textContent=${words?.text ?? localize.text(help, values)}></p>
    ${more}${slot ? html`<slot name=${slot}></slot>` : nothing}${after ?? nothing}`;
  return renderOutcomeRegion(`outcome ${tone} ${isScreen ? 'screen' : 'banner'}`, content);
}

/**
 * Renders the message that a payment runs. It is visually hidden, unless the message of the last try was shown: then it is visible in the
 * room of that.
 */
export function renderProcessing({ host, localize }: Place, hadBanner: boolean): TemplateResult {
  addStyles(host.shadowRoot, motionStyles, outcomeStyles);
  return renderOutcomeRegion(hadBanner ? 'outcome banner busy' : 'spoken', html`<span .textContent=${localize.text('processing')}></span>`);
}
