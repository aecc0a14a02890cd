import { html, nothing, type TemplateResult } from 'lit';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import { formatReais } from '../../domain/money.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { findTermsKey, formatParts, formatSplit } from '../shared/form/plan-text.js';
import { renderIsolated } from '../shared/isolated.js';
import { formatFee, formatRates, formatYearly, type PlanView } from './plan-view.js';

/** The placeholder of a figure that depends on the card's brand, so that nothing moves when it is known. */
const AWAITED = '—';

/** Renders the figures of the chosen plan above its total. */
export function renderFigures(view: PlanView, plan: InstallmentPlan): unknown {
  const figures = [renderSplit(view, plan), renderCost(view, plan)];
  return figures.some((figure) => figure !== nothing) ? figures : nothing;
}

/**
 * Renders what the chosen plan costs more than paying at once: the amount without and with it, the fee, the effective rates and the shop's CET (CDC,
 * articles 52 and 54-B). Where no number is known, the amount without the fee.
 */
function renderCost(view: PlanView, plan: InstallmentPlan): TemplateResult | typeof nothing {
  const { choice, localize, settings } = view;
  const amount = formatReais(settings.amountCents);
  const isAwaited = choice.isBrandAwaited(plan);
  if (plan.totalCents === undefined && !isAwaited) {
    return html`<p class="cost" part="cost">${localize.text('feeWithout', { amount })}</p>`;
  }
  const { feeCents = 0 } = plan;
  if (!feeCents && !isAwaited) return nothing;
  const cet = choice.findCet(plan);
  const hasCet = cet !== undefined || (isAwaited && choice.hasCet(plan));
  const pair = (key: TextKey, value: string): TemplateResult =>
    html`<dt>${localize.text(key)}</dt>
      <dd>${value}</dd>`;
  return html`<div class="cost" part="cost">
    <dl>
      <div class="row">${pair('planCash', amount)}</div>
      <div class="row" part="payer">${pair('fee', isAwaited ? AWAITED : formatReais(feeCents))}</div>
      <div class="row">${pair('feeRate', isAwaited ? AWAITED : formatRates(localize, plan))}</div>
      ${hasCet ? html`<div class="row">${pair('feeCet', cet === undefined ? AWAITED : formatYearly(localize, cet))}</div>` : nothing}
    </dl>
    <p>${localize.text('feeSource')}</p>
  </div>`;
}

/** The chosen plan as the closed list shows it: its parts, and in another colour, by the name of the text, whether they cost more. */
export function listChosen(view: PlanView, plan: InstallmentPlan): { terms: string; words: unknown } {
  const parts = formatParts(view.localize, plan, formatFee(view, plan));
  const key = findTermsKey(plan);
  return { terms: key ?? '', words: key ? renderIsolated(view.localize, key, ['plan', parts]) : parts };
}

/** Renders the parts of a plan to the cent, where they are not all the same. */
function renderSplit({ localize }: PlanView, { partsCents }: InstallmentPlan): TemplateResult | typeof nothing {
  const split = formatSplit(localize, partsCents);
  return split ? html`<p class="row" part="split"><span>${localize.text('installments')}</span> <span>${split}</span></p>` : nothing;
}
