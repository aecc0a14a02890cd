import { nothing, type TemplateResult } from 'lit';
import { ChargeController } from '../../controllers/charges/charge-controller.js';
import type { ChargeKind } from '../../controllers/charges/charge-kind.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { addPortuguese, LocalizeController } from '../../controllers/page/localize-controller.js';
import { PaymentController } from '../../controllers/payment/payment-controller.js';
import type { PaymentSource } from '../../controllers/payment/payment-draft.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import { checkAllSettings } from '../../controllers/settings/settings-problems.js';
import { formatReais } from '../../domain/money.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { BrCode } from '../../domain/pix/br-code.js';
import type { WatchedCharge } from '../../flow/charges/watched-charges.js';
import { ptBr, type TextKey, type Texts } from '../../i18n/pt-br.js';
import { ContentWatch } from '../shared/content/content-watch.js';
import { html } from '../shared/html.js';
import { renderOutcomeIcon } from '../shared/outcome/outcome-panel.js';
import { renderOutcome, renderQueryButton, renderUnavailable } from '../shared/outcome/outcome.js';
import { outcomeStyles } from '../shared/outcome/outcome.styles.js';
import { SettingsElement } from '../shared/settings-element.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { motionStyles } from '../shared/styles/motion.styles.js';
import { PageScheme } from '../shared/styles/page-scheme.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { deriveChargeScreen, findRefusalHelp, LOOKS, type ChargeScreen } from './charge-screen.js';
import { codeStyles } from './code.styles.js';
import { CopyController } from './copy-controller.js';
import { FocusKeeper } from './focus-keeper.js';
import { renderPixCode } from './pix-code-view.js';
import { renderRing } from './ring.js';
import { chargeStyles } from './charge.styles.js';
import { QrSymbol } from './qr-symbol.js';

/**
 * The base of the elements whose charge a shopper pays elsewhere, in the bank's app: of `<balcao-pix>`, and of `<balcao-boleto>`, which may
 * have a Pix code too.
 *
 * @slot help - the shop's content below the pay button, and below an order that only the shop can put right, such as whom to ask
 * @slot approved - the shop's content for a paid order, such as what comes next
 * @slot failed - the shop's content for a payment that was not made
 * @slot unconfirmed - the shop's content for a payment that could not be confirmed, such as how to reach the shop
 * @fires {BalcaoEvent} balcao-ready - when the element can be used
 * @fires {BeforePayEvent} balcao-before-pay - before a charge is created; it can be cancelled and can wait
 * @fires {BalcaoEvent} balcao-failed - when no charge was created, or its codes were not those of the order
 * @fires {BalcaoEvent} balcao-duplicate - when the shopper paid more than was due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something other than a payment fails; `detail.operation` names it
 * @csspart intro - the explanation of the method
 * @csspart summary - the amount to pay, above the button that creates the charge
 * @csspart total - the total to pay
 * @csspart pay-button - the button that creates the charge
 * @csspart new-code-button - the button that creates another code after one has expired
 * @csspart pix-code - the code as text
 * @csspart code-toggle - the button that shows the whole text of the code or its first line
 * @csspart copy-button - the button that copies the code
 * @csspart copy-note - the note about the result of a copy
 * @csspart qr - the QR code
 * @csspart details - the receiver and the amount
 * @csspart receiver - the receiver's name and city in the code
 * @csspart amount - the amount of the charge
 * @csspart steps - the steps of the payment
 * @csspart countdown-ring - the time in which a Pix code can be paid, as a ring; it turns while the time is not known
 * @csspart status - the state of the charge in words
 * @csspart label - the label of the Pix code
 * @csspart outcome - the outcome of the payment
 * @csspart outcome-icon - the icon of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - the explanation of an outcome
 * @csspart outcome-message - the message of the service
 * @csspart outcome-details - the amount, plan, card, time and identifier of a payment
 * @csspart outcome-note - the note that the shop was notified of an unconfirmed payment
 * @csspart outcome-amount - the paid amount
 * @csspart copy-identifier-button - the button that copies the identifier of a payment
 * @csspart receipt-button - the button that shares a receipt on phones, and prints it elsewhere
 * @csspart pay-with-pix-button - the button that leads to Pix after a payment that was not made
 * @csspart use-other-card-button - the button that leads to another card after a payment that was not made
 * @csspart check-button - the button that queries the status of the charge, or the result of an unconfirmed payment again
 * @cssprop [--balcao-duration=0.16s] - duration of motion; there is none if the device asks for reduced motion
 * @cssprop [--balcao-ring=var(--balcao-pix)] - ring of the time in which a code can be paid
 * @cssprop [--balcao-qr-border=var(--balcao-line)] - line around the QR code
 * @cssprop [--balcao-label-weight=500] - weight of labels
 * @cssprop [--balcao-label-size=0.9375em] - size of labels
 * @cssprop [--balcao-background=Canvas] - the background of the page; the lines of an icon have this colour
 */
export abstract class ChargeElement<Shown extends WatchedCharge> extends SettingsElement {
  static override styles = [themeStyles, summaryStyles, motionStyles, lateThemeStyles, outcomeStyles, codeStyles, chargeStyles];

  protected readonly settings = new SettingsController(this);
  protected readonly localize = new LocalizeController(this, () => this.settings.input.texts);
  protected readonly payment = new PaymentController(this, this.settings, NO_FORM);
  protected readonly charges: ChargeController<Shown>;
  protected readonly copying = new CopyController(this);
  protected readonly qr = new QrSymbol(() => this.requestUpdate());
  readonly #kind: ChargeKind<Shown>;
  #isUnfolded = false;

  /** `texts` are the Portuguese texts that no other element has. */
  constructor(kind: ChargeKind<Shown>, texts: Partial<Texts> = {}) {
    super();
    this.#kind = kind;
    this.charges = new ChargeController(this.payment, kind);
    addPortuguese({ ...ptBr, ...texts });
    checkAllSettings();
    // After the controllers above: a new outcome gets the focus before this controller moves it.
    new FocusKeeper(this);
  }

  /**
   * Creates a charge, or shows the order's charge again that can still be paid. Resolves with `undefined` if there is none. Never rejects.
   */
  create(): Promise<Shown['charge'] | undefined> {
    return this.charges.create();
  }

  /**
   * Creates a charge, or returns the outcome of an order that accepts none. For a shop's own button. A charge is no payment yet: if there is
   * one, the outcome is `invalid` without fields, and `balcao-pix-paid` or `balcao-boleto-paid` is sent once it is paid. Never rejects.
   */
  pay(): Promise<PaymentOutcome> {
    return this.charges.pay();
  }

  /** Returns true: there is nothing to fill in. */
  checkValidity(): boolean {
    return true;
  }

  /** Returns true: there is nothing to fill in. */
  reportValidity(): boolean {
    return true;
  }

  /** Clears the messages. A charge that can still be paid stays, and so does an order that is paid or unconfirmed. */
  reset(): void {
    this.copying.forget();
    this.payment.reset();
  }

  /** Hides the charge. It can still be paid, so it is still polled, and `create()` shows it again. */
  cancel(): void {
    this.charges.cancel();
  }

  /** Puts the focus on the button that creates or copies a code, or on the outcome if the order accepts no more payments. */
  override focus(options?: FocusOptions): void {
    const next = this.payment.order.isPayable
      ? '.primary, [part="copy-button"], [part="copy-line-button"], [part="check-button"]'
      : '[part="outcome"]';
    this.renderRoot.querySelector<HTMLElement>(next)?.focus(options);
  }

  protected override firstUpdated(): void {
    new PageScheme(this);
    new ContentWatch(this);
    if (!this.payment.obstacle) this.dispatchEvent(new BalcaoEvent('balcao-ready', null));
  }

  /** The state of the element at this moment. */
  protected get screen(): ChargeScreen<Shown> {
    return deriveChargeScreen(this.charges, this.payment.order, this.#kind.method);
  }

  protected override render(): TemplateResult {
    return this.payment.isUnavailable ? renderUnavailable({ host: this, localize: this.localize }) : this.renderScreen(this.screen);
  }

  /** Renders the state of the element. */
  protected abstract renderScreen(screen: ChargeScreen<Shown>): TemplateResult;

  /** Renders the outcome of the order, if there is one. */
  protected renderOutcome(): unknown {
    const { payment, localize } = this;
    return renderOutcome({ host: this, localize }, payment, findRefusalHelp(payment.outcome, this.#kind.method));
  }

  /** Renders the state of the charge in words, below an icon if the charge is over, and `next` below. `mark` is that of the method. */
  protected renderState({ stage, shown, status }: ChargeScreen<Shown>, next: unknown, mark: unknown = nothing): TemplateResult {
    const icon = stage === 'over' ? renderOutcomeIcon(shown?.phase === 'final' ? 'closed' : 'over') : nothing;
    return html`${LOOKS[stage].state === 'head' ? mark : icon}
      <p part="status" class=${LOOKS[stage].status} role="status" .textContent=${status ? this.localize.text(status) : ''}></p>
      ${next}`;
  }

  /** Renders the price by this method. */
  protected renderSummary(): TemplateResult {
    return html`<div class="summary" part="summary">
      <p class="total" part="total">
        <span .textContent=${this.localize.text('totalCash')}></span>
        <strong translate="no" .textContent=${formatReais(this.#kind.getPriceCents(this.settings.current.settings))}></strong>
      </p>
    </div>`;
  }

  /** Renders the button that creates a charge, unless the shop has its own, and the shop's help. */
  protected renderActions(key: TextKey): TemplateResult {
    return html`<div class="actions">${this.settings.current.settings.hasPayButton ? this.renderButton('pay-button', key) : nothing}</div>
      <slot name="help"></slot>`;
  }

  /** Renders a button that creates a charge. */
  protected renderButton(part: 'pay-button' | 'new-code-button', key: TextKey): TemplateResult {
    const { isCreating } = this.charges;
    return html`<button
      part=${part}
      class="button primary"
      type="button"
      translate="no"
      aria-disabled=${isCreating}
      @click=${() => this.charges.isCreating || this.press(part)}
    >
      ${isCreating ? renderRing() : nothing}<span
        .textContent=${` ${this.localize.text(isCreating ? `${this.#kind.method}Creating` : key)}`}
      ></span>
    </button>`;
  }

  /** Creates a charge at the press of a button. */
  protected press(_part: 'pay-button' | 'new-code-button'): void {
    void this.create();
  }

  /** Renders the button that queries the status of the charge. */
  protected renderCheckButton(): TemplateResult {
    const isRunning = this.charges.check === 'running';
    return renderQueryButton(this.localize.text(isRunning ? 'checking' : 'pixCheck'), isRunning, () => this.charges.checkNow());
  }

  /** Copies the text of a field, by the field's identifier, or `text` in its place. */
  protected copy(id: 'code' | 'line', text?: string): void {
    const field = this.renderRoot.querySelector<HTMLTextAreaElement>(`#${id}`);
    if (field) void this.copying.copy(field, text);
  }

  /** Renders a verified Pix code. `amount` is that of its charge: reais as decimal text. */
  protected renderPix(amount: string, text: string, brCode: BrCode): unknown[] {
    return renderPixCode({
      charge: { amount, brCode: text },
      brCode,
      qr: this.qr.draw(text),
      isUnfolded: this.#isUnfolded,
      unfold: (isUnfolded) => {
        this.#isUnfolded = isUnfolded;
        this.requestUpdate();
      },
      copied: this.copying.find(text),
      copy: () => this.copy('code'),
      leave: () => this.copying.find(text) === 'refused' && this.copying.forget(),
      localize: this.localize,
    });
  }
}

/** The source of a payment without a form: the shopper fills in nothing. */
const NO_FORM: PaymentSource = {
  showsCharges: true,
  isComplete: true,
  findPlan: () => undefined,
  ready: async () => undefined,
  validate: () => ({ fields: [] }),
  settled: () => undefined,
};
