import type { ShopServerOptions } from '../options.js';
import { createSecret, createSecretCookie, hashText } from './secret.js';

/** The session of a request. */
export interface RequestSession {
  /** Its hash: the ledger stores this, and it opens nothing. */
  session: string;
  /** The `Set-Cookie` header of a session that was created just now. */
  setCookie?: string;
}

/** A year: an order can be unconfirmed for long, and its device is known by this cookie alone. */
const COOKIE_LIFE_SECONDS = 31_536_000;

/**
 * Returns the session of a request: the shop's own by `sessionOf`, else the one in this server's cookie, else a new one. A cookie that does
 * not have the form of this server's counts as none.
 */
export async function getSession(
  request: Request,
  { sessionOf, publicOrigin }: Pick<ShopServerOptions, 'sessionOf' | 'publicOrigin'>,
): Promise<RequestSession> {
  const own = await sessionOf?.(request);
  // With its prefix no cookie can pass for a session of the shop, whatever those look like.
  if (own) return { session: await hashText(`shop:${own}`) };
  const cookie = createSecretCookie('balcao', publicOrigin);
  const known = cookie.find(request);
  if (known) return { session: await hashText(known) };
  const secret = createSecret();
  const setCookie = `${cookie.name}=${secret}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax${cookie.security}`;
  return { session: await hashText(secret), setCookie };
}
