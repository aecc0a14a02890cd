/** `balcao/server/oauth`: tokens by a clerk's sign-in with OAuth 2.0, by `openid-client`. */
export { oauthTokens } from './tokens/oauth/oauth-tokens.js';
export type { OauthTokensOptions } from './tokens/oauth/oauth-options.js';
