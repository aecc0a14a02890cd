/** The one client that the sandbox knows, for its login and for OAuth 2.0 alike. Both are words of the sandbox's own, and no secret. */
export const signInClient = { clientId: 'sandbox-shop', clientSecret: 'sandbox-shop-secret' } as const;
