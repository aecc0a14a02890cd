import type { ShopServerOptions } from '../options.js';
import { createSecret, createSecretCookie, hashText } from './secret.js';

/** The session of a request. */
export interface RequestSession {
  /** The hash of the session. The ledger stores it; it gives no access to the session. */
  session: string;
  /** The `Set-Cookie` header of a new session. */
  setCookie?: string;
}

/** The life of the cookie, seconds: a year, since an order may stay unconfirmed for long and only this cookie identifies its device. */
const COOKIE_LIFE_SECONDS = 31_536_000;

/**
 * Returns the session of a request: the shop's own by `sessionOf`, else the session of this server's cookie, else a new one. A cookie of
 * another format is ignored.
 */
export async function getSession(
  request: Request,
  { sessionOf, publicOrigin }: Pick<ShopServerOptions, 'sessionOf' | 'publicOrigin'>,
): Promise<RequestSession> {
  const own = await sessionOf?.(request);
  // The prefix keeps a cookie from passing for a session of the shop.
  if (own) return { session: await hashText(`shop:${own}`) };
  const cookie = createSecretCookie('balcao', publicOrigin);
  const known = cookie.find(request);
  if (known) return { session: await hashText(known) };
  const secret = createSecret();
  const setCookie = `${cookie.name}=${secret}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax${cookie.security}`;
  return { session: await hashText(secret), setCookie };
}
