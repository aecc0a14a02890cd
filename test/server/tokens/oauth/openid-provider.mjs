/** `oidc-provider`, a certified OpenID provider, over HTTP on loopback. Its clock is the `Date` of this process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listen } from '../../../support/listen.mjs';
import { CLIENT_SECRET, PUBLIC_CLIENT } from './provider-shop.mjs';

/** The life of an access token, ms. */
export const TOKEN_LIFE_MS = 600_000;

const DAY_S = 86_400;

/** The clients by the way in which they prove who they are. */
const CLIENTS = {
  'loja:basic+1': { client_secret: CLIENT_SECRET, token_endpoint_auth_method: 'client_secret_basic' },
  'loja-form': { client_secret: CLIENT_SECRET, token_endpoint_auth_method: 'client_secret_post' },
  [PUBLIC_CLIENT]: { token_endpoint_auth_method: 'none' },
};

/**
 * @typedef {object} TokenRequest
 * @property {string} path The path that the shop asked.
 * @property {Record<string, string>} form
 * @property {number} status
 * @property {Record<string, any>} answer
 */

/**
 * Starts the provider. Its login and its consent are its own pages.
 *
 * @param {string} redirectUri Where the shop takes people back.
 */
export async function startOpenidProvider(redirectUri) {
  /** @type {TokenRequest[]} */
  const tokenRequests = [];
  const state = {
    isDown: false,
    /** How many requests and connections came while it was down. */
    refused: 0,
    /**
     * Answers requests for tokens in the provider's place.
     *
     * @type {((outgoing: import('node:http').ServerResponse) => void) | undefined}
     */
    answer: undefined,
    /**
     * Holds the answers to requests for tokens back, of which the provider has carried the request out, until it is passed.
     *
     * @type {{ pass: () => void, passed: Promise<void> } | undefined}
     */
    hold: undefined,
  };

  const server = createServer((incoming, outgoing) => {
    if (state.isDown) {
      state.refused += 1;
      incoming.socket.destroy();
    } else if (state.answer && /^\/(token|refresh)$/.test(incoming.url ?? '')) {
      state.answer(outgoing);
    } else {
      void handle(incoming, outgoing);
    }
  });
  // Whoever sends must not meet the end of a connection that it keeps, however slow this machine is.
  server.keepAliveTimeout = 600_000;
  const origin = `http://127.0.0.1:${await listen(server)}`;

  // What it says of its settings, it says to a console that is watched by now.
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(origin, {
    clients: Object.entries(CLIENTS).map(([id, client]) => ({
      client_id: id,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      ...client,
    })),
    scopes: ['openid', 'offline_access', 'charges'],
    // A second use of a refresh token ends all that came of its sign-in.
    rotateRefreshToken: true,
    pkce: { required: () => true },
    routes: { authorization: '/authorize', token: '/token', revocation: '/revocation' },
    features: { devInteractions: { enabled: true }, revocation: { enabled: true } },
    cookies: { keys: ['a-key-of-this-test'] },
    ttl: {
      AccessToken: TOKEN_LIFE_MS / 1000,
      AuthorizationCode: 60,
      RefreshToken: 30 * DAY_S,
      Grant: 30 * DAY_S,
      Session: DAY_S,
      Interaction: 3600,
      IdToken: 3600,
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  });
  provider.use(async (context, next) => {
    const { path } = context;
    // The service refreshes at an address of its own.
    if (path === '/refresh') context.path = '/token';
    await next();
    if (context.path !== '/token') return;
    tokenRequests.push({ path, form: { ...context.oidc.body }, status: context.status, answer: context.body });
    await state.hold?.passed;
  });
  const handle = provider.callback();

  return Object.assign(state, {
    origin,
    tokenRequests,
    /** The grants of this path: `/token` or `/refresh`. */
    requestsTo: (path) => tokenRequests.filter((request) => request.path === path),
    /** Whether a token is good at the provider now. */
    knowsToken: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    /** Revokes what the owner of the account granted, as the owner does at the provider. */
    async revoke(token) {
      const { grantId } = await provider.AccessToken.find(token);
      for (const kind of ['AccessToken', 'RefreshToken', 'AuthorizationCode']) await provider[kind].revokeByGrantId(grantId);
      await (await provider.Grant.find(grantId)).destroy();
    },
    /** Refuses every connection, and breaks those that are open. */
    goDown() {
      state.isDown = true;
      state.refused = 0;
    },
    comeBack() {
      state.isDown = false;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  });
}
