import * as z from 'zod/mini';
import { BRASILIA_OFFSET_MS } from '../../domain/brasilia-time.js';
import type { PixChargeRequest } from '../../domain/payment.js';
import { validatePixCharge, type PixChargeBody } from '../../domain/validation/pix-charge.js';
import { presentFields } from '../../domain/present-fields.js';
import { createInputError, requireValid } from '../cards/card-body.js';
import { identifierSchema, integerSchema, textSchema } from '../http/response-schemas.js';
import { parseResponse } from '../http/status-error.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import type { CallOptions, Service, ServiceCall } from '../service.js';
import { createSchema } from '../../domain/schema.js';

/** A Pix charge as the service created it. Its code is not yet verified. */
export interface CreatedPixCharge {
  /** The charge's identifier: `qrCodeId`, or `id` in the names of the sample. */
  chargeId: string;
  /** The code, exactly as received: `textQrCode`, or `text`. */
  brCode: string;
  /** The charge's number: `qrCodeNumber`, or `number`. */
  number?: number;
  /** The requested instant after which the code is no longer valid, epoch ms. */
  expiresAt: number;
}

/**
 * The schema of a successful response, with the described names and those of the sample. A field with an invalid value counts as missing.
 */
const createdSchema = createSchema(() =>
  z.object({
    qrCodeId: z.catch(z.optional(identifierSchema()), undefined),
    id: z.catch(z.optional(identifierSchema()), undefined),
    textQrCode: z.catch(z.optional(textSchema()), undefined),
    text: z.catch(z.optional(textSchema()), undefined),
    qrCodeNumber: z.catch(z.optional(integerSchema()), undefined),
    number: z.catch(z.optional(integerSchema()), undefined),
  }),
);

/** The schema of the value that a shop's `readPix` must return. */
const readPixSchema = createSchema(() =>
  z.object({ chargeId: textSchema(), brCode: textSchema(), number: z.catch(z.optional(integerSchema()), undefined) }),
);

/** The offset of Brasília's time, as text. Even a reader that ignores the offset then reads the local time. */
const OFFSET = '-03:00';

/** Creates a Pix charge. Returns its code as received, not yet verified. */
export async function generatePixQrCode(service: Service, charge: PixChargeRequest, options: CallOptions): Promise<CreatedPixCharge> {
  const { pixRequestNames, pixExpiration } = service.profile;
  const { expiresInMs } = charge;
  const createTerms = (expiresAt: number): PixChargeBody =>
    requireValid(validatePixCharge({ ...charge, expirationDate: formatInstant(expiresAt) }));
  const getEnd = (): number => (expiresInMs === undefined ? charge.expiresAt : service.now() + expiresInMs);
  const { amount } = createTerms(getEnd());
  if (expiresInMs !== undefined) {
    // The device's clock may be wrong. The token's answer has the server's time, and the request below uses the same token.
    service.assertReady(options.signal);
    await service.getToken(createCall(service, amount), options);
  }
  const expiresAt = getEnd();
  const { paymentWebhook, ...terms } = createTerms(expiresAt);
  const expirationDate: unknown = pixExpiration === 'iso' ? terms.expirationDate : pixExpiration(new Date(expiresAt));
  if (typeof expirationDate !== 'string' || !expirationDate) throw createInputError('expirationDate (format)');
  const webhookName = pixRequestNames === 'sample' ? 'webhook' : 'paymentWebhook';
  return { ...(await requestPixCharge(service, { ...terms, expirationDate, [webhookName]: paymentWebhook }, options)), expiresAt };
}

/** Requests a Pix charge. `fields` have the names of the service. Resolves with the charge in its response. */
export async function requestPixCharge(
  service: Service,
  fields: Readonly<{ amount: number } & Record<string, unknown>>,
  options: CallOptions,
): Promise<ReadCharge> {
  const response = await service.request({ ...createCall(service, fields.amount), body: JSON.stringify(fields) }, options);
  const notSent = service.findNotSent(response);
  if (notSent) throw notSent;
  // A relay has read the service's response already.
  const readPix = response.outcome === undefined ? service.profile.readPix : undefined;
  return parseResponse(response, (answer) => parseCreatedPix(answer, readPix));
}

function createCall({ profile }: Service, amount: number): ServiceCall {
  return { purpose: 'pix', method: 'POST', path: profile.paths.generatePixQrCode, amount: amount.toFixed(2) };
}

/** The charge in a service's response. */
export type ReadCharge = Omit<CreatedPixCharge, 'expiresAt'>;

/**
 * Parses the charge in the service's response, by the shop's own parser or by the documented names, which may be mixed. Returns `undefined`
 * if the response has no charge.
 */
export function parseCreatedPix(body: unknown, readPix: ServiceProfile['readPix']): ReadCharge | undefined {
  const own = readPix && parseByShop(body, readPix);
  if (own) return own.charge;
  const { data } = createdSchema().safeParse(body);
  const chargeId = data?.qrCodeId ?? data?.id;
  const brCode = data?.textQrCode ?? data?.text;
  if (chargeId === undefined || brCode === undefined) return undefined;
  return presentFields({ chargeId: String(chargeId), brCode, number: data?.qrCodeNumber ?? data?.number });
}

/**
 * Parses a response by the shop's own code, which may throw or return any value. Returns `undefined` if that code leaves the response to
 * the documented names.
 */
function parseByShop(body: unknown, readPix: NonNullable<ServiceProfile['readPix']>): { charge: ReadCharge | undefined } | undefined {
  try {
    const said: unknown = readPix(body);
    if (said === undefined) return undefined;
    const { data } = readPixSchema().safeParse(said);
    return { charge: data && presentFields(data) };
  } catch {
    return { charge: undefined };
  }
}

/** Formats an instant as ISO 8601 with an offset, to the second. */
export function formatInstant(instantMs: number): string {
  const date = new Date(instantMs - BRASILIA_OFFSET_MS);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19) + OFFSET;
}
