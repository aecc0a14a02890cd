import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { isLoopback } from '../../client/http/service-url.js';
import { createProfile } from '../../client/profile/default-profile.js';
import { isCheckoutError } from '../../domain/errors.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** The config that is compiled into a frame's page: its one shop, and the one service that it charges at. */
export interface FrameConfigFile {
  /** Base URL of the payments service, with a slash at its end. */
  service: string;
  /** Origins of the shop's pages: the only ones that may have the frame. */
  origins: readonly string[];
  /** How the service differs from the default profile. */
  profile?: ServiceProfileInput;
  /**
   * A claim of the token, and what it must hold: then the tokens of another merchant are refused, and opaque ones, unless they are allowed. And
   * whether each token serves one request.
   */
  token?: ({ claim: string; value: string; allowsOpaque?: boolean } | { claim?: never }) & { singleUse?: boolean };
}

const KEYS = ['service', 'origins', 'profile', 'token'];
const TOKEN_TEXTS = ['claim', 'value'];
const TOKEN_SWITCHES = ['allowsOpaque', 'singleUse'];
const TOKEN_KEYS = [...TOKEN_TEXTS, ...TOKEN_SWITCHES];

/** A config, or what is wrong with it: a line for each slip, with its key and how to mend it. */
type ParsedConfig = { config: FrameConfigFile; problems: readonly [] } | { config?: never; problems: readonly string[] };

/** Holds to its shape what a file or a program gives as a config. Never throws. */
export function parseConfig(input: unknown): ParsedConfig {
  if (!isRecord(input)) return { problems: ['it must be a JSON object'] };
  const { service, origins, profile, token } = input;
  const problems = [
    ...listStrangeKeys(input, KEYS).map((key) => `${key} is no key of a config; the keys are ${KEYS.join(', ')}`),
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

/** Says what of a profile cannot be used; nothing where there is none. */
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

/** True for a profile that can be used. */
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

/** Finds problems of the addresses together, where each is valid. */
function findCrossProblems(service: unknown, origins: unknown): string[] {
  if (typeof service !== 'string' || checkService(service) !== undefined || !isTextList(origins)) return [];
  const sound = origins.filter((origin) => checkOrigin(origin) === undefined);
  const isOfShop = sound.includes(new URL(service).origin);
  const isOpen = isLocalHttp(service) && !sound.every(isLocalHttp);
  return [
    ...(isOfShop ? ["service must not be of an origin of the shop: the card would go to the shop's server"] : []),
    ...(isOpen ? ['service must be https: where an origin is (http: is for trying on this machine)'] : []),
  ];
}

function findTokenProblems(token: unknown): string[] {
  if (token === undefined) return [];
  if (!isRecord(token)) return ['token must be an object, like { "claim": "merchant", "value": "loja-1" }'];
  return [
    ...listStrangeKeys(token, TOKEN_KEYS).map((key) => `token.${key} is no key of token; the keys are ${TOKEN_KEYS.join(', ')}`),
    // Whoever says only that tokens serve one request asks for no claim.
    ...(Object.keys(token).join() === 'singleUse' ? [] : TOKEN_TEXTS)
      .filter((key) => !isText(token[key]))
      .map((key) => `token.${key} must be a text that is not empty`),
    ...TOKEN_SWITCHES.filter((key) => !['undefined', 'boolean'].includes(typeof token[key])).map(
      (key) => `token.${key} must be true or false`,
    ),
  ];
}

function convertToken({ claim, value, allowsOpaque, singleUse }: Readonly<Record<string, unknown>>): NonNullable<FrameConfigFile['token']> {
  const use = singleUse === true ? { singleUse } : {};
  return isText(claim) && isText(value) ? { claim, value, ...(allowsOpaque === true && { allowsOpaque }), ...use } : use;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function listStrangeKeys(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return Object.keys(record).filter((key) => !keys.includes(key));
}

/** The hosts that a policy can name: a header's list has no escapes, so that a host with `;` or `*` would change the policy. */
const NAMED_HOST = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;

/** Says what is wrong with the base URL of a service, and how to mend it; `undefined` where nothing is. */
function checkService(service: unknown): string | undefined {
  const url = parseUrl(service);
  if (!url || !isSafe(url)) return 'must be the base URL of the service, like "https://payments.example/v1/" (http: is for this machine)';
  if (url.username || url.password) return 'must have no user name and no password in it';
  if (url.search || url.hash) return 'must have no "?" and no "#" in it';
  return checkHost(url);
}

/** Says what is wrong with an origin of a shop's pages, and how to mend it; `undefined` where nothing is. */
function checkOrigin(origin: unknown): string | undefined {
  const url = parseUrl(origin);
  if (!url || !isSafe(url)) return 'must be an origin, like "https://shop.example" (http: is for this machine)';
  if (url.origin !== origin) return `must be scheme and host alone: "${url.origin}"`;
  return checkHost(url);
}

/** True for a valid address of this machine without https. */
function isLocalHttp(address: string): boolean {
  return new URL(address).protocol === 'http:';
}

function parseUrl(text: unknown): URL | undefined {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

function checkHost({ hostname }: URL): string | undefined {
  if (hostname.startsWith('[')) return 'must have a name or an IPv4 address: a Content-Security-Policy cannot name an IPv6 one';
  return NAMED_HOST.test(hostname) ? undefined : 'must have a host of letters, digits, "-", "_" and "." alone';
}
