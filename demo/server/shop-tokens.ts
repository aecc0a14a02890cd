import type { Sandbox } from '../../src/sandbox/index.js';
import type { ServiceToken, TokenNeed, TokenProvider } from '../../src/server/index.js';
import type { ChargeBook } from './charge-book.js';

/** The lifetime of the sandbox's tokens, seconds. A short lifetime ends an attempt with an unknown outcome earlier. */
const TOKEN_LIFE_S = 120;

/** Creates a source of the sandbox's tokens that needs no login, so that the demo can pay from the first click. */
export function sandboxTokens(sandbox: Sandbox, charges: ChargeBook): TokenProvider {
  return {
    getToken: (need) =>
      getOwnToken(charges, need, async () => {
        const { token, expiresIn, now, environment } = sandbox.issueToken({ expiresIn: TOKEN_LIFE_S });
        return { token, expiresAt: now + expiresIn * 1000, ...(environment && { environment }) };
      }),
  };
}

/** Creates a source of the tokens of the shop's account. Until somebody has signed the shop in, the tokens come from `before`. */
export function accountTokens(account: TokenProvider, charges: ChargeBook, before: TokenProvider): TokenProvider {
  return {
    ...account,
    async getToken(need) {
      if ((await account.health?.()) === 'disconnected') return before.getToken(need);
      return getOwnToken(charges, need, (asked) => account.getToken(asked));
    },
  };
}

/**
 * Gets a token that no other attempt has, so that the service's records identify the attempt of a charge. Renews a token that is already
 * used.
 */
async function getOwnToken(
  charges: ChargeBook,
  need: TokenNeed,
  getToken: (need: TokenNeed) => Promise<ServiceToken>,
): Promise<ServiceToken> {
  const { attemptId } = need;
  const token = await getToken(need);
  const isOwn = attemptId === undefined || charges.assign(token.token, attemptId);
  return isOwn ? token : getOwnToken(charges, { ...need, rejected: token.token }, getToken);
}
