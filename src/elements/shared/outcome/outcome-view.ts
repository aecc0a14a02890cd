import { nothing, type LitElement, type TemplateResult } from 'lit';
import { FieldFocus } from '../../../controllers/page/field-focus.js';
import { addPortuguese, type LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { PaymentController } from '../../../controllers/payment/payment-controller.js';
import { checkAllSettings } from '../../../controllers/settings/settings-problems.js';
import { ptBr } from '../../../i18n/pt-br.js';
import { ContentWatch } from '../content/content-watch.js';
import { addStyles } from '../../../controllers/page/adopted-styles.js';
import { lateThemeStyles } from '../styles/late-theme.styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { radioStyles } from '../styles/radio.styles.js';
import { PageScheme } from '../styles/page-scheme.js';
import { renderOutcomeIcon, type Place, type ShownPayment } from './outcome-panel.js';
import { renderOutcome, renderUnavailable } from './outcome.js';
import { PIX_DENIAL_FIELD } from '../../../domain/payment.js';
import { outcomeStyles } from './outcome.styles.js';
import { html } from '../html.js';

/** The names of the parts that are lazy-loaded: marks in the first field, installments, questions and outcomes. */
const LATE_PARTS =
  'brand,accepted-brands,card-frame,card-path,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,split,total,plans,plans-title,plans-table,offer,notice,pix-question,check-button,outcome-icon,outcome-title,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

/** The end of the value that an element itself sets as `exportparts`. A value that the page has written is not changed. */
const END = ',outcome,outcome-text';

/** The view of an element's outcomes and of the question before a payment. */
export class OutcomeView {
  readonly #place: Place & { host: LitElement };

  /**
   * Also adds to the element everything else that its first field does not need: all texts, styles, the checks of all settings, the focus
   * events of its fields, warnings about content of the shop that it ignores, and the names of lazy-loaded parts for `exportparts`.
   * `earlierFocus` has the controls that got the focus before. `focusCode` puts the focus on the field of the security code, if the element
   * has one.
   */
  constructor(host: LitElement, localize: LocalizeController, earlierFocus: readonly (EventTarget | null)[], focusCode?: () => void) {
    this.#place = { host, localize, focusCode };
    addPortuguese(ptBr);
    checkAllSettings();
    // First, since it measures a colour: while nothing else has changed, that is quick.
    new PageScheme(host);
    addStyles(host.shadowRoot, motionStyles, lateThemeStyles, radioStyles);
    new FieldFocus(host, earlierFocus);
    new ContentWatch(host);
    const parts = host.getAttribute('exportparts');
    if (parts?.endsWith(END)) host.setAttribute('exportparts', `${parts},${LATE_PARTS}`);
  }

  /** Renders the outcome of the order. */
  renderOutcome(payment: ShownPayment): TemplateResult {
    return renderOutcome(this.#place, payment);
  }

  /** Renders that nothing can be paid here. */
  renderUnavailable(): TemplateResult {
    return renderUnavailable(this.#place);
  }

  /**
   * Renders the question whether a Pix code or a boleto was paid, before a card is charged, if its state cannot be queried. Screen readers
   * announce it.
   */
  renderPixQuestion(payment: PaymentController): TemplateResult | typeof nothing {
    if (!payment.isPixAsked) return nothing;
    const { host, localize } = this.#place;
    addStyles(host.shadowRoot, outcomeStyles);
    const method = payment.order.guard.openMethods.includes('boleto') ? 'boleto' : 'pix';
    const handleChange = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      payment.isPixDenied = target.checked;
      target.setAttribute('aria-invalid', String(!target.checked));
    };
    return html`<div part="pix-question" class="outcome warn question" role="alert">
      ${renderOutcomeIcon('unknown')}
      <p .textContent=${localize.text(`${method}Unknown`)}></p>
      <label
        ><input
          type="checkbox"
          name=${PIX_DENIAL_FIELD}
          aria-invalid=${!payment.isPixDenied}
          .checked=${payment.isPixDenied}
          @change=${handleChange} />
        <span .textContent=${localize.text(`${method}Unpaid`)}></span
      ></label>
    </div>`;
  }
}
