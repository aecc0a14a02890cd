import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { CountdownController } from '../../controllers/pix/countdown-controller.js';
import { getPixPriceCents } from '../../controllers/pix/pix-price.js';
import { PIX, type VerifiedCharge } from '../../controllers/pix/pix-kind.js';
import { parseAmount } from '../../domain/money.js';
import type { PixCharge } from '../../domain/order/charge.js';
import { mayExceedNightLimit } from '../../domain/pix/night-limit.js';
import { createSizeObserver } from '../../controllers/page/size-observer.js';
import { arrivalStyles } from './arrival.styles.js';
import { renderCodePlace } from '../charges/pix-code-view.js';
import { renderRing } from '../charges/ring.js';
import { LOOKS, type ChargeScreen } from '../charges/charge-screen.js';
import { canCopyLater } from '../shared/copy-text.js';
import { PIX_ARMS } from '../shared/marks/pix-arms.js';
import { pixMarkStyles } from '../shared/marks/pix-mark.styles.js';
import { html } from '../shared/html.js';
import { isDrawnByOwn } from '../shared/own-element.js';
import { renderIsolated } from '../shared/isolated.js';
import { ChargeElement } from '../charges/charge-element.js';

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
 * @slot pix-mark - the mark of Pix in the place of ours: an image or an `<svg>` without words, such as the official mark
 * @fires {BalcaoEvent} balcao-pix-created - when a charge was created and its code is shown
 * @fires {BalcaoEvent} balcao-pix-expired - when the code expired and was not paid
 * @fires {BalcaoEvent} balcao-pix-paid - when the charge was paid, also if it was late or not needed any more
 * @fires {BalcaoEvent} balcao-pix-ended - when the charge was cancelled, refunded or failed
 * @csspart pix-mark - the mark of Pix
 * @csspart pix-state - the state of the charge, with the text or button below it
 * @csspart pix-help - the explanation after the code has expired
 * @csspart countdown - the time in which the code can still be paid
 * @csspart night-note - the note that banks may limit a Pix of this amount at night
 * @cssprop [--balcao-pix=light-dark(#0a8577, #4fd1bd)] - the mark of Pix
 * @cssprop [--balcao-pix-mark=initial] - image in the place of our mark of Pix, as `url(...)`
 */
export class Pix extends ChargeElement<VerifiedCharge> {
  static override styles = [...ChargeElement.styles, pixMarkStyles, arrivalStyles];

  protected override readonly parts =
    'pix-mark,intro,summary,total,pay-button,new-code-button,pix-state,pix-code,code-toggle,copy-button,copy-note,qr,details,receiver,amount,steps,countdown,countdown-ring,night-note,status,label,pix-help,check-button,outcome,outcome-icon,outcome-title,outcome-text,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

  readonly #countdown = new CountdownController(this, () => this.charges.leftMs);
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
    super(PIX);
  }

  /**
   * Creates a charge, or shows the order's charge again that can still be paid. Resolves with `undefined` if there is none. Never rejects.
   */
  override create(): Promise<PixCharge | undefined> {
    return super.create();
  }

  override reset(): void {
    this.#roomPx = undefined;
    super.reset();
  }

  override cancel(): void {
    this.#roomPx = undefined;
    super.cancel();
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
    super.firstUpdated();
  }

  /**
   * Records the height of the code before it is replaced. `willUpdate` would be too early: it runs before the controllers have updated the
   * order.
   */
  protected override update(changed: PropertyValues<this>): void {
    const { stage } = this.screen;
    const isCodePlaced = stage === 'making' || stage === 'code';
    // Starts while the charge is being created.
    if (isCodePlaced) this.qr.load();
    if (!isCodePlaced && this.shadowRoot?.querySelector('.shown')) this.#roomPx = this.#drawnPx;
    super.update(changed);
  }

  protected override updated(): void {
    const { size } = this.qr;
    if (size) this.renderRoot.querySelector<SVGElement>('[part="qr"]')?.style.setProperty('--_modules', `${size}px`);
    this.renderRoot.querySelector<HTMLElement>('.box')?.style.setProperty('--_room', `${this.#roomPx ?? 0}px`);
  }

  protected override renderScreen(screen: ChargeScreen<VerifiedCharge>): TemplateResult {
    const { stage, shown } = screen;
    const { layout, state } = LOOKS[stage];
    this.#hasShown = (this.#hasShown && stage !== 'start') || stage === 'code';
    return html`
      <div class="box ${layout} ${isDrawnByOwn(this) ? 'inner' : ''}">
        <div class="pix ${layout} ${this.#isPaid && this.#hasShown ? 'arrived' : ''}">
          ${this.renderOutcome()}
          <div part="pix-state" class=${state}>${this.renderState(screen, this.#renderNext(screen), PIX_MARK)}</div>
          ${stage === 'code' && shown ? this.#renderCode(shown) : stage === 'start' || stage === 'making' ? this.#renderStart(stage) : nothing}
        </div>
      </div>
    `;
  }

  /** True if the order was paid by Pix, once and in full. */
  get #isPaid(): boolean {
    const { state } = this.payment.order;
    return state.status === 'paid' && state.method === 'pix';
  }

  /** Renders the content below the status: the explanation of Pix, the time left, or the button for another code. */
  #renderNext({ stage, shown }: ChargeScreen<VerifiedCharge>): TemplateResult | typeof nothing {
    switch (stage) {
      case 'start':
      case 'making':
        return html`<p part="intro" .textContent=${this.localize.text('pixIntro')}></p>`;
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
    const { check } = this.charges;
    const help = isFinal ? 'pixEndedHelp' : check === 'done' ? 'pixNotYet' : 'pixExpiredHelp';
    return html`<p part="pix-help" aria-live=${check ? 'polite' : nothing} .textContent=${this.localize.text(help)}></p>
      ${this.renderSummary()}${this.renderButton('new-code-button', 'pixNew')} ${isFinal ? nothing : this.renderCheckButton()}`;
  }

  /** Renders the start. While the code is being created it is the same template, so that the button stays and keeps the focus. */
  #renderStart(stage: 'start' | 'making'): TemplateResult {
    const priceCents = getPixPriceCents(this.settings.current.settings);
    const place = stage === 'making' ? renderCodePlace(this.localize, priceCents) : this.renderSummary();
    const key = canCopyLater(this.ownerDocument) ? 'pixCreateCopy' : 'pixCreate';
    return html`${place}${this.#renderNightNote(priceCents)}${this.renderActions(key)}`;
  }

  #renderCode({ charge, brCode }: VerifiedCharge): TemplateResult {
    const { amount } = charge;
    return html`${this.renderPix(amount, charge.brCode, brCode)}${this.#renderNightNote(parseAmount(amount) ?? 0)}`;
  }

  #renderNightNote(amountCents: number): TemplateResult | typeof nothing {
    if (!mayExceedNightLimit(amountCents, systemClock.now())) return nothing;
    return html`<p part="night-note" class="night" .textContent=${this.localize.text('pixNight')}></p>`;
  }

  /** Creates a code. The button that says so also copies it. */
  protected override press(part: 'pay-button' | 'new-code-button'): void {
    const created = this.create().then(async (charge) => {
      if (!charge) return undefined;
      await this.updateComplete;
      return this.charges.shown?.charge.brCode;
    });
    if (part === 'pay-button' && canCopyLater(this.ownerDocument)) void this.copying.copyLater(created, this.ownerDocument);
  }

  /** Renders the time left. Screen readers do not announce a timer, so a live region beside it announces the time at a few marks. */
  #renderCountdown({ createdAt, expiresAt }: PixCharge): TemplateResult {
    const { text, spoken, seconds } = this.#countdown;
    const isUrgent = seconds <= URGENT_SECONDS;
    const key = isUrgent ? 'pixEndsSoon' : 'pixEnds';
    const look = isUrgent ? 'urgent' : 'muted';
    return html`<p part="countdown" class=${look} role="timer">${renderIsolated(this.localize, key, ['time', text], 'no')}</p>
      <p class="spoken" role="status" .textContent=${spoken && this.localize.text(key, { time: spoken })}></p>
      ${renderRing(Math.min(100, (100_000 * seconds) / (expiresAt - createdAt)))}`;
  }
}

/** The mark of Pix in the head: the shop's, else ours. */
const PIX_MARK: TemplateResult = html`<slot name="pix-mark"
  ><svg part="pix-mark" class="mark" viewBox="0 0 24 24" aria-hidden="true"><path d=${PIX_ARMS} /></svg
></slot>`;

/** The time left from which on the countdown looks urgent, seconds. */
const URGENT_SECONDS = 120;
