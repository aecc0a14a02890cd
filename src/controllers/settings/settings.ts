import type { PaymentsClient } from '../../client/payments-client.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { GetToken } from '../../client/tokens/token.js';
import { isBrand, type Brand } from '../../domain/card/brands.js';
import type { FeeRow } from '../../domain/installments/plans.js';
import { formatAmount, parseAmount } from '../../domain/money.js';
import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { CardStore } from '../../domain/card/card-store.js';
import type { Texts } from '../../i18n/pt-br-whole.js';

/** Who may be chosen to pay the fee. */
export type FeePayerSetting = 'merchant' | 'customer' | 'choice';

/** A method as `methods` names it. */
export type MethodName = (typeof METHODS)[number];

/** Settings that are attributes: their property names. */
export const ATTRIBUTE_SETTINGS = [
  'baseUrl',
  'tokenUrl',
  'amount',
  'orderId',
  'customerId',
  'maxInstallments',
  'minInstallmentAmount',
  'defaultInstallments',
  'feePayer',
  'feeFreeUpTo',
  'acceptedBrands',
  'tokenizeExpiration',
  'pixExpiresIn',
  'statusUrl',
  'statusStreamUrl',
  'resolveUrl',
  'notifyUrl',
  'returnUrl',
  'payButton',
  'methods',
] as const satisfies readonly (keyof SettingsInput)[];

/** Settings that are properties alone. */
export const PROPERTY_SETTINGS = [
  'client',
  'getToken',
  'resolveUnconfirmed',
  'cardStore',
  'fees',
  'feeMode',
  'profile',
  'texts',
] as const satisfies readonly (keyof SettingsInput)[];

/** The settings as a page writes them: attributes and properties of any Balcão element, all optional. */
export interface SettingsInput {
  baseUrl?: string | null | undefined;
  tokenUrl?: string | null | undefined;
  amount?: string | number | null | undefined;
  orderId?: string | null | undefined;
  customerId?: string | null | undefined;
  maxInstallments?: string | number | null | undefined;
  minInstallmentAmount?: string | number | null | undefined;
  defaultInstallments?: string | number | null | undefined;
  feePayer?: string | null | undefined;
  feeFreeUpTo?: string | number | null | undefined;
  acceptedBrands?: string | null | undefined;
  tokenizeExpiration?: string | number | null | undefined;
  pixExpiresIn?: string | number | null | undefined;
  pixWebhook?: boolean | undefined;
  statusUrl?: string | null | undefined;
  statusStreamUrl?: string | null | undefined;
  resolveUrl?: string | null | undefined;
  notifyUrl?: string | null | undefined;
  returnUrl?: string | null | undefined;
  payButton?: string | null | undefined;
  fees?: FeeRow[] | undefined;
  feeMode?: 'add' | 'gross-up' | undefined;
  profile?: ServiceProfileInput | undefined;
  client?: PaymentsClient | undefined;
  getToken?: GetToken | undefined;
  resolveUnconfirmed?: ResolveUnconfirmed | undefined;
  cardStore?: CardStore | undefined;
  methods?: string | null | undefined;
  texts?: Partial<Texts> | undefined;
}

/** The settings as the code uses them: checked, with defaults, amounts in cents. */
export interface Settings {
  baseUrl: string;
  tokenUrl: string | undefined;
  amountCents: number;
  /** Reais with two decimals: "149.90". */
  amount: string;
  orderId: string | undefined;
  customerId: string | undefined;
  maxInstallments: number;
  minInstallmentCents: number;
  defaultInstallments: number;
  feePayer: FeePayerSetting;
  feeFreeUpTo: number;
  acceptedBrands: readonly Brand[] | undefined;
  tokenizeExpiration: string | number | undefined;
  /** For how long a Pix code can be paid. */
  pixExpiresInMs: number;
  /** Whether the service is to tell the shop of a paid Pix. */
  pixWebhook: boolean;
  /** With `{charge}` in it. */
  statusUrl: string | undefined;
  /** With `{charge}` in it. */
  statusStreamUrl: string | undefined;
  resolveUrl: string | undefined;
  notifyUrl: string | undefined;
  returnUrl: string | undefined;
  hasPayButton: boolean;
  fees: FeeRow[] | undefined;
  feeMode: 'add' | 'gross-up';
  profile: ServiceProfileInput | undefined;
  client: PaymentsClient | undefined;
  getToken: GetToken | undefined;
  resolveUnconfirmed: ResolveUnconfirmed | undefined;
  cardStore: CardStore | undefined;
  /** The methods that are offered, in this order. */
  methods: readonly MethodName[];
}

/** A setting that keeps the checkout from working, told to the developer. */
export interface SettingsProblem {
  /** The attribute's name. */
  setting: string;
  /** What is wrong and how to mend it, in English. */
  message: string;
}

/** Settings and what is wrong with them; with a problem nothing is ever sent. */
export interface ReadSettings {
  settings: Settings;
  problems: readonly SettingsProblem[];
}

/** What `methods` may name, in the order of the default. */
export const METHODS = ['saved-cards', 'card', 'pix'] as const;

/** Whole numbers: property, the number that goes for none, the least and the most. */
export const COUNTS = {
  maxInstallments: [12, 1, 99],
  defaultInstallments: [1, 1, 99],
  feeFreeUpTo: [0, 0, 99],
  /** Seconds, up to a year. */
  pixExpiresIn: [1800, 1, 31_536_000],
} as const satisfies Partial<Record<keyof SettingsInput, readonly [fallback: number, min: number, max: number]>>;

const DEFAULT_MIN_INSTALLMENT_CENTS = 500;

/** Reads settings as a page wrote them. What cannot be read is as if it were not there; `checkSettings` says what is wrong with it. */
export function readSettings(input: SettingsInput): Settings {
  const amountCents = readCents(input.amount) ?? 0;
  return {
    baseUrl: readText(input.baseUrl) ?? '',
    amountCents,
    amount: formatAmount(amountCents),
    maxInstallments: readCount(input, 'maxInstallments'),
    defaultInstallments: readCount(input, 'defaultInstallments'),
    feeFreeUpTo: readCount(input, 'feeFreeUpTo'),
    minInstallmentCents: readCents(input.minInstallmentAmount) ?? DEFAULT_MIN_INSTALLMENT_CENTS,
    pixExpiresInMs: readCount(input, 'pixExpiresIn') * 1000,
    pixWebhook: input.pixWebhook === true,
    feePayer: input.feePayer === 'customer' || input.feePayer === 'choice' ? input.feePayer : 'merchant',
    methods: readWords(input.methods)?.filter(isMethod) ?? METHODS,
    hasPayButton: input.payButton !== 'none',
    tokenUrl: readText(input.tokenUrl),
    orderId: readText(input.orderId),
    customerId: readText(input.customerId),
    acceptedBrands: readWords(input.acceptedBrands)?.filter(isBrand),
    tokenizeExpiration: input.tokenizeExpiration ?? undefined,
    statusUrl: readText(input.statusUrl),
    statusStreamUrl: readText(input.statusStreamUrl),
    resolveUrl: readText(input.resolveUrl),
    notifyUrl: readText(input.notifyUrl),
    returnUrl: readText(input.returnUrl),
    fees: input.fees,
    feeMode: input.feeMode === 'gross-up' ? 'gross-up' : 'add',
    profile: input.profile,
    client: input.client,
    getToken: input.getToken,
    resolveUnconfirmed: input.resolveUnconfirmed,
    cardStore: input.cardStore,
  };
}

/** Text without blanks around it; nothing for an attribute that is absent or empty. */
export function readText(value: string | number | null | undefined): string | undefined {
  return String(value ?? '').trim() || undefined;
}

/** The words of a setting that holds several, in small letters. */
export function readWords(value: string | null | undefined): readonly string[] | undefined {
  return readText(value)
    ?.toLowerCase()
    .split(/[\s,]+/);
}

/** Whether a word is a method's. */
export function isMethod(word: string): word is MethodName {
  return METHODS.some((method) => method === word);
}

/** Whether a text is a whole number that a setting may have. */
export function isCount(text: string, name: keyof typeof COUNTS): boolean {
  const [, min, max] = COUNTS[name];
  const count = Number(text);
  return Number.isInteger(count) && count >= min && count <= max;
}

function readCount(input: SettingsInput, name: keyof typeof COUNTS): number {
  const text = readText(input[name]);
  return text !== undefined && isCount(text, name) ? Number(text) : COUNTS[name][0];
}

function readCents(value: string | number | null | undefined): number | undefined {
  const text = readText(value);
  return text === undefined ? undefined : parseAmount(text);
}
