import { afterPaint } from '../../../controllers/page/after-paint.js';
import { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { Circumstances, PaymentDraft, Settling } from '../../../controllers/payment/payment-draft.js';
import { PaymentController } from '../../../controllers/payment/payment-controller.js';
import { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { InstallmentPlan } from '../../../domain/installments/plans.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { Installments } from '../../installments/installments.js';
import { wantElement } from '../define-element.js';
import { LateOutcome } from '../outcome/late-outcome.js';
import { FormElement } from './form-element.js';

/** What the elements that pay with a card share: settings, words, the payment with what is shown of its end. */
export abstract class PayingElement extends FormElement {
  protected readonly settings = new SettingsController(this);
  protected readonly localize = new LocalizeController(this, () => this.settings.input.texts);
  protected readonly payment = new PaymentController(this, this.settings, {
    ready: () => this.ready(),
    validate: () => this.installments?.refuse() ?? this.validate(),
    hasPlans: () => this.installments?.plan !== undefined,
    markPlan: (isWrong) => this.installments?.markWrong(isWrong),
    settled: (outcome, circumstances) => this.settled(outcome, circumstances),
  });
  protected readonly outcome = new LateOutcome(this, this.localize);

  /** Pays with what was filled in. A second call while one runs returns the same promise. */
  pay(): Promise<PaymentOutcome> {
    return this.payment.pay();
  }

  /** Marks what is wrong, puts the focus on the first wrong control, and says whether everything is right, as `checkValidity()` does. */
  reportValidity(): boolean {
    return (this.form !== null && this.checkValidity()) || !('fields' in this.validate());
  }

  /** Settles when every part is there that a payment needs. */
  protected async ready(): Promise<void> {
    await Promise.all([wantElement('balcao-installments'), this.settings.load(), this.outcome.load()]);
  }

  /** Checks what was filled in; marks and names the wrong fields. */
  protected abstract validate(): PaymentDraft | { fields: string[] };

  /** Called with an outcome before its event is sent. */
  protected abstract settled(outcome: PaymentOutcome, circumstances: Circumstances): Settling;

  protected get installments(): Installments | null {
    return this.find<Installments>('balcao-installments');
  }

  /** The chosen plan: while there is nothing to choose from, a single payment. */
  protected get plan(): InstallmentPlan {
    return this.installments?.plan ?? { installments: 1, whoPaysFee: 'merchant' };
  }

  /** An element of what is rendered. */
  protected find<E extends Element = HTMLElement>(selector: string): E | null {
    return this.renderRoot?.querySelector<E>(selector) ?? null;
  }

  protected override firstUpdated(): void {
    this.payment.announceReady(afterPaint().then(() => this.ready()));
  }

  protected readonly handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!this.payment.order.waitSeconds) void this.pay();
  };
}
