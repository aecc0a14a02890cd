import { presentFields } from '../../domain/present-fields.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Brand } from '../../domain/card/brands.js';
import { brandLimitOf, findFeeRow } from '../../domain/installments/fees.js';
import { createInstallmentPlans, type FeeRow, type InstallmentPlan } from '../../domain/installments/plans.js';
import { formatAmount } from '../../domain/money.js';
import type { FeePayer } from '../../domain/payment.js';
import { logOnce } from '../page/log-once.js';
import type { SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';
import { boundSettings } from './bounded-settings.js';
import type { FeeTable, FeeTableSource } from './fee-table-controller.js';

/** The settings, the card and the fee table that the plans depend on. */
export interface InstallmentsOptions extends FeeTableSource {
  /**
   * The shop's fee table. Until it is known, no plan with a fee for the customer is offered. Until its terms are known, only one
   * installment is offered.
   */
  table: () => FeeTable;
}

/** The settings that plans depend on, by attribute. Problems of other settings do not affect the plans. */
export const PLAN_SETTINGS: ReadonlySet<string> = new Set([
  'amount',
  'max-installments',
  'min-installment-amount',
  'default-installments',
  'fee-payer',
  'fee-free-up-to',
  'fees',
  'fees-url',
  'offer',
  'script',
]);

const LAW = 'Brazilian law wants the total shown (CDC art. 52)';

/**
 * The plans for paying an order, and the chosen plan. The shopper's choice is kept when the amount, the brand or the table changes, as long
 * as the plan still exists. Otherwise the nearest plan replaces it, and `isMoved` is true. A choice that only the limit of a card's brand
 * has replaced returns with a brand that allows it: the brands of a number's first digits come and go while it is typed.
 */
export class InstallmentsController implements ReactiveController {
  /** True if another plan has replaced the plan that the shopper chose last. */
  isMoved = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: InstallmentsOptions;
  readonly #cache = new Map<string, { inputs: readonly unknown[]; plans: readonly InstallmentPlan[] }>();
  /** The plans that were last explained in the console. */
  #explained: readonly (readonly InstallmentPlan[])[] = [];
  #count: number | undefined;
  #payer: FeePayer = 'merchant';
  #last: InstallmentPlan | undefined;
  /** The plan that the limit of the card's brand has replaced; `undefined` after a new choice, and after any other reason. */
  #overLimit: InstallmentPlan | undefined;
  #bounded: { inputs: readonly unknown[]; settings: Settings } | undefined;

  constructor(host: ReactiveControllerHost, options: InstallmentsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The settings, limited to the terms that came with the shop's table, so that the page offers only what the shop's server accepts. */
  get settings(): Settings {
    const { settings } = this.#options.settings();
    const { terms } = this.#options.table();
    const inputs = [settings, terms];
    if (!this.#bounded?.inputs.every((each, index) => each === inputs[index]))
      this.#bounded = { inputs, settings: boundSettings(settings, this.#options.input(), terms) };
    return this.#bounded.settings;
  }

  /**
   * The plans to choose from, with the payer that the shopper chose, by the number of installments. Empty while their settings are invalid.
   */
  get plans(): readonly InstallmentPlan[] {
    return this.#plansWith(this.#payer);
  }

  /** The chosen plan. It can always be sent: if there are no plans to choose from, it is a single payment. */
  get plan(): InstallmentPlan {
    const { defaultInstallments, amountCents } = this.#options.settings().settings;
    const count = this.#count ?? defaultInstallments;
    const single: InstallmentPlan = {
      installments: 1,
      whoPaysFee: 'merchant',
      ...(amountCents && { totalCents: amountCents, partsCents: [amountCents] }),
    };
    return this.plans.reduce(
      (nearest, plan) => (Math.abs(plan.installments - count) < Math.abs(nearest.installments - count) ? plan : nearest),
      this.plans[0] ?? single,
    );
  }

  /** Returns the plan with the chosen number of installments and another payer; `undefined` if that is not allowed. */
  planWith(payer: FeePayer): InstallmentPlan | undefined {
    const { installments } = this.plan;
    return this.#plansWith(payer).find((plan) => plan.installments === installments && plan.whoPaysFee === payer);
  }

  /** Returns true if the shop's table has the yearly total cost (CET) of a plan, for any card. */
  hasCet({ installments }: InstallmentPlan): boolean {
    return (this.#options.table().fees ?? []).some((row) => row.installments === installments && row.cet !== undefined);
  }

  /** Returns true if a plan's total is unknown only because the shop's fee depends on the card's brand. */
  isBrandAwaited({ installments, totalCents }: InstallmentPlan): boolean {
    const { fees = [] } = this.#options.table();
    return (
      totalCents === undefined && this.#options.brand() === 'unknown' && fees.some((row) => row.installments === installments && row.brands)
    );
  }

  /** Returns the yearly total cost (CET) of a plan from the shop's table. */
  findCet(plan: InstallmentPlan): number | undefined {
    return this.#findRow(plan)?.cet;
  }

  /**
   * The plans on offer if the customer pays every fee that the terms let the customer pay, without the limit of this card's brand;
   * `undefined` until the terms of the order are known.
   */
  get offer(): readonly InstallmentPlan[] | undefined {
    if (this.#areTermsAwaited) return undefined;
    return this.#plansWith('customer', this.#findLimit() === undefined ? this.#options.brand() : 'unknown');
  }

  /** The largest number of installments of the card's brand, if this limit is why another plan has replaced the chosen one. */
  get movedByLimit(): number | undefined {
    const limit = this.#findLimit();
    return this.isMoved && this.#overLimit && this.plan.installments === limit ? limit : undefined;
  }

  /**
   * The reason why plans are missing that need the shop's table: the table is still requested, or the request failed. It is `undefined` if no
   * plan needs the table, because the shop pays every fee and the chosen plan is on offer.
   */
  get heldBack(): 'asking' | 'failed' | undefined {
    const { status } = this.#options.table();
    const { feePayer, feeFreeUpTo, maxInstallments } = this.settings;
    const isFree = feePayer === 'merchant' || maxInstallments <= Math.max(1, feeFreeUpTo);
    return status === 'ready' || (isFree && !this.isAwaited) ? undefined : status;
  }

  /** True while another plan replaces the chosen plan until the shop's table arrives. */
  get isAwaited(): boolean {
    const { plan } = this;
    const last = this.#last;
    return this.#isAsking && last !== undefined && !isSamePlan(last, plan);
  }

  /** Chooses a number of installments for the shopper. A number that is not offered changes nothing. */
  choose(count: number): void {
    if (this.plans.some(({ installments }) => installments === count)) this.#count = count;
    this.#handleChoice();
  }

  /** Chooses the payer of the fee for the shopper. A payer that is not allowed for the chosen number of installments changes nothing. */
  choosePayer(payer: FeePayer): void {
    if (this.planWith(payer)) {
      this.#count = this.plan.installments;
      this.#payer = payer;
    }
    this.#handleChoice();
  }

  /** Explains the offer in the console, and notices if another plan has replaced the chosen one. */
  hostUpdate(): void {
    this.#explain();
    // The shopper's choice is kept until the shop's table arrives.
    if (!this.plans.length || this.#isAsking) return;
    const { plan } = this;
    const last = this.#last;
    this.#last = plan;
    if (!last || isSamePlan(last, plan)) return;
    const chosen = this.#overLimit ?? last;
    this.isMoved = !this.#overLimit || !isSamePlan(chosen, plan);
    const limit = this.#findLimit() ?? Infinity;
    const isLimited = plan.installments === limit && chosen.installments > limit;
    this.#overLimit = isLimited ? chosen : undefined;
    if (this.#count && !isLimited) this.#count = plan.installments;
  }

  /**
   * Explains in the console why a fee has no number, or why there is only one plan: after the page has loaded, and again for each new offer.
   * Each sentence is written once per page.
   */
  #explain(): void {
    const offers = [this.plans, this.#plansWith('customer')];
    if (document.readyState !== 'complete' || offers.every((plans, index) => plans === this.#explained[index])) return;
    this.#explained = offers;
    this.#explainSingle();
    for (const plan of offers.flat()) {
      if (plan.totalCents !== undefined || this.isBrandAwaited(plan)) continue;
      logOnce('warn', explainNoTotal(this.#findRow(plan)));
    }
  }

  #findRow({ installments }: InstallmentPlan): FeeRow | undefined {
    const { amountCents } = this.#options.settings().settings;
    return findFeeRow(installments, presentFields({ fees: this.#options.table().fees, amountCents, brand: this.#options.brand() }));
  }

  /**
   * Finds the largest number of installments of a brand, by the shop's terms and its table; `undefined` while the brand is not known, and if
   * the brand has no limit below that of all cards.
   */
  #findLimit(brand = this.#options.brand()): number | undefined {
    const { terms, fees } = this.#options.table();
    const limit = Math.min(terms?.maxInstallmentsByBrand?.[brand] ?? Infinity, brandLimitOf(fees, brand));
    return limit < this.settings.maxInstallments ? limit : undefined;
  }

  get #isAsking(): boolean {
    return this.#options.table().status === 'asking';
  }

  /** True while the terms of the shop's server are unknown. Then only a single installment is certain to be accepted. */
  get #areTermsAwaited(): boolean {
    return this.#isAsking && !this.#options.table().terms;
  }

  /** Explains in the console why only one installment is offered. */
  #explainSingle(): void {
    if (this.plans.length !== 1 || this.#options.table().status !== 'ready') return;
    const { amountCents, maxInstallments, minInstallmentCents } = this.settings;
    const isSmall = amountCents < 2 * minInstallmentCents;
    const inTwo = `amount="${formatAmount(amountCents)}" in two parts is below min-installment-amount="${formatAmount(minInstallmentCents)}"`;
    const ofAll = maxInstallments === 1 ? 'max-installments="1"' : isSmall ? inTwo : 'fees allows no other plan';
    const reason = this.#findLimit() === 1 ? `the terms or fees of the shop limit ${this.#options.brand()} to one` : ofAll;
    logOnce('info', `only one installment is offered: ${reason}.`);
  }

  #handleChoice(): void {
    this.isMoved = false;
    this.#overLimit = undefined;
    this.#last = this.plan;
    this.#host.requestUpdate();
  }

  /**
   * Returns the plans with a payer. They are recalculated when the settings or the table change, and when the brand changes if a fee or the
   * number of installments depends on it.
   */
  #plansWith(payer: FeePayer, brand = this.#options.brand()): readonly InstallmentPlan[] {
    const { problems } = this.#options.settings();
    const { settings } = this;
    const { status, fees, terms } = this.#options.table();
    const isWrong = problems.some(({ setting }) => PLAN_SETTINGS.has(setting));
    const isOfBrand = !isWrong && (terms?.maxInstallmentsByBrand ?? fees?.some(({ brands }) => brands));
    const inputs = [settings, problems, status, fees];
    const key = isOfBrand ? `${payer} ${brand}` : payer;
    const cached = this.#cache.get(key);
    if (cached?.inputs.every((each, index) => each === inputs[index])) return cached.plans;
    const plans = isWrong ? [] : this.#createPlans(payer, settings, brand);
    this.#cache.set(key, { inputs, plans });
    return plans;
  }

  /** Creates the plans. While the fee table is unknown, only plans without a fee for the customer are offered. */
  #createPlans(payer: FeePayer, settings: Settings, brand: Brand): readonly InstallmentPlan[] {
    const { amountCents, minInstallmentCents, feePayer, feeFreeUpTo, feeMode } = settings;
    const maxInstallments = this.#findLimit(brand) ?? settings.maxInstallments;
    const { status, fees } = this.#options.table();
    const isReady = status === 'ready';
    const request = {
      amountCents,
      maxInstallments: this.#areTermsAwaited ? 1 : maxInstallments,
      minInstallmentCents,
      feePayer: feePayer !== 'choice' ? feePayer : isReady ? payer : 'merchant',
      feeFreeUpTo,
      brand,
      ...presentFields({ fees, feeMode }),
    };
    return createInstallmentPlans(request).filter(({ whoPaysFee }) => isReady || whoPaysFee === 'merchant');
  }
}

/** The plans that the form in a checkout offers, by the checkout. */
const offers = new WeakMap<object, readonly InstallmentPlan[] | undefined>();

/** Stores the plans that a form in a checkout offers, for the line of its method; `undefined` while they are not known. */
export function setOfferedPlans(checkout: SettingsHost, plans: readonly InstallmentPlan[] | undefined): void {
  if (offers.get(checkout) === plans) return;
  offers.set(checkout, plans);
  checkout.requestUpdate();
}

/** Returns the plans that a form in a checkout offers. */
export function getOfferedPlans(checkout: object): readonly InstallmentPlan[] | undefined {
  return offers.get(checkout);
}

function isSamePlan(one: InstallmentPlan, other: InstallmentPlan): boolean {
  return one.installments === other.installments && one.whoPaysFee === other.whoPaysFee;
}

/** Explains to the developer why a fee that the customer pays is shown without a number. */
function explainNoTotal(row: FeeRow | undefined): string {
  if (row?.amount !== undefined)
    return `fees has a row for ${row.installments} installments of amount="${row.amount}" alone, and this order costs something else, so no total is shown. ${LAW}: write a rate, a row for each amount, or set fees-url.`;
  if (row?.total !== undefined)
    return `fees has total="${row.total}" for ${row.installments} installments and does not say of which amount, so no total is shown. Write it into the row, like "amount": "300.00".`;
  return `fees has no figure for an installment fee that the customer pays, so no total is shown. ${LAW}: set fees.`;
}
