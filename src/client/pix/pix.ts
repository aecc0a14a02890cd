import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { PixChargeRequest } from '../../domain/payment.js';
import { validatePixCharge, type PixChargeBody } from '../../domain/validation/pix-charge.js';
import { isPixStatus, readPixStatusAnswer, type PixStatus } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import { createInputError, takeValid } from '../cards/card-body.js';
import type { CallOptions, CreatedPixCharge } from '../payments-client.js';
import type { PixStatusAnswer } from '../../domain/pix/status.js';
import { describedPixAnswerSchema, samplePixAnswerSchema } from '../schemas.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import { formatPathSegment } from '../http/service-url.js';
import type { Service } from '../service.js';
import { takeAnswer } from '../http/status-error.js';

/** Brasília's time, which has had no daylight saving since 2019: right also for a reader that passes over the offset. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

/** Makes a Pix charge. The code is given as received, not yet verified. */
export async function generatePixQrCode(service: Service, charge: PixChargeRequest, options: CallOptions): Promise<CreatedPixCharge> {
  const { pixRequestNames, pixExpiration, paths } = service.profile;
  const { expiresInMs } = charge;
  const readTerms = (expiresAt: number): PixChargeBody =>
    takeValid(validatePixCharge({ ...charge, expirationDate: formatInstant(expiresAt) }));
  const readEnd = (): number => (expiresInMs === undefined ? charge.expiresAt : service.now() + expiresInMs);
  const amount = readTerms(readEnd()).amount.toFixed(2);
  const call = { purpose: 'pix', method: 'POST', path: paths.generatePixQrCode, amount } as const;
  if (expiresInMs !== undefined) {
    // A device's clock may be wrong: the token's answer brings the true time, and the call below uses the same token.
    service.assertReady(options.signal);
    await service.getToken(call, options);
  }
  const expiresAt = readEnd();
  const { paymentWebhook, ...terms } = readTerms(expiresAt);
  const expirationDate: unknown = pixExpiration === 'iso' ? terms.expirationDate : pixExpiration(new Date(expiresAt));
  if (typeof expirationDate !== 'string' || !expirationDate) throw createInputError('expirationDate (format)');
  const webhookName = pixRequestNames === 'sample' ? 'webhook' : 'paymentWebhook';
  const body = JSON.stringify({ ...terms, expirationDate, [webhookName]: paymentWebhook });
  return { ...takeAnswer(await service.ask({ ...call, body }, options), readCreated), expiresAt };
}

/** What the service's answer says, in either of the documented sets of names. */
function readCreated(body: unknown): Omit<CreatedPixCharge, 'expiresAt'> | undefined {
  const described = describedPixAnswerSchema.safeParse(body).data;
  const { id, text, number } = described
    ? { id: described.qrCodeId, text: described.textQrCode, number: described.qrCodeNumber }
    : (samplePixAnswerSchema.safeParse(body).data ?? {});
  if (id === undefined || text === undefined) return undefined;
  return presentFields({ chargeId: String(id), brCode: text, number: Number.isSafeInteger(number) ? Number(number) : undefined });
}

/** Asks what became of a Pix charge, by the shop's own query or at the service. */
export async function getPixStatus(service: Service, chargeId: string, options: CallOptions): Promise<PixStatusAnswer> {
  const { query } = service.profile.pixStatus;
  const body = query ? await askShop(service, (signal) => query(chargeId, signal), options) : await askService(service, chargeId, options);
  return { status: readStatus(service.profile.pixStatus, body) };
}

async function askService(service: Service, chargeId: string, options: CallOptions): Promise<unknown> {
  const path = service.profile.paths.pixStatus.replace('{qrCodeId}', formatPathSegment(chargeId));
  return takeAnswer(await service.ask({ purpose: 'pix-status', method: 'GET', path }, options), (body) => body);
}

/** The shop's own code, within the same limits; what it throws may hold anything and is dropped. */
async function askShop(service: Service, query: (signal: AbortSignal) => Promise<unknown>, { signal }: CallOptions): Promise<unknown> {
  try {
    return await service.wait(query, 'pix-status', signal);
  } catch (error) {
    throw isCheckoutError(error) ? error : new CheckoutError('network', "The profile's pixStatus.query failed.");
  }
}

/** The status that an answer's body tells, read as the profile wants it. */
export function readStatus({ read, system }: ServiceProfile['pixStatus'], body: unknown): PixStatus {
  if (!read) return readPixStatusAnswer(body, system);
  try {
    const status: unknown = read(body);
    return isPixStatus(status) ? status : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** ISO 8601 with an offset, to the second. */
function formatInstant(instantMs: number): string {
  const date = new Date(instantMs - OFFSET_MS);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19) + OFFSET;
}
