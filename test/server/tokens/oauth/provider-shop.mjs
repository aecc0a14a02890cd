/** A shop that signs in at an OpenID provider: the same in the process of a test and in one of its own. */
import { createShopServer } from '../../../../src/server/index.ts';
import { oauthTokens } from '../../../../src/server/oauth.ts';

export const AMOUNT = 149.9;

/** Of the shop at the provider, with the characters that HTTP Basic and forms must encode. */
export const CLIENT_SECRET = 'segredo:+/%41&=~ da loja';

/** The client that has no secret. */
export const PUBLIC_CLIENT = 'loja-publica';

/** The life that a token must have left for a card payment, ms: the service's time limit and a spare. */
export const NEEDED_LIFE_MS = 60_000;

/**
 * @import { Ledger, ShopEvent } from '../../../../src/server/index.ts'
 * @import { OauthTokensOptions } from '../../../../src/server/oauth.ts'
 */

/**
 * @param {object} settings
 * @param {Ledger} settings.ledger
 * @param {string} settings.service The base of the service's addresses.
 * @param {string} settings.origin Of the shop.
 * @param {Pick<OauthTokensOptions, 'authUrl' | 'key'> & Partial<OauthTokensOptions>} settings.oauth
 * @param {() => number} settings.now
 * @param {(event: ShopEvent) => void} [settings.onEvent]
 */
export function createProviderShop({ ledger, service, origin, oauth, now, onEvent = () => {} }) {
  return createShopServer({
    service: { baseUrl: service },
    tokens: oauthTokens({
      clientId: 'loja:basic+1',
      ...(oauth.clientId !== PUBLIC_CLIENT && { clientSecret: CLIENT_SECRET }),
      scope: 'openid offline_access charges',
      mayConnect: (request) => /\bclerk=yes\b/.test(request.headers.get('Cookie') ?? ''),
      // A busy machine may be as slow as it is.
      limitMs: 60_000,
      ...oauth,
    }),
    orders: { find: (id) => ({ id, amountCents: Math.round(AMOUNT * 100) }), settled: async () => {} },
    ledger,
    publicOrigin: origin,
    relayCards: true,
    sweepEveryMs: 0,
    now,
    onEvent,
  });
}

/** The shortest time limit of a shop's server, ms. */
const SHORTEST_LIMIT_MS = 10_000;

/**
 * Makes the time limits of this process longer than any test: a busy machine may be as slow as it is.
 *
 * @returns {() => void} Undoes it.
 */
export function extendTimeLimits() {
  const { setTimeout: schedule } = globalThis;
  /** @type {any} */
  const patient = (callback, delayMs, ...parts) => schedule(callback, delayMs >= SHORTEST_LIMIT_MS ? 3_600_000 : delayMs, ...parts);
  globalThis.setTimeout = patient;
  return () => {
    globalThis.setTimeout = schedule;
  };
}
