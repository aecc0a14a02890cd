import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { Settings } from '../../../controllers/settings/settings.js';
import type { InstallmentPlan } from '../../../domain/installments/plans.js';
import { formatReais } from '../../../domain/money.js';

/** What a pay button shows. */
export interface PayButton {
  isPaying: boolean;
  /** Seconds until another try is allowed; 0 when it is. */
  waitSeconds: number;
  settings: Settings;
  localize: LocalizeController;
  /** The chosen plan; until it can be chosen, the amount at once. */
  plan: Pick<InstallmentPlan, 'totalCents'> | undefined;
  isDisabled: boolean;
}

/** Renders the button that submits a payment's form; for where the shop has none of its own. */
export function renderPayButton({ isPaying, waitSeconds, settings, localize, plan, isDisabled }: PayButton): TemplateResult {
  const label = isPaying
    ? localize.text('paying')
    : waitSeconds
      ? localize.text('payWait', { seconds: waitSeconds })
      : formatPay(localize, plan ?? { totalCents: settings.amountCents });
  return html`<button
    part="pay-button"
    class="button primary"
    type="submit"
    aria-disabled=${isPaying || waitSeconds > 0}
    ?disabled=${isDisabled}
    .textContent=${label}
  ></button>`;
}

/** "Pagar R$ 308,97", or "Pagar com taxa" and no number where the total is not known. */
function formatPay(localize: LocalizeController, { totalCents }: Pick<InstallmentPlan, 'totalCents'>): string {
  return totalCents === undefined ? localize.text('planPay') : localize.text('pay', { amount: formatReais(totalCents) });
}
