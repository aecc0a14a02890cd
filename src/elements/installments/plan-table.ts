import { nothing, type TemplateResult } from 'lit';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import { formatCnpj } from '../../domain/cnpj.js';
import { formatReais } from '../../domain/money.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { formatParts, findTermsKey, formatSplit } from '../shared/form/plan-text.js';
import { formatFee, formatRates, formatYearly, type PlanView } from './plan-view.js';
import { renderIsolated } from '../shared/isolated.js';
import { html } from '../shared/html.js';

/** The columns of every table after the plan. A column for the CET follows if the shop's table has it. */
const COLUMNS = ['total', 'feeAdded', 'feeRate'] as const satisfies readonly TextKey[];

/** Returns true if the plans need a table beside the list: some may cost more than others, or the shop has set an offer. */
export function hasPlanTable({ choice: { plans }, settings: { feePayer, offer } }: PlanView): boolean {
  return (
    offer !== undefined || (plans.length > 1 && (feePayer !== 'merchant' || plans.some(({ whoPaysFee }) => whoPaysFee === 'customer')))
  );
}

/**
 * Renders the table of all plans, closed at first. It has the facts that the law requires of an offer: the total with and without
 * financing, the additional costs, the number and value of the installments, the effective rates per month and per year, the CET (total
 * effective cost), who finances, how long the offer is valid, and who makes it. Sources: Código de Defesa do Consumidor (Lei 8.078/1990),
 * articles 52 and 54-B; Decreto 5.903/2006, article 3. The `role` attributes keep it a table for screen readers when a narrow one is laid
 * out as lines.
 */
export function renderPlanTable(view: PlanView, isHeldBack: boolean): TemplateResult {
  const { choice, localize } = view;
  const { plans } = choice;
  const columns: readonly TextKey[] = plans.some((plan) => choice.findCet(plan) !== undefined) ? [...COLUMNS, 'feeCet'] : COLUMNS;
  return html`<details class="more" part="plans" ?hidden=${isHeldBack}>
    <summary id="plans" part="plans-title" .textContent=${localize.text('plansAll')}></summary>
    <div class="plans">
      <table part="plans-table" role="table" aria-labelledby="plans">
        <thead role="rowgroup">
          <tr role="row">
            ${(['installments', ...columns] as const).map((key) => html`<th role="columnheader" scope="col" .textContent=${localize.text(key)}></th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${plans.map((plan) => renderPlanRow(view, plan, columns))}
        </tbody>
      </table>
      ${renderOffer(view)}
      <p .textContent=${localize.text('feeSource')}></p>
    </div>
  </details>`;
}

/** Renders the row of a plan. Without a total it has a note about the fee in the place of the figures. */
function renderPlanRow(view: PlanView, plan: InstallmentPlan, columns: readonly TextKey[]): TemplateResult {
  const { choice, localize } = view;
  const { installments, whoPaysFee, totalCents, feeCents = 0 } = plan;
  if (totalCents === undefined) {
    return html`<tr role="row">
      <th role="rowheader" scope="row" translate="no" .textContent=${`${installments}x`}></th>
      <td role="cell" colspan=${columns.length} .textContent=${formatFee(view, plan)}></td>
    </tr>`;
  }
  const cell = (key: TextKey, value: string, isRate?: true): TemplateResult =>
    html`<td role="cell" data-label=${localize.text(key)} translate=${isRate ? nothing : 'no'} .textContent=${value}></td>`;
  const cet = choice.findCet(plan);
  return html`<tr role="row">
    <th role="rowheader" scope="row" translate="no" .textContent=${formatParts(localize, plan, '')}></th>
    ${cell('total', formatReais(totalCents))}
    ${
      whoPaysFee === 'merchant'
        ? html`<td role="cell" colspan="2" .textContent=${localize.text(installments === 1 ? 'planCash' : 'feeNone')}></td>`
        : [cell('feeAdded', formatReais(feeCents)), cell('feeRate', formatRates(localize, plan), true)]
    }
    ${cet !== undefined ? cell('feeCet', formatYearly(localize, cet), true) : columns.includes('feeCet') ? html`<td role="cell"></td>` : nothing}
  </tr>`;
}

/** Renders the facts of the shop's offer as the shop has set them. The CNPJ has its punctuation. */
function renderOffer({ localize, settings: { offer } }: PlanView): TemplateResult | typeof nothing {
  if (!offer) return nothing;
  const rows: readonly [TextKey, string | undefined][] = [
    ['offerFinancedBy', offer.financedBy],
    ['offerValidUntil', offer.validUntil && formatDay(offer.validUntil, localize.language)],
    ['offerFrom', offer.from ?? offer.seller],
    ['cnpj', offer.cnpj && formatCnpj(offer.cnpj)],
  ];
  return html`<dl part="offer">
    ${rows.map(([key, value]) =>
      value
        ? html`<div class="row">
            <dt .textContent=${localize.text(key)}></dt>
            <dd><bdi translate="no" .textContent=${value}></bdi></dd>
          </div>`
        : nothing,
    )}
  </dl>`;
}

/** Formats a day like `2026-12-31` in words. It is the same day in every time zone. */
function formatDay(day: string, language: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}

/** The placeholder of a figure until the card's brand is known. It keeps the figure's room, so that nothing moves. */
const AWAITED = '—';

/** Renders the figures of the chosen plan above its total, or `nothing` if there are none. */
export function renderFigures(view: PlanView, plan: InstallmentPlan): unknown {
  const figures = [renderSplit(view, plan), renderCost(view, plan)];
  return figures.some((figure) => figure !== nothing) ? figures : nothing;
}

/**
 * Renders the cost of the chosen plan compared with a single payment: the amount of a single payment, the fee, the effective rates and the
 * shop's CET (CDC, articles 52 and 54-B). If the fee is unknown, it renders the amount without the fee alone.
 */
function renderCost(view: PlanView, plan: InstallmentPlan): TemplateResult | typeof nothing {
  const { choice, localize, settings } = view;
  const amount = formatReais(settings.amountCents);
  const isAwaited = choice.isBrandAwaited(plan);
  if (plan.totalCents === undefined && !isAwaited) {
    return html`<p class="cost" part="cost">${renderIsolated(localize, 'feeWithout', ['amount', amount], 'no')}</p>`;
  }
  const { feeCents = 0 } = plan;
  if (!feeCents && !isAwaited) return nothing;
  const cet = choice.findCet(plan);
  const hasCet = cet !== undefined || (isAwaited && choice.hasCet(plan));
  const pair = (key: TextKey, value: string, isRate?: true): TemplateResult =>
    html`<dt .textContent=${localize.text(key)}></dt>
      <dd translate=${isRate ? nothing : 'no'} .textContent=${value}></dd>`;
  return html`<div class="cost" part="cost">
    <dl>
      <div class="row">${pair('planCash', amount)}</div>
      <div class="row" part="payer">${pair('fee', isAwaited ? AWAITED : formatReais(feeCents))}</div>
      <div class="row">${pair('feeRate', isAwaited ? AWAITED : formatRates(localize, plan), true)}</div>
      ${hasCet ? html`<div class="row">${pair('feeCet', cet === undefined ? AWAITED : formatYearly(localize, cet), true)}</div>` : nothing}
    </dl>
    <p .textContent=${localize.text('feeSource')}></p>
  </div>`;
}

/** Describes the chosen plan for the closed list: its text, and the key of its terms, by which the styles colour the terms. */
export function describeChosen(view: PlanView, plan: InstallmentPlan): { terms: string; words: unknown } {
  const parts = formatParts(view.localize, plan, formatFee(view, plan));
  const key = findTermsKey(plan);
  return {
    terms: key ?? '',
    words: key ? renderIsolated(view.localize, key, ['plan', parts], 'no') : html`<span translate="no" .textContent=${parts}></span>`,
  };
}

/** Replaces the spaces between a number of installments and its amount, so that no line ends between them: "2 de R$ 49,97". */
function keepTogether(text: string): string {
  return text.replace(/(\d) (\p{L}+) (R\$)/gu, '$1\u00a0$2\u00a0$3');
}

/** Renders the installments of a plan to the cent if they differ. */
function renderSplit({ localize }: PlanView, { partsCents }: InstallmentPlan): TemplateResult | typeof nothing {
  const split = formatSplit(localize, partsCents);
  if (!split) return nothing;
  return html`<p class="row" part="split">
    <span .textContent=${localize.text('installments')}></span> <span translate="no" .textContent=${keepTogether(split)}></span>
  </p>`;
}
