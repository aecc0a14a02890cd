import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { CountdownController } from '../../controllers/pix/countdown-controller.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { addPortuguese, LocalizeController } from '../../controllers/page/localize-controller.js';
import { PaymentController } from '../../controllers/payment/payment-controller.js';
import type { PaymentSource } from '../../controllers/payment/payment-draft.js';
import { getPixPriceCents } from '../../controllers/pix/pix-price.js';
import { PixController } from '../../controllers/pix/pix-controller.js';
import type { VerifiedCharge } from '../../controllers/pix/pix-session.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import { checkAllSettings } from '../../controllers/settings/settings-problems.js';
import { formatReais, parseAmount } from '../../domain/money.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { mayExceedNightLimit } from '../../domain/pix/night-limit.js';
import { ptBr, type TextKey } from '../../i18n/pt-br.js';
import { ContentWatch } from '../shared/content/content-watch.js';
import { renderOutcome, renderUnavailable } from '../shared/outcome/outcome.js';
import { renderOutcomeIcon } from '../shared/outcome/outcome-panel.js';
import { outcomeStyles } from '../shared/outcome/outcome.styles.js';
import { SettingsElement } from '../shared/settings-element.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { motionStyles } from '../shared/styles/motion.styles.js';
import { createSizeObserver } from '../../controllers/page/size-observer.js';
import { PageScheme } from '../shared/styles/page-scheme.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { arrivalStyles } from './arrival.styles.js';
import { codeStyles } from './code.styles.js';
import { CopyController } from './copy-controller.js';
import { renderCodePlace, renderPixCode } from './pix-code-view.js';
import { PIX_MARK, renderRing } from './pix-head.js';
import { pixStyles } from './pix.styles.js';
import { findPixFailureHelp, hasCodePlace, LOOKS, derivePixScreen, type PixScreen } from './pix-screen.js';
import { QrSymbol } from './qr-symbol.js';
import { FocusKeeper } from './focus-keeper.js';
import { canCopyLater } from '../shared/copy-text.js';
import { pixMarkStyles } from '../shared/marks/pix-mark.styles.js';
import { html } from '../shared/html.js';
import { isDrawnByOwn } from '../shared/own-element.js';
import { renderIsolated } from '../shared/isolated.js';

/**
 * A payment by Pix. The element creates a charge when the shopper presses its button, verifies the charge's code, shows it as text and QR,
 * and polls the charge until it is paid. A charge of the same order and price that can still be paid is shown again automatically.
 *
 * @example
 * ```html
 * <balcao-pix base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-pix>
 * ```
 *
 * @tag balcao-pix
 * @slot help - the shop's content below the pay button, and below an order that only the shop can put right, such as whom to ask
 * @slot pix-mark - the mark of Pix in the place of ours: an image or an `<svg>` without words, such as the official mark
 * @slot approved - the shop's content for a paid order, such as what comes next
 * @slot failed - the shop's content for a payment that was not made
 * @slot unconfirmed - the shop's content for a payment that could not be confirmed, such as how to reach the shop
 * @fires {BalcaoEvent} balcao-ready - when the element can be used
 * @fires {BeforePayEvent} balcao-before-pay - before a charge is created; it can be cancelled and can wait
 * @fires {BalcaoEvent} balcao-pix-created - when a charge was created and its code is shown
 * @fires {BalcaoEvent} balcao-pix-expired - when the code expired and was not paid
 * @fires {BalcaoEvent} balcao-pix-paid - when the charge was paid, also if it was late or not needed any more
 * @fires {BalcaoEvent} balcao-pix-ended - when the charge was cancelled, refunded or failed
 * @fires {BalcaoEvent} balcao-failed - when no charge was created, or its code was not that of the order
 * @fires {BalcaoEvent} balcao-duplicate - when the shopper paid more than was due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something other than a payment fails; `detail.operation` names it
 * @csspart pix-mark - the mark of Pix
 * @csspart intro - the explanation of Pix
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
 * @csspart pix-state - the state of the charge, with the text or button below it
 * @csspart pix-help - the explanation after the code has expired
 * @csspart countdown - the time in which the code can still be paid
 * @csspart countdown-ring - the same time as a ring; it turns while the code is created
 * @csspart night-note - the note that banks may limit a Pix of this amount at night
 * @csspart status - the state of the charge
 * @csspart label - the label of the code
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
 * @csspart check-button - the button that queries the result of an unconfirmed payment again
 * @cssprop [--balcao-duration=0.16s] - duration of motion; there is none if the device asks for reduced motion
 * @cssprop [--balcao-pix=light-dark(#0a8577, #4fd1bd)] - the mark of Pix
 * @cssprop [--balcao-pix-mark=initial] - image in the place of our mark of Pix, as `url(...)`
 * @cssprop [--balcao-ring=var(--balcao-pix)] - ring of the time in which a code can be paid
 * @cssprop [--balcao-qr-border=var(--balcao-line)] - line around the QR code
 * @cssprop [--balcao-label-weight=500] - weight of labels
 * @cssprop [--balcao-label-size=0.9375em] - size of labels
 * @cssprop [--balcao-background=Canvas] - the background of the page; the lines of an icon have this colour
 */
export class Pix extends SettingsElement {
  static override styles = [
    themeStyles,
    summaryStyles,
    motionStyles,
    lateThemeStyles,
    outcomeStyles,
    codeStyles,
    pixMarkStyles,
    pixStyles,
    arrivalStyles,
  ];

  protected override readonly parts =
    'pix-mark,intro,summary,total,pay-button,new-code-button,pix-state,pix-code,code-toggle,copy-button,copy-note,qr,details,receiver,amount,steps,countdown,countdown-ring,night-note,status,label,pix-help,check-button,outcome,outcome-icon,outcome-title,outcome-text,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

  readonly #settings = new SettingsController(this);
  readonly #localize = new LocalizeController(this, () => this.#settings.input.texts);
  readonly #payment = new PaymentController(this, this.#settings, NO_FORM);
  readonly #pix = new PixController(this.#payment);
  readonly #countdown = new CountdownController(this, () => this.#pix.leftMs);
  readonly #copying = new CopyController(this);
  readonly #qr = new QrSymbol(() => this.requestUpdate());
  #isUnfolded = false;
  /** The height of the last shown code, px. The content that replaces the code gets the same height, so that nothing moves below it. */
  #roomPx: number | undefined;
  /**
   * The last observed height of the content, px. It is recorded early, since a checkout may have removed its rows when the height is
   * needed.
   */
  #drawnPx = 0;
  /** True if a code was shown here since the last start: then the shopper sees the payment arrive. */
  #hasShown = false;

  constructor() {
    super();
    addPortuguese(ptBr);
    checkAllSettings();
    // The last controller: a new outcome gets the focus before this controller moves it.
    new FocusKeeper(this);
  }

  /**
   * Creates a charge, or shows the order's charge again that can still be paid. Resolves with `undefined` if there is none. Never rejects.
   */
  create(): Promise<PixCharge | undefined> {
    return this.#pix.create();
  }

  /**
   * Creates a charge, or returns the outcome of an order that accepts none. For a shop's own button. A code is no payment yet: if there is
   * one, the outcome is `invalid` without fields, and `balcao-pix-paid` is sent once the code is paid. Never rejects.
   */
  pay(): Promise<PaymentOutcome> {
    return this.#pix.pay();
  }

  /** Returns true: there is nothing to fill in. */
  checkValidity(): boolean {
    return true;
  }

  /** Returns true: there is nothing to fill in. */
  reportValidity(): boolean {
    return true;
  }

  /** Clears the messages. A code that can still be paid stays, and so does an order that is paid or unconfirmed. */
  reset(): void {
    this.#copying.forget();
    this.#roomPx = undefined;
    this.#payment.reset();
  }

  /** Hides the code. It can still be paid, so its charge is still polled, and `create()` shows it again. */
  cancel(): void {
    this.#roomPx = undefined;
    this.#pix.cancel();
  }

  /** Puts the focus on the button that creates or copies a code, or on the outcome if the order accepts no more payments. */
  override focus(options?: FocusOptions): void {
    const next = this.#payment.order.isPayable ? '.primary, [part="copy-button"]' : '[part="outcome"]';
    this.renderRoot.querySelector<HTMLElement>(next)?.focus(options);
  }

  protected override firstUpdated(): void {
    let sizes: ResizeObserver | undefined;
    this.addController({
      hostConnected: () => {
        const observer = createSizeObserver(this, ([entry]) => (this.#drawnPx = entry?.contentRect.height ?? 0));
        this.renderRoot.querySelectorAll('.pix').forEach((pix) => observer.observe(pix));
        sizes = observer;
      },
      hostDisconnected: () => sizes?.disconnect(),
    });
    new PageScheme(this);
    new ContentWatch(this);
    if (!this.#payment.obstacle) this.dispatchEvent(new BalcaoEvent('balcao-ready', null));
  }

  /**
   * Records the height of the code before it is replaced. `willUpdate` would be too early: it runs before the controllers have updated the
   * order.
   */
  protected override update(changed: PropertyValues<this>): void {
    const isCodePlaced = hasCodePlace(this.#state.stage);
    // Starts while the charge is being created.
    if (isCodePlaced) this.#qr.load();
    if (!isCodePlaced && this.shadowRoot?.querySelector('.shown')) this.#roomPx = this.#drawnPx;
    super.update(changed);
  }

  protected override updated(): void {
    const { size } = this.#qr;
    if (size) this.renderRoot.querySelector<SVGElement>('[part="qr"]')?.style.setProperty('--_modules', `${size}px`);
    this.renderRoot.querySelector<HTMLElement>('.box')?.style.setProperty('--_room', `${this.#roomPx ?? 0}px`);
  }

  protected override render(): TemplateResult {
    if (this.#payment.isUnavailable) return renderUnavailable({ host: this, localize: this.#localize });
    const { outcome } = this.#payment;
    const { stage, shown, status, isPaid } = this.#state;
    this.#hasShown = (this.#hasShown && stage !== 'start') || stage === 'code';
    const isHead = stage !== 'over' && stage !== 'settled';
    return html`
      <div class="box ${LOOKS[stage].layout} ${isDrawnByOwn(this) ? 'inner' : ''}">
        <div class="pix ${LOOKS[stage].layout} ${isPaid && this.#hasShown ? 'arrived' : ''}">
          ${renderOutcome({ host: this, localize: this.#localize }, this.#payment, findPixFailureHelp(outcome))}
          <div part="pix-state" class=${isHead ? 'head' : stage === 'over' ? 'outcome warn screen' : 'spoken'}>
            ${isHead ? PIX_MARK : stage === 'over' ? renderOutcomeIcon(shown?.phase === 'final' ? 'closed' : 'over') : nothing}
            <p part="status" class=${LOOKS[stage].status} role="status" .textContent=${status ? this.#localize.text(status) : ''}></p>
            ${this.#renderNext(this.#state)}
          </div>
          ${stage === 'code' && shown ? this.#renderCode(shown) : stage === 'start' || stage === 'making' ? this.#renderStart(stage) : nothing}
        </div>
      </div>
    `;
  }

  get #state(): PixScreen {
    return derivePixScreen(this.#pix, this.#payment.order);
  }

  /** Renders the content below the status: the explanation of Pix, the time left, or the button for another code. */
  #renderNext({ stage, shown }: PixScreen): TemplateResult | typeof nothing {
    switch (stage) {
      case 'start':
      case 'making':
        return html`<p part="intro" .textContent=${this.#localize.text('pixIntro')}></p>`;
      case 'code':
        return shown ? this.#renderCountdown(shown.charge) : nothing;
      case 'checking':
        return renderRing();
      case 'over':
        return this.#renderOver(shown?.phase === 'final');
      case 'settled':
        return nothing;
    }
  }

  /**
   * Renders that the code was not paid, with the button for another code. An expired code may have been paid just before, so there is a button
   * that queries it.
   */
  #renderOver(isFinal: boolean): TemplateResult {
    const { check } = this.#pix;
    const priceCents = getPixPriceCents(this.#settings.current.settings);
    const help = isFinal ? 'pixEndedHelp' : check === 'done' ? 'pixNotYet' : 'pixExpiredHelp';
    return html`<p part="pix-help" aria-live=${check ? 'polite' : nothing} .textContent=${this.#localize.text(help)}></p>
      ${this.#renderSummary(priceCents)}${this.#renderButton('new-code-button', 'pixNew')}
      ${
        isFinal
          ? nothing
          : html`<button
              part="check-button"
              class="button"
              type="button"
              translate="no"
              aria-disabled=${check === 'running'}
              @click=${() => void this.#pix.checkNow()}
              .textContent=${this.#localize.text(check === 'running' ? 'checking' : 'pixCheck')}
            ></button>`
      }`;
  }

  /** Renders the price by Pix. */
  #renderSummary(priceCents: number): TemplateResult {
    return html`<div class="summary" part="summary">
      <p class="total" part="total">
        <span .textContent=${this.#localize.text('totalCash')}></span>
        <strong translate="no" .textContent=${formatReais(priceCents)}></strong>
      </p>
    </div>`;
  }

  /** Renders the start. While the code is being created it is the same template, so that the button stays and keeps the focus. */
  #renderStart(stage: 'start' | 'making'): TemplateResult {
    const { settings } = this.#settings.current;
    const priceCents = getPixPriceCents(settings);
    return html`${stage === 'making' ? renderCodePlace(this.#localize, priceCents) : this.#renderSummary(priceCents)}${this.#renderNightNote(priceCents)}
      <div class="actions">
        ${settings.hasPayButton ? this.#renderButton('pay-button', canCopyLater(this.ownerDocument) ? 'pixCreateCopy' : 'pixCreate') : nothing}
      </div>
      <slot name="help"></slot>`;
  }

  #renderCode({ charge, brCode }: VerifiedCharge): TemplateResult {
    const code = renderPixCode({
      charge,
      brCode,
      qr: this.#qr.draw(charge.brCode),
      isUnfolded: this.#isUnfolded,
      unfold: (isUnfolded) => {
        this.#isUnfolded = isUnfolded;
        this.requestUpdate();
      },
      copied: this.#copying.find(charge.brCode),
      copy: (field) => void this.#copying.copy(field),
      leave: () => this.#copying.find(charge.brCode) === 'refused' && this.#copying.forget(),
      localize: this.#localize,
    });
    return html`${code}${this.#renderNightNote(parseAmount(charge.amount) ?? 0)}`;
  }

  #renderNightNote(amountCents: number): TemplateResult | typeof nothing {
    if (!mayExceedNightLimit(amountCents, systemClock.now())) return nothing;
    return html`<p part="night-note" class="night" .textContent=${this.#localize.text('pixNight')}></p>`;
  }

  #renderButton(part: 'pay-button' | 'new-code-button', key: TextKey): TemplateResult {
    const { isCreating } = this.#pix;
    return html`<button
      part=${part}
      class="button primary"
      type="button"
      translate="no"
      aria-disabled=${isCreating}
      @click=${() => this.#press(part)}
    >
      ${isCreating ? renderRing() : nothing}<span .textContent=${` ${this.#localize.text(isCreating ? 'pixCreating' : key)}`}></span>
    </button>`;
  }

  /** Creates a code. The button that says so also copies it. */
  #press(part: 'pay-button' | 'new-code-button'): void {
    if (this.#pix.isCreating) return;
    const created = this.create().then(async (charge) => {
      if (!charge) return undefined;
      await this.updateComplete;
      return this.#pix.shown?.charge.brCode;
    });
    if (part === 'pay-button' && canCopyLater(this.ownerDocument)) void this.#copying.copyLater(created, this.ownerDocument);
  }

  /** Renders the time left. Screen readers do not announce a timer, so a live region beside it announces the time at a few marks. */
  #renderCountdown({ createdAt, expiresAt }: PixCharge): TemplateResult {
    const { text, spoken, seconds } = this.#countdown;
    const isUrgent = seconds <= URGENT_SECONDS;
    const key = isUrgent ? 'pixEndsSoon' : 'pixEnds';
    const look = isUrgent ? 'urgent' : 'muted';
    return html`<p part="countdown" class=${look} role="timer">${renderIsolated(this.#localize, key, ['time', text], 'no')}</p>
      <p class="spoken" role="status" .textContent=${spoken && this.#localize.text(key, { time: spoken })}></p>
      ${renderRing(Math.min(100, (100_000 * seconds) / (expiresAt - createdAt)))}`;
  }
}

/** The time left from which on the countdown looks urgent, seconds. */
const URGENT_SECONDS = 120;

/** The source of a payment without a form: the shopper fills in nothing. */
const NO_FORM: PaymentSource = {
  showsPix: true,
  isComplete: true,
  findPlan: () => undefined,
  ready: async () => undefined,
  validate: () => ({ fields: [] }),
  settled: () => undefined,
};
