import { isLoopback, normalizeBaseUrl } from '../../client/http/page-origin.js';
import { createProfile } from '../../client/profile/default-profile.js';
import { isCheckoutError } from '../../domain/errors.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** The config that is compiled into a frame's page: the one shop that embeds it, and the one service that it charges at. */
export interface FrameConfigFile {
  /** The base URL of the payments service, with a slash at the end. */
  service: string;
  /** The origins of the shop's pages. Only these may embed the frame. */
  origins: readonly string[];
  /** The differences between the service and the default profile. */
  profile?: ServiceProfileInput;
  /**
   * The rules for tokens. With `claim` and `value`, the frame refuses a token whose claim has another value, such as a token of another
   * merchant. It then also refuses opaque tokens, which have no claims, unless `allowsOpaque` is true. `singleUse`: each token serves one
   * request.
   */
  token?: ({ claim: string; value: string; allowsOpaque?: boolean } | { claim?: never }) & { singleUse?: boolean };
}

const KEYS = ['service', 'origins', 'profile', 'token'];
const TOKEN_TEXTS = ['claim', 'value'];
const TOKEN_SWITCHES = ['allowsOpaque', 'singleUse'];
const TOKEN_KEYS = [...TOKEN_TEXTS, ...TOKEN_SWITCHES];

/** A valid config, or its problems. Each problem is one line with the key and the fix. */
type ParsedConfig = { config: FrameConfigFile; problems: readonly [] } | { config?: never; problems: readonly string[] };

/** Validates a config. Never throws. */
export function parseConfig(input: unknown): ParsedConfig {
  if (!isRecord(input)) return { problems: ['it must be a JSON object'] };
  const { service, origins, profile, token } = input;
  const problems = [
    ...listUnknownKeys(input, KEYS).map((key) => `${key} is no key of a config; the keys are ${KEYS.join(', ')}`),
    ...findServiceProblems(service),
    ...findOriginProblems(origins),
    ...findCrossProblems(service, origins),
    ...findProfileProblems(profile),
    ...findTokenProblems(token),
  ];
  if (problems.length > 0 || typeof service !== 'string' || !isTextList(origins)) return { problems };
  const config: FrameConfigFile = {
    service: normalizeBaseUrl(service) ?? service,
    origins,
    ...(isProfile(profile) && { profile }),
    ...(isRecord(token) && { token: convertToken(token) }),
  };
  return { config, problems: [] };
}

/** Returns the problem of a profile as a list; the list is empty if there is no profile or if it is valid. */
export function findProfileProblems(profile: unknown): string[] {
  if (profile === undefined) return [];
  if (!isRecord(profile)) return ['profile must be an object with keys of a service profile'];
  try {
    createProfile(profile);
    return [];
  } catch (error) {
    return [isCheckoutError(error) ? error.message.replace(/\.$/, '') : 'profile cannot be used'];
  }
}

/** Returns whether a value is a valid profile. */
export function isProfile(value: unknown): value is ServiceProfileInput {
  return isRecord(value) && findProfileProblems(value).length === 0;
}

function findServiceProblems(service: unknown): string[] {
  const problem = checkService(service);
  return problem === undefined ? [] : [`service ${problem}`];
}

function findOriginProblems(origins: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(origins) ? origins : [];
  if (list.length === 0) return ['origins must be a list of the origins that the shop\'s pages have, like ["https://shop.example"]'];
  return list.flatMap((origin, index) => {
    const problem = list.indexOf(origin) < index ? 'is there already: write each origin once' : checkOrigin(origin);
    return problem === undefined ? [] : [`origins[${index}] ${problem}`];
  });
}

/** Finds the problems that show only if the service is compared with the origins. Addresses that are invalid by themselves are skipped. */
function findCrossProblems(service: unknown, origins: unknown): string[] {
  if (typeof service !== 'string' || checkService(service) !== undefined || !isTextList(origins)) return [];
  const sound = origins.filter((origin) => checkOrigin(origin) === undefined);
  const isOfShop = sound.includes(new URL(service).origin);
  const isCleartext = isHttp(service) && !sound.every(isHttp);
  return [
    ...(isOfShop ? ["service must not be of an origin of the shop: the card would go to the shop's server"] : []),
    ...(isCleartext ? ['service must be https: where an origin is (http: is for trying on this machine)'] : []),
  ];
}

function findTokenProblems(token: unknown): string[] {
  if (token === undefined) return [];
  if (!isRecord(token)) return ['token must be an object, like { "claim": "merchant", "value": "loja-1" }'];
  // `singleUse` may be the only key. With any other key, or with none, `claim` and `value` are required.
  const requiresClaim = Object.keys(token).join() !== 'singleUse';
  return [
    ...listUnknownKeys(token, TOKEN_KEYS).map((key) => `token.${key} is no key of token; the keys are ${TOKEN_KEYS.join(', ')}`),
    ...(requiresClaim ? TOKEN_TEXTS : [])
      .filter((key) => !isNonEmptyText(token[key]))
      .map((key) => `token.${key} must be a text that is not empty`),
    ...TOKEN_SWITCHES.filter((key) => !['undefined', 'boolean'].includes(typeof token[key])).map(
      (key) => `token.${key} must be true or false`,
    ),
  ];
}

/** Returns the token rules without the switches that are off. */
function convertToken({ claim, value, allowsOpaque, singleUse }: Readonly<Record<string, unknown>>): NonNullable<FrameConfigFile['token']> {
  const use = singleUse === true ? { singleUse } : {};
  return isNonEmptyText(claim) && isNonEmptyText(value) ? { claim, value, ...(allowsOpaque === true && { allowsOpaque }), ...use } : use;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function listUnknownKeys(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return Object.keys(record).filter((key) => !keys.includes(key));
}

/** The hosts that a Content-Security-Policy can name. Its lists have no escapes: a host with `;` or `*` would change the policy. */
const NAMED_HOST = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;

/** Returns the problem of a service's base URL, with its fix; `undefined` if the URL is valid. */
function checkService(service: unknown): string | undefined {
  const url = parseUrl(service);
  if (!url || !isSafe(url)) return 'must be the base URL of the service, like "https://payments.example/v1/" (http: is for this machine)';
  if (url.username || url.password) return 'must have no user name and no password in it';
  if (url.search || url.hash) return 'must have no "?" and no "#" in it';
  return checkHost(url);
}

/** Returns the problem of an origin of the shop's pages, with its fix; `undefined` if the origin is valid. */
function checkOrigin(origin: unknown): string | undefined {
  const url = parseUrl(origin);
  if (!url || !isSafe(url)) return 'must be an origin, like "https://shop.example" (http: is for this machine)';
  if (url.origin !== origin) return `must be scheme and host alone: "${url.origin}"`;
  return checkHost(url);
}

/** Returns whether a valid address is `http:`, which is allowed on this machine only. */
function isHttp(address: string): boolean {
  return new URL(address).protocol === 'http:';
}

function parseUrl(text: unknown): URL | undefined {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
}

/** Returns whether an address is `https:`, or `http:` on this machine. */
function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

function checkHost({ hostname }: URL): string | undefined {
  if (hostname.startsWith('[')) return 'must have a name or an IPv4 address: a Content-Security-Policy cannot name an IPv6 one';
  return NAMED_HOST.test(hostname) ? undefined : 'must have a host of letters, digits, "-", "_" and "." alone';
}
