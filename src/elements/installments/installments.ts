import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { FeeTableController } from '../../controllers/card/fee-table-controller.js';
import { InstallmentsController } from '../../controllers/card/installments-controller.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { addPortuguese, LocalizeController } from '../../controllers/page/localize-controller.js';
import type { Settings } from '../../controllers/settings/settings.js';
import type { Brand } from '../../domain/card/brands.js';
import type { CheckoutError } from '../../domain/errors.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import { formatReais } from '../../domain/money.js';
import type { FeePayer } from '../../domain/payment.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import { ptBrWhole } from '../../i18n/pt-br-whole.js';
import { formatParts, formatPlan } from '../shared/form/plan-text.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { PageScheme } from '../shared/styles/page-scheme.js';
import { summaryStyles } from '../shared/styles/summary.styles.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { SettingsElement } from '../shared/settings-element.js';
import { InstallmentsSettings } from './installments-settings.js';
import { installmentsStyles } from './installments.styles.js';

const FEE_PAYERS = ['merchant', 'customer'] as const satisfies readonly FeePayer[];

/**
 * The choice of installments and, with `fee-payer="choice"`, of who pays the fee. Says what a plan costs in all, and
 * what the law wants said where that is more than paying at once. Needs an amount and no service.
 *
 * @tag balcao-installments
 * @csspart label - the label of the list, and the legend of the fee choice
 * @csspart installments - the list of plans, a native `<select>`
 * @csspart installments-text - the chosen plan as it is read in the closed list
 * @csspart fee-payer - the choice of who pays the fee, with `fee-payer="choice"`
 * @csspart fee-option - one payer to choose
 * @csspart fee-reason - why there is nothing to choose for a plan
 * @csspart summary - what is paid, above the button that pays
 * @csspart cost - what a plan costs more than paying at once, by the shop's figures
 * @csspart payer - who pays the fee, where that is not chosen here
 * @csspart total - what is paid in all
 * @csspart notice - that the plan was changed by something else than the shopper
 * @csspart error - shown instead of everything where a setting cannot be used
 * @fires {BalcaoEvent} balcao-problem - when the shop answers no fee table that can be used
 * @fires {Event} change - when the plan or its total changed, by the shopper or by a setting; at first only if it is not a single payment
 */
export class Installments extends SettingsElement {
  static override styles = [themeStyles, fieldStyles, summaryStyles, lateThemeStyles, installmentsStyles];

  protected override readonly parts =
    'label,installments,installments-text,fee-payer,fee-option,fee-reason,summary,cost,payer,total,notice,error';
  static override properties: PropertyDeclarations = {
    brand: { attribute: false },
    disabled: { type: Boolean, reflect: true },
  };

  /** The network of the card, for fees that depend on it. Default `unknown`. */
  declare brand: Brand;
  /**
   * Whether nothing can be chosen now, as while paying. Default false.
   * @attr disabled
   */
  declare disabled: boolean;

  readonly #settings = new InstallmentsSettings(this);
  readonly #localize = new LocalizeController(this, () => this.#settings.input.texts);
  readonly #fees = new FeeTableController(this, {
    settings: () => this.#planSettings,
    brand: () => this.brand,
    failed: (error) => this.#reportFees(error),
  });
  readonly #choice = new InstallmentsController(this, {
    settings: () => this.#settings.current,
    brand: () => this.brand,
    table: () => this.#fees.table,
  });
  #isWrong = false;
  #isFocusWanted = false;
  /** What the last `change` event was sent of. */
  #announced = '';

  constructor() {
    super();
    this.brand = 'unknown';
    this.disabled = false;
    addPortuguese(ptBrWhole);
    new PageScheme(this);
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
   * Marks the choice as wrong, and names its field, where the chosen plan waits for the shop's fee table: the one that stands in its place
   * meanwhile is not what the shopper wants to pay.
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

  protected override render(): TemplateResult {
    const { plans, plan } = this.#choice;
    const isChoice = this.#settings.current.settings.feePayer === 'choice';
    if (!plans.length) return html`<p part="error">${this.#localize.text('unavailable')}</p>`;
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
        ><span class="chosen" part="installments-text" aria-hidden="true" .textContent=${this.#formatChosen(plan)}></span>
      </div>
      ${isChoice ? this.#renderFeePayer() : nothing}
      <div class="summary" part="summary">
        ${isChoice ? nothing : this.#renderPayer(plan)}${this.#renderCost(plan)}
        <p class="total" part="total" aria-live="polite" aria-atomic="true">
          <span .textContent=${this.#localize.text('total')}></span>
          <strong class=${plan.totalCents === undefined ? 'fee' : ''} .textContent=${this.#formatTotal(plan)}></strong>
        </p>
      </div>
      <p part="notice" id="notice" role="status" .textContent=${this.#formatNotice(plan)}></p>
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
    // Nothing can have the focus while a payment runs.
    if (this.#isFocusWanted && !this.disabled) {
      this.#isFocusWanted = false;
      this.focus();
    }
    const last = this.#announced || [1, 'merchant', this.#settings.current.settings.amountCents].join();
    this.#announced = [installments, whoPaysFee, totalCents].join();
    if (this.#announced !== last) this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  get #select(): HTMLSelectElement | null {
    return this.renderRoot.querySelector('select');
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

  #renderFeePayer(): TemplateResult {
    const { installments, whoPaysFee } = this.plan;
    const isFixed = !FEE_PAYERS.every((payer) => this.#choice.planWith(payer));
    const key = installments === 1 ? 'feeOne' : whoPaysFee === 'merchant' ? 'feeOfMerchant' : 'feeOfCustomer';
    const reason = html`<p class="muted" part="fee-reason" id="reason">${this.#localize.text(key, { count: installments })}</p>`;
    return html`<fieldset part="fee-payer" aria-describedby=${isFixed ? 'reason' : nothing} @change=${this.#handlePayer}>
      <legend part="label">${this.#localize.text('feePayer')}</legend>
      <div class="payers">${FEE_PAYERS.map((payer) => this.#renderOption(payer))}</div>
      ${isFixed ? reason : nothing}
    </fieldset>`;
  }

  #renderPayer({ whoPaysFee }: InstallmentPlan): TemplateResult {
    return html`<p class="row" part="payer">
      <span .textContent=${this.#localize.text('fee')}></span>
      <span .textContent=${this.#localize.text(whoPaysFee === 'merchant' ? 'feeByMerchant' : 'feeByCustomer')}></span>
    </p>`;
  }

  #renderOption(payer: FeePayer): TemplateResult {
    const plan = this.#choice.planWith(payer);
    const isChosen = this.plan.whoPaysFee === payer;
    return html`<label class="payer ${isChosen ? 'checked' : ''} ${plan ? '' : 'refused'}" part="fee-option">
      <input type="radio" name="whoPaysFee" value=${payer} ?disabled=${this.disabled || !plan} />
      <span>${this.#localize.text(payer === 'merchant' ? 'feeMerchant' : 'feeCustomer')}</span>
      ${plan && html`<span class="muted">${this.#localize.text('total')} <strong>${this.#formatTotal(plan)}</strong></span>`}
    </label>`;
  }

  /** What the plan costs more than paying at once; where nobody has said a number, the amount without the fee. */
  #renderCost(plan: InstallmentPlan): TemplateResult | typeof nothing {
    if (plan.totalCents === undefined) return this.#renderAmount();
    if (!plan.feeCents) return nothing;
    const { monthlyRate = 0, yearlyRate = 0, feeCents = 0, totalCents = 0 } = plan;
    const cet = this.#choice.findCet(plan);
    const rates = { monthly: this.#percent(monthlyRate), yearly: this.#percent(yearlyRate) };
    return html`<div class="cost" part="cost">
      <dl>
        ${this.#renderRow('planCash', formatReais(totalCents - feeCents))} ${this.#renderRow('feeAdded', formatReais(feeCents))}
        ${this.#renderRow('feeRate', this.#localize.text('feeRates', rates))}
        ${cet === undefined ? nothing : this.#renderRow('feeCet', this.#localize.text('feeYear', { yearly: this.#percent(cet) }))}
      </dl>
      <p>${this.#localize.text('feeSource')}</p>
    </div>`;
  }

  #renderRow(key: 'planCash' | 'feeAdded' | 'feeRate' | 'feeCet', value: string): TemplateResult {
    return html`<div class="row">
      <dt>${this.#localize.text(key)}</dt>
      <dd>${value}</dd>
    </div>`;
  }

  #renderAmount(): TemplateResult {
    const amount = formatReais(this.#settings.current.settings.amountCents);
    return html`<p class="cost" part="cost">${this.#localize.text('feeWithout', { amount })}</p>`;
  }

  /** That the plan was changed, and why others are missing. */
  #formatNotice(plan: InstallmentPlan): string {
    const { isMoved, heldBack } = this.#choice;
    const moved = isMoved ? this.#localize.text('planMoved', { plan: this.#format(plan) }) : '';
    const held = heldBack ? this.#localize.text(heldBack === 'asking' ? 'plansAsked' : 'plansFailed') : '';
    return `${moved} ${held}`.trim();
  }

  /** The settings, where plans can be made of them. */
  get #planSettings(): Settings | undefined {
    const { settings, problems } = this.#settings.current;
    return problems.length ? undefined : settings;
  }

  #reportFees(error: CheckoutError): void {
    console.error(
      `Balcão: no fee table could be had of the shop, so no plan is offered that the customer pays a fee for. ${error.message}`,
    );
    this.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'config', error }));
  }

  #format(plan: InstallmentPlan): string {
    return formatPlan(this.#localize, plan, this.#fee(plan));
  }

  #formatTotal(plan: InstallmentPlan): string {
    return plan.totalCents === undefined ? this.#fee(plan) : formatReais(plan.totalCents);
  }

  /** The total is said below. */
  #formatChosen(plan: InstallmentPlan): string {
    return plan.whoPaysFee === 'merchant' ? this.#format(plan) : formatParts(this.#localize, plan, this.#fee(plan));
  }

  /** A fee without a number, in words. */
  #fee(plan: InstallmentPlan): string {
    return this.#localize.text(this.#choice.isBrandAwaited(plan) ? 'feeBrand' : 'feeUnknown');
  }

  #percent(rate: number): string {
    return rate.toLocaleString(this.#localize.language, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
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
