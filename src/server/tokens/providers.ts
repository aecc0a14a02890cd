import type { TokenPurpose } from '../../client/tokens/token.js';
import { CheckoutError } from '../../domain/errors.js';
import type { Endpoint } from '../http/endpoint.js';
import type { ShopServerOptions } from '../options.js';
import { KeptToken, type KeptTokenContext, type TokenCall } from './kept-token.js';
import {
  type GetServiceToken,
  type ProviderContext,
  type ProviderHealth,
  readServiceToken,
  type TokenProvider,
  type TokenSource,
} from './token-provider.js';

/** Where tokens come from: for cards, and for Pix. May be one and the same. */
export interface Providers {
  card: TokenProvider;
  pix: TokenProvider;
}

/** The providers of a shop's settings. */
export function createProviders(tokens: ShopServerOptions['tokens']): Providers {
  if ('card' in tokens) return { card: createTokenProvider(tokens.card), pix: createTokenProvider(tokens.pix) };
  const provider = createTokenProvider(tokens);
  return { card: provider, pix: provider };
}

/** Attaches providers to their server, and returns the endpoints of their own pages, which check themselves who may. Throws `invalid-config` for two with one path. */
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

/** A provider as it is, or the one that a function of the shop becomes. `now` is the time until it is attached, epoch ms; the system's by default. */
export function createTokenProvider(source: TokenSource, options: { now?: () => number } = {}): TokenProvider {
  return typeof source === 'function' ? functionTokens(source, options) : source;
}

/** How long a function of the shop may take, ms. */
const LIMIT_MS = 10_000;

/**
 * Tokens by a function of the shop, each purpose with its own: asked once for all who wait at the same time, and not again in the second after it
 * failed (1 s, doubling to 60 s). A token that comes with its life is kept while it has enough of it left; one without is good for those who
 * wait for it alone. `now` is the time until it is attached, epoch ms.
 */
export function functionTokens(get: GetServiceToken, { now = () => Date.now() }: { now?: () => number } = {}): TokenProvider {
  let context: KeptTokenContext = { now, report: () => undefined };
  const kept = new Map<TokenPurpose, KeptToken>();
  const open = (purpose: TokenPurpose): KeptToken => {
    const renew = async (call: TokenCall) => {
      const askedAt = context.now();
      const token = readServiceToken(await get(call), askedAt);
      if (token) return token;
      throw new CheckoutError(
        'token-source',
        'The token function must return a token, or { token, expiresIn?, environment?, singleUse? }.',
      );
    };
    const found =
      kept.get(purpose) ?? new KeptToken({ renew, keepsUnknownLife: false, limitMs: LIMIT_MS, operation: 'token function' }, context);
    kept.set(purpose, found);
    return found;
  };
  return {
    attach: ({ now, report }) => {
      context = { now, report };
    },
    getToken: (need) => open(need.purpose).get(need),
    health: () => Promise.resolve<ProviderHealth>([...kept.values()].some(({ isFailing }) => isFailing) ? 'failing' : 'ready'),
  };
}
