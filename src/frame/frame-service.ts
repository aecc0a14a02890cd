import { sendPlainRequest } from '../client/http/plain-request.js';
import { parseBaseUrl } from '../client/http/service-url.js';
import { waitAtMost } from '../client/http/wait-at-most.js';
import { fillProfile } from '../client/profile/default-profile.js';
import type { ServiceProfile } from '../client/profile/service-profile.js';
import { Service } from '../client/service.js';
import { rememberToken } from '../client/tokens/page-tokens.js';
import { watchPagePolicy, type PagePolicy } from '../controllers/page/page-policy.js';
import type { Clock } from '../domain/clock.js';
import { CheckoutError } from '../domain/errors.js';
import type { FrameConfig, TokenClaim, TokenRules } from './config.js';
import type { Turn } from './turns.js';

/** The time limit for another token from the page, ms: the same as for any token. */
const RENEWAL_LIMIT_MS = 15_000;

/** A JSON Web Token in its compact form (RFC 7515, 3.1): three parts in base64url, without padding, separated by dots. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;

/** A call to the service that a page has requested. */
export interface Call extends Turn {
  /** The token that the page sent with the call; null if the service needs no token. */
  readonly token: string | null;
  /** True if the page says that the token serves only one request. */
  readonly singleUse?: boolean | undefined;
  /** Asks the page for another token, because the service has refused the token of the call. Resolves with null if the page has none. */
  readonly renewToken: () => Promise<string | null>;
}

/** The payments service that the config names. */
export class FrameService {
  readonly baseUrl: URL;
  readonly profile: ServiceProfile;
  readonly #config: FrameConfig;
  readonly #clock: Clock;
  readonly #policy: PagePolicy;

  /** Throws `invalid-config` if the URL of the service is invalid. The profile is not checked: it was checked when the frame was built. */
  constructor(config: FrameConfig, clock: Clock) {
    this.baseUrl = parseBaseUrl(config.service);
    this.profile = fillProfile(config.profile);
    this.#config = config;
    this.#clock = clock;
    this.#policy = watchPagePolicy(document, clock);
  }

  /** Creates the service for one call. A token is only used for the call that it was sent with. */
  createService({ token, singleUse, renewToken, assertInTime }: Call): Service {
    const clock = this.#clock;
    const rules = this.#config.token;
    return new Service({
      baseUrl: this.baseUrl,
      profile: this.profile,
      clock,
      sendRequest: sendPlainRequest,
      isOnline: () => navigator.onLine,
      wasBlocked: (url) => this.#policy.wasBlocked(url),
      tokens: {
        isSingleUse: () => (singleUse || rules?.singleUse) === true,
        get: async ({ rejected }) => {
          const given = rejected === undefined ? token : await waitForToken(renewToken, clock);
          if (rejected !== undefined) assertInTime();
          assertClaim(given, rules);
          if (given === null) return undefined;
          rememberToken(given);
          return given;
        },
      },
    });
  }
}

/**
 * Waits for another token. Throws `token-source` if the page sends none in time: then the refusal of the earlier token is all that is
 * known.
 *
 * A frame that was frozen gets the token and the end of the time limit at the same moment. By then the page may have given up the
 * call and freed its order, so a late token is not used either.
 */
async function waitForToken(renewToken: () => Promise<string | null>, clock: Clock): Promise<string> {
  const getTime = (): number => clock.elapsed?.() ?? clock.now();
  const askedAt = getTime();
  const renewed = await waitAtMost(renewToken, { clock, limitMs: RENEWAL_LIMIT_MS }).catch(() => null);
  if (renewed === null || getTime() - askedAt > RENEWAL_LIMIT_MS) throw new CheckoutError('token-source', 'The page gave no other token.');
  return renewed;
}

/**
 * Throws `token-source` unless the token is a JSON Web Token with the claim of the merchant that this frame is for. The service checks the
 * signature. If the config allows opaque tokens, a token without JSON in any of its parts passes too.
 */
function assertClaim(token: string | null, wanted: TokenRules | undefined): void {
  if (wanted?.claim === undefined || hasClaim(COMPACT.exec(token ?? '') ?? [], wanted)) return;
  if (wanted.allowsOpaque && token && !token.split('.').some(parseClaims)) return;
  throw new CheckoutError('token-source', `The token is not of the merchant that this frame is for: its claim "${wanted.claim}" differs.`);
}

/** True if the header of a token is a JSON object, and its claims hold the value. */
function hasClaim([, header = '', part = '']: readonly string[], { claim, value }: TokenClaim): boolean {
  const found = Object.entries(parseClaims(part) ?? {}).find(([name]) => name === claim)?.[1];
  const values: unknown[] = Array.isArray(found) ? found : [found];
  const parameters = parseClaims(header);
  return parameters !== undefined && !Array.isArray(parameters) && values.includes(value);
}

/**
 * Parses the JSON of a part of a token, and ignores characters that base64url does not have. Returns `undefined` if the part holds no JSON
 * object or array.
 */
function parseClaims(part: string): object | undefined {
  try {
    const text = atob(
      part
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/[^\w+/]/g, ''),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0))));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}
