import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { PaymentController } from '../../../controllers/payment/payment-controller.js';
import { PIX_DENIAL_FIELD } from '../../../domain/payment.js';
import { adoptLate } from '../styles/late-styles.js';
import { renderOutcomeIcon } from './outcome-icon.js';
import { outcomeStyles } from './outcome.styles.js';

/** What the question is rendered from. */
export interface PixQuestion {
  payment: PaymentController;
  /** The element that it is rendered in, which gets its styles with it. */
  host: HTMLElement;
  localize: LocalizeController;
}

/** Renders what a shopper is asked before a card is charged beside a Pix code that nobody can ask about. Its region announces it. */
export function renderPixQuestion({ payment, host, localize }: PixQuestion): TemplateResult {
  adoptLate(host, outcomeStyles);
  const handleChange = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    payment.isPixDenied = target.checked;
    target.setAttribute('aria-invalid', String(!target.checked));
  };
  return html`<div part="pix-question" class="outcome warn question" role="alert">
    ${renderOutcomeIcon('unknown')}
    <p>${localize.text('pixUnknown')}</p>
    <label
      ><input
        type="checkbox"
        name=${PIX_DENIAL_FIELD}
        aria-invalid=${!payment.isPixDenied}
        .checked=${payment.isPixDenied}
        @change=${handleChange}
      />
      ${localize.text('pixUnpaid')}</label
    >
  </div>`;
}
