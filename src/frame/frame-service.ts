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

/** The longest that the page may take to bring another token, ms: as for any token. */
const RENEWAL_LIMIT_MS = 15_000;

/** A JSON Web Token in its compact form (RFC 7515, 3.1): three parts in base64url, without padding, and points between. The first is an object, too. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;

/** A call of the service that a page has asked for. */
export interface Call extends Turn {
  /** The token that came with it; null where the service asks for none. */
  readonly token: string | null;
  /** True where the page says that the token serves one request. */
  readonly singleUse?: boolean | undefined;
  /** Asks the page for another token, since the service has refused that one. */
  readonly renewToken: () => Promise<string | null>;
}

/** The service of the config. */
export class FrameService {
  readonly baseUrl: URL;
  readonly profile: ServiceProfile;
  readonly #config: FrameConfig;
  readonly #clock: Clock;
  readonly #policy: PagePolicy;

  /** Throws `invalid-config` for a service that cannot be used. The profile was checked where the frame was written. */
  constructor(config: FrameConfig, clock: Clock) {
    this.baseUrl = parseBaseUrl(config.service);
    this.profile = fillProfile(config.profile);
    this.#config = config;
    this.#clock = clock;
    this.#policy = watchPagePolicy(document, clock);
  }

  /** Returns the service for one call: a token serves the call that it came with, and no other. */
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
 * Waits for another token. Without one, the refusal of the one before is all that is known. A frame that was frozen gets a token and the end of
 * its time at once, when the page may have given the call up and freed its order: nothing is sent with it.
 */
async function waitForToken(renewToken: () => Promise<string | null>, clock: Clock): Promise<string> {
  const getTime = (): number => clock.elapsed?.() ?? clock.now();
  const askedAt = getTime();
  const renewed = await waitAtMost(renewToken, { clock, limitMs: RENEWAL_LIMIT_MS }).catch(() => null);
  if (renewed === null || getTime() - askedAt > RENEWAL_LIMIT_MS) throw new CheckoutError('token-source', 'The page gave no other token.');
  return renewed;
}

/**
 * Throws `token-source` for what is no JSON Web Token of the merchant that this frame is for. The service checks its signature. Where the
 * config allows opaque tokens, one without JSON in any of its parts passes.
 */
function assertClaim(token: string | null, wanted: TokenRules | undefined): void {
  if (wanted?.claim === undefined || hasClaim(COMPACT.exec(token ?? '') ?? [], wanted)) return;
  if (wanted.allowsOpaque && token && !token.split('.').some(parseClaims)) return;
  throw new CheckoutError('token-source', `The token is not of the merchant that this frame is for: its claim "${wanted.claim}" differs.`);
}

function hasClaim([, header = '', part = '']: readonly string[], { claim, value }: TokenClaim): boolean {
  const found = Object.entries(parseClaims(part) ?? {}).find(([name]) => name === claim)?.[1];
  const values: unknown[] = Array.isArray(found) ? found : [found];
  const parameters = parseClaims(header);
  return parameters !== undefined && !Array.isArray(parameters) && values.includes(value);
}

/** Parses the JSON of a part, however carelessly it is written; `undefined` where it has none. */
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
