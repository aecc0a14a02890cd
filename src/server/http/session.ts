import type { ShopServerOptions } from '../options.js';
import { formatHex, hashText } from './secret.js';

/** The session of a request. */
export interface RequestSession {
  /** Its hash: what the ledger stores, and nothing that opens anything. */
  session: string;
  /** The `Set-Cookie` header of a session that was made just now. */
  setCookie?: string;
}

/** What a session is found by. */
export type SessionOptions = Pick<ShopServerOptions, 'sessionOf' | 'publicOrigin'>;

/** A year: an order can be unconfirmed for long, and its device is known by this alone. */
const COOKIE_LIFE_SECONDS = 31_536_000;

/** 256 random bits. */
const SECRET_BYTES = 32;

/** The form in which the ledger knows the session that is in this server's cookie. */
export function hashSession(secret: string): Promise<string> {
  return hashText(secret);
}

/** What this server's cookie is called. Browsers take `__Host-` over https alone, so on loopback it is without. */
function sessionCookieName(publicOrigin: string): string {
  return isSecure(publicOrigin) ? '__Host-balcao' : 'balcao';
}

/**
 * The session of a request: the shop's own by `sessionOf`, else the one in this server's cookie, else a new one. A cookie that is not of
 * our form counts as none.
 */
export async function readSession(request: Request, { sessionOf, publicOrigin }: SessionOptions): Promise<RequestSession> {
  const own = await sessionOf?.(request);
  // With its prefix no cookie can pass for a session of the shop's, whatever those look like.
  if (own) return { session: await hashSession(`shop:${own}`) };
  const name = sessionCookieName(publicOrigin);
  const known = findCookie(request.headers.get('Cookie') ?? '', name);
  if (known) return { session: await hashSession(known) };
  const secret = formatHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const security = isSecure(publicOrigin) ? '; Secure' : '';
  const setCookie = `${name}=${secret}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; HttpOnly; SameSite=Lax${security}`;
  return { session: await hashSession(secret), setCookie };
}

function isSecure(publicOrigin: string): boolean {
  return publicOrigin.startsWith('https:');
}

/** The first cookie of this name whose value has our form. */
function findCookie(header: string, name: string): string | undefined {
  const values = header.split(';').flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=', 2).map((text) => text.trim());
    return key === name ? [value] : [];
  });
  return values.find((value) => /^[\da-f]{64}$/.test(value));
}
