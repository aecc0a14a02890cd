/** Whether a text is a path of the own origin: one slash at its beginning, and nothing that a browser reads as another host (RFC 9700, 4.11). */
export function isReturnPath(text: string): boolean {
  // Browsers read "\" as "/", and leave out tabs and line breaks before they look.
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) && new URL(text, 'https://shop.invalid').origin === 'https://shop.invalid';
}
