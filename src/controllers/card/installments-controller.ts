import { presentFields } from '../../domain/present-fields.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { findFeeRow } from '../../domain/installments/fees.js';
import { createInstallmentPlans, type FeeRow, type InstallmentPlan } from '../../domain/installments/plans.js';
import { formatAmount } from '../../domain/money.js';
import type { FeePayer } from '../../domain/payment.js';
import { logOnce } from '../page/log-once.js';
import type { SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';
import { boundSettings } from './bounded-settings.js';
import type { FeeTable, FeeTableSource } from './fee-table-controller.js';

/** The source of the plans. */
export interface InstallmentsOptions extends FeeTableSource {
  /** The shop's fee table. Without it, no plan is offered that the customer pays a fee for; until terms are known, one installment. */
  table: () => FeeTable;
}

/** The settings that plans are made of or shown with, by attribute; what else is wrong with the settings does not concern them. */
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
 * The plans by which an order may be paid, and the chosen one. The shopper's choice stays through changes of amount, brand or table while it exists;
 * then the nearest plan replaces it and `isMoved` is true.
 */
export class InstallmentsController implements ReactiveController {
  /** True where something other than the shopper has changed the plan since the shopper last chose. */
  isMoved = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: InstallmentsOptions;
  readonly #made = new Map<FeePayer, { of: readonly unknown[]; plans: readonly InstallmentPlan[] }>();
  /** The plans that were explained in the console. */
  #explained: readonly (readonly InstallmentPlan[])[] = [];
  #count: number | undefined;
  #payer: FeePayer = 'merchant';
  #last: InstallmentPlan | undefined;
  #bounded: { of: readonly unknown[]; settings: Settings } | undefined;

  constructor(host: ReactiveControllerHost, options: InstallmentsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The settings as far as the terms allow them that came with the shop's table: the page offers what the shop's server takes. */
  get settings(): Settings {
    const { settings } = this.#options.settings();
    const { terms } = this.#options.table();
    const of = [settings, terms];
    if (!this.#bounded?.of.every((each, index) => each === of[index]))
      this.#bounded = { of, settings: boundSettings(settings, this.#options.input(), terms) };
    return this.#bounded.settings;
  }

  /** The plans to choose from with the payer that the shopper chose, by count; none while their settings are wrong. */
  get plans(): readonly InstallmentPlan[] {
    return this.#plansWith(this.#payer);
  }

  /** The chosen plan. Always one that may be sent: where there is none to choose from, a single payment. */
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

  /** The plan of the chosen count with another payer; `undefined` where that is not allowed. */
  planWith(payer: FeePayer): InstallmentPlan | undefined {
    const { installments } = this.plan;
    return this.#plansWith(payer).find((plan) => plan.installments === installments && plan.whoPaysFee === payer);
  }

  /** True where the shop's table has the yearly total cost of a plan, for any card. */
  hasCet({ installments }: InstallmentPlan): boolean {
    return (this.#options.table().fees ?? []).some((row) => row.installments === installments && row.cet !== undefined);
  }

  /** True where a plan's total is unknown only because the shop's fee depends on the card's brand. */
  isBrandAwaited({ installments, totalCents }: InstallmentPlan): boolean {
    const { fees = [] } = this.#options.table();
    return (
      totalCents === undefined && this.#options.brand() === 'unknown' && fees.some((row) => row.installments === installments && row.brands)
    );
  }

  /** The yearly total cost of a plan, as the shop's table has it. */
  findCet(plan: InstallmentPlan): number | undefined {
    return this.#findRow(plan)?.cet;
  }

  /** All plans that are offered, whoever pays the fee; `undefined` until the terms of the order are known. */
  get offer(): readonly InstallmentPlan[] | undefined {
    return this.#areTermsAwaited ? undefined : this.#plansWith('customer');
  }

  /**
   * The reason why plans with a fee for the customer, or the chosen plan, are not offered: the shop is asked for its table, or has not sent one.
   * Waiting for the first terms of plans that the shop pays for is no such reason: they arrive in a moment, and nothing moves.
   */
  get heldBack(): 'asking' | 'failed' | undefined {
    const { status } = this.#options.table();
    const { feePayer, feeFreeUpTo, maxInstallments } = this.settings;
    const isFree = feePayer === 'merchant' || maxInstallments <= Math.max(1, feeFreeUpTo);
    return status === 'ready' || (isFree && !this.isAwaited) ? undefined : status;
  }

  /** True while the chosen plan waits for the shop's table: another plan is in its place. */
  get isAwaited(): boolean {
    const { plan } = this;
    const last = this.#last;
    return this.#isAsking && last !== undefined && !isSamePlan(last, plan);
  }

  /** Chooses a count for the shopper; one that is not offered changes nothing. */
  choose(count: number): void {
    if (this.plans.some(({ installments }) => installments === count)) this.#count = count;
    this.#handleChoice();
  }

  /** Chooses who pays the fee for the shopper; one that is not allowed for the chosen count changes nothing. */
  choosePayer(payer: FeePayer): void {
    if (this.planWith(payer)) {
      this.#count = this.plan.installments;
      this.#payer = payer;
    }
    this.#handleChoice();
  }

  /** Updates the plans, and explains once a page why a fee is shown without a number, or why there is only one plan. */
  hostUpdate(): void {
    this.#explain();
    // The shopper's choice waits for the shop's table.
    if (!this.plans.length || this.#isAsking) return;
    const { plan } = this;
    const last = this.#last;
    this.#last = plan;
    if (!last || isSamePlan(last, plan)) return;
    this.isMoved = true;
    if (this.#count) this.#count = plan.installments;
  }

  /** Once the page is there, and then for each new offer. */
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

  get #isAsking(): boolean {
    return this.#options.table().status === 'asking';
  }

  /** True while the terms of the shop's server are unknown: only one installment is certain. */
  get #areTermsAwaited(): boolean {
    return this.#isAsking && !this.#options.table().terms;
  }

  #explainSingle(): void {
    if (this.plans.length !== 1 || this.#options.table().status !== 'ready') return;
    const { amountCents, maxInstallments, minInstallmentCents } = this.settings;
    const isSmall = amountCents < 2 * minInstallmentCents;
    const inTwo = `amount="${formatAmount(amountCents)}" in two parts is below min-installment-amount="${formatAmount(minInstallmentCents)}"`;
    const reason = maxInstallments === 1 ? 'max-installments="1"' : isSmall ? inTwo : 'fees allows no other plan';
    logOnce('info', `only one installment is offered: ${reason}.`);
  }

  #handleChoice(): void {
    this.isMoved = false;
    this.#last = this.plan;
    this.#host.requestUpdate();
  }

  /** The plans with a payer. They are recalculated for other settings or another table, and for another brand where a fee depends on it. */
  #plansWith(payer: FeePayer): readonly InstallmentPlan[] {
    const { problems } = this.#options.settings();
    const { settings } = this;
    const { status, fees } = this.#options.table();
    const isWrong = problems.some(({ setting }) => PLAN_SETTINGS.has(setting));
    const brand = !isWrong && fees?.some(({ brands }) => brands) && this.#options.brand();
    const of = [settings, problems, status, fees, brand];
    const made = this.#made.get(payer);
    if (made?.of.every((each, index) => each === of[index])) return made.plans;
    const plans = isWrong ? [] : this.#makePlans(payer, settings);
    this.#made.set(payer, { of, plans });
    return plans;
  }

  #makePlans(payer: FeePayer, settings: Settings): readonly InstallmentPlan[] {
    const { amountCents, maxInstallments, minInstallmentCents, feePayer, feeFreeUpTo, feeMode } = settings;
    const { status, fees } = this.#options.table();
    const isReady = status === 'ready';
    const request = {
      amountCents,
      maxInstallments: this.#areTermsAwaited ? 1 : maxInstallments,
      minInstallmentCents,
      feePayer: feePayer !== 'choice' ? feePayer : isReady ? payer : 'merchant',
      feeFreeUpTo,
      brand: this.#options.brand(),
      ...presentFields({ fees, feeMode }),
    };
    return createInstallmentPlans(request).filter(({ whoPaysFee }) => isReady || whoPaysFee === 'merchant');
  }
}

/** The plans that the form in a checkout offers, by checkout. */
const offers = new WeakMap<object, readonly InstallmentPlan[] | undefined>();

/** Tells a checkout what a form in it offers, for the line of its method; `undefined` while that is not known. */
export function setOfferedPlans(checkout: SettingsHost, plans: readonly InstallmentPlan[] | undefined): void {
  if (offers.get(checkout) === plans) return;
  offers.set(checkout, plans);
  checkout.requestUpdate();
}

/** The plans that a form in a checkout offers. */
export function getOfferedPlans(checkout: object): readonly InstallmentPlan[] | undefined {
  return offers.get(checkout);
}

function isSamePlan(one: InstallmentPlan, other: InstallmentPlan): boolean {
  return one.installments === other.installments && one.whoPaysFee === other.whoPaysFee;
}

/** Explains to the developer why a fee that the customer pays has no figure. */
function explainNoTotal(row: FeeRow | undefined): string {
  if (row?.amount !== undefined)
    return `fees has a row for ${row.installments} installments of amount="${row.amount}" alone, and this order costs something else, so no total is shown. ${LAW}: write a rate, a row for each amount, or set fees-url.`;
  if (row?.total !== undefined)
    return `fees has total="${row.total}" for ${row.installments} installments and does not say of which amount, so no total is shown. Write it into the row, like "amount": "300.00".`;
  return `fees has no figure for an installment fee that the customer pays, so no total is shown. ${LAW}: set fees.`;
}
