import { presentFields } from '../../domain/present-fields.js';
import { sendRequest } from '../http/send-request.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import { parseShopPixStatus } from '../../domain/pix/status-parser.js';
import { parseStatus } from '../pix/pix-status.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import { formatPathSegment, parseServiceUrl } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';

/** The shop's response about a Pix charge. */
export interface ShopStatusAnswer extends PixStatusAnswer {
  /** The time at the shop, epoch ms. Only for an endpoint of the page's own origin. */
  sentAt?: number;
}

/** Fills a charge's encoded identifier into an address of the shop, in place of `{charge}`. */
export function fillShopUrl(url: string, chargeId: string): string {
  return url.replaceAll('{charge}', () => formatPathSegment(chargeId));
}

/**
 * Fetches the status of a Pix charge from the shop's own endpoint (`GET`). `url` is filled by `fillShopUrl`. The response is JSON with a status
 * word of Balcão or of the service. Rejects with a `CheckoutError`.
 */
export async function fetchShopStatus(
  url: string,
  how: ServiceProfile['pixStatus'],
  { chargeId, signal }: { chargeId: string; signal: AbortSignal },
): Promise<ShopStatusAnswer> {
  const response = await sendRequest({ url: parseServiceUrl(url, 'statusUrl'), method: 'GET', signal });
  const body = parseResponse(response, (parsed) => parsed);
  return presentFields({ ...parseStatus(how, body, chargeId, parseShopPixStatus), sentAt: response.sentAt });
}
