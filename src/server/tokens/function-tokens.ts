import { CheckoutError } from '../../domain/errors.js';
import type { TokenPurpose } from '../../client/tokens/token.js';
import { KeptToken, type KeptTokenContext, type TokenCall } from './kept-token.js';
import { readServiceToken } from './token-rules.js';
import type { GetServiceToken, ProviderHealth, TokenProvider } from './token-provider.js';

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
