import { isLoopback } from '../client/http/page-origin.js';
import { CheckoutError } from '../domain/errors.js';
import { refuseUndefined, refuseUnknown } from './option-names.js';
import type { ChargeRecords, Limits, ShopCards, ShopOrders, ShopServerOptions } from './options.js';

/** The rule of a setting: which values it may have, and what else to give. */
interface Rule {
  isGood: (value: unknown) => boolean;
  fix: string;
  isOptional?: true;
}

/** The paths of all settings: `orders.find`. */
type OptionPath =
  | keyof ShopServerOptions
  | `service.${keyof ShopServerOptions['service']}`
  | `orders.${keyof ShopOrders}`
  | `cards.${keyof ShopCards}`
  | `records.${keyof ChargeRecords}`
  | `limits.${keyof Limits}`;

/** The shortest secret of the webhook, characters: a shorter one could be guessed. */
const SHORTEST_SECRET = 16;

/** The longest interval of a timer, ms. A longer one would run at once, again and again. */
const LONGEST_INTERVAL_MS = 2_147_483_647;

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const optional = (isGood: Rule['isGood'], fix: string): Rule => ({ isGood, fix, isOptional: true });
const FUNCTION = optional(isFunction, 'Give a function, or leave it out.');
const FLAG = optional(isBoolean, 'Give true or false, without quotes.');
const COUNT = optional((value) => Number.isSafeInteger(value) && Number(value) > 0, 'Give a whole number above 0, without quotes.');

/** The likely cause of a missing value: most shops read these settings from the environment. */
const ENVIRONMENT = 'Is an environment variable not set?';

/** The rules of all settings. A setting within another one comes after it. */
const RULES: Readonly<Record<OptionPath, Rule>> = {
  service: { isGood: isObject, fix: 'Give { baseUrl }, the address of the payments service.' },
  'service.baseUrl': { isGood: isText, fix: `Give the address of the payments service, like "https://service.example/". ${ENVIRONMENT}` },
  'service.profile': optional(isObject, 'Give the profile of your service as an object.'),
  'service.fetch': FUNCTION,
  tokens: {
    isGood: isTokens,
    fix: 'Give loginTokens({ url, body }), oauthTokens({ … }), a function that gets a token, or { card, pix } of these.',
  },
  orders: { isGood: isObject, fix: 'Give { find, settled }.' },
  'orders.find': { isGood: isFunction, fix: 'Give a function that finds an order of whoever asks.' },
  'orders.settled': FUNCTION,
  'orders.deliver': FUNCTION,
  'orders.boleto': FUNCTION,
  'orders.boletoStatus': FUNCTION,
  cards: optional(isObject, 'Give { find }.'),
  'cards.find': { isGood: isFunction, fix: 'Give a function that finds a saved card of whoever asks.' },
  ledger: { isGood: isLedger, fix: 'Give sqlLedger(postgres(pool)), or memoryLedger() for a test.' },
  publicOrigin: {
    isGood: isOrigin,
    fix: `Give the origin of the shop’s pages, like "https://loja.example", without a slash at its end. ${ENVIRONMENT}`,
  },
  basePath: optional(
    (value) => isText(value) && /^\/(?:[\w.~-]+\/)*$/.test(value),
    'Give a path with a slash at both ends, like "/shop/".',
  ),
  customerOf: FUNCTION,
  sessionOf: FUNCTION,
  trustProxy: optional(
    (value) => isBoolean(value) || COUNT.isGood(value),
    'Give true for one proxy of yours, or the number of them, without quotes.',
  ),
  addressOf: FUNCTION,
  pageTokens: FLAG,
  relayCards: FLAG,
  records: optional(isObject, 'Give { certainty, findCharge }.'),
  'records.certainty': { isGood: (value) => value === 'exact' || value === 'guess', fix: 'Give "exact" or "guess".' },
  'records.findCharge': { isGood: isFunction, fix: 'Give a function that looks an attempt up in the service’s records.' },
  webhookSecret: optional(
    (value) => isText(value) && new RegExp(`^[\\w-]{${SHORTEST_SECRET},}$`).test(value),
    `Give ${SHORTEST_SECRET} or more letters and digits: openssl rand -hex 32.`,
  ),
  webhookHeader: optional(
    (value) => isText(value) && /^[\w!#$%&'*+.^`|~-]+$/.test(value),
    'Give the name of the header in which the service sends webhookSecret.',
  ),
  readWebhook: FUNCTION,
  verifyWebhook: FUNCTION,
  asksPixStatus: FLAG,
  readPixAmount: FUNCTION,
  getFees: FUNCTION,
  limits: optional(isObject, 'Give an object, like { chargesPerOrder: 10 }.'),
  'limits.chargesPerOrder': COUNT,
  'limits.declinesPerSession': COUNT,
  'limits.declinesPerAddress': COUNT,
  'limits.pixPerOrder': COUNT,
  'limits.streams': COUNT,
  'limits.streamsPerSession': COUNT,
  'limits.streamsPerAddress': COUNT,
  sweepEveryMs: optional(
    (value) => typeof value === 'number' && value >= 0 && value <= LONGEST_INTERVAL_MS,
    'Give milliseconds as a number, without quotes: 60_000. With 0 nothing is swept by itself.',
  ),
  onEvent: FUNCTION,
  now: FUNCTION,
};

/**
 * Checks the settings of a shop's server. Throws a `CheckoutError` `invalid-config` that names, in English, the wrong, missing or unknown
 * setting and its fix.
 */
export function checkOptions(options: ShopServerOptions): void {
  if (!isObject(options)) refuse('createShopServer', 'Give its settings as an object.');
  const paths = Object.keys(RULES);
  refuseUnknown(options, paths);
  for (const [path, rule] of Object.entries(RULES)) {
    const [name = '', inner] = path.split('.');
    const outer: unknown = Reflect.get(options, name);
    const value: unknown = inner === undefined ? outer : isObject(outer) ? Reflect.get(outer, inner) : undefined;
    // A setting within one that is not given has nothing to check.
    if (inner !== undefined && outer === undefined) continue;
    if (value === undefined && !rule.isOptional) throw new CheckoutError('invalid-config', `${path} is missing. ${rule.fix}`);
    if (value !== undefined && !rule.isGood(value)) refuse(path, rule.fix);
    if (inner === undefined && isObject(value) && paths.some((other) => other.startsWith(`${path}.`)))
      refuseUnknown(value, paths, `${path}.`);
  }
  const { orders, webhookSecret, webhookHeader, verifyWebhook, asksPixStatus = true } = options;
  if (!orders.settled && !orders.deliver) refuse('orders', 'Give settled, deliver, or both: else nobody learns that an order was paid.');
  if (orders.boleto && !orders.boletoStatus && asksPixStatus)
    refuse('orders.boleto', 'Give orders.boletoStatus, too: else nobody learns that a boleto was paid.');
  refuseUndefined('', options, ['webhookSecret']);
  if (webhookHeader !== undefined && webhookSecret === undefined)
    refuse('webhookHeader', 'Give webhookSecret, too: the secret that comes in this header.');
  if (!asksPixStatus && webhookSecret !== undefined && !verifyWebhook)
    refuse('verifyWebhook', 'Where no status can be asked, a notice must be verified before it settles anything.');
}

/** Reads each setting once. Those of a class may be getters or methods, which a spread of the object would leave out. */
export function readOptions(options: ShopServerOptions): ShopServerOptions {
  const read = { ...options };
  for (const path of Object.keys(RULES)) {
    const value: unknown = path.includes('.') ? undefined : Reflect.get(options, path);
    if (value !== undefined) Reflect.set(read, path, value);
  }
  return read;
}

function refuse(setting: string, fix: string): never {
  throw new CheckoutError('invalid-config', `${setting} cannot be used. ${fix}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOrigin(value: unknown): boolean {
  const url = isText(value) && URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && url.origin === value && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
}

/** Returns whether a value is a source of tokens, or one for cards and one for Pix. */
function isTokens(value: unknown): boolean {
  if (!isObject(value) || !('card' in value || 'pix' in value)) return isTokenSource(value);
  return 'card' in value && 'pix' in value && isTokenSource(value.card) && isTokenSource(value.pix);
}

function isTokenSource(value: unknown): boolean {
  return isFunction(value) || (isObject(value) && 'getToken' in value && isFunction(value.getToken));
}

function isLedger(value: unknown): boolean {
  return isObject(value) && 'change' in value && isFunction(value.change) && 'start' in value && isFunction(value.start);
}
