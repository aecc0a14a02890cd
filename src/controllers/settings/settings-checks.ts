import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import { checkServiceUrl } from '../../client/http/service-url.js';
import { isBrand } from '../../domain/card/brands.js';
import { verifyFees } from '../../domain/installments/plans.js';
import { parseAmount } from '../../domain/money.js';
import { COUNTS, isCount, isMethod, readText, readWords, type Settings, type SettingsInput, type SettingsProblem } from './settings.js';

const COUNT_ATTRIBUTES = [
  ['max-installments', 'maxInstallments'],
  ['default-installments', 'defaultInstallments'],
  ['fee-free-up-to', 'feeFreeUpTo'],
  ['pix-expires-in', 'pixExpiresIn'],
] as const;

const URL_ATTRIBUTES = [
  ['base-url', 'baseUrl'],
  ['token-url', 'tokenUrl'],
  ['status-url', 'statusUrl'],
  ['status-stream-url', 'statusStreamUrl'],
  ['resolve-url', 'resolveUrl'],
  ['notify-url', 'notifyUrl'],
  ['return-url', 'returnUrl'],
] as const;

/**
 * Says what keeps a checkout with these settings from working, in English, with the attribute's name and the fix. With a
 * problem nothing is ever sent. Comes after the first input, and before anything is paid.
 */
export function checkSettings(input: SettingsInput, settings: Settings): SettingsProblem[] {
  return [
    ...checkAmounts(input),
    ...checkUrls(input),
    ...checkTokenSource(input),
    ...checkCounts(input),
    ...checkWords(input),
    ...checkFees(settings),
  ];
}

function checkAmounts({ amount, minInstallmentAmount }: SettingsInput): SettingsProblem[] {
  const text = readText(amount);
  const least = readText(minInstallmentAmount);
  return [
    ...(text === undefined || parseAmount(text) === undefined
      ? [reject('amount', text, 'Write reais with a point and at most two decimals, above zero, like amount="149.90".')]
      : []),
    ...(least !== undefined && parseAmount(least) === undefined
      ? [reject('min-installment-amount', least, 'Write reais with a point, like min-installment-amount="5.00".')]
      : []),
  ];
}

function checkUrls(input: SettingsInput): SettingsProblem[] {
  return URL_ATTRIBUTES.flatMap(([attribute, name]) => {
    const url = readText(input[name]);
    const fix = url && checkServiceUrl(url);
    return fix ? [reject(attribute, url, fix)] : [];
  });
}

function checkTokenSource({ baseUrl, tokenUrl, getToken, client }: SettingsInput): SettingsProblem[] {
  if (client) return [];
  const url = readText(baseUrl);
  if (!url) return [reject('base-url', undefined, 'Give the address of the payments service, like base-url="https://payments.example/".')];
  const service = parsePageUrl(url);
  if (readText(tokenUrl) || getToken || !service || isOwnOrigin(service)) return [];
  const fix = 'Give your shop\'s own endpoint that issues tokens, like token-url="/shop/token", or set the property getToken.';
  return [reject('token-url', undefined, fix)];
}

function checkCounts(input: SettingsInput): SettingsProblem[] {
  return COUNT_ATTRIBUTES.flatMap(([attribute, name]) => {
    const text = readText(input[name]);
    const [fallback, min, max] = COUNTS[name];
    if (text === undefined || isCount(text, name)) return [];
    return [reject(attribute, text, `Write a whole number from ${min} to ${max}, like ${attribute}="${fallback}".`)];
  });
}

function checkWords({ feePayer, feeMode, methods, acceptedBrands }: SettingsInput): SettingsProblem[] {
  const wrong: readonly (readonly [string, string | undefined, string])[] = [
    [
      'fee-payer',
      [readText(feePayer) ?? 'merchant'].find((word) => !/^(merchant|customer|choice)$/.test(word)),
      'Write merchant, customer or choice.',
    ],
    ['feeMode', [feeMode ?? 'add'].find((word: string) => !/^(add|gross-up)$/.test(word)), 'Write add or gross-up.'],
    ['methods', readWords(methods)?.find((word) => !isMethod(word)), 'Write saved-cards, card and pix with blanks between.'],
    [
      'accepted-brands',
      readWords(acceptedBrands)?.find((word) => !isBrand(word)),
      'Write brand names with blanks between, like accepted-brands="visa mastercard elo".',
    ],
  ];
  return wrong.flatMap(([setting, word, fix]) => (word === undefined ? [] : [reject(setting, word, fix)]));
}

/** Checks the fee table by what it is used for: with a choice, its rows must be good for a customer too. */
function checkFees({ fees = [], feePayer, amountCents, ...request }: Settings): SettingsProblem[] {
  if (!amountCents) return [];
  return verifyFees(fees, { ...request, amountCents, feePayer: feePayer === 'merchant' ? feePayer : 'customer' }).map(
    ({ row, problem }) => ({
      setting: 'fees',
      message: `fees${row === undefined ? '' : `[${row}]`}: ${problem}.`,
    }),
  );
}

function reject(setting: string, value: string | undefined, fix: string): SettingsProblem {
  const fault = value === undefined ? `${setting} is missing.` : `${setting}="${value}" cannot be used.`;
  return { setting, message: `${fault} ${fix}` };
}
