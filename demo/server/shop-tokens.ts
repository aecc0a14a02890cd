import type { Sandbox } from '../../src/sandbox/index.js';
import type { ServiceToken, TokenNeed, TokenProvider } from '../../src/server/index.js';
import type { ChargeBook } from './charge-book.js';

/** How long a token of the sandbox lives, seconds: an attempt of which nobody knows is over that much earlier. */
const TOKEN_LIFE_S = 120;

/** Tokens of the sandbox, without a login: the demo pays from the first click. */
export function sandboxTokens(sandbox: Sandbox, charges: ChargeBook): TokenProvider {
  return {
    getToken: (need) =>
      getOwnToken(charges, need, async () => {
        const { token, expiresIn, now, environment } = sandbox.issueToken({ expiresIn: TOKEN_LIFE_S });
        return { token, expiresAt: now + expiresIn * 1000, ...(environment && { environment }) };
      }),
  };
}

/** Tokens of the account that somebody signed the shop in with, and of another source until somebody has. */
export function accountTokens(account: TokenProvider, charges: ChargeBook, before: TokenProvider): TokenProvider {
  return {
    ...account,
    async getToken(need) {
      if ((await account.health?.()) === 'disconnected') return before.getToken(need);
      return getOwnToken(charges, need, (asked) => account.getToken(asked));
    },
  };
}

/** A token that no other attempt has, so that the service's records say whose a charge is: where there is one already, it is renewed. */
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
