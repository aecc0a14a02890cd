import type { PaymentsClient } from '../../client/payments-client.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { GetFees } from '../../client/shop/shop-fees.js';
import type { GetToken } from '../../client/tokens/token.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { BRANDS } from '../../domain/known-brands.js';
import type { InstallmentOffer } from '../../domain/installments/offer.js';
import type { FeeRow } from '../../domain/installments/plans.js';
import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { Texts } from '../../i18n/pt-br.js';
import { asGiven, baseAddress, count, flag, off, oneOf, parseFlagAttribute, reais, seconds, someOf, text, type Format } from './formats.js';

/** A method as `methods` names it. */
export type MethodName = 'saved-cards' | 'card' | 'pix';

/** Some words, each once, in any order, with a blank between. */
export type InAnyOrder<Words extends string, Word extends string = Words> = Word extends Word
  ? Word | `${Word} ${InAnyOrder<Exclude<Words, Word>>}`
  : never;

/** The values of `methods`: some methods or all of them, in any order, like `"pix card"`. */
export type Methods = InAnyOrder<MethodName>;

const METHODS: readonly MethodName[] = ['saved-cards', 'card', 'pix'];

/** One setting. The rows are what Lit wants to know of properties, too. */
interface Row {
  /** The attribute that holds it; `false` where it is a property alone. */
  readonly attribute: string | false;
  /** The type of the attribute for editors; text by default. */
  readonly type?: BooleanConstructor;
  /** Lit's converter for the attribute; by its type by default. */
  readonly converter?: (attribute: string | null) => unknown;
  /** Its name in `Settings`, where that is not the property's. */
  readonly as?: string;
  readonly format: Format<unknown, unknown>;
  /** The value in `Settings` without it. */
  readonly default?: unknown;
  /** True where a `<script type="application/json">` child may hold it. */
  readonly isJson?: true;
}

/**
 * The settings of every element. From this table come the elements' attributes and properties, the types below and, with the comments
 * of the rows as descriptions, `docs/api.md` and what editors show. `@only` names the one element that a setting is meant for. Each row
 * has a check in `settings-checks.ts`.
 */
export const SETTINGS = {
  /**
   * The methods that are offered, in this order. Default `"saved-cards card pix"`.
   * @only balcao-checkout
   */
  methods: { attribute: 'methods', format: someOf<MethodName, Methods>(METHODS), default: METHODS },
  /** The payments service: an `https:` URL, loopback, or a path of the page's own origin where the shop's server relays. */
  baseUrl: { attribute: 'base-url', format: baseAddress, default: '' },
  /**
   * The provider's page with the card's fields in a frame, so that this page never has its digits: an `https:` URL of another origin, or loopback.
   */
  frameUrl: { attribute: 'frame-url', format: text },
  /** The shop's endpoint that issues bearer tokens. */
  tokenUrl: { attribute: 'token-url', format: text },
  /**
   * The service that this page is for, `sandbox` or `live`: one that identifies itself as the other (`profile.environment`, or with its token) is
   * refused. Default: not checked.
   */
  environment: { attribute: 'environment', format: oneOf('sandbox', 'live') },
  /**
   * The amount to pay: reais as decimal text, `"149.90"`. No number, which is how cents and rounding errors get in: `formatAmount(cents)` makes the
   * text. A list of saved cards on an account page needs none.
   */
  amount: { attribute: 'amount', as: 'amountCents', format: reais, default: 0 },
  /** The price by Pix where that is less: the shop's own figure in reais, at most `amount`. Without it, `amount`. */
  pixAmount: { attribute: 'pix-amount', as: 'pixAmountCents', format: reais },
  /** The shop's order. With `base-url` the key under which no order is paid twice. */
  orderId: { attribute: 'order-id', format: text },
  /** The customer whose cards are saved; without it none are. */
  customerId: { attribute: 'customer-id', format: text },
  /** The most installments that are offered. Default 1, or what the `terms` of `fees-url` say, which are never exceeded. */
  maxInstallments: { attribute: 'max-installments', format: count(1, 99), default: 1 },
  /** The least that an installment may be, in reais. Default `"5.00"`. */
  minInstallmentAmount: { attribute: 'min-installment-amount', as: 'minInstallmentCents', format: reais, default: 500 },
  /** The count of installments that is chosen at first. Default 1. */
  defaultInstallments: { attribute: 'default-installments', format: count(1, 99), default: 1 },
  /** The payer of the fee: `merchant` (default), `customer` or `choice`. Without it the `terms` of `fees-url` decide. */
  feePayer: { attribute: 'fee-payer', format: oneOf('merchant', 'customer', 'choice'), default: 'merchant' },
  /** Plans up to this count are the merchant's. Default 0: none beside the single payment. Without it the `terms` of `fees-url` decide. */
  feeFreeUpTo: { attribute: 'fee-free-up-to', format: count(0, 99), default: 0 },
  /** The shop's endpoint for the fee table of this amount and brand, asked instead of `fees`: `POST` of `{ orderId, amount, brand }`, answer `{ fees, terms? }`. */
  feesUrl: { attribute: 'fees-url', format: text },
  /** The brands that the shop takes, typed or saved, with blanks between. Default all. */
  acceptedBrands: { attribute: 'accepted-brands', format: someOf(BRANDS) },
  /** The time for which a saved card stays valid, passed to the service as given. */
  tokenizeExpiration: { attribute: 'tokenize-expiration', format: asGiven<string | number>() },
  /** The time for which a Pix code can be paid, in seconds. Default 1800. */
  pixExpiresIn: { attribute: 'pix-expires-in', as: 'pixExpiresInMs', format: seconds(1, 31_536_000), default: 1_800_000 },
  /** Has the service notify the shop's webhook of a paid Pix: sent as `true` where it is there, as `false` by `"false"`, else left out. */
  pixWebhook: { attribute: 'pix-webhook', type: Boolean, converter: parseFlagAttribute, format: flag },
  /** The shop's endpoint for the status of a Pix charge, asked instead of the service; `{charge}` is its identifier. */
  statusUrl: { attribute: 'status-url', format: text },
  /** The shop's server-sent events about a Pix charge; `{charge}` is its identifier. */
  statusStreamUrl: { attribute: 'status-stream-url', format: text },
  /** The shop's endpoint that resolves an unconfirmed attempt. */
  resolveUrl: { attribute: 'resolve-url', format: text },
  /** The shop's endpoint that is notified of each attempt's state. */
  notifyUrl: { attribute: 'notify-url', format: text },
  /** The page to go to after approval, if any. */
  returnUrl: { attribute: 'return-url', format: text },
  /** `none` hides the pay button: the shop calls `pay()`. With it and no `amount`, saved cards are a list to delete from. */
  payButton: { attribute: 'pay-button', as: 'hasPayButton', format: off('none'), default: true },
  /** The shop's fees per plan, for showing totals. */
  fees: { attribute: false, isJson: true, format: asGiven<FeeRow[]>() },
  /** The shop's source of the fee table, instead of `fees-url`: `({ amount, brand, signal }) => rows`. */
  getFees: { attribute: false, format: asGiven<GetFees>() },
  /** The base of a fee's rate: the amount (`add`, default) or the gross (`gross-up`). */
  feeMode: { attribute: false, isJson: true, format: oneOf('add', 'gross-up'), default: 'add' },
  /** The facts that the law lists of an offer in installments: who finances it, until when it holds, whom it is from. Shown as given. */
  offer: { attribute: false, isJson: true, format: asGiven<InstallmentOffer>() },
  /** The details that the service's documents leave open. */
  profile: { attribute: false, isJson: true, format: asGiven<ServiceProfileInput>() },
  /** A client to use instead of the one made from `base-url`. */
  client: { attribute: false, format: asGiven<PaymentsClient>() },
  /** The shop's token source, instead of `token-url`. */
  getToken: { attribute: false, format: asGiven<GetToken>() },
  /** Resolves an unconfirmed attempt, instead of `resolve-url`. */
  resolveUnconfirmed: { attribute: false, format: asGiven<ResolveUnconfirmed>() },
  /** The store of the saved cards of `customer-id`: this device by default. */
  cardStore: { attribute: false, format: asGiven<CardStore>() },
  /** The shop's own words, by text key. */
  texts: { attribute: false, isJson: true, format: asGiven<Partial<Texts>>() },
} as const satisfies Record<string, Row>;

type Rows = typeof SETTINGS;

/** A setting, by the name of its property. */
export type Setting = keyof Rows;

/**
 * The settings as a page writes them: attributes and properties of any Balcão element, all optional. Editors show the rows' comments, since `keyof`
 * is in the mapped type itself.
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

/** A setting that keeps the checkout from working, for the developer. */
export interface SettingsProblem {
  /** The attribute's name; the property's where there is no attribute; `script` for the JSON child. */
  setting: string;
  /** The problem and how to correct it, in English. */
  message: string;
}

/** Settings and what is wrong with them; with a problem nothing is ever sent. */
export interface CheckedSettings {
  settings: Settings;
  problems: readonly SettingsProblem[];
}

/** A setting's row, as far as all rows are alike. */
export function getRow(name: Setting): Row {
  return SETTINGS[name];
}

/** Every setting. */
export const SETTING_NAMES = listKeys(SETTINGS);

/** Parses settings as a page wrote them. */
export function parseSettings(input: SettingsInput): Settings {
  const values = SETTING_NAMES.map((name) => {
    const { as = name, format, default: fallback } = getRow(name);
    return [as, format.parse(input[name]) ?? fallback];
  });
  // By the types above each value has the type of its row, which the compiler cannot see in a loop.
  const settings: Settings = Object.fromEntries(values);
  return settings;
}

/** The keys of a table. */
export function listKeys<Table extends object>(table: Table): readonly (keyof Table)[] {
  const keys: (keyof Table)[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

/**
 * A key for the orders of a page, by settings alone. In the ledger the key of an order has its service, which a frame of card fields names only
 * later: what was shown of an order until then still belongs to it.
 */
export function nameOrder({ frameUrl, baseUrl, orderId }: Settings): string {
  return `${frameUrl ?? baseUrl}|${orderId}`;
}
