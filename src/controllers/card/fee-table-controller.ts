import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { FeeRow } from '../../domain/installments/plans.js';
import type { PaymentTerms } from '../../domain/installments/terms.js';
import { formatAmount } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { browserPageActivity, type PageActivity } from '../../flow/browser/page-activity.js';
import { createPartLoader } from '../page/part-loader.js';
import { checkFeeTable } from '../settings/settings-checks.js';
import type { CheckedSettings, Settings, SettingsInput } from '../settings/settings.js';
import { boundSettings, warnOfExcess } from './bounded-settings.js';

const loadShopFees = createPartLoader(() => import('../../client/shop/shop-fees.js'));

/**
 * The shop's fee table, as far as it is known: `asking` while the shop is asked for it, `failed` where it has not answered one. These two have
 * the terms that are known of the order by an earlier answer, for another brand.
 */
export type FeeTable =
  | { readonly status: 'ready'; readonly fees: FeeRow[] | undefined; readonly terms?: PaymentTerms | undefined }
  | { readonly status: 'asking' | 'failed'; readonly fees?: never; readonly terms?: PaymentTerms | undefined };

const ASKING: FeeTable = { status: 'asking' };

/** The element's settings and card. */
export interface FeeTableSource {
  settings: () => CheckedSettings;
  /** The settings as the page wrote them: the shop's terms decide about the others. */
  input: () => SettingsInput;
  /** The network of the card, as far as it is known. */
  brand: () => Brand;
}

export interface FeeTableOptions extends FeeTableSource {
  /** Called when the shop has answered no table that can be used. */
  failed: (error: CheckoutError) => void;
  activity?: PageActivity;
}

/** A question to the shop: a table holds for this and nothing else. */
interface Question {
  readonly getFees: Settings['getFees'];
  /** The brand that it is asked for. */
  readonly brand: Brand;
  /** Everything else that the question or the check of its answer depends on. */
  readonly text: string;
}

interface Asked extends Question {
  readonly stop: AbortController;
  table: FeeTable;
}

/**
 * Gives an element the fee table: `fees`, or what `getFees` or `fees-url` answers for this amount and brand. Asks again when either
 * changes, and after a failure when the shopper returns to the page; what an earlier question still brings is dropped.
 */
export class FeeTableController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: FeeTableOptions;
  readonly #activity: PageActivity;
  #asked: Asked | undefined;
  #isConnected = false;
  #unsubscribe: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: FeeTableOptions) {
    this.#host = host;
    this.#options = options;
    this.#activity = options.activity ?? browserPageActivity();
    host.addController(this);
  }

  /** The table for the settings and the brand as they are now. */
  get table(): FeeTable {
    const settings = this.#settings;
    if (!settings || !isShopAsked(settings)) return { status: 'ready', fees: settings?.fees };
    return this.#isAnswering(this.#createQuestion(settings)) ? (this.#asked?.table ?? ASKING) : ASKING;
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#unsubscribe = this.#activity.subscribe(this.#handleReturn);
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const settings = this.#settings;
    if (!this.#isConnected) return;
    if (!settings || !isShopAsked(settings)) return this.#drop();
    const question = this.#createQuestion(settings);
    if (!this.#isAnswering(question)) void this.#ask(question, settings);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#unsubscribe?.();
    if (this.#asked?.table.status !== 'ready') this.#drop();
  }

  /** The settings; `undefined` while one of them is wrong. */
  get #settings(): Settings | undefined {
    const { settings, problems } = this.#options.settings();
    return problems.length ? undefined : settings;
  }

  #createQuestion({ getFees, feesUrl, orderId, amountCents, feePayer, feeMode, feeFreeUpTo }: Settings): Question {
    const text = JSON.stringify([feesUrl, orderId, amountCents, feePayer, feeMode, feeFreeUpTo]);
    return { getFees, brand: this.#options.brand(), text };
  }

  #isAnswering(question: Question): boolean {
    return this.#isSameOrder(question) && this.#asked?.brand === question.brand;
  }

  #isSameOrder({ getFees, text }: Question): boolean {
    return this.#asked?.text === text && this.#asked.getFees === getFees;
  }

  async #ask(question: Question, settings: Settings): Promise<void> {
    const before = this.#isSameOrder(question) ? this.#asked?.table : undefined;
    // After an answer without terms, the page's settings hold.
    const terms = before?.terms ?? (before?.fees && settings);
    this.#drop();
    const asked: Asked = { ...question, stop: new AbortController(), table: { status: 'asking', terms } };
    this.#asked = asked;
    const { error, ...table } = await this.#fetchTable(settings, asked.stop.signal, terms);
    if (this.#asked !== asked) return;
    asked.table = table;
    if (error) this.#options.failed(error);
    this.#host.requestUpdate();
  }

  async #fetchTable(settings: Settings, signal: AbortSignal, known: FeeTable['terms']): Promise<FeeTable & { error?: CheckoutError }> {
    const { getFees, feesUrl = '', orderId, amountCents } = settings;
    const brand = this.#options.brand();
    try {
      const { fetchShopFees, createFeesUrlSource } = await loadShopFees();
      const request = presentFields({ amount: formatAmount(amountCents), brand: brand === 'unknown' ? undefined : brand, signal });
      const { fees, terms } = await fetchShopFees(getFees ?? createFeesUrlSource(feesUrl, orderId), request);
      const input = this.#options.input();
      const [problem] = checkFeeTable(fees, boundSettings(settings, input, terms));
      if (problem) throw new CheckoutError('bad-response', problem);
      if (terms) warnOfExcess(settings, input, terms);
      return { status: 'ready', fees, terms };
    } catch (error) {
      return {
        status: 'failed',
        terms: known,
        error: isCheckoutError(error) ? error : new CheckoutError('bad-response', 'The fee table failed.'),
      };
    }
  }

  #drop(): void {
    this.#asked?.stop.abort();
    this.#asked = undefined;
  }

  readonly #handleReturn = (): void => {
    const { visible, online } = this.#activity;
    if (this.#asked?.table.status !== 'failed' || !visible || !online) return;
    this.#drop();
    this.#host.requestUpdate();
  };
}

/** True where the shop is asked for its fees, and so for its terms. */
export function isShopAsked({ getFees, feesUrl }: Settings): boolean {
  return (getFees ?? feesUrl) !== undefined;
}
