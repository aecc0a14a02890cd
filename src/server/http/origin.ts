/**
 * True for a request from a page of the shop's own origin, by headers that the browser sets and no page can forge. A proxy's headers and
 * `Host` are ignored.
 *
 * - `Origin`, where it is there, must be `publicOrigin`. `null`, which a browser also sends for a page that withholds its address, proves nothing.
 * - Else `Sec-Fetch-Site` must be `same-origin`.
 * - A request with neither passes as a `GET`, which changes nothing and whose response no foreign page can read; with any other method it does not pass.
 */
export function isOwnPage(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  if (origin !== null && origin !== 'null') return origin === publicOrigin;
  if (site !== null) return site === 'same-origin';
  return request.method === 'GET' && origin === null;
}
