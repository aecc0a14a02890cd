import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import { createSealedBox } from '../sealed-box.js';
import { AuthorizationServer } from './authorization-server.js';
import { ConnectPages } from './connect-pages.js';
import { ConnectionKeeper } from './connection-keeper.js';
import { checkOauthOptions, type OauthTokensOptions } from './oauth-options.js';
import type { ProviderContext, TokenProvider } from '../token-provider.js';

/**
 * Creates a source of tokens by OAuth 2.0 (authorization code with PKCE), through the package `openid-client`. Its tokens belong to the
 * account of the service with which a clerk connected the shop. The source adds two pages below the server's base path; `mayConnect`
 * decides who may use them.
 *
 * OAuth belongs on a server and not in the page (RFC 9700). A page can keep neither a secret nor a refresh token. Any script in the page
 * can read all of its tokens, and each token of a shop's account lets its holder do what the shop may do.
 *
 * Throws `invalid-config`.
 *
 * @example
 * const clerks = new Set(['session=a-clerk']);
 * const tokens = oauthTokens({
 *   authUrl: 'https://auth.service.example/oauth',
 *   clientId: 'loja',
 *   clientSecret: process.env.OAUTH_SECRET,
 *   key: process.env.OAUTH_KEY, // openssl rand -base64 32
 *   mayConnect: (request) => clerks.has(request.headers.get('Cookie')),
 * });
 * console.log([...tokens.routes.keys()]); // [ 'connect', 'connected' ]
 */
export function oauthTokens(options: OauthTokensOptions): TokenProvider {
  const settings = checkOauthOptions(options);
  const box = createSealedBox(options.key);
  let parts: { keeper: ConnectionKeeper; pages: ConnectPages } | undefined;

  const attach = (context: ProviderContext): void => {
    const server = new AuthorizationServer(settings, context.now);
    const keeper = new ConnectionKeeper({
      name: settings.name,
      box,
      refresh: (refreshToken) => server.refresh(refreshToken),
      limitMs: settings.limitMs,
      context,
      connectPath: `${context.basePath}${settings.connectPath}`,
    });
    parts = { keeper, pages: new ConnectPages({ settings, server, keeper, box, context }) };
    // A missing library is reported at the start, and not when the first clerk signs in.
    server.prepare().catch((error: unknown) => {
      context.report({
        type: 'failure',
        operation: 'connect',
        message: isCheckoutError(error) ? error.message : 'openid-client failed.',
        error,
      });
    });
  };
  const use = (): { keeper: ConnectionKeeper; pages: ConnectPages } => {
    if (parts) return parts;
    throw new CheckoutError('invalid-config', 'oauthTokens works in a shop server alone: give it to createShopServer.');
  };
  return {
    attach,
    getToken: async (need) => use().keeper.getToken(need),
    routes: new Map([
      [settings.connectPath, async (request: Request) => use().pages.connect(request)],
      [settings.connectedPath, async (request: Request) => use().pages.connected(request)],
    ]),
    health: async () => use().keeper.health(),
    close: async () => parts?.keeper.close(),
  };
}
