import type { InstallmentsController } from '../../controllers/card/installments-controller.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { Settings } from '../../controllers/settings/settings.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import { formatReais } from '../../domain/money.js';

/** The state that plans are rendered from. */
export interface PlanView {
  readonly choice: InstallmentsController;
  readonly localize: LocalizeController;
  readonly settings: Settings;
}

/** Formats a fee without a figure in words: it depends on the card's brand, or it is unknown. */
export function formatFee({ choice, localize }: PlanView, plan: InstallmentPlan): string {
  return localize.text(choice.isBrandAwaited(plan) ? 'feeBrand' : 'feeUnknown');
}

/**
 * Formats the total that the shopper pays, or the reason why there is no figure. If it depends on the card's brand, the text is short, so
 * that the figure later takes the same room.
 */
export function formatTotal(view: PlanView, plan: InstallmentPlan): string {
  if (plan.totalCents !== undefined) return formatReais(plan.totalCents);
  return view.choice.isBrandAwaited(plan) ? view.localize.text('totalByCard') : formatFee(view, plan);
}

/** Formats the effective rates of a plan: "1,99% ao mês, 26,67% ao ano". */
export function formatRates(localize: LocalizeController, { monthlyRate = 0, yearlyRate = 0 }: InstallmentPlan): string {
  return localize.text('feeRates', { monthly: formatPercent(localize, monthlyRate), yearly: formatPercent(localize, yearlyRate) });
}

/** Formats a yearly rate: "29,99% ao ano". */
export function formatYearly(localize: LocalizeController, share: number): string {
  return localize.text('feeYear', { yearly: formatPercent(localize, share) });
}

function formatPercent({ language }: LocalizeController, share: number): string {
  return share.toLocaleString(language, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
