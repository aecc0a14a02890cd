import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { createProfile } from '../../client/profile/default-profile.js';
import { isCheckoutError } from '../../domain/errors.js';
import { checkOrigin, checkService, isLocalHttp } from './check-address.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { FrameConfig } from './frame-config.js';

const KEYS = ['service', 'origins', 'profile', 'token'];
const TOKEN_TEXTS = ['claim', 'value'];
const TOKEN_SWITCHES = ['allowsOpaque', 'singleUse'];
const TOKEN_KEYS = [...TOKEN_TEXTS, ...TOKEN_SWITCHES];

/** A config, or what is wrong with it: a line for each slip, with its key and how to mend it. */
export type ConfigReading = { config: FrameConfig; problems: readonly [] } | { config?: never; problems: readonly string[] };

/** Holds to its shape what a file or a program gives as a config. Never throws. */
export function readConfig(input: unknown): ConfigReading {
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
  const config: FrameConfig = {
    service: normalizeBaseUrl(service) ?? service,
    origins,
    ...(isProfile(profile) && { profile }),
    ...(isRecord(token) && { token: readToken(token) }),
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

/** Whether a value is a profile that can be used. */
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

/** What is wrong with the addresses together, where each is in order. */
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

function readToken({ claim, value, allowsOpaque, singleUse }: Readonly<Record<string, unknown>>): NonNullable<FrameConfig['token']> {
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
