import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createFeesUrlSource, fetchShopFees } from '../../client/shop/shop-fees.js';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { isBrandLimit, type BrandLimit, type FeeRow } from '../../domain/installments/fees.js';
import type { PaymentTerms } from '../../domain/installments/terms.js';
import { formatAmount } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { createPageActivity, type PageActivity } from '../../flow/browser/page-activity.js';
import { checkFeeTable } from '../settings/settings-checks.js';
import type { CheckedSettings, Settings, SettingsInput } from '../settings/settings.js';
import { boundSettings, warnOfExcess } from './bounded-settings.js';

/**
 * The state of the shop's fee table: `asking` while it is requested, `failed` if the shop has not sent a valid one. In these two states,
 * `terms` are those of an earlier response for the same order and another brand, and `fees` only its limits of brands.
 */
export type FeeTable =
  | { readonly status: 'ready'; readonly fees: (FeeRow | BrandLimit)[] | undefined; readonly terms?: PaymentTerms | undefined }
  | { readonly status: 'asking' | 'failed'; readonly fees?: BrandLimit[] | undefined; readonly terms?: PaymentTerms | undefined };

const ASKING: FeeTable = { status: 'asking' };

/** The settings and the card of the element. */
export interface FeeTableSource {
  settings: () => CheckedSettings;
  /** The settings as the page wrote them. The shop's terms decide the settings that the page did not write. */
  input: () => SettingsInput;
  /** The card network; `unknown` until the digits identify it. */
  brand: () => Brand;
}

export interface FeeTableOptions extends FeeTableSource {
  /** Called when the shop has not sent a valid table. */
  failed: (error: CheckoutError) => void;
  activity?: PageActivity;
}

/** A request to the shop. A table is valid only for this request. */
interface FeeRequest {
  readonly getFees: Settings['getFees'];
  /** The brand that the table is requested for. */
  readonly brand: Brand;
  /** All other values that the request or the validation of its response depends on. */
  readonly text: string;
}

interface SentRequest extends FeeRequest {
  readonly stop: AbortController;
  table: FeeTable;
}

/**
 * Provides an element with the fee table: `fees`, or the response of `getFees` or `fees-url` for this amount and brand. Requests it again
 * when the amount or the brand changes, and after a failure when the shopper returns to the page. The response to an earlier request is
 * dropped.
 */
export class FeeTableController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: FeeTableOptions;
  readonly #activity: PageActivity;
  #sent: SentRequest | undefined;
  #isConnected = false;
  #unsubscribe: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, options: FeeTableOptions) {
    this.#host = host;
    this.#options = options;
    this.#activity = options.activity ?? createPageActivity();
    host.addController(this);
  }

  /** The table for the current settings and brand. */
  get table(): FeeTable {
    const settings = this.#settings;
    if (!settings || !isShopAsked(settings)) return { status: 'ready', fees: settings?.fees };
    return this.#isSent(this.#createRequest(settings)) ? (this.#sent?.table ?? ASKING) : ASKING;
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
    const request = this.#createRequest(settings);
    if (!this.#isSent(request)) void this.#send(request, settings);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#unsubscribe?.();
    if (this.#sent?.table.status !== 'ready') this.#drop();
  }

  /** The settings; `undefined` while one of them is invalid. */
  get #settings(): Settings | undefined {
    const { settings, problems } = this.#options.settings();
    return problems.length ? undefined : settings;
  }

  #createRequest({ getFees, feesUrl, orderId, amountCents, feePayer, feeMode, feeFreeUpTo }: Settings): FeeRequest {
    const text = JSON.stringify([feesUrl, orderId, amountCents, feePayer, feeMode, feeFreeUpTo]);
    return { getFees, brand: this.#options.brand(), text };
  }

  #isSent(request: FeeRequest): boolean {
    return this.#isSameOrder(request) && this.#sent?.brand === request.brand;
  }

  #isSameOrder({ getFees, text }: FeeRequest): boolean {
    return this.#sent?.text === text && this.#sent.getFees === getFees;
  }

  /** Sends a request. Until its response arrives, the terms and limits of the former table apply if only the brand differs. */
  async #send(request: FeeRequest, settings: Settings): Promise<void> {
    const before = this.#isSameOrder(request) ? this.#sent?.table : undefined;
    // After a response without terms, the page's settings apply.
    const terms = before?.terms ?? (before?.fees && settings);
    this.#drop();
    const rows: readonly (FeeRow | BrandLimit)[] | undefined = before?.fees;
    const known = { terms, fees: rows?.filter(isBrandLimit) };
    const sent: SentRequest = { ...request, stop: new AbortController(), table: { status: 'asking', ...known } };
    this.#sent = sent;
    const { error, ...table } = await this.#fetchTable(settings, sent.stop.signal, known);
    if (this.#sent !== sent) return;
    sent.table = table;
    if (error) this.#options.failed(error);
    this.#host.requestUpdate();
  }

  /** Fetches and validates the table. Never rejects: an error is part of the result. */
  async #fetchTable(
    settings: Settings,
    signal: AbortSignal,
    known: Pick<FeeTable & { status: 'failed' }, 'terms' | 'fees'>,
  ): Promise<FeeTable & { error?: CheckoutError }> {
    const { getFees, feesUrl = '', orderId, amountCents } = settings;
    const brand = this.#options.brand();
    try {
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
        ...known,
        error: isCheckoutError(error) ? error : new CheckoutError('bad-response', 'The fee table failed.'),
      };
    }
  }

  #drop(): void {
    this.#sent?.stop.abort();
    this.#sent = undefined;
  }

  readonly #handleReturn = (): void => {
    const { visible, online } = this.#activity;
    if (this.#sent?.table.status !== 'failed' || !visible || !online) return;
    this.#drop();
    this.#host.requestUpdate();
  };
}

/** Returns true if the fees, and with them the terms, are requested from the shop. */
export function isShopAsked({ getFees, feesUrl }: Settings): boolean {
  return (getFees ?? feesUrl) !== undefined;
}
