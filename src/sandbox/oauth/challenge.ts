/** The S256 `code_challenge` of a `code_verifier` (RFC 7636, 4.2): its SHA-256 in base64url. */
export async function hashVerifier(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
