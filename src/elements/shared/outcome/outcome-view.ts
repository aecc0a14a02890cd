import { nothing, html, type LitElement, type TemplateResult } from 'lit';
import { FieldFocus } from '../../../controllers/page/field-focus.js';
import { addPortuguese, type LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { PaymentController } from '../../../controllers/payment/payment-controller.js';
import { checkAllSettings } from '../../../controllers/settings/settings-problems.js';
import { ptBr } from '../../../i18n/pt-br.js';
import { ContentWatch } from '../content/content-watch.js';
import { adoptLate } from '../styles/late-styles.js';
import { lateThemeStyles } from '../styles/late-theme.styles.js';
import { motionStyles } from '../styles/motion.styles.js';
import { PageScheme } from '../styles/page-scheme.js';
import { renderOutcomeIcon, type ShownPayment } from './outcome-panel.js';
import { renderOutcome, renderUnavailable } from './outcome.js';
import { PIX_DENIAL_FIELD } from '../../../domain/payment.js';
import { outcomeStyles } from './outcome.styles.js';

/** Names of the parts that come after the first field: of the marks in it, of installments, of questions and outcomes. */
const LATE_PARTS =
  'brand,accepted-brands,card-frame,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,split,total,plans,plans-title,plans-table,offer,notice,pix-question,check-button,outcome-icon,outcome-title,outcome-message,outcome-details,outcome-note,outcome-amount,pay-with-pix-button,use-other-card-button,copy-identifier-button,receipt-button';

/** The end of the names of an element's own parts. Names that the page has written stay as they are. */
const END = ',outcome,outcome-text';

/** The view of an element's outcomes, and of the question before a payment. */
export class OutcomeView {
  readonly #place: { host: LitElement; localize: LocalizeController };

  /**
   * Also gives the element what its first field does not need: words, styles, checks of its settings, the events of its fields with those for the
   * earlier focus, the watch over the shop's content, and the names of late parts for the styles of the element around it.
   */
  constructor(host: LitElement, localize: LocalizeController, focused: readonly (EventTarget | null)[]) {
    this.#place = { host, localize };
    addPortuguese(ptBr);
    checkAllSettings();
    adoptLate(host, motionStyles, lateThemeStyles);
    new PageScheme(host);
    new FieldFocus(host, focused);
    new ContentWatch(host);
    const parts = host.getAttribute('exportparts');
    if (parts?.endsWith(END)) host.setAttribute('exportparts', `${parts},${LATE_PARTS}`);
  }

  renderOutcome(payment: ShownPayment): TemplateResult {
    return renderOutcome(this.#place, payment);
  }

  renderUnavailable(): TemplateResult {
    return renderUnavailable(this.#place);
  }

  /** Renders the question before a card is charged beside a Pix code that nobody can ask about. Its region announces it. */
  renderPixQuestion(payment: PaymentController): TemplateResult | typeof nothing {
    if (!payment.isPixAsked) return nothing;
    const { host, localize } = this.#place;
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
}
