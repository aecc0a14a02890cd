/** SHA-256 of a text in UTF-8, as 64 digits of lower-case hex: the form in which the ledger knows sessions and addresses. */
export async function hashText(text: string): Promise<string> {
  return formatHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** Creates a secret of 256 random bits, as 64 digits of lower-case hex. */
export function createSecret(): string {
  return formatHex(crypto.getRandomValues(new Uint8Array(32)));
}

function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A cookie with such a secret. */
export interface SecretCookie {
  name: string;
  /** The end of its `Set-Cookie` header, over https. */
  security: '; Secure' | '';
  /** The secret that a request brings: of the first cookie with this name whose value has the form of a secret. */
  find(request: Request): string | undefined;
}

/** `__Host-` binds a cookie to this host alone. Browsers accept that prefix over https only, so on loopback the name has none. */
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
