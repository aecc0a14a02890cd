/** Hashes a text in UTF-8 by SHA-256, as 64 digits of lower-case hex. The ledger stores sessions in this form. */
export async function hashText(text: string): Promise<string> {
  return formatHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/**
 * Creates a function that hashes a text by HMAC-SHA-256 with a key, as 64 digits of lower-case hex. A text of which there are few, such as an
 * address, can be found by its plain hash, and without the key not by this one.
 */
export async function createKeyedHash(key: string): Promise<(text: string) => Promise<string>> {
  const encoder = new TextEncoder();
  const secret = await crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => formatHex(new Uint8Array(await crypto.subtle.sign('HMAC', secret, encoder.encode(text))));
}

/** Creates a secret of 256 random bits, as 64 digits of lower-case hex. */
export function createSecret(): string {
  return formatHex(crypto.getRandomValues(new Uint8Array(32)));
}

function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A cookie with a secret of `createSecret`. */
export interface SecretCookie {
  name: string;
  /** The end of its `Set-Cookie` header: `; Secure` over https. */
  security: '; Secure' | '';
  /** Finds the secret in a request: the first cookie with this name whose value has the form of a secret. */
  find(request: Request): string | undefined;
}

/**
 * Creates a cookie for secrets. `__Host-` binds it to this host alone. Browsers accept that prefix over https only, so a cookie over http,
 * on loopback, has no prefix.
 */
export function createSecretCookie(name: string, publicOrigin: string): SecretCookie {
  const isSecure = publicOrigin.startsWith('https:');
  const fullName = isSecure ? `__Host-${name}` : name;
  return {
    name: fullName,
    security: isSecure ? '; Secure' : '',
    find: ({ headers }) =>
      (headers.get('Cookie') ?? '')
        .split(';')
        .map((pair) =>
          pair
            .trim()
            .split('=', 2)
            .map((text) => text.trim()),
        )
        .find(([key, value = '']) => key === fullName && /^[\da-f]{64}$/.test(value))?.[1],
  };
}
