/** SHA-256 of a text in UTF-8, as 64 digits of lower-case hex: the form in which the ledger knows sessions and addresses. */
export async function hashText(text: string): Promise<string> {
  return formatHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** Bytes as lower-case hex. */
export function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
