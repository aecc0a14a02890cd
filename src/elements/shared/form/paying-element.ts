import { type TemplateResult } from 'lit';
import { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { afterPaint } from '../../../controllers/page/after-paint.js';
import { BalcaoEvent } from '../../../controllers/page/checkout-events.js';
import type { PaymentController } from '../../../controllers/payment/payment-controller.js';
import { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { InstallmentPlan } from '../../../domain/installments/plans.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { Installments } from '../../installments/installments.js';
import { loadElement } from '../define-element.js';
import { LateElement, type LateCode } from '../late-element.js';
import { renderOutcomeRegion } from '../outcome/outcome-region.js';
import type { OutcomeView } from '../outcome/outcome-view.js';
import { renderPartMissing } from '../outcome/part-missing.js';
import { FormElement } from './form-element.js';
import { PayLock } from './pay-lock.js';
import { formatReais } from '../../../domain/money.js';
import { html } from '../html.js';

/** The lazy-loaded part of an element that pays with a card. */
export interface PayingLate {
  readonly payment: PaymentController;
  readonly view: OutcomeView;
  /** Starts the part. Called once the element has it. */
  begin?(): void;
}

/**
 * The base of the elements that pay with a card: settings, texts, the lock of a payment, and a lazy-loaded part that pays and shows the
 * outcome.
 */
export abstract class PayingElement<Late extends PayingLate = PayingLate> extends FormElement {
  protected readonly settings = new SettingsController(this);
  protected readonly localize = new LocalizeController(this, () => this.settings.input.texts);
  protected readonly late = new LateElement<Late>(
    this,
    (code) => this.makeLate(code),
    (late) => late.begin?.(),
  );
  protected readonly lock = new PayLock({
    host: this,
    settings: this.settings,
    hasPlans: () => this.installments?.plan !== undefined,
    run: async (running) => (await this.late.load()).payment.run(running),
  });

  /** Pays with the card that was filled in or chosen. A second call during a payment returns the same promise. */
  pay(): Promise<PaymentOutcome> {
    return this.lock.pay();
  }

  /** Marks the wrong controls and puts the focus on the first of them. Returns whether everything is correct, as `checkValidity()` does. */
  reportValidity(): boolean {
    return (this.form !== null && this.checkValidity()) || this.markInvalid();
  }

  /** Creates the lazy-loaded part from its code. */
  protected abstract makeLate(code: LateCode): Late;

  /** Marks the wrong controls for a payment with this element. Returns whether everything is correct. */
  protected abstract markInvalid(): boolean;

  /** Settles once every part is loaded that a payment needs. */
  protected async ready(): Promise<void> {
    await Promise.all([loadElement('balcao-installments'), this.late.load()]);
  }

  protected get installments(): Installments | null {
    return this.find<Installments>('balcao-installments');
  }

  /** The chosen plan; a single payment while there are no plans to choose from. */
  protected get plan(): InstallmentPlan {
    return this.installments?.plan ?? { installments: 1, whoPaysFee: 'merchant' };
  }

  /** True unless the order is known to be paid, closed, unconfirmed or being paid elsewhere: only then is a form shown. */
  protected get isPayable(): boolean {
    return this.late.loaded?.payment.order.isPayable ?? true;
  }

  /** True if the element shows that nothing can be paid here. */
  protected get isUnavailable(): boolean {
    return this.late.loaded?.payment.isUnavailable ?? !isSecureContext;
  }

  /** Renders the outcome of the payment, or that nothing can be paid here. The live region of the outcome is rendered from the start. */
  protected renderOutcome(): TemplateResult {
    const { isPaying, isCodeMissing } = this.lock;
    const late = this.late.loaded;
    if (!late) return isCodeMissing ? renderPartMissing(this.localize) : renderOutcomeRegion();
    if (this.isUnavailable) return late.view.renderUnavailable();
    const { order, settings, outcome } = late.payment;
    return late.view.renderOutcome({ order, settings, outcome, isPaying });
  }

  /** Renders the button that submits the form, with the price. A shop may use its own button instead. */
  protected renderPayButton(): TemplateResult {
    const { isPaying } = this.lock;
    const seconds = this.late.loaded?.payment.order.waitSeconds ?? 0;
    const label = isPaying ? this.localize.text('paying') : seconds ? this.localize.text('payWait', { seconds }) : this.#formatPay();
    return html`<button
      part="pay-button"
      class="button primary"
      type="submit"
      translate="no"
      aria-disabled=${isPaying || seconds > 0}
      ?disabled=${this.isDisabled}
      .textContent=${label}
    ></button>`;
  }

  /**
   * Formats the label of the button: "Pagar R$ 308,97" with the total of the chosen plan, or with the amount until there is a plan; "Pagar
   * com taxa" if the total is unknown.
   */
  #formatPay(): string {
    const { totalCents } = this.installments?.plan ?? { totalCents: this.settings.current.settings.amountCents };
    return totalCents === undefined ? this.localize.text('planPay') : this.localize.text('pay', { amount: formatReais(totalCents) });
  }

  /** Finds an element in the shadow root. */
  protected find<E extends Element = HTMLElement>(selector: string): E | null {
    return this.renderRoot?.querySelector<E>(selector) ?? null;
  }

  /**
   * Sends `balcao-ready` once every part is loaded, if anything can be paid here. If a part cannot be loaded, the payment reports the
   * error.
   */
  protected override firstUpdated(): void {
    afterPaint()
      .then(() => this.ready())
      .then(() => {
        if (!this.late.loaded?.payment.obstacle) this.dispatchEvent(new BalcaoEvent('balcao-ready', null));
      })
      .catch(() => undefined);
  }

  protected readonly handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!this.late.loaded?.payment.order.waitSeconds) void this.pay();
  };
}
