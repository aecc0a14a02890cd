import type { PaymentsClient } from '../../client/create-client.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { GetBoleto } from '../../client/shop/shop-boleto.js';
import type { GetFees } from '../../client/shop/shop-fees.js';
import type { GetToken } from '../../client/tokens/token.js';
import type { CardStore } from '../../domain/card/card-store.js';
import type { InstallmentOffer } from '../../domain/installments/offer.js';
import type { BrandLimit, FeeRow } from '../../domain/installments/plans.js';
import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { Texts } from '../../i18n/pt-br.js';
import {
  anyWords,
  asGiven,
  baseAddress,
  count,
  flag,
  off,
  oneOf,
  parseFlagAttribute,
  reais,
  seconds,
  someOf,
  text,
  type Format,
} from './formats.js';

/** A method, as `methods` names it. */
export type MethodName = 'saved-cards' | 'card' | 'pix' | 'boleto';

/** Some of the words, each once, in any order, separated by a space. */
export type InAnyOrder<Words extends string, Word extends string = Words> = Word extends Word
  ? Word | `${Word} ${InAnyOrder<Exclude<Words, Word>>}`
  : never;

/** The values of `methods`: some or all methods, in any order, such as `"pix card"`. */
export type Methods = InAnyOrder<MethodName>;

/** All methods. A boleto is only offered if the page names it. */
export const METHODS: readonly MethodName[] = ['saved-cards', 'card', 'pix', 'boleto'];

/** A setting. With the name of its attribute, each row is also the options of a Lit property. */
interface Row {
  /** `false` if the setting is only a property. */
  readonly attribute?: false;
  /** The type of the attribute for editors; by default text. */
  readonly type?: BooleanConstructor;
  /** Lit's converter for the attribute; by default the one for its type. */
  readonly converter?: (attribute: string | null) => unknown;
  /** The setting's name in `Settings`, if it differs from the property's. */
  readonly as?: string;
  readonly format: Format<unknown, unknown>;
  /** The value in `Settings` if the page has not set it. */
  readonly default?: unknown;
  /** True if a `<script type="application/json">` child may have it. */
  readonly isJson?: true;
}

/**
 * The settings of every element. This table defines the elements' attributes and properties, and the types below. The comments of the rows
 * are the descriptions in `docs/api.md` and in editors. `@only` names the one element that a setting is meant for. Each row has a check in
 * `settings-checks.ts`, unless its type `Unchecked` lists it.
 */
export const SETTINGS = {
  /**
   * The methods that are offered, in this order. `boleto` needs `boleto-url`. Default `"saved-cards card pix"`; if `pix-amount` is lower than `amount`, the row of Pix is
   * above the others, and the same method is open at first.
   * @only balcao-checkout
   */
  methods: { format: someOf<MethodName, Methods>(METHODS), default: METHODS.slice(0, 3) },
  /** The payments service: an `https:` URL, a loopback URL, or a path of the page's own origin if the shop's server relays. */
  baseUrl: { format: baseAddress, default: '' },
  /**
   * The provider's page that shows the card's fields in a frame, so that this page never has their digits: an `https:` URL of another
   * origin, or a loopback URL.
   */
  frameUrl: { format: text },
  /** The shop's endpoint that issues bearer tokens. */
  tokenUrl: { format: text },
  /**
   * The environment that this page is for, `sandbox` or `live`. A service that identifies itself as the other one, by `profile.environment`
   * or with its token, is refused. Default: not checked.
   */
  environment: { format: oneOf('sandbox', 'live') },
  /**
   * The amount to pay: reais as decimal text, `"149.90"`. A number is not allowed, since it leads to confusion with cents and to rounding
   * errors; `formatAmount(cents)` creates the text. A list of saved cards on an account page needs no amount.
   */
  amount: { as: 'amountCents', format: reais, default: 0 },
  /** The price by Pix if it is lower: the shop's own price in reais, at most `amount`. Default: `amount`. */
  pixAmount: { as: 'pixAmountCents', format: reais },
  /** The shop's identifier of the order. Together with `base-url`, it is the key under which no order is paid twice. */
  orderId: { format: text },
  /** The customer whose cards are saved. Without it, no cards are saved. */
  customerId: { format: text },
  /** The maximum number of installments. Default 1, or the maximum in the `terms` of `fees-url`, which is never exceeded. */
  maxInstallments: { format: count(1, 99), default: 1 },
  /** The minimum amount of an installment, in reais. Default `"5.00"`. */
  minInstallmentAmount: { as: 'minInstallmentCents', format: reais, default: 500 },
  /** The number of installments that is chosen at first. Default 1. */
  defaultInstallments: { format: count(1, 99), default: 1 },
  /** The payer of the fee: `merchant` (default), `customer` or `choice`. If it is not set, the `terms` of `fees-url` decide. */
  feePayer: { format: oneOf('merchant', 'customer', 'choice'), default: 'merchant' },
  /**
   * The maximum number of installments for which the merchant pays the fee. Default 0: only for the single payment. If it is not set, the
   * `terms` of `fees-url` decide.
   */
  feeFreeUpTo: { format: count(0, 99), default: 0 },
  /**
   * The shop's endpoint for the fee table of this amount and brand, used instead of `fees`: `POST` of `{ orderId, amount, brand }`,
   * response `{ fees, terms? }`.
   */
  feesUrl: { format: text },
  /**
   * The shop's endpoint that has a boleto made at its bank, once for each order and amount: `POST` of `{ orderId, amount }`, response `{
   * chargeId, line?, barcode?, dueDate, amount, pixCode?, pdfUrl?, payee? }`. The status of the boleto comes from `status-url`.
   */
  boletoUrl: { format: text },
  /** The brands that the shop accepts, for typed and saved cards, separated by spaces. Default: all. */
  acceptedBrands: { format: anyWords },
  /** The time for which a saved card stays valid, passed to the service as it is. */
  tokenizeExpiration: { format: asGiven<string | number>() },
  /** The time for which a Pix code can be paid, in seconds. Default 1800. */
  pixExpiresIn: { as: 'pixExpiresInMs', format: seconds(1, 31_536_000), default: 1_800_000 },
  /**
   * Makes the service notify the shop's webhook of a paid Pix. If the attribute is present, it is sent as `true`, or as `false` for
   * `"false"`. If it is absent, it is not sent.
   */
  pixWebhook: { type: Boolean, converter: parseFlagAttribute, format: flag },
  /** The shop's endpoint for the status of a Pix charge or a boleto, used instead of the service. `{charge}` is replaced by the charge's identifier. */
  statusUrl: { format: text },
  /** The shop's server-sent events about a Pix charge or a boleto. `{charge}` is replaced by the charge's identifier. */
  statusStreamUrl: { format: text },
  /** The shop's endpoint that resolves an unconfirmed attempt. */
  resolveUrl: { format: text },
  /** The shop's endpoint that is notified of each attempt's state. */
  notifyUrl: { format: text },
  /** The page to go to when the order is paid, if any. */
  returnUrl: { format: text },
  /**
   * `none` hides the pay button, and the shop calls `pay()` itself. With `none` and without `amount`, saved cards are only listed and can
   * be deleted.
   */
  payButton: { as: 'hasPayButton', format: off('none'), default: true },
  /**
   * Moves the focus to the next field of a card once the typed text is complete. Off by default: people who look at their keys, or hear the
   * page, may not expect that the focus moves (WCAG 3.2.2).
   */
  autoAdvance: { type: Boolean, converter: parseFlagAttribute, format: flag },
  /**
   * `code` hides the typed security code, as a password field does: a phone shows the last digit for a moment, and a screen reader reads out
   * no digit. Off by default: a code that can be seen is typed with fewer mistakes.
   */
  mask: { format: oneOf('code') },
  /** The number of saved cards that a list shows at first; a button shows the others. Default 5. A list on an account page shows all cards. */
  savedCardsShown: { format: count(1, 99), default: 5 },
  /** The shop's fees by plan, for showing totals, and the limits of single brands. */
  fees: { attribute: false, isJson: true, format: asGiven<(FeeRow | BrandLimit)[]>() },
  /** The shop's source of the fee table, used instead of `fees-url`: `({ amount, brand, signal }) => rows`. */
  getFees: { attribute: false, format: asGiven<GetFees>() },
  /** The shop's source of a boleto, used instead of `boleto-url`: `({ orderId, amount, signal }) => boleto`. */
  getBoleto: { attribute: false, format: asGiven<GetBoleto>() },
  /** The base of a fee's rate: the amount (`add`, default) or the gross amount (`gross-up`). */
  feeMode: { attribute: false, isJson: true, format: oneOf('add', 'gross-up'), default: 'add' },
  /**
   * The facts that the law requires for an offer in installments: who finances it, until when it is valid, and who offers it. Shown as they
   * are.
   */
  offer: { attribute: false, isJson: true, format: asGiven<InstallmentOffer>() },
  /** The details of the service that its documentation leaves open. */
  profile: { attribute: false, isJson: true, format: asGiven<ServiceProfileInput>() },
  /** A client that is used instead of the one created from `base-url`. */
  client: { attribute: false, format: asGiven<PaymentsClient>() },
  /** The shop's token source, used instead of `token-url`. */
  getToken: { attribute: false, format: asGiven<GetToken>() },
  /** The function that resolves an unconfirmed attempt, used instead of `resolve-url`. */
  resolveUnconfirmed: { attribute: false, format: asGiven<ResolveUnconfirmed>() },
  /** The store of the saved cards of `customer-id`. Default: a store on this device. */
  cardStore: { attribute: false, format: asGiven<CardStore>() },
  /** The shop's own texts, by text key. */
  texts: { attribute: false, isJson: true, format: asGiven<Partial<Texts>>() },
} as const satisfies Record<string, Row>;

type Rows = typeof SETTINGS;

/** The name of a setting's property. */
export type Setting = keyof Rows;

/**
 * The settings as a page writes them: attributes and properties of any Balcão element, all optional. Editors show the comments of the rows,
 * since the mapped type itself contains `keyof`.
 */
export type SettingsInput = {
  -readonly [Name in keyof Rows]?: Rows[Name]['format'] extends Format<infer Written, unknown> ? Written | undefined : never;
};

/** The parsed value of a setting. */
type ValueOf<Each> = Each extends { format: Format<never, infer Value>; default: infer Default }
  ? Value | Default
  : Each extends { format: Format<never, infer Value> }
    ? Value | undefined
    : never;

/** The settings as the code uses them: parsed, with defaults, amounts in cents and times in milliseconds. */
export type Settings = {
  readonly [Name in Setting as Rows[Name] extends { as: infer Alias extends string } ? Alias : Name]: ValueOf<Rows[Name]>;
};

/** A problem of a setting that prevents payments, for the developer. */
export interface SettingsProblem {
  /** The name of the attribute, or of the property if there is no attribute; `script` for the JSON child. */
  setting: string;
  /** The problem and its correction, in English. */
  message: string;
}

/** Settings and their problems. If there is a problem, nothing is ever sent. */
export interface CheckedSettings {
  settings: Settings;
  problems: readonly SettingsProblem[];
}

/** Returns the row of a setting, with the type that all rows have in common. */
export function getRow(name: Setting): Row {
  return SETTINGS[name];
}

/** Returns the name of a setting's attribute, `base-url` for `baseUrl`; `false` if the setting is only a property. */
export function getAttribute(name: Setting): string | false {
  return getRow(name).attribute ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The names of all settings. */
export const SETTING_NAMES = listKeys(SETTINGS);

/** Parses settings as a page wrote them. */
export function parseSettings(input: SettingsInput): Settings {
  const values = SETTING_NAMES.map((name) => {
    const { as = name, format, default: fallback } = getRow(name);
    return [as, format.parse(input[name]) ?? fallback];
  });
  // By the types above, each value has the type of its row. The compiler cannot infer this in a loop.
  const settings: Settings = Object.fromEntries(values);
  return settings;
}

/** Returns the keys of a table, without those that an old library has put into `Object.prototype`. */
export function listKeys<Table extends object>(table: Table): readonly (keyof Table)[] {
  const keys: (keyof Table)[] = [];
  for (const key in table) if (Object.hasOwn(table, key)) keys.push(key);
  return keys;
}

/**
 * Returns a key for an order within the page, from the settings only. The ledger's key of an order includes the service, which a frame of
 * card fields reports only later. With this key, what was shown of an order before that still belongs to the order.
 */
export function nameOrder({ frameUrl, baseUrl, orderId }: Settings): string {
  return `${frameUrl ?? baseUrl}|${orderId}`;
}
