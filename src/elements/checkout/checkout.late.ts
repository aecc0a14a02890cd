import { css, unsafeCSS, type CSSResult, type LitElement, type TemplateResult, type ReactiveController } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { isUnavailable } from '../../controllers/payment/payment-controller.js';
import { OrderController } from '../../controllers/order/order-controller.js';
import type { SettingsController, SettingsHost } from '../../controllers/settings/settings-controller.js';
import type { MethodName, Settings } from '../../controllers/settings/settings.js';
import { OutcomeView } from '../shared/outcome/outcome-view.js';
import { addStyles, removeStyles } from '../../controllers/page/adopted-styles.js';
import { createSizeObserver } from '../../controllers/page/size-observer.js';
import { methodStyles } from './method.styles.js';
import { isShopAsked } from '../../controllers/card/fee-table-controller.js';
import { getOfferedPlans } from '../../controllers/card/installments-controller.js';
import { getPixPriceCents } from '../../controllers/pix/pix-price.js';
import { createInstallmentPlans, type InstallmentPlan } from '../../domain/installments/plans.js';
import { formatReais } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { html } from '../shared/html.js';
import { drawMarks } from '../shared/marks/draw-marks.js';
import { pixMarkStyles } from '../shared/marks/pix-mark.styles.js';
import { passSlot, passSlots } from './shop-slots.js';

/**
 * The styles of a checkout whose methods are replaced by an outcome. The outcome is a box of its own, so that no box moves when the rows
 * are removed. The box of the natural width would be a row of its own.
 */
const overStyles = css`
  .panel > ::before {
    content: none;
  }
  .over > .method,
  .over > .method > .panel,
  .over > .method > .panel > * {
    display: contents;
  }
`;

/** The slots whose content is shown in an outcome. */
const OUTCOME_SLOTS = ['approved', 'declined', 'failed', 'unconfirmed'] as const;

/** The description of a method: its mark, as a directive for an `<svg>`, and its summary in one line. */
export interface MethodAbout {
  mark: DirectiveResult;
  /** The discount of the method, and the shop's own mark, if it has them. */
  extra: TemplateResult | undefined;
  line: string;
}

/** The checkout's side of its lazy-loaded part. */
export interface CheckoutShell {
  readonly host: LitElement & SettingsHost;
  readonly settings: SettingsController;
  readonly localize: LocalizeController;
}

/** The lazy-loaded part of the checkout: the state of its order, and the description of each method. */
export class CheckoutLate {
  readonly order: OrderController;
  readonly #shell: CheckoutShell;
  readonly #view: OutcomeView;
  /** The radio of the saved cards, if it has the focus. It is removed once it is chosen, since the cards are rows then. */
  #focusedHead: Element | null | undefined;

  constructor(shell: CheckoutShell) {
    const { host, settings, localize } = shell;
    this.#shell = shell;
    this.#view = new OutcomeView(host, localize, []);
    addStyles(host.shadowRoot, overStyles, pixMarkStyles, methodStyles);
    this.order = new OrderController(host, settings);
    new HeldHeight(host);
    host.addController({
      hostUpdate: () => (this.#focusedHead = host.shadowRoot?.querySelector('[value="saved-cards"]:focus')),
      hostUpdated: () => {
        if (this.#focusedHead?.isConnected === false) host.focus();
        this.#passSlots();
      },
    });
  }

  /**
   * Returns true if the checkout shows the state of the order in the place of the methods: the order was paid twice or not in full, or the
   * paid amount is unclear. If the checkout lays out the methods itself, also that a charge is unconfirmed, that another tab or device pays,
   * or that nothing can be paid here.
   */
  isAlarming(hasLayout: boolean): boolean {
    const { status } = this.order.state;
    if (hasLayout) return /^paid-/.test(status);
    return /^paid-|elsewhere|unconfirmed/.test(status) || isUnavailable(this.#shell.settings);
  }

  /** Returns whether a charge by this method may still be paid. */
  isWatched(method: MethodName): boolean {
    return this.order.guard.openMethods.includes(method);
  }

  /** Renders the state of the order in the place of the methods. */
  renderAlarm(): TemplateResult {
    return isUnavailable(this.#shell.settings)
      ? this.#view.renderUnavailable()
      : this.#view.renderOutcome({ order: this.order, settings: this.#shell.settings });
  }

  /** Forwards the slots of outcomes to the element of the open method, and the mark of Pix to its panel. */
  #passSlots(): void {
    const { host } = this.#shell;
    passSlots(host, OUTCOME_SLOTS);
    passSlot(host, 'pix-mark', host.renderRoot.querySelector('balcao-pix'));
  }

  /** Describes a method. */
  describe(method: MethodName): MethodAbout {
    const isPix = method === 'pix';
    return {
      mark: drawMarks(isPix || method === 'boleto' ? method : 'unknown'),
      extra: isPix ? this.#renderPixExtra() : undefined,
      line: this.#formatLine(method),
    };
  }

  /**
   * Renders the discount of a Pix and the slot for the shop's mark. The panel of Pix has this slot too; the first one in the tree shows the
   * content, and the other one nothing.
   */
  #renderPixExtra(): TemplateResult | undefined {
    const discount = this.#renderDiscount();
    if (!this.#shell.host.querySelector(':scope > [slot=pix-mark]')) return discount;
    return html`${discount}<slot name="pix-mark" aria-hidden="true"></slot>`;
  }

  /**
   * Renders the discount of a Pix in percent of the amount, rounded down; none below one percent. A shop may have rounded its price up to the
   * next cent: 5 % less than R$ 149,90 are R$ 142,41.
   */
  #renderDiscount(): TemplateResult | undefined {
    const { settings, problems } = this.#shell.settings.current;
    const savingCents = settings.amountCents - getPixPriceCents(settings);
    const percent = Math.floor((100 * (savingCents + 0.99)) / settings.amountCents);
    if (problems.length || !savingCents || percent < 1) return undefined;
    return html`<span part="method-badge" class="badge" .textContent=${this.#shell.localize.text('methodDiscount', { percent })}></span>`;
  }

  /** Formats the summary of a method; empty if there is nothing to show. */
  #formatLine(method: MethodName): string {
    const { settings, problems } = this.#shell.settings.current;
    if (method === 'saved-cards' || problems.length || !settings.amountCents) return '';
    if (method === 'boleto') return this.#shell.localize.text('methodBoletoLine');
    return method === 'card' ? this.#formatPlans(settings) : this.#formatPixPrice(settings);
  }

  /** Formats the shop's price by Pix if it is lower than the amount, else the text that a Pix is paid at once. */
  #formatPixPrice(settings: Settings): string {
    const { localize } = this.#shell;
    const priceCents = getPixPriceCents(settings);
    const savingCents = settings.amountCents - priceCents;
    if (!savingCents) return localize.text('methodPixAtOnce');
    return localize.text('methodPixPrice', { amount: formatReais(priceCents), saving: formatReais(savingCents) });
  }

  /**
   * Formats the largest number of installments and the largest one without interest. Returns an empty text until the shop has sent its
   * terms.
   */
  #formatPlans(settings: Settings): string {
    const { host, localize } = this.#shell;
    const plans = isShopAsked(settings) ? getOfferedPlans(host) : findPlans(settings);
    if (!plans) return '';
    const withFee = plans.findIndex(({ whoPaysFee }) => whoPaysFee === 'customer');
    const most = plans.at(-1)?.installments ?? 1;
    const free = withFee < 0 ? most : (plans[withFee - 1]?.installments ?? 1);
    const key: TextKey = most === 1 ? 'methodCardOnce' : free === most ? 'methodCardFree' : free > 1 ? 'methodCardSome' : 'methodCardUpTo';
    return localize.text(key, { most, free });
  }
}

/** The plans of each settings object. Their rates take time to calculate, and the settings are the same object until something changes. */
const plansOf = new WeakMap<Settings, readonly InstallmentPlan[]>();

/** Finds the plans by the page's settings alone. If the shopper chooses who pays the fee, it is the customer here. */
function findPlans(settings: Settings): readonly InstallmentPlan[] {
  const { fees, feePayer, ...rest } = settings;
  const payer = feePayer === 'choice' ? 'customer' : feePayer;
  const plans = plansOf.get(settings) ?? createInstallmentPlans({ ...rest, ...presentFields({ fees }), feePayer: payer });
  plansOf.set(settings, plans);
  return plans;
}

/**
 * Keeps the height of a checkout's methods from the start of a payment on, so that nothing moves below the checkout when an outcome
 * replaces them. It releases the height when the method changes or the order can be paid again.
 */
class HeldHeight implements ReactiveController {
  readonly #host: LitElement;
  // A strict content security policy refuses a `style` attribute.
  #style: CSSResult | undefined;
  #sizes: ResizeObserver | undefined;
  #heightPx = 0;
  #widthPx = 0;
  /** True while an outcome replaces the methods. */
  #isOver = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addEventListener('balcao-before-pay', () => this.#hold());
    host.addEventListener('balcao-method-changed', () => this.#release());
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#sizes?.disconnect();
    this.#sizes = undefined;
  }

  hostUpdated(): void {
    const methods = this.#methods;
    if (!methods) return;
    this.#observe();
    const isOver = methods.matches('.over, [hidden]');
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    if (isOver) this.#hold();
    else this.#release();
  }

  get #methods(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('[part="methods"]');
  }

  /**
   * Measures the largest height since the method was chosen or the width changed. The paying element may get lower one frame before the
   * rows are removed.
   */
  #measure(): void {
    if (this.#isOver) return;
    const { offsetWidth = 0, offsetHeight = 0 } = this.#methods ?? {};
    this.#heightPx = offsetWidth === this.#widthPx ? Math.max(this.#heightPx, offsetHeight) : offsetHeight;
    this.#widthPx = offsetWidth;
  }

  /** Sets the measured height. It is not measured here: at the start of a payment the browser would compute the layout once more. */
  #hold(): void {
    this.#setStyle(unsafeCSS(`:host { --_held: ${this.#heightPx}px }`));
  }

  #release(): void {
    this.#heightPx = 0;
    this.#setStyle(undefined);
    // Starts again: the observer would not report a height that stays the same.
    this.#sizes?.disconnect();
    this.#observe();
  }

  #setStyle(style: CSSResult | undefined): void {
    const { shadowRoot } = this.#host;
    if (!shadowRoot) return;
    if (this.#style) removeStyles(shadowRoot, this.#style);
    if (style) addStyles(shadowRoot, style);
    this.#style = style;
  }

  /** Observes the methods, unless the checkout has left the page. This class may come that late. */
  #observe(): void {
    const methods = this.#methods;
    if (!methods || !this.#host.isConnected) return;
    this.#sizes ??= createSizeObserver(this.#host, () => this.#measure());
    this.#sizes.observe(methods);
  }
}
