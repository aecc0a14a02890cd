import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { isPixStatus, readPixStatusAnswer, type PixStatus, type PixStatusAnswer } from '../../domain/pix/status.js';
import { formatPathSegment } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import type { CallOptions, Service } from '../service.js';

/** Asks what became of a Pix charge, by the shop's own query or at the service. */
export async function getPixStatus(service: Service, chargeId: string, options: CallOptions): Promise<PixStatusAnswer> {
  const { query } = service.profile.pixStatus;
  const body = query
    ? await queryShop(service, (signal) => query(chargeId, signal), options)
    : await queryService(service, chargeId, options);
  return { status: readStatus(service.profile.pixStatus, body) };
}

async function queryService(service: Service, chargeId: string, options: CallOptions): Promise<unknown> {
  const path = service.profile.paths.pixStatus.replace('{qrCodeId}', formatPathSegment(chargeId));
  return parseResponse(await service.request({ purpose: 'pix-status', method: 'GET', path }, options), (body) => body);
}

/** The shop's own code, within the same limits; what it throws may hold anything and is dropped. */
async function queryShop(service: Service, query: (signal: AbortSignal) => Promise<unknown>, { signal }: CallOptions): Promise<unknown> {
  try {
    return await service.wait(query, 'pix-status', signal);
  } catch (error) {
    throw isCheckoutError(error) ? error : new CheckoutError('network', "The profile's pixStatus.query failed.");
  }
}

/** The status in a response's body, read as the profile says. */
export function readStatus({ read, system }: ServiceProfile['pixStatus'], body: unknown): PixStatus {
  if (!read) return readPixStatusAnswer(body, system);
  try {
    const status: unknown = read(body);
    return isPixStatus(status) ? status : 'unknown';
  } catch {
    return 'unknown';
  }
}
