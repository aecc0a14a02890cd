/**
 * Whether a request comes from a page of the shop's own origin, by what the browser says of it and no page can forge. What a proxy or the
 * `Host` header says counts for nothing.
 *
 * - `Origin`, where it is there, must be `publicOrigin`. `null`, which a browser also sends for a page that withholds its address, says nothing.
 * - Else `Sec-Fetch-Site` must be `same-origin`.
 * - A request with neither passes as a `GET`, which changes nothing and whose answer no foreign page can read; never as anything else.
 */
export function isOwnPage(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  if (origin !== null && origin !== 'null') return origin === publicOrigin;
  if (site !== null) return site === 'same-origin';
  return request.method === 'GET' && origin === null;
}
