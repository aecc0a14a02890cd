import { functionTokens } from './function-tokens.js';
import type { TokenProvider, TokenSource } from './token-provider.js';

/** A provider as it is, or the one that a function of the shop becomes. `now` is the time until it is attached, epoch ms; the system's by default. */
export function createTokenProvider(source: TokenSource, options: { now?: () => number } = {}): TokenProvider {
  return typeof source === 'function' ? functionTokens(source, options) : source;
}
