import { nothing, type LitElement, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { createPartLoader } from '../../../controllers/page/part-loader.js';
import type { PaymentController } from '../../../controllers/payment/payment-controller.js';
import type * as lateView from './late-view.js';
import type { ShownPayment } from './outcome-panel.js';
import { renderOutcomeRegion } from './outcome-region.js';
import { renderPartMissing } from './part-missing.js';

/** How an element shows what became of a payment: an empty region from the start, and the rest once its code has come after the first field. */
export class LateOutcome {
  readonly #host: LitElement;
  readonly #localize: LocalizeController;
  #view: typeof lateView | undefined;
  /** What had the focus, until the code is there that tells it. */
  #focused: (EventTarget | null)[] | undefined = [];

  constructor(host: LitElement, localize: LocalizeController) {
    this.#host = host;
    this.#localize = localize;
  }

  /** Loads what is shown of outcomes. Rejects with a `CheckoutError`; the next call tries again. */
  readonly load = createPartLoader(async () => {
    this.#view = await import('./late-view.js');
    this.#view.prepareHost(this.#host, this.#focused);
    this.#focused = undefined;
    this.#host.requestUpdate();
  });

  /** Keeps what gets the focus before it can be told. */
  readonly noteFocus = ({ target }: Event): void => void this.#focused?.push(target);

  renderOutcome(payment: ShownPayment): TemplateResult {
    if (this.#view) return this.#view.renderOutcome({ payment, host: this.#host, localize: this.#localize });
    return payment.outcome?.status === 'failed' ? renderPartMissing(this.#localize) : renderOutcomeRegion();
  }

  renderUnavailable(): TemplateResult {
    return this.#view?.renderUnavailable({ host: this.#host, localize: this.#localize }) ?? renderOutcomeRegion();
  }

  renderPixQuestion(payment: PaymentController): TemplateResult | typeof nothing {
    return payment.isPixAsked && this.#view
      ? this.#view.renderPixQuestion({ payment, host: this.#host, localize: this.#localize })
      : nothing;
  }
}
