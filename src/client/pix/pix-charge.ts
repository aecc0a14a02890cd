import * as z from 'zod/mini';
import type { PixChargeRequest } from '../../domain/payment.js';
import { validatePixCharge, type PixChargeBody } from '../../domain/validation/pix-charge.js';
import { presentFields } from '../../domain/present-fields.js';
import { createInputError, requireValid } from '../cards/card-body.js';
import { identifierSchema, textSchema } from '../http/response-schemas.js';
import { parseResponse } from '../http/status-error.js';
import type { CallOptions, Service } from '../service.js';

/** A Pix charge as the service made it; the code is not yet verified. */
export interface CreatedPixCharge {
  /** `qrCodeId`, or `id` in the sample's names. */
  chargeId: string;
  /** `textQrCode`, or `text`: as received, character by character. */
  brCode: string;
  /** `qrCodeNumber`, or `number`. */
  number?: number;
  /** The instant that was asked for, epoch ms: after it the code is no longer good. */
  expiresAt: number;
}

/** Body of a successful `POST /pix/generateQrCode` in the names that are described. */
const describedSchema = z.object({ qrCodeId: identifierSchema, textQrCode: textSchema, qrCodeNumber: z.optional(z.unknown()) });

/** The same in the names of the sample. */
const sampleSchema = z.object({ id: identifierSchema, text: textSchema, number: z.optional(z.unknown()) });

/** Brasília's time, which has had no daylight saving since 2019: right also for a reader that passes over the offset. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * 3_600_000;

/** Makes a Pix charge. The code is given as received, not yet verified. */
export async function generatePixQrCode(service: Service, charge: PixChargeRequest, options: CallOptions): Promise<CreatedPixCharge> {
  const { pixRequestNames, pixExpiration, paths } = service.profile;
  const { expiresInMs } = charge;
  const readTerms = (expiresAt: number): PixChargeBody =>
    requireValid(validatePixCharge({ ...charge, expirationDate: formatInstant(expiresAt) }));
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
  return { ...parseResponse(await service.request({ ...call, body }, options), readCreated), expiresAt };
}

/** What the service's response says, in either of the documented sets of names. */
function readCreated(body: unknown): Omit<CreatedPixCharge, 'expiresAt'> | undefined {
  const described = describedSchema.safeParse(body).data;
  const { id, text, number } = described
    ? { id: described.qrCodeId, text: described.textQrCode, number: described.qrCodeNumber }
    : (sampleSchema.safeParse(body).data ?? {});
  if (id === undefined || text === undefined) return undefined;
  return presentFields({ chargeId: String(id), brCode: text, number: Number.isSafeInteger(number) ? Number(number) : undefined });
}

/** ISO 8601 with an offset, to the second. */
function formatInstant(instantMs: number): string {
  const date = new Date(instantMs - OFFSET_MS);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19) + OFFSET;
}
