import { CheckoutError } from '../../domain/errors.js';
import type { Endpoint } from '../http/endpoint.js';
import type { ShopServerOptions } from '../options.js';
import { createTokenProvider } from './create-token-provider.js';
import type { ProviderContext, TokenProvider } from './token-provider.js';

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
