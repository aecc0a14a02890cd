import { CheckoutError } from '../../domain/errors.js';
import type { Endpoint } from '../http/endpoint.js';
import type { ShopServerOptions } from '../options.js';
import { keepTokens, type TokenCall } from './kept-token.js';
import {
  parseServiceToken,
  type GetServiceToken,
  type ProviderContext,
  type ServiceToken,
  type TokenProvider,
  type TokenSource,
} from './token-provider.js';

/** The sources of tokens, for cards and for Pix. Both may be the same. */
export interface Providers {
  card: TokenProvider;
  pix: TokenProvider;
}

/** Creates the providers of a shop's settings. */
export function createProviders(tokens: ShopServerOptions['tokens']): Providers {
  if ('card' in tokens) return { card: createTokenProvider(tokens.card), pix: createTokenProvider(tokens.pix) };
  const provider = createTokenProvider(tokens);
  return { card: provider, pix: provider };
}

/**
 * Attaches providers to their server, and returns the endpoints of their pages, which check access themselves. Throws `invalid-config` if
 * two providers have the same path.
 */
export function attachProviders({ card, pix }: Providers, context: ProviderContext): Endpoint[] {
  const endpoints = new Map<string, Endpoint>();
  for (const provider of new Set([card, pix])) {
    provider.attach?.(context);
    for (const [pattern, handle] of provider.routes ?? []) {
      if (endpoints.has(pattern))
        throw new CheckoutError('invalid-config', `tokens: two sources have the path ${pattern}. Give one of them other paths.`);
      endpoints.set(pattern, { name: pattern, methods: ['GET', 'POST'], pattern, origin: 'any', handle: ({ request }) => handle(request) });
    }
  }
  return [...endpoints.values()];
}

/**
 * Returns a provider itself, or creates one from a function of the shop. Until the provider is attached, `now` returns the time, epoch ms;
 * the system's by default.
 */
export function createTokenProvider(source: TokenSource, options: { now?: () => number } = {}): TokenProvider {
  return typeof source === 'function' ? functionTokens(source, options) : source;
}

/** The time limit of a function of the shop, ms. */
const LIMIT_MS = 10_000;

/**
 * Creates a provider from a function of the shop, with a separate token for each purpose. Simultaneous callers share one call of the
 * function. It is not called in the pause after a failure (1 s, doubling to 60 s). A token of known life is kept while enough of its life
 * is left. A token of unknown life is only for the callers that wait for it. Until the provider is attached, `now` returns the time, epoch
 * ms.
 */
function functionTokens(get: GetServiceToken, { now }: { now?: () => number }): TokenProvider {
  const renew = async (call: TokenCall, readClock: () => number): Promise<ServiceToken> => {
    const askedAt = readClock();
    const token = parseServiceToken(await get(call), askedAt);
    if (token) return token;
    throw new CheckoutError('token-source', 'The token function must return a token, or { token, expiresIn?, environment?, singleUse? }.');
  };
  return keepTokens({ renew, isShared: false, keepsUnknownLife: false, limitMs: LIMIT_MS, operation: 'token function' }, now);
}
