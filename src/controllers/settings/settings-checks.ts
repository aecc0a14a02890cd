import * as z from 'zod/mini';
import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import { checkServiceUrl } from '../../client/http/service-url.js';
import { feeTableSchema } from '../../client/profile/fee-table-schema.js';
import { BRANDS } from '../../domain/card/brands.js';
import { FEE_ROW_SHAPE, verifyFeeRow } from '../../domain/installments/fees.js';
import { parseAmount } from '../../domain/money.js';
import { readText, splitWords, type Range, type Vocabulary } from './formats.js';
import { listKeys, ROWS, SETTINGS, type Setting, type Settings, type SettingsInput, type SettingsProblem } from './settings.js';

/** Says in English what is wrong with a setting as it was written, and how to mend it; `label` is its name. */
type Check = (written: unknown, context: { label: string; settings: Settings }) => readonly string[];

/** What a setting must be. The schema's messages say how to mend it; it sees text without blanks around it, and `undefined` for none. */
type Schema = z.ZodMiniType;

const amountSchema = (fix: string): Schema => z.string(fix).check(z.refine((text) => parseAmount(text) !== undefined, fix));

const addressSchema = (missing?: string): Schema =>
  z.string(missing).check(
    z.check(({ value, issues }) => {
      const message = checkServiceUrl(value);
      if (message) issues.push({ code: 'custom', message, input: value });
    }),
  );

const countSchema = ({ min, max }: Range, example: string): Schema => {
  const fix = `Write a whole number from ${min} to ${max}, like ${example}.`;
  return z.optional(z.pipe(z.coerce.number(fix), z.int(fix).check(z.minimum(min, fix), z.maximum(max, fix))));
};

const wordSchema = ({ words }: Vocabulary<string>, fix: string): Schema => z.optional(z.enum(words, fix));

const wordsSchema = ({ words }: Vocabulary<string>, fix: string): Schema =>
  z.optional(z.pipe(z.pipe(z.string(fix), z.transform(splitWords)), z.array(z.enum(words, fix))));

const address = z.optional(addressSchema());
const serviceAddress = addressSchema('Give the address of the payments service, like base-url="https://payments.example/".');
const tokenAddress = addressSchema(
  'Give your shop\'s own endpoint that issues tokens, like token-url="/shop/token", or set the property getToken.',
);

/** One check for each setting, in the order in which problems are said. */
const CHECKS = {
  amount: mustBe(amountSchema('Write reais with a point and at most two decimals, above zero, like amount="149.90".')),
  minInstallmentAmount: mustBe(z.optional(amountSchema('Write reais with a point, like min-installment-amount="5.00".'))),
  baseUrl: mustBe(({ client }) => (client ? address : serviceAddress)),
  tokenUrl: mustBe((settings) => (isTokenNeeded(settings) ? tokenAddress : address)),
  statusUrl: mustBe(address),
  statusStreamUrl: mustBe(address),
  resolveUrl: mustBe(address),
  notifyUrl: mustBe(address),
  returnUrl: mustBe(address),
  maxInstallments: mustBe(countSchema(SETTINGS.maxInstallments.format, 'max-installments="12"')),
  defaultInstallments: mustBe(countSchema(SETTINGS.defaultInstallments.format, 'default-installments="1"')),
  feeFreeUpTo: mustBe(countSchema(SETTINGS.feeFreeUpTo.format, 'fee-free-up-to="0"')),
  pixExpiresIn: mustBe(countSchema(SETTINGS.pixExpiresIn.format, 'pix-expires-in="1800"')),
  feePayer: mustBe(wordSchema(SETTINGS.feePayer.format, 'Write merchant, customer or choice.')),
  feeMode: mustBe(wordSchema(SETTINGS.feeMode.format, 'Write add or gross-up.')),
  methods: mustBe(wordsSchema(SETTINGS.methods.format, 'Write saved-cards, card and pix with blanks between.')),
  acceptedBrands: mustBe(
    wordsSchema({ words: BRANDS }, 'Write brand names with blanks between, like accepted-brands="visa mastercard elo".'),
  ),
  fees: checkFees,
  orderId: acceptAnything,
  customerId: acceptAnything,
  tokenizeExpiration: acceptAnything,
  pixWebhook: acceptAnything,
  payButton: acceptAnything,
  profile: acceptAnything,
  client: acceptAnything,
  getToken: acceptAnything,
  resolveUnconfirmed: acceptAnything,
  cardStore: acceptAnything,
  texts: acceptAnything,
} satisfies Record<Setting, Check>;

/**
 * Says what keeps a checkout with these settings from working, in English, with the attribute's name and the fix. With a problem nothing
 * is ever sent. Comes after the first input, and before anything is paid.
 */
export function checkSettings(input: SettingsInput, settings: Settings): SettingsProblem[] {
  return listKeys(CHECKS).flatMap((name) => {
    const check: Check = CHECKS[name];
    const setting = ROWS[name].attribute || name;
    return check(input[name], { label: setting, settings }).map((message) => ({ setting, message }));
  });
}

/** Holds a setting to a schema, or to the one that the other settings ask for. */
function mustBe(schema: Schema | ((settings: Settings) => Schema)): Check {
  return (written, { label, settings }) => {
    const value = typeof written === 'string' || typeof written === 'number' ? readText(written) : (written ?? undefined);
    const chosen = typeof schema === 'function' ? schema(settings) : schema;
    const [issue] = chosen.safeParse(value, { reportInput: true }).error?.issues ?? [];
    if (!issue) return [];
    // Of several words the one that is wrong.
    const wrong = issue.path.length > 0 ? issue.input : value;
    return [value === undefined ? `${label} is missing. ${issue.message}` : `${label}="${String(wrong)}" cannot be used. ${issue.message}`];
  };
}

/** What is passed on as it is, or checked where it is used. */
function acceptAnything(): readonly string[] {
  return [];
}

/** A service of another origin asks for tokens, which the page's own client, or a function of the page, may bring. */
function isTokenNeeded({ client, getToken, baseUrl }: Settings): boolean {
  const service = baseUrl === '' ? undefined : parsePageUrl(baseUrl);
  return !client && !getToken && service !== undefined && !isOwnOrigin(service);
}

/** Checks the fee table by what it is used for: with a choice, its rows must be good for a customer too. */
function checkFees(_written: unknown, { settings }: { settings: Settings }): readonly string[] {
  const { fees = [], amountCents, feePayer } = settings;
  if (!amountCents) return [];
  const issues = feeTableSchema.safeParse(fees).error?.issues ?? [];
  if (issues.some(({ path }) => path.length === 0)) return ['fees: fees must be an array.'];
  const misshapen = new Set(issues.map(({ path: [row] }) => row));
  const request = { ...settings, feePayer: feePayer === 'merchant' ? feePayer : 'customer' } as const;
  return fees.flatMap((row, index) => {
    const earlier = fees.slice(0, index).filter((_, each) => !misshapen.has(each));
    const problem = misshapen.has(index) ? FEE_ROW_SHAPE : verifyFeeRow(row, earlier, request);
    return problem ? [`fees[${index}]: ${problem}.`] : [];
  });
}
