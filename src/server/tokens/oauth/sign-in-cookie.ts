import { formatHex } from '../../http/hash.js';

/** 256 random bits. */
const SECRET_BYTES = 32;

/** The cookie that ties a sign-in to the browser that began it. */
export interface SignInCookie {
  /** The secret that a request brings; `undefined` where it brings none of our form. */
  read(request: Request): string | undefined;
  /** The `Set-Cookie` header that gives a browser this secret, for as long as a sign-in takes. */
  write(secret: string): string;
  /** The header that takes it away. */
  clear(): string;
}

/** A new secret. */
export function createSignInSecret(): string {
  return formatHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/**
 * `Lax`, since the service sends the browser back by a navigation from another site. `__Host-` binds it to this host alone; browsers take that
 * over https only, so on loopback it is without.
 */
export function createSignInCookie(publicOrigin: string, lifeMs: number): SignInCookie {
  const isSecure = publicOrigin.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}balcao-sign-in`;
  const rules = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(request) {
      const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
      const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
      return values.find((value) => /^[\da-f]{64}$/.test(value));
    },
    write: (secret) => `${name}=${secret}; Max-Age=${Math.round(lifeMs / 1000)}; ${rules}`,
    clear: () => `${name}=; Max-Age=0; ${rules}`,
  };
}
