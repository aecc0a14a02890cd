import { nothing, type TemplateResult } from 'lit';
import type { BoletoCharge } from '../../domain/order/charge.js';
import { BOLETO, type VerifiedBoleto } from '../../controllers/boleto/boleto-kind.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { ptBrBoleto } from '../../i18n/pt-br-boleto.js';
import { LOOKS, type ChargeScreen } from '../charges/charge-screen.js';
import { renderRing } from '../charges/ring.js';
import { html } from '../shared/html.js';
import { isDrawnByOwn } from '../shared/own-element.js';
import { renderBoleto } from './boleto-view.js';
import { boletoStyles } from './boleto.styles.js';
import { ChargeElement } from '../charges/charge-element.js';

/**
 * A payment by boleto. The shop has a boleto made when the shopper presses the button. The element verifies its digits, shows it as text
 * and bar code, and asks the shop about it until it is paid. A hybrid boleto also has a Pix code, which is shown first. A boleto of the
 * same order and price that can still be paid is shown again automatically.
 *
 * @example
 * ```html
 * <balcao-boleto base-url="https://payments.example/" token-url="/shop/token" boleto-url="/shop/boleto" status-url="/shop/status/{charge}" amount="149.90" order-id="42"></balcao-boleto>
 * ```
 *
 * @tag balcao-boleto
 * @fires {BalcaoEvent} balcao-boleto-created - when a boleto was made and is shown
 * @fires {BalcaoEvent} balcao-boleto-expired - when the boleto was not paid, three banking days after its due date at the earliest
 * @fires {BalcaoEvent} balcao-boleto-paid - when the boleto was paid, also if it was late or not needed any more
 * @fires {BalcaoEvent} balcao-boleto-ended - when the boleto was cancelled or its money returned
 * @csspart boleto-state - the state of the boleto, with the text or button below it
 * @csspart boleto-help - the explanation after the boleto has expired, or after a query
 * @csspart boleto-details - the due date, the receiver and the amount
 * @csspart due-date - the due date
 * @csspart payee - the name of the receiver
 * @csspart boleto-amount - the amount of the boleto
 * @csspart boleto-line - the line of 47 digits in its groups
 * @csspart copy-line-button - the button that copies the line
 * @csspart barcode - the bar code; in print, and where there is room for it
 * @csspart pdf-link - the link to the boleto as PDF
 */
export class BoletoElement extends ChargeElement<VerifiedBoleto> {
  static override styles = [...ChargeElement.styles, boletoStyles];

  protected override readonly parts =
    'boleto-state,status,intro,summary,total,pay-button,new-code-button,check-button,boleto-help,boleto-details,due-date,payee,boleto-amount,boleto-line,copy-line-button,copy-note,barcode,pdf-link,pix-code,code-toggle,copy-button,qr,details,receiver,amount,steps,label,countdown-ring,outcome,outcome-icon,outcome-title,outcome-text,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

  constructor() {
    super(BOLETO, ptBrBoleto);
  }

  /** Has a boleto made, or shows the order's boleto again that can still be paid. Resolves with `undefined` if there is none. Never rejects. */
  override create(): Promise<BoletoCharge | undefined> {
    return super.create();
  }

  protected override renderScreen(screen: ChargeScreen<VerifiedBoleto>): TemplateResult {
    const { stage, shown } = screen;
    const isHybrid = stage === 'code' && shown?.brCode !== undefined;
    const layout = stage === 'code' && !isHybrid ? '' : LOOKS[stage].layout;
    return html`
      <div class="box ${isHybrid ? 'hybrid' : layout} ${isDrawnByOwn(this) ? 'inner' : ''}">
        <div class="pix ${layout}">
          ${this.renderOutcome()}
          <div part="boleto-state" class=${LOOKS[stage].state}>${this.renderState(screen, this.#renderNext(screen))}</div>
          ${isHybrid ? this.#renderPix(shown) : stage === 'start' || stage === 'making' ? [this.renderSummary(), this.renderActions('boletoCreate')] : nothing}
        </div>
        ${stage === 'code' && shown ? this.#renderBoleto(shown) : nothing}
      </div>
    `;
  }

  /** Renders the content below the status: the explanation, or the buttons of a boleto that can no longer be paid in time. */
  #renderNext({ stage, shown }: ChargeScreen<VerifiedBoleto>): unknown {
    switch (stage) {
      case 'start':
      case 'making':
        return [this.#renderText('intro', 'boletoIntro'), stage === 'making' ? renderRing() : nothing];
      case 'code':
        return shown?.brCode ? this.#renderText('intro', 'boletoHybrid') : nothing;
      case 'checking':
        return this.#renderCheck();
      case 'over':
        return [
          this.#renderText('boleto-help', 'boletoExpiredHelp'),
          this.renderSummary(),
          this.renderButton('new-code-button', 'boletoNew'),
          shown?.phase === 'final' ? nothing : this.#renderCheck(),
        ];
      case 'settled':
        return nothing;
    }
  }

  #renderText(part: 'intro' | 'boleto-help', key: TextKey): TemplateResult {
    return html`<p part=${part} .textContent=${this.localize.text(key)}></p>`;
  }

  /** Renders the button that queries the status, and the note that no payment has arrived. */
  #renderCheck(): TemplateResult {
    const { check } = this.charges;
    return html`<p part="boleto-help" role="status" .textContent=${check === 'done' ? this.localize.text('boletoNotYet') : ''}></p>
      ${this.renderCheckButton()}`;
  }

  /** Renders the Pix code of a hybrid boleto. */
  #renderPix({ charge: { amount, brCode: text }, brCode }: VerifiedBoleto): unknown {
    if (text === undefined || !brCode) return nothing;
    this.qr.load();
    return this.renderPix(amount, text, brCode);
  }

  #renderBoleto(shown: VerifiedBoleto): TemplateResult[] {
    const { line } = shown.boleto;
    return [renderBoleto(shown, this.localize, this.copying.find(line), () => this.copy('line', line)), this.#renderCheck()];
  }
}
