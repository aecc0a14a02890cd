import * as z from 'zod/mini';
import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import { checkServiceUrl } from '../../client/http/service-url.js';
import { integerSchema } from '../../client/http/response-schemas.js';
import { amountSchema } from '../../client/profile/fee-table-schema.js';
import { createProfile } from '../../client/profile/default-profile.js';
import { describeMismatch } from '../../client/profile/environment.js';
import { BRANDS } from '../../domain/known-brands.js';
import { isCheckoutError } from '../../domain/errors.js';
import { verifyFees, type BrandLimit, type FeeRow } from '../../domain/installments/fees.js';
import { formatAmount } from '../../domain/money.js';
import { formatCnpj } from '../../domain/cnpj.js';
import { OFFER_SHAPE } from '../../domain/installments/offer.js';
import { createSchema } from '../../domain/schema.js';
import { isAccountList } from './account-list.js';
import { checkFrameUrl } from './frame-url-check.js';
import { trimText, splitWords, type Range, type Vocabulary } from './formats.js';
import { getAttribute, listKeys, SETTINGS, type Setting, type Settings, type SettingsInput, type SettingsProblem } from './settings.js';

/** The owner of settings. */
type SettingsOwner = Parameters<typeof isAccountList>[0] & { readonly outermost: { readonly host: Element } };

/** A function that explains in English the problems of a setting as it was written, and how to correct them. */
type Check = (written: unknown, context: CheckContext) => readonly string[];

/** The context in which a setting is checked. */
interface CheckContext {
  /** The setting's name. */
  readonly label: string;
  readonly settings: Settings;
  /** True if Pix can be paid in the element. */
  readonly isPixOffered: boolean;
  /** True if a boleto can be paid in the element. */
  readonly isBoletoOffered: boolean;
}

/** The rule for a setting. */
interface Rule {
  /** The schema of the text without surrounding whitespace, or of the value that `parse` returns for it. */
  readonly schema: () => z.ZodMiniType;
  /** The correction of an invalid value; a function if it depends on the text. */
  readonly fix: string | ((text: string) => string);
  readonly parse?: (text: string) => unknown;
  /** The correction of a missing setting; absent if the setting is optional. */
  readonly missing?: string;
}

const addressSchema = createSchema(() => z.string().check(z.refine((text) => checkServiceUrl(text) === undefined)));

const address: Rule = { schema: addressSchema, fix: (text) => checkServiceUrl(text) ?? '' };
const serviceAddress: Rule = {
  ...address,
  missing: 'Give the address of the payments service, like base-url="https://payments.example/".',
};
const tokenAddress: Rule = {
  ...address,
  missing: 'Give your shop\'s own endpoint that issues tokens, like token-url="/shop/token", or set the property getToken.',
};

const countRule = ({ min, max }: Range, example: string): Rule => ({
  schema: createSchema(() => integerSchema().check(z.gte(min), z.lte(max))),
  fix: `Write a whole number from ${min} to ${max}, like ${example}.`,
  parse: Number,
});

const wordRule = ({ words }: Vocabulary<string>, fix: string): Rule => ({ schema: createSchema(() => z.literal(words)), fix });

const wordsRule = ({ words }: Vocabulary<string>, fix: string): Rule => ({
  schema: createSchema(() => z.array(z.literal(words))),
  fix,
  parse: splitWords,
});

const AMOUNT_FIX = 'Write reais with a point and at most two decimals, above zero, like amount="149.90".';

const PIX_AMOUNT_FIX = 'Write what is paid by Pix in reais, at most the amount, like pix-amount="142.41", or leave it out.';

/** The settings that are passed on as they are, or checked where they are used. */
type Unchecked =
  | ('autoAdvance' | 'orderId' | 'customerId' | 'tokenizeExpiration' | 'pixWebhook' | 'payButton' | 'texts')
  | ('getFees' | 'getBoleto' | 'client' | 'getToken' | 'resolveUnconfirmed' | 'cardStore');

/** The checks of all other settings, in the order in which problems are reported. */
const CHECKS = {
  amount: mustBe({
    schema: amountSchema,
    fix: AMOUNT_FIX,
    missing: AMOUNT_FIX,
  }),
  pixAmount: checkPixAmount,
  minInstallmentAmount: mustBe({
    schema: amountSchema,
    fix: 'Write reais with a point, like min-installment-amount="5.00".',
  }),
  baseUrl: (written, context) => mustBe(isServiceNeeded(context) ? serviceAddress : address)(written, context),
  frameUrl: mustBe({
    schema: createSchema(() => z.string().check(z.refine((text) => checkFrameUrl(text) === undefined))),
    fix: (text) => checkFrameUrl(text) ?? '',
  }),
  environment: checkEnvironment,
  tokenUrl: mustBe((settings) => (isTokenNeeded(settings) ? tokenAddress : address)),
  boletoUrl: checkBoletoUrl,
  statusUrl: mustBe(address),
  statusStreamUrl: mustBe(address),
  resolveUrl: mustBe(address),
  notifyUrl: mustBe(address),
  returnUrl: mustBe(address),
  feesUrl: mustBe(address),
  maxInstallments: mustBe(countRule(SETTINGS.maxInstallments.format, 'max-installments="12"')),
  defaultInstallments: mustBe(countRule(SETTINGS.defaultInstallments.format, 'default-installments="1"')),
  feeFreeUpTo: mustBe(countRule(SETTINGS.feeFreeUpTo.format, 'fee-free-up-to="0"')),
  savedCardsShown: mustBe(countRule(SETTINGS.savedCardsShown.format, 'saved-cards-shown="5"')),
  mask: mustBe(wordRule(SETTINGS.mask.format, 'Write mask="code", or leave it out.')),
  pixExpiresIn: mustBe(countRule(SETTINGS.pixExpiresIn.format, 'pix-expires-in="1800"')),
  feePayer: mustBe(wordRule(SETTINGS.feePayer.format, 'Write merchant, customer or choice.')),
  feeMode: mustBe(wordRule(SETTINGS.feeMode.format, 'Write add or gross-up.')),
  methods: mustBe(wordsRule(SETTINGS.methods.format, 'Write saved-cards, card, pix and boleto with blanks between.')),
  acceptedBrands: mustBe(
    wordsRule({ words: BRANDS }, 'Write brand names with blanks between, like accepted-brands="visa mastercard elo".'),
  ),
  fees: (_written, { settings }) => (settings.fees ? checkFeeTable(settings.fees, settings) : []),
  offer: checkOffer,
  profile: checkProfile,
} satisfies Record<Exclude<Setting, Unchecked>, Check>;

/**
 * Finds the problems that prevent payments with these settings, in English, with the attribute's name and the correction. If there is a
 * problem, nothing is ever sent. Runs after the first input, and before each payment. `owner` is the owner of the settings: a list of cards
 * on an account page needs no amount.
 */
export function checkSettings(input: SettingsInput, settings: Settings, owner?: SettingsOwner): SettingsProblem[] {
  const isAmountNeeded = !owner || !isAccountList(owner);
  const tag = owner?.outermost.host.localName ?? 'balcao-checkout';
  const isPixOffered = ['balcao-checkout', 'balcao-pix'].includes(tag) && settings.methods.includes('pix');
  const isBoletoOffered = tag === 'balcao-boleto' || (tag === 'balcao-checkout' && settings.methods.includes('boleto'));
  return listKeys(CHECKS).flatMap((name) => {
    if (name === 'amount' && !isAmountNeeded) return [];
    const check: Check = CHECKS[name];
    const setting = getAttribute(name) || name;
    return check(input[name], { label: setting, settings, isPixOffered, isBoletoOffered }).map((message) => ({ setting, message }));
  });
}

/**
 * Creates the check of a setting by a rule, or by a rule that depends on the other settings. An absent setting is not validated by the
 * schema.
 */
function mustBe(rule: Rule | ((settings: Settings) => Rule)): Check {
  return (written, { label, settings }) => {
    const { schema, fix, parse = (text: string): unknown => text, missing } = typeof rule === 'function' ? rule(settings) : rule;
    const text = trimText(isTextual(written) ? written : typeof written);
    if (text === undefined) return missing === undefined ? [] : [`${label} is missing. ${missing}`];
    const value = parse(text);
    const [issue] = schema().safeParse(value).error?.issues ?? [];
    if (!issue) return [];
    // For a list of words, the message names the invalid word.
    const wrong = Array.isArray(value) ? String(value[Number(issue.path[0])]) : text;
    return [`${label}="${wrong}" cannot be used. ${typeof fix === 'string' ? fix : fix(text)}`];
  };
}

/**
 * Returns true for a value that can be written in markup, and for an absent value. For any other value, the name of its type is checked and
 * reported instead.
 */
function isTextual(written: unknown): written is string | number | null | undefined {
  return written === undefined || written === null || typeof written === 'string' || typeof written === 'number';
}

/**
 * Checks the price by Pix. It must not exceed the order's amount, since payers by card would otherwise pay less than the shop's price by
 * Pix.
 */
function checkPixAmount(written: unknown, context: CheckContext): readonly string[] {
  const { amountCents, pixAmountCents = 0 } = context.settings;
  const misshapen = mustBe({ schema: amountSchema, fix: PIX_AMOUNT_FIX })(written, context);
  if (misshapen.length > 0 || !amountCents || pixAmountCents <= amountCents) return misshapen;
  const [price, amount] = [formatAmount(pixAmountCents), formatAmount(amountCents)];
  return [`${context.label}="${price}" is above amount="${amount}". ${PIX_AMOUNT_FIX}`];
}

/**
 * Checks the environment. A page for one environment is refused if its own profile is for the other: test orders must cost nothing, and
 * real orders must be paid.
 */
function checkEnvironment(written: unknown, context: CheckContext): readonly string[] {
  const { environment, profile } = context.settings;
  const misshapen = mustBe(wordRule(SETTINGS.environment.format, 'Write sandbox or live, or leave it out.'))(written, context);
  const mismatch = describeMismatch(environment, profile?.environment, 'profile.environment');
  return mismatch ? [mismatch] : misshapen;
}

const offerSchema = createSchema(() => {
  const words = z.optional(z.string().check(z.trim(), z.minLength(1)));
  return z.strictObject({
    financedBy: words,
    validUntil: z.optional(z.iso.date()),
    from: words,
    seller: words,
    cnpj: z.optional(z.string().check(z.refine((text) => formatCnpj(text) !== undefined))),
  });
});

/** Checks the offer. An unknown key is also a problem: because of a typing error, text that the law requires would not be shown. */
function checkOffer(written: unknown): readonly string[] {
  return (written ?? undefined) === undefined || offerSchema().safeParse(written).success ? [] : [`offer ${OFFER_SHAPE}.`];
}

/** Returns true if the page itself needs the service: cards in a frame do not need it, Pix does. */
function isServiceNeeded({ settings: { client, frameUrl }, isPixOffered }: CheckContext): boolean {
  return !client && (frameUrl === undefined || isPixOffered);
}

/**
 * Returns true if tokens are needed. A service of another origin requires tokens, unless the page has its own client or `getToken`. A frame
 * of card fields requires them even if the page has its own client.
 */
function isTokenNeeded({ client, getToken, baseUrl, frameUrl }: Settings): boolean {
  if (frameUrl !== undefined) return !getToken;
  const service = baseUrl === '' ? undefined : parsePageUrl(baseUrl);
  return !client && !getToken && service !== undefined && !isOwnOrigin(service);
}

/** Checks the source of boletos, and the order that they need: the shop makes one boleto for each order. */
function checkBoletoUrl(written: unknown, context: CheckContext): readonly string[] {
  const { getBoleto, boletoUrl, orderId } = context.settings;
  const misshapen = mustBe(address)(written, context);
  if (!context.isBoletoOffered || misshapen.length > 0) return misshapen;
  if (!getBoleto && boletoUrl === undefined)
    return [
      'boleto-url is missing. Give your shop\'s own endpoint that makes boletos, like boleto-url="/shop/boleto", or set the property getBoleto.',
    ];
  return orderId === undefined
    ? ['order-id is missing. A boleto is made once for each order: write its identifier, like order-id="42".']
    : [];
}

/** Checks the profile with the client's own schema, before anything is paid. */
function checkProfile(_written: unknown, { settings }: CheckContext): readonly string[] {
  if (!settings.profile) return [];
  try {
    createProfile(settings.profile);
    return [];
  } catch (error) {
    return isCheckoutError(error) ? [error.message] : [];
  }
}

/**
 * Checks a fee table for these settings. If the shopper chooses the payer of the fee, the rows must also be valid for the customer as
 * payer. Finds nothing while there is no amount.
 */
export function checkFeeTable(fees: readonly (FeeRow | BrandLimit)[], settings: Settings): readonly string[] {
  const { amountCents, feePayer } = settings;
  if (!amountCents) return [];
  const request = { ...settings, feePayer: feePayer === 'merchant' ? feePayer : 'customer' } as const;
  return verifyFees(fees, request).map(({ row, problem }) => `fees${row === undefined ? ':' : `[${row}]:`} ${problem}.`);
}
