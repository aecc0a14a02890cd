import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { FeeTableController } from '../../controllers/card/fee-table-controller.js';
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
import { ptBr } from '../../i18n/pt-br.js';
import { formatPlan } from '../shared/form/plan-text.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { PageScheme } from '../shared/styles/page-scheme.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { SettingsElement } from '../shared/settings-element.js';
import { installmentsStyles } from './installments.styles.js';
import { hasPlanTable, listChosen, renderFigures, renderPlanTable } from './plan-table.js';
import { planTableStyles } from './plan-table.styles.js';
import { formatFee, formatTotal, type PlanView } from './plan-view.js';

/** The settings of `<balcao-installments>`. Plans need no service, so only problems of the settings that plans are made of count. */
class PlanSettings extends SettingsController {
  protected override check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checkSettings(input, settings).filter(({ setting }) => PLAN_SETTINGS.has(setting));
  }
}

const FEE_PAYERS = ['merchant', 'customer'] as const satisfies readonly FeePayer[];

/**
 * The choice of installments and, with `fee-payer="choice"` and more than one part, of who pays the fee. Says what a plan costs in all, and
 * what the law wants said where that is more than paying at once (CDC, articles 52 and 54-B; Decreto 5.903/2006, article 3). Needs an amount
 * and no service.
 *
 * @example
 * ```html
 * <balcao-installments amount="300.00" max-installments="12"></balcao-installments>
 * ```
 *
 * @tag balcao-installments
 * @csspart label - the label of the list, and the legend of the fee choice
 * @csspart installments - the list of plans, a native `<select>`
 * @csspart installments-text - the chosen plan as it is read in the closed list
 * @csspart fee-payer - the choice of who pays the fee, with `fee-payer="choice"` from two parts on
 * @csspart fee-option - one payer to choose
 * @csspart fee-reason - why there is nothing to choose for a plan
 * @csspart summary - the amount to pay, above the pay button
 * @csspart cost - the extra cost of a plan over paying at once, by the shop's figures
 * @csspart payer - the fee, where the customer pays it
 * @csspart split - the parts to the cent, where they are not all the same
 * @csspart total - the total to pay
 * @csspart plans - totals and rates of all plans, closed at first
 * @csspart plans-title - the line that opens them
 * @csspart plans-table - the table of all plans
 * @csspart offer - who finances, until when the offer holds, whom it is from
 * @csspart notice - that the plan was changed by something else than the shopper
 * @csspart error - shown instead of everything where a setting cannot be used
 * @fires {BalcaoEvent} balcao-field-focus - when the focus came into a field; `detail.name` says which
 * @fires {BalcaoEvent} balcao-field-blur - when the focus left a field, also because the field is gone
 * @fires {BalcaoEvent} balcao-problem - when the shop answers no fee table that can be used
 * @fires {Event} change - when the plan or its total changed, by the shopper or by a setting; at first only if it is not a single payment
 */
export class Installments extends SettingsElement {
  static override styles = [themeStyles, fieldStyles, summaryStyles, lateThemeStyles, installmentsStyles, planTableStyles];

  protected override readonly parts =
    'label,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,split,total,plans,plans-title,plans-table,offer,notice,error';
  static override properties: PropertyDeclarations = {
    brand: { attribute: false },
    disabled: { type: Boolean, reflect: true },
  };

  /** The network of the card, for fees that depend on it. Default `unknown`. */
  declare brand: Brand;
  /**
   * True where nothing can be chosen now, as while paying. Default false.
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
  /** The height of the summary while the shop is asked for its table, in px: what it brings will not move the page. */
  #heldHeight = 0;
  /** The plan of the last `change` event. */
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

  /** The chosen plan: always one that may be sent. */
  get plan(): InstallmentPlan {
    return { ...this.#choice.plan };
  }

  /** All that the shopper pays, in cents; `undefined` where the shop gave no number for a fee that the customer pays. */
  get totalCents(): number | undefined {
    return this.plan.totalCents;
  }

  /** Marks the choice as wrong, and puts the focus on it, until the shopper makes one; or as right again. */
  markWrong(isWrong: boolean): void {
    this.#isWrong = isWrong;
    this.#isFocusWanted = isWrong;
    this.requestUpdate();
  }

  /**
   * Marks the choice as wrong, and names its field, where the chosen plan waits for the shop's fee table: the one in its place meanwhile is not what
   * the shopper wants to pay.
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

  /** Not in `willUpdate`, which runs before the controllers have updated the settings. */
  protected override update(changed: PropertyValues<this>): void {
    const isAsking = this.#choice.heldBack === 'asking';
    this.#heldHeight = isAsking ? this.#heldHeight || (this.#summary?.offsetHeight ?? 0) : 0;
    super.update(changed);
  }

  protected override render(): TemplateResult {
    const view = this.#view;
    const { plans, plan, heldBack } = this.#choice;
    if (!plans.length) return html`<p part="error">${this.#localize.text('unavailable')}</p>`;
    const isChoice = view.settings.feePayer === 'choice' && plan.installments > 1;
    const hasTable = hasPlanTable(view);
    const chosen = listChosen(view, plan);
    // Without blanks between elements: each would be a node.
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
          ><strong class=${plan.totalCents === undefined ? 'fee' : ''} .textContent=${formatTotal(view, plan)}></strong>
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
    // No control can have the focus while a payment runs.
    if (this.#isFocusWanted && !this.disabled) {
      this.#isFocusWanted = false;
      this.focus();
    }
    const { parent, outermost } = this.#settings;
    const { offer, heldBack } = this.#choice;
    // The known plans of this order stay while the table of another brand is loaded.
    if (parent && (!offer || heldBack !== 'asking')) setOfferedPlans(outermost.host, offer);
    const last = this.#announced || [1, 'merchant', this.#settings.current.settings.amountCents].join();
    this.#announced = [installments, whoPaysFee, totalCents].join();
    if (this.#announced !== last) this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  get #select(): HTMLSelectElement | null {
    return this.renderRoot.querySelector('select');
  }

  get #summary(): HTMLElement | null {
    return this.renderRoot.querySelector('.summary');
  }

  /** Keeps the list in step with the plans: by hand, since Lit would put three comments beside each of them. */
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

  #renderFeePayer(view: PlanView): TemplateResult {
    const { installments, whoPaysFee } = this.plan;
    const isFixed = !this.#choice.heldBack && !FEE_PAYERS.every((payer) => this.#choice.planWith(payer));
    const key = whoPaysFee === 'merchant' ? 'feeOfMerchant' : 'feeOfCustomer';
    const reason = html`<p class="muted" part="fee-reason" id="reason">${this.#localize.text(key, { count: installments })}</p>`;
    return html`<fieldset part="fee-payer" aria-describedby=${isFixed ? 'reason' : nothing} @change=${this.#handlePayer}>
      <legend part="label">${this.#localize.text('feePayer')}</legend>
      <div class="payers">${FEE_PAYERS.map((payer) => this.#renderOption(payer, view))}</div>
      ${isFixed ? reason : nothing}
    </fieldset>`;
  }

  #renderOption(payer: FeePayer, view: PlanView): TemplateResult {
    const plan = this.#choice.planWith(payer);
    const isChosen = this.plan.whoPaysFee === payer;
    return html`<label class="payer ${isChosen ? 'checked' : ''} ${plan ? '' : 'refused'}" part="fee-option">
      <input type="radio" name="whoPaysFee" value=${payer} ?disabled=${this.disabled || !plan} />
      <span>${this.#localize.text(payer === 'merchant' ? 'feeMerchant' : 'feeCustomer')}</span>
      ${plan && html`<span class="muted">${this.#localize.text('total')} <strong>${formatTotal(view, plan)}</strong></span>`}
    </label>`;
  }

  /** Formats the news that the plan was changed, and why others are missing. */
  #formatNotice(plan: InstallmentPlan): string {
    const { isMoved, heldBack } = this.#choice;
    const moved = isMoved ? this.#localize.text('planMoved', { plan: this.#format(plan) }) : '';
    const held = heldBack ? this.#localize.text(heldBack === 'asking' ? 'plansAsked' : 'plansFailed') : '';
    return `${moved} ${held}`.trim();
  }

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
