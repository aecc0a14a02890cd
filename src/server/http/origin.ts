/**
 * Returns whether a request comes from a page of the shop's origin, by headers that the browser sets and no page can forge. A proxy's
 * headers and `Host` are ignored.
 *
 * - `Origin`, if it is present, must be `publicOrigin`. The value `null` proves nothing: a browser also sends it for a page that hides its
 *   address.
 * - Otherwise `Sec-Fetch-Site`, if it is present, must be `same-origin`.
 * - A request with neither header must be a `GET`, which changes nothing and whose response no foreign page can read.
 */
export function isOwnPage(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  if (origin !== null && origin !== 'null') return origin === publicOrigin;
  if (site !== null) return site === 'same-origin';
  return request.method === 'GET' && origin === null;
}
