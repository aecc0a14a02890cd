import { html, nothing, type PropertyValues, type TemplateResult, type ReactiveController, type ReactiveElement } from 'lit';
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
import { PageScheme } from '../shared/styles/page-scheme.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { arrivalStyles } from './arrival.styles.js';
import { codeStyles } from './code.styles.js';
import { CopyController } from './copy-controller.js';
import { renderCodePlace, renderPixCode } from './pix-code-view.js';
import { pixStyles } from './pix.styles.js';
import { findPixFailureHelp, hasCodePlace, LOOKS, derivePixScreen, type PixScreen } from './pix-screen.js';
import { QrSymbol } from './qr-symbol.js';
import { PIX_ARMS } from '../shared/marks/pix-arms.js';

/**
 * A payment by Pix: makes a charge when the shopper asks for it, verifies its code, shows it as text and QR, and watches it until
 * it is paid. A live charge of the same order and price is shown again by itself.
 *
 * @example
 * ```html
 * <balcao-pix base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-pix>
 * ```
 *
 * @tag balcao-pix
 * @slot help - the shop's words below the pay button, such as whom to ask
 * @slot approved - the shop's words on a paid order, such as what comes next
 * @slot failed - the shop's words on a payment that was not made
 * @slot unconfirmed - the shop's words on a payment that could not be confirmed, such as how to reach it
 * @fires {BalcaoEvent} balcao-ready - when it can be used
 * @fires {BeforePayEvent} balcao-before-pay - before a charge is made; cancelable, and can wait
 * @fires {BalcaoEvent} balcao-pix-created - when a charge was made and its code is shown
 * @fires {BalcaoEvent} balcao-pix-expired - when the code is over and was not paid
 * @fires {BalcaoEvent} balcao-pix-paid - when the charge was paid, also late or in vain
 * @fires {BalcaoEvent} balcao-pix-ended - when the charge was cancelled, refunded or failed
 * @fires {BalcaoEvent} balcao-failed - when no charge was made, or its code was not the order's
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @csspart pix-mark - the drawing that stands for Pix
 * @csspart intro - how Pix works
 * @csspart summary - the amount to pay, above the button that makes the charge
 * @csspart total - the total to pay
 * @csspart pay-button - makes the charge
 * @csspart new-code-button - makes another code when the shown one is over
 * @csspart pix-code - the code as text
 * @csspart code-toggle - shows the whole text of the code, or its first line
 * @csspart copy-button - copies the code
 * @csspart copy-note - the result of copying
 * @csspart qr - the QR code
 * @csspart details - who is paid, and how much
 * @csspart receiver - who is paid, by the code
 * @csspart amount - how much is paid
 * @csspart steps - how to pay
 * @csspart pix-state - the state of the charge, and what comes next
 * @csspart pix-help - what to do when the code is over
 * @csspart countdown - how long the code can be paid
 * @csspart countdown-ring - the same as a ring; it turns while the code is made
 * @csspart night-note - that banks may limit a Pix of this amount at night
 * @csspart status - the state of the charge
 * @csspart label - the label of the code
 * @csspart outcome - the outcome of the payment
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - its meaning for the shopper
 * @csspart outcome-message - the message of the service
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-note - that the shop was notified of an unconfirmed payment
 * @csspart outcome-amount - the amount paid, large
 * @csspart copy-identifier-button - copies the identifier of a payment
 * @csspart receipt-button - prints the details of a payment, or saves them as a file
 * @csspart pay-with-pix-button - leads to Pix after a payment that was not made
 * @csspart use-other-card-button - leads to another card after a payment that was not made
 * @csspart check-button - asks again for the result of an unconfirmed payment
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-background=Canvas] - the background, seen through the drawing of an outcome
 */
export class Pix extends SettingsElement {
  static override styles = [themeStyles, summaryStyles, motionStyles, lateThemeStyles, outcomeStyles, codeStyles, pixStyles, arrivalStyles];

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
  /** The height of the code that was shown here last, px: what replaces it is as tall, so that nothing moves below it. */
  #roomPx: number | undefined;
  /** The height of this element at its last rendering, px. Measured later, it may be in a checkout whose rows have gone already. */
  #drawnPx = 0;
  /** True where a code was shown here since the element has the order: the shopper then sees the payment arrive. */
  #hasShown = false;

  constructor() {
    super();
    addPortuguese(ptBr);
    checkAllSettings();
    // The last of the controllers: an outcome gets the focus before it is moved elsewhere.
    new FocusKeeper(this);
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

  /** Hides the code. It can still be paid, so it stays watched; `create()` shows it again. */
  cancel(): void {
    this.#roomPx = undefined;
    this.#pix.cancel();
  }

  /** Puts the focus on what comes next: the code's button, the button that makes one, or the outcome. */
  override focus(options?: FocusOptions): void {
    const next = this.#payment.order.isPayable ? '.button' : '[part="outcome"]';
    this.renderRoot.querySelector<HTMLElement>(next)?.focus(options);
  }

  protected override firstUpdated(): void {
    const sizes = new ResizeObserver(([entry]) => (this.#drawnPx = entry?.contentRect.height ?? 0));
    for (const pix of this.renderRoot.querySelectorAll('.pix')) sizes.observe(pix);
    new PageScheme(this);
    new ContentWatch(this);
    if (!this.#payment.obstacle) this.dispatchEvent(new BalcaoEvent('balcao-ready', null));
  }

  /** Not in `willUpdate`, which runs before the controllers have updated the order. */
  protected override update(changed: PropertyValues<this>): void {
    const isCodePlaced = hasCodePlace(this.#state.stage);
    // Loaded while the charge is made.
    if (isCodePlaced) this.#qr.load();
    if (!isCodePlaced && this.shadowRoot?.querySelector('.shown')) this.#roomPx = this.#drawnPx;
    super.update(changed);
  }

  protected override updated(): void {
    const { size } = this.#qr;
    if (size) this.renderRoot.querySelector<SVGElement>('[part="qr"]')?.style.setProperty('--_modules', `${size}px`);
    this.renderRoot.querySelector<HTMLElement>('.pix')?.style.setProperty('--_room', `${this.#roomPx ?? 0}px`);
  }

  protected override render(): TemplateResult {
    if (this.#payment.isUnavailable) return renderUnavailable({ host: this, localize: this.#localize });
    const { outcome } = this.#payment;
    const { stage, shown, status, isPaid } = this.#state;
    this.#hasShown = (this.#hasShown && stage !== 'start') || stage === 'code';
    const isHead = stage !== 'over' && stage !== 'settled';
    return html`
      <div class="pix ${LOOKS[stage].layout} ${isPaid && this.#hasShown ? 'arrived' : ''}">
        ${renderOutcome({ host: this, localize: this.#localize }, this.#payment, findPixFailureHelp(outcome))}
        <div part="pix-state" class=${isHead ? 'head' : stage === 'over' ? 'outcome warn screen' : 'spoken'}>
          ${isHead ? PIX_MARK : stage === 'over' ? renderOutcomeIcon(shown?.phase === 'final' ? 'closed' : 'over') : nothing}
          <p part="status" class=${LOOKS[stage].status} role="status">${status && this.#localize.text(status)}</p>
          ${this.#renderNext(this.#state)}
        </div>
        ${stage === 'code' && shown ? this.#renderCode(shown) : stage === 'start' || stage === 'making' ? this.#renderStart(stage) : nothing}
      </div>
    `;
  }

  get #state(): PixScreen {
    return derivePixScreen(this.#pix, this.#payment.order);
  }

  /** Renders what is below the status: how Pix works, the time left, or what to do. */
  #renderNext({ stage, shown }: PixScreen): TemplateResult | typeof nothing {
    switch (stage) {
      case 'start':
      case 'making':
        return html`<p part="intro">${this.#localize.text('pixIntro')}</p>`;
      case 'code':
        return shown ? this.#renderCountdown(shown.charge) : nothing;
      case 'checking':
        return renderRing();
      case 'over':
        return html`<p part="pix-help">${this.#localize.text(shown?.phase === 'final' ? 'pixEndedHelp' : 'pixExpiredHelp')}</p>
          ${this.#renderButton('new-code-button', 'pixNew')}`;
      case 'settled':
        return nothing;
    }
  }

  /** Renders the start. It is the same template while the code is made, so that the button stays, and its focus with it. */
  #renderStart(stage: 'start' | 'making'): TemplateResult {
    const { settings } = this.#settings.current;
    const priceCents = getPixPriceCents(settings);
    const summary = html`<div class="summary" part="summary">
      <p class="total" part="total">
        <span>${this.#localize.text('totalCash')}</span>
        <strong>${formatReais(priceCents)}</strong>
      </p>
    </div>`;
    return html`${stage === 'making' ? renderCodePlace(this.#localize, priceCents) : summary} ${this.#renderNightNote(priceCents)}
      <div class="actions">${settings.hasPayButton ? this.#renderButton('pay-button', 'pixCreate') : nothing}</div>
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
      leave: () => this.#copying.forget(),
      localize: this.#localize,
    });
    return html`${code} ${this.#renderNightNote(parseAmount(charge.amount) ?? 0)}`;
  }

  #renderNightNote(amountCents: number): TemplateResult | typeof nothing {
    if (!mayExceedNightLimit(amountCents, systemClock.now())) return nothing;
    return html`<p part="night-note" class="night">${this.#localize.text('pixNight')}</p>`;
  }

  #renderButton(part: 'pay-button' | 'new-code-button', key: TextKey): TemplateResult {
    const { isCreating } = this.#pix;
    return html`<button part=${part} class="button primary" type="button" aria-disabled=${isCreating} @click=${() => void this.create()}>
      ${isCreating ? renderRing() : nothing} ${this.#localize.text(isCreating ? 'pixCreating' : key)}
    </button>`;
  }

  /** Renders the time left. Screen readers do not read a timer out by themselves: a live region beside it announces the marks. */
  #renderCountdown({ createdAt, expiresAt }: PixCharge): TemplateResult {
    const { text, spoken, seconds } = this.#countdown;
    return html`<p part="countdown" class="muted" role="timer">${this.#localize.text('pixEnds', { time: text })}</p>
      <p class="spoken" role="status">${spoken && this.#localize.text('pixEnds', { time: spoken })}</p>
      ${renderRing(Math.min(100, (100_000 * seconds) / (expiresAt - createdAt)))}`;
  }
}

/** Nothing is filled in here. */
const NO_FORM: PaymentSource = {
  showsPix: true,
  isComplete: true,
  findPlan: () => undefined,
  ready: async () => undefined,
  validate: () => ({ fields: [] }),
  settled: () => undefined,
};

/** Renders the ring, with the part of it that is left, from 0 to 100; without it the ring turns: nobody knows how long that takes. */
function renderRing(leftPercent?: number): TemplateResult {
  return html`<svg part="countdown-ring" class="ring ${leftPercent === undefined ? 'turning' : ''}" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9.5" />
    <circle
      cx="12"
      cy="12"
      r="9.5"
      pathLength="100"
      stroke-dasharray="100"
      stroke-dashoffset=${leftPercent === undefined ? 70 : 100 - leftPercent}
    />
  </svg>`;
}

/**
 * Keeps the focus in an element whose parts come and go. Where the part that had it is gone, the element's `focus()` moves it: at once or, where
 * there is no target yet, with a later update, unless the shopper has put it elsewhere by then.
 */
class FocusKeeper implements ReactiveController {
  readonly #host: ReactiveElement;
  #isOwed = false;

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#isOwed = this.#hasFocus || (this.#isOwed && document.activeElement === document.body);
  }

  hostUpdated(): void {
    if (this.#isOwed && !this.#hasFocus) this.#host.focus();
    this.#isOwed &&= !this.#hasFocus;
  }

  get #hasFocus(): boolean {
    return Boolean(this.#host.shadowRoot?.activeElement);
  }
}

/** The mark of Pix above the amount. */
const PIX_MARK = html`<svg part="pix-mark" class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <path transform="rotate(45 12 12)" d=${PIX_ARMS} />
</svg>`;
