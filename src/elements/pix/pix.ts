import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { CountdownController } from '../../controllers/pix/countdown-controller.js';
import { addPortuguese, LocalizeController } from '../../controllers/page/localize-controller.js';
import { PaymentController } from '../../controllers/payment/payment-controller.js';
import type { PaymentSource } from '../../controllers/payment/payment-draft.js';
import { readPixPriceCents } from '../../controllers/pix/pix-price.js';
import { PixController } from '../../controllers/pix/pix-controller.js';
import type { VerifiedCharge } from '../../controllers/pix/pix-session.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import { formatReais } from '../../domain/money.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { ptBrWhole, type TextKey } from '../../i18n/pt-br-whole.js';
import { renderOutcome, renderUnavailable } from '../shared/outcome/outcome.js';
import { renderOutcomeIcon } from '../shared/outcome/outcome-icon.js';
import { outcomeStyles } from '../shared/outcome/outcome.styles.js';
import { SettingsElement } from '../shared/settings-element.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { motionStyles } from '../shared/styles/motion.styles.js';
import { PageScheme } from '../shared/styles/page-scheme.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { copyText } from './copy-text.js';
import { renderPixCode } from './pix-code-view.js';
import { pixStyles } from './pix.styles.js';
import { findPixFailureHelp, readPixState, type PixState } from './pix-state.js';
import { QrSymbol } from './qr-symbol.js';

/**
 * A payment by Pix: makes a charge when the shopper asks for it, verifies its code, shows it as text and QR, and watches it until
 * it is paid. A live charge of the same order and price is shown again by itself.
 *
 * @tag balcao-pix
 * @slot help - words of the shop below the pay button, such as whom to ask
 * @slot approved - words of the shop on a paid order, such as what comes next
 * @slot failed - words of the shop on a payment that was not made
 * @slot unconfirmed - words of the shop on a payment that nobody could confirm, such as how to reach it
 * @fires {BalcaoEvent} balcao-ready - when it can be used
 * @fires {BeforePayEvent} balcao-before-pay - before a charge is made; cancelable, and can wait
 * @fires {BalcaoEvent} balcao-pix-created - when a charge was made and its code is shown
 * @fires {BalcaoEvent} balcao-pix-expired - when the code is over and was not paid
 * @fires {BalcaoEvent} balcao-pix-paid - when the charge was paid, also late or in vain
 * @fires {BalcaoEvent} balcao-pix-ended - when the charge was cancelled, refunded or failed
 * @fires {BalcaoEvent} balcao-failed - when no charge was made, or its code was not the order's
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each payment too many
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @csspart intro - how Pix works
 * @csspart summary - what is paid, above the button that makes the charge
 * @csspart total - what is paid in all
 * @csspart pay-button - makes the charge
 * @csspart new-code-button - makes another code when the shown one is over
 * @csspart pix-code - the code as text
 * @csspart copy-button - copies the code
 * @csspart copy-note - what the copying came to
 * @csspart qr - the QR code
 * @csspart details - who is paid, and how much
 * @csspart receiver - who is paid, by the code
 * @csspart amount - how much is paid
 * @csspart steps - how to pay
 * @csspart pix-state - how the charge stands, and what comes next
 * @csspart pix-help - what to do when the code is over
 * @csspart countdown - how long the code can be paid
 * @csspart status - how the charge stands
 * @csspart label - the label of the code
 * @csspart outcome - what became of the payment
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - what it means for the shopper
 * @csspart outcome-message - what the service said
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-note - that the shop was notified of an unconfirmed payment
 * @csspart check-button - asks again what became of an unconfirmed payment
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-background=Canvas] - what is behind, seen through the drawing of an outcome
 */
export class Pix extends SettingsElement {
  static override styles = [themeStyles, summaryStyles, motionStyles, lateThemeStyles, outcomeStyles, pixStyles];

  protected override readonly parts =
    'intro,summary,total,pay-button,new-code-button,pix-state,pix-code,copy-button,copy-note,qr,details,receiver,amount,steps,countdown,status,label,pix-help,check-button,outcome,outcome-icon,outcome-title,outcome-text,outcome-message,outcome-details,outcome-note';

  readonly #settings = new SettingsController(this);
  readonly #localize = new LocalizeController(this, () => this.#settings.input.texts);
  readonly #payment = new PaymentController(this, this.#settings, NO_FORM);
  readonly #pix = new PixController({ host: this, settings: this.#settings, payment: this.#payment });
  readonly #countdown = new CountdownController(this, () => this.#pix.leftMs);
  readonly #qr = new QrSymbol(() => this.requestUpdate());
  #copied: { text: string; note: 'pixCopied' | 'pixNotCopied' } | undefined;
  #hadFocus = false;

  constructor() {
    super();
    addPortuguese(ptBrWhole);
  }

  /** Makes a charge, or shows the live one of the order again. `undefined` where there is none to show; never rejects. */
  create(): Promise<PixCharge | undefined> {
    return this.#pix.create();
  }

  /**
   * For a shop's own button: makes a charge, or returns the outcome of an order that accepts none. A code is no payment yet, so the outcome
   * of a made one is `invalid` without fields, and `balcao-pix-paid` comes when it is paid. Never rejects.
   */
  pay(): Promise<PaymentOutcome> {
    return this.#pix.pay();
  }

  /** Whether everything is filled in: there is nothing to fill in. */
  checkValidity(): boolean {
    return true;
  }

  /** Whether everything is filled in: there is nothing to fill in. */
  reportValidity(): boolean {
    return true;
  }

  /** Clears the messages. A code that can still be paid stays, and so does an order that is paid or unconfirmed. */
  reset(): void {
    this.#copied = undefined;
    this.#payment.reset();
  }

  /** Hides the code. It can still be paid, so it stays watched; `create()` shows it again. */
  cancel(): void {
    this.#pix.cancel();
  }

  /** Puts the focus on what comes next: the code's button, the button that makes one, or the outcome. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>(this.#payment.order.isPayable ? 'button' : '[part="outcome"]')?.focus(options);
  }

  protected override firstUpdated(): void {
    new PageScheme(this);
    this.#payment.announceReady(this.#settings.load());
  }

  /** Not in `willUpdate`, which comes before the controllers have read the order anew. */
  protected override update(changed: PropertyValues<this>): void {
    this.#hadFocus = Boolean(this.shadowRoot?.activeElement);
    // Loaded while the charge is made.
    if (this.#state.payable ?? this.#pix.isCreating) this.#qr.load();
    super.update(changed);
  }

  protected override updated(): void {
    const { size } = this.#qr;
    if (size) this.renderRoot.querySelector<SVGElement>('[part="qr"]')?.style.setProperty('--_modules', `${size}px`);
    // The button that had the focus may be gone: its focus goes to what it made.
    if (this.#hadFocus && !this.shadowRoot?.activeElement) this.focus();
  }

  protected override render(): TemplateResult {
    if (this.#payment.isUnavailable) return renderUnavailable({ host: this, localize: this.#localize });
    const { order, outcome } = this.#payment;
    const { shown } = this.#pix;
    const { payable, over, status, look } = this.#state;
    const statusLook = over ? 'title' : shown?.phase === 'waiting' ? 'waiting' : '';
    return html`
      <div class="pix ${payable ? 'shown' : over || !order.isPayable ? 'whole' : ''}">
        <div part="pix-state" class=${look}>
          ${over ? renderOutcomeIcon(over.phase === 'final' ? 'closed' : 'over') : nothing}
          <p part="status" class=${statusLook} role="status">${status && this.#localize.text(status)}</p>
          ${payable ? this.#renderCountdown() : over ? this.#renderOver(over) : nothing}
        </div>
        ${!order.isPayable ? nothing : payable ? this.#renderCode(payable) : shown ? nothing : this.#renderStart()}
        ${renderOutcome({ order, outcome, host: this, localize: this.#localize, help: findPixFailureHelp(outcome) })}
      </div>
    `;
  }

  get #state(): PixState {
    return readPixState(this.#pix, this.#payment.order);
  }

  #renderStart(): TemplateResult {
    const { settings } = this.#settings.current;
    return html`<p part="intro">${this.#localize.text('pixIntro')}</p>
      <div class="summary" part="summary">
        <p class="total" part="total">
          <span>${this.#localize.text('totalCash')}</span>
          <strong>${formatReais(readPixPriceCents(settings))}</strong>
        </p>
      </div>
      ${settings.hasPayButton ? this.#renderButton('pay-button', 'pixCreate') : nothing}
      <slot name="help"></slot>`;
  }

  #renderCode({ charge, brCode }: VerifiedCharge): TemplateResult {
    const qr = this.#qr.draw(charge.brCode);
    const copied = this.#copied?.text === charge.brCode ? this.#copied.note : undefined;
    return renderPixCode({ charge, brCode, qr, copied, copy: () => void this.#copy(charge.brCode), localize: this.#localize });
  }

  #renderOver({ phase }: VerifiedCharge): TemplateResult {
    return html`<p part="pix-help">${this.#localize.text(phase === 'final' ? 'pixEndedHelp' : 'pixExpiredHelp')}</p>
      ${this.#renderButton('new-code-button', 'pixNew')}`;
  }

  #renderButton(part: 'pay-button' | 'new-code-button', key: TextKey): TemplateResult {
    const { isCreating } = this.#pix;
    return html`<button part=${part} class="button primary" type="button" aria-disabled=${isCreating} @click=${() => void this.create()}>
      ${this.#localize.text(isCreating ? 'pixCreating' : key)}
    </button>`;
  }

  /** Screen readers do not read a timer out by itself: a live region beside it says the marks. */
  #renderCountdown(): TemplateResult {
    const { text, spoken } = this.#countdown;
    return html`<p part="countdown" class="muted" role="timer">${this.#localize.text('pixEnds', { time: text })}</p>
      <p class="spoken" role="status">${spoken && this.#localize.text('pixEnds', { time: spoken })}</p>`;
  }

  /** Says that the code was copied only once the clipboard has it; else the text is selected for the shopper to copy. */
  async #copy(text: string): Promise<void> {
    const isCopied = await copyText(text);
    this.#copied = { text, note: isCopied ? 'pixCopied' : 'pixNotCopied' };
    this.requestUpdate();
    const code = this.renderRoot.querySelector('textarea');
    if (isCopied || !code) return;
    code.focus();
    code.select();
  }
}

/** Nothing is filled in here. */
const NO_FORM: PaymentSource = { ready: async () => undefined, validate: () => ({ fields: [] }), settled: () => undefined };
