import { nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { FeeTableController, isShopAsked } from '../../controllers/card/fee-table-controller.js';
import { InstallmentsController, setOfferedPlans, PLAN_SETTINGS } from '../../controllers/card/installments-controller.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { FieldFocus } from '../../controllers/page/field-focus.js';
import { addPortuguese, LocalizeController } from '../../controllers/page/localize-controller.js';
import { checkSettings } from '../../controllers/settings/settings-checks.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import { checkAllSettings } from '../../controllers/settings/settings-problems.js';
import type { Settings, SettingsInput, SettingsProblem } from '../../controllers/settings/settings.js';
import type { Brand } from '../../domain/card/brands.js';
import type { CheckoutError } from '../../domain/errors.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import type { FeePayer } from '../../domain/payment.js';
import { ContentWatch } from '../shared/content/content-watch.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import { brandNames } from '../../i18n/brand-names.js';
import { ptBr } from '../../i18n/pt-br.js';
import { formatPlan } from '../shared/form/plan-text.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { PageScheme } from '../shared/styles/page-scheme.js';
import { radioStyles } from '../shared/styles/radio.styles.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { SettingsElement } from '../shared/settings-element.js';
import { installmentsStyles } from './installments.styles.js';
import { hasPlanTable, describeChosen, renderFigures, renderPlanTable } from './plan-table.js';
import { planTableStyles } from './plan-table.styles.js';
import { formatFee, formatTotal, type PlanView } from './plan-view.js';
import { html } from '../shared/html.js';

/** The settings of `<balcao-installments>`. Plans need no service, so only problems of the settings that plans depend on are reported. */
class PlanSettings extends SettingsController {
  protected override check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checkSettings(input, settings).filter(({ setting }) => PLAN_SETTINGS.has(setting));
  }
}

/** The payers of the choice, in its order. */
const FEE_PAYERS = ['merchant', 'customer'] as const satisfies readonly FeePayer[];

/**
 * The choice of installments and, with `fee-payer="choice"` and more than one installment, of who pays the fee. Shows the total of a plan.
 * If it is more than the amount of a single payment, it also shows the facts that the law requires (CDC, articles 52 and 54-B; Decreto
 * 5.903/2006, article 3). It needs an amount and no service.
 *
 * @example
 * ```html
 * <balcao-installments amount="300.00" max-installments="12"></balcao-installments>
 * ```
 *
 * @tag balcao-installments
 * @csspart label - the label of the list, and the legend of the fee choice
 * @csspart installments - the list of plans, a native `<select>`
 * @csspart installments-text - the text of the chosen plan in the closed list
 * @csspart fee-payer - the choice of who pays the fee, with `fee-payer="choice"` and at least two installments
 * @csspart fee-option - one payer of the choice
 * @csspart fee-reason - the reason why a plan has only one payer
 * @csspart summary - the summary with the total to pay
 * @csspart cost - the cost of a plan compared with a single payment, by the shop's figures
 * @csspart payer - the fee, if the customer pays it
 * @csspart split - the installments to the cent, if they differ
 * @csspart total - the total to pay
 * @csspart plans - the totals and rates of all plans, closed at first
 * @csspart plans-title - the line that opens the totals and rates of all plans
 * @csspart plans-table - the table of all plans
 * @csspart offer - the facts of the shop's offer: who finances it, who makes it, and how long it is valid
 * @csspart notice - the note that the plan was changed, but not by the shopper, or that plans are missing
 * @csspart error - the error in the place of everything else if a setting cannot be used
 * @fires {BalcaoEvent} balcao-field-focus - when a field got the focus; `detail.name` is its name
 * @fires {BalcaoEvent} balcao-field-blur - when a field lost the focus, also if the field was removed
 * @fires {BalcaoEvent} balcao-problem - when the shop returns no valid fee table
 * @fires {Event} change - when the plan or its total changed, by the shopper or by a setting; the first plan fires it only if it is not a single payment
 * @cssprop [--balcao-label-weight=500] - weight of labels
 * @cssprop [--balcao-label-size=0.9375em] - size of labels
 */
export class Installments extends SettingsElement {
  static override styles = [themeStyles, fieldStyles, summaryStyles, lateThemeStyles, radioStyles, installmentsStyles, planTableStyles];

  protected override readonly parts =
    'label,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,split,total,plans,plans-title,plans-table,offer,notice,error';
  static override properties: PropertyDeclarations = {
    brand: { attribute: false },
    disabled: { type: Boolean, reflect: true },
  };

  /** The brand of the card, for fees and limits that depend on it. Default `unknown`. */
  declare brand: Brand;
  /**
   * True if nothing can be chosen, for example during a payment. Default false.
   * @attr disabled
   */
  declare disabled: boolean;

  readonly #settings = new PlanSettings(this);
  readonly #localize = new LocalizeController(this, () => this.#settings.input.texts);
  readonly #source = { settings: () => this.#settings.current, input: () => this.#settings.input, brand: () => this.brand };
  readonly #fees = new FeeTableController(this, { ...this.#source, failed: (error) => this.#reportFees(error) });
  readonly #choice = new InstallmentsController(this, { ...this.#source, table: () => this.#fees.table });
  #isWrong = false;
  #isFocusWanted = false;
  /**
   * The height of the summary before the shop was asked for its fee table, px; 0 otherwise. The summary keeps it until the table is there,
   * so that nothing moves.
   */
  #heldHeight = 0;
  /** The plan of the last update, as text. A different plan fires `change`. */
  #announced = '';

  constructor() {
    super();
    this.brand = 'unknown';
    this.disabled = false;
    addPortuguese(ptBr);
    checkAllSettings();
    new PageScheme(this);
    new FieldFocus(this);
    new ContentWatch(this);
  }

  /** The chosen plan. It can always be sent to the service. */
  get plan(): InstallmentPlan {
    return { ...this.#choice.plan };
  }

  /** The total that the shopper pays, cents; `undefined` if the customer pays the fee and the shop has no figure for it. */
  get totalCents(): number | undefined {
    return this.plan.totalCents;
  }

  /** Marks the choice as wrong and puts the focus on it; with `false`, removes the mark. A new choice removes the mark as well. */
  markWrong(isWrong: boolean): void {
    if (isWrong || this.#isWrong) this.requestUpdate();
    this.#isWrong = this.#isFocusWanted = isWrong;
  }

  /**
   * Refuses a payment while the chosen plan waits for the shop's fee table: marks the choice as wrong and returns its field. The plan that
   * replaces it meanwhile is not the one that the shopper has chosen.
   */
  refuse(): { fields: string[] } | undefined {
    if (!this.#choice.isAwaited) return undefined;
    this.markWrong(true);
    return { fields: ['installments'] };
  }

  /** Moves the focus to the list of plans. */
  override focus(options?: FocusOptions): void {
    this.#select?.focus(options);
  }

  /** Measures the summary before it changes. `willUpdate` would be too early: it runs before the controllers have updated the settings. */
  protected override update(changed: PropertyValues<this>): void {
    const isAsking = this.#choice.heldBack === 'asking';
    this.#heldHeight = isAsking ? this.#heldHeight || (this.#summary?.offsetHeight ?? 0) : 0;
    super.update(changed);
  }

  protected override render(): TemplateResult {
    const view = this.#view;
    const { plans, plan, heldBack } = this.#choice;
    if (!plans.length) return html`<p part="error" .textContent=${this.#localize.text('unavailable')}></p>`;
    const isChoice = view.settings.feePayer === 'choice' && plan.installments > 1;
    const hasTable = hasPlanTable(view);
    const chosen = describeChosen(view, plan);
    // No white space between the elements: each would be a text node.
    return html`
      <label part="label" for="installments" .textContent=${this.#localize.text('installments')}></label>
      <div class="picker">
        <select
          id="installments"
          name="installments"
          part="installments"
          aria-invalid=${this.#isWrong}
          aria-describedby="notice"
          ?disabled=${this.disabled}
          @change=${this.#handleCount}
        ></select
        ><span class="chosen ${chosen.terms}" part="installments-text" aria-hidden="true">${chosen.words}</span>
      </div>
      ${isChoice ? this.#renderFeePayer(view) : nothing}
      <div class="summary ${hasTable || heldBack ? 'long' : ''}" part="summary">
        ${renderFigures(view, plan)}
        <p class="total" part="total" aria-live="polite" aria-atomic="true">
          <span .textContent=${`${this.#localize.text('total')} `}></span
          ><strong
            class=${plan.totalCents === undefined ? 'fee' : ''}
            translate=${plan.totalCents === undefined ? nothing : 'no'}
            .textContent=${formatTotal(view, plan)}
          ></strong>
        </p>
        <p class=${heldBack ? 'more' : 'moved'} part="notice" id="notice" role="status" .textContent=${this.#formatNotice(plan)}></p>
        ${hasTable ? renderPlanTable(view, heldBack !== undefined) : nothing}
      </div>
    `;
  }

  protected override updated(): void {
    const { installments, whoPaysFee, totalCents } = this.plan;
    const select = this.#select;
    if (select) {
      this.#fillList(select);
      select.value = String(installments);
    }
    for (const radio of this.renderRoot.querySelectorAll('input')) radio.checked = radio.value === whoPaysFee;
    this.#summary?.style.setProperty('min-height', `${this.#heldHeight}px`);
    // While a payment runs, the list is disabled and cannot get the focus.
    if (this.#isFocusWanted && !this.disabled) {
      this.#isFocusWanted = false;
      this.focus();
    }
    const { parent, outermost } = this.#settings;
    const { settings } = this.#settings.current;
    const { offer, heldBack } = this.#choice;
    // A checkout finds the plans by itself if the shop is not asked. While the fee table for another brand is loaded, it keeps the plans that are known.
    if (parent && isShopAsked(settings) && (!offer || heldBack !== 'asking')) setOfferedPlans(outermost.host, offer);
    const last = this.#announced || [1, 'merchant', settings.amountCents].join();
    this.#announced = [installments, whoPaysFee, totalCents].join();
    if (this.#announced !== last) this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  get #select(): HTMLSelectElement | null {
    return this.renderRoot.querySelector('select');
  }

  get #summary(): HTMLElement | null {
    return this.renderRoot.querySelector('.summary');
  }

  /** Updates the options of the list without a template: Lit would add three comment nodes for each option. */
  #fillList(select: HTMLSelectElement): void {
    const { plans } = this.#choice;
    for (const [index, plan] of plans.entries()) {
      const option = select.item(index) ?? select.appendChild(new Option());
      const text = this.#format(plan);
      if (option.text !== text) option.text = text;
      option.value = String(plan.installments);
    }
    select.length = plans.length;
  }

  /** Renders the choice of who pays the fee. If the plan has only one payer, it also has the reason. */
  #renderFeePayer(view: PlanView): TemplateResult {
    const { installments, whoPaysFee } = this.plan;
    const isFixed = !this.#choice.heldBack && !FEE_PAYERS.every((payer) => this.#choice.planWith(payer));
    const key = whoPaysFee === 'merchant' ? 'feeOfMerchant' : 'feeOfCustomer';
    const reason = html`<p
      class="muted"
      part="fee-reason"
      id="reason"
      .textContent=${this.#localize.text(key, { count: installments })}
    ></p>`;
    return html`<fieldset part="fee-payer" aria-describedby=${isFixed ? 'reason' : nothing} @change=${this.#handlePayer}>
      <legend part="label" .textContent=${this.#localize.text('feePayer')}></legend>
      <div class="payers">${FEE_PAYERS.map((payer) => this.#renderOption(payer, view))}</div>
      ${isFixed ? reason : nothing}
    </fieldset>`;
  }

  #renderOption(payer: FeePayer, view: PlanView): TemplateResult {
    const plan = this.#choice.planWith(payer);
    const isChosen = this.plan.whoPaysFee === payer;
    return html`<label class="payer ${isChosen ? 'checked' : ''} ${plan ? '' : 'refused'}" part="fee-option">
      <input type="radio" name="whoPaysFee" value=${payer} ?disabled=${this.disabled || !plan} />
      <span .textContent=${this.#localize.text(payer === 'merchant' ? 'feeMerchant' : 'feeCustomer')}></span>
      ${
        plan &&
        html`<span class="muted"
          ><span .textContent=${`${this.#localize.text('total')} `}></span
          ><strong translate=${plan.totalCents === undefined ? nothing : 'no'} .textContent=${formatTotal(view, plan)}></strong
        ></span>`
      }
    </label>`;
  }

  /** Formats the note that the plan was changed, and the reason why plans are missing. */
  #formatNotice(plan: InstallmentPlan): string {
    const { isMoved, movedByLimit, heldBack } = this.#choice;
    const moved = isMoved ? this.#localize.text('planMoved', { plan: this.#format(plan) }) : '';
    const limit =
      movedByLimit === undefined ? '' : this.#localize.text('planBrandLimit', { brand: brandNames[this.brand], count: movedByLimit });
    const held = heldBack ? this.#localize.text(heldBack === 'asking' ? 'plansAsked' : 'plansFailed') : '';
    return `${limit} ${moved} ${held}`.trim();
  }

  /** Reports to the developer that the shop has returned no valid fee table. */
  #reportFees(error: CheckoutError): void {
    console.error(
      `Balcão: no fee table could be had of the shop, so no plan is offered that the customer pays a fee for. ${error.message}`,
    );
    this.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'config', error }));
  }

  #format(plan: InstallmentPlan): string {
    return formatPlan(this.#localize, plan, formatFee(this.#view, plan));
  }

  get #view(): PlanView {
    return { choice: this.#choice, localize: this.#localize, settings: this.#choice.settings };
  }

  #handleCount(event: Event): void {
    event.stopPropagation();
    this.#isWrong = false;
    this.#choice.choose(Number(this.#select?.value));
  }

  #handlePayer(event: Event): void {
    event.stopPropagation();
    this.#isWrong = false;
    const { target } = event;
    const payer = FEE_PAYERS.find((each) => target instanceof HTMLInputElement && each === target.value);
    if (payer) this.#choice.choosePayer(payer);
  }
}
