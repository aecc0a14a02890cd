/** Goes to the shop's `return-url`, by `http:` or `https:` only: what was written may have been changed since the settings were checked. */
export function followReturnUrl(returnUrl: string): void {
  const { protocol, href } = Object.assign(document.createElement('a'), { href: returnUrl });
  if (/^https?:$/.test(protocol)) location.assign(href);
}
