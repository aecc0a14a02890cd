import { deleteCard, tokenizeCard, type TokenizedCard } from '../../client/cards/card-token.js';
import { processPayment, type ChargeOptions } from '../../client/cards/charge.js';
import { sendPlainRequest } from '../../client/http/plain-request.js';
import { parseBaseUrl } from '../../client/http/service-url.js';
import { waitAtMost } from '../../client/http/wait-at-most.js';
import { fillProfile } from '../../client/profile/default-profile.js';
import type { ServiceProfile } from '../../client/profile/service-profile.js';
import { Service } from '../../client/service.js';
import { rememberToken } from '../../client/tokens/page-tokens.js';
import { watchPagePolicy, type PagePolicy } from '../../controllers/page/page-policy.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardPayment, CardToTokenize } from '../../domain/payment.js';
import type { FrameConfig } from '../config.js';
import { assertClaim } from './token-claim.js';
import type { Turn } from './turns.js';

/** A call of the service that a page has asked for. */
export interface Call extends Turn {
  /** The token that came with it; null where the service asks for none. */
  readonly token: string | null;
  /** Asks the page for another token, since the service has refused that one. */
  readonly renewToken: () => Promise<string | null>;
}

/** Calls the service of the config. A token serves the call that it came with, and no other. */
export class ServiceCalls {
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

  /** Charges a card. Never rejects. The time of the call is looked at directly before the request. */
  async charge(
    call: Call,
    payment: CardPayment,
    { singleUse, ...options }: Pick<ChargeOptions, 'exchanged' | 'onResend'> & { singleUse?: boolean | undefined },
  ): Promise<ChargeResult> {
    return processPayment(this.#createService(call, singleUse), payment, { ...options, attemptId: call.id, beforeSend: call.assertInTime });
  }

  /** Exchanges a card for a `cardId`. Rejects with a `CheckoutError`. */
  async tokenize(call: Call, card: CardToTokenize): Promise<TokenizedCard> {
    call.assertInTime();
    return tokenizeCard(this.#createService(call), card, {});
  }

  /** Deletes a tokenized card. Rejects with a `CheckoutError`. */
  async delete(call: Call, cardId: string): Promise<void> {
    call.assertInTime();
    return deleteCard(this.#createService(call), cardId, {});
  }

  #createService({ token, renewToken, assertInTime }: Call, singleUse?: boolean): Service {
    const clock = this.#clock;
    return new Service({
      baseUrl: this.baseUrl,
      profile: this.profile,
      clock,
      sendRequest: sendPlainRequest,
      isOnline: () => navigator.onLine,
      wasBlocked: (url) => this.#policy.wasBlocked(url),
      tokens: {
        isSingleUse: () => (singleUse || this.#config.token?.singleUse) === true,
        get: async ({ rejected }) => {
          const given = rejected === undefined ? token : await waitForToken(renewToken, clock);
          if (rejected !== undefined) assertInTime();
          assertClaim(given, this.#config.token);
          if (given === null) return undefined;
          rememberToken(given);
          return given;
        },
      },
    });
  }
}

/** How long the page may take to bring another token, ms: as long as for any token. */
const RENEWAL_LIMIT_MS = 15_000;

/**
 * Waits for another token. Without one, the refusal of the one before is all that is known. A frame that was frozen hears a token and the end of
 * its time at once, when the page may have given the call up and freed its order: nothing is sent with it.
 */
async function waitForToken(renewToken: () => Promise<string | null>, clock: Clock): Promise<string> {
  const readTime = (): number => clock.elapsed?.() ?? clock.now();
  const askedAt = readTime();
  const renewed = await waitAtMost(renewToken, { clock, limitMs: RENEWAL_LIMIT_MS }).catch(() => null);
  if (renewed === null || readTime() - askedAt > RENEWAL_LIMIT_MS) throw new CheckoutError('token-source', 'The page gave no other token.');
  return renewed;
}
