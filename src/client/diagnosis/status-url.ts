import { sendRequest } from '../http/send-request.js';
import { isSuccess } from '../http/status-error.js';
import { waitAtMost } from '../http/wait-at-most.js';
import { fillShopUrl } from '../shop/shop-status.js';
import { parseServiceUrl } from '../http/service-url.js';
import { bad, good, warning, type DiagnosisFinding } from './finding.js';
import { NOTHING } from './service-path.js';

/** Asks the shop's `status-url` about a Pix charge that does not exist. Rejects with `invalid-config` for a URL that cannot be used. */
export async function checkStatusUrl(
  statusUrl: string,
  wasBlocked?: (url: string) => Promise<boolean> | boolean,
): Promise<DiagnosisFinding> {
  const url = parseServiceUrl(fillShopUrl(statusUrl, NOTHING), 'statusUrl');
  const response = await waitAtMost((signal) => sendRequest({ url, method: 'GET', signal })).catch(() => undefined);
  if (!response) {
    if (await wasBlocked?.(url.href)) return bad('policy', 'The CSP (connect-src) blocks status-url.');
    return bad('shop', 'status-url cannot be read: address, CORS for this page, a redirect, or no response within 15 seconds.');
  }
  const { status, body, text = '' } = response;
  if (status === 404 && text.trimStart().startsWith('<')) return bad('shop', 'status-url responds 404 with HTML: is its address right?');
  // What a shop responds about a charge that it does not know is its own affair.
  if (!isSuccess(response))
    return warning(
      'shop',
      `status-url responds ${status} to a Pix charge that does not exist. If it does so to one of yours, check its address.`,
    );
  return body === undefined
    ? bad('shop', `status-url responds ${status} without JSON: is its address right?`)
    : good('shop', `status-url responds ${status}.`);
}
