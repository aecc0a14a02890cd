import * as z from 'zod/mini';
import { createSchema } from '../../domain/schema.js';
import { isPixSystem } from '../../domain/pix/pix-systems.js';
import { textSchema } from '../http/response-schemas.js';
import { environmentSchema } from './environment.js';

/** The headers that a key must not use: those that a charge already has, and `user-agent`, which a browser may overwrite. */
const TAKEN_HEADERS = ['authorization', 'content-type', 'accept', 'user-agent'];

/** The fields that a key must not use: those that a charge already has. */
const TAKEN_FIELDS = ['amount', 'installments', 'whoPaysFee', 'card', 'cardId'];

/** The schema of a profile as a shop writes it. It reports a typing error before any card is sent. */
export const profileSchema = createSchema(() => {
  const text = textSchema();
  const texts = z.array(text);
  // Only the errors of this schema are used, so the type of a function does not matter.
  const func = z.custom<never>((value) => typeof value === 'function');
  const expiration = z.literal(['MM/YY', 'MM/YYYY']);
  const duration = z.number().check(z.gt(0));
  const idempotency = z.union([
    z.strictObject({ header: z.string().check(z.refine(isFreeHeader)) }),
    z.strictObject({ field: text.check(z.refine((name) => !TAKEN_FIELDS.includes(name))) }),
  ]);
  return z.strictObject({
    environment: z.optional(environmentSchema()),
    paths: z.optional(
      z.strictObject({
        processPayment: z.optional(text),
        tokenizeCard: z.optional(text),
        deleteCard: z.optional(text),
        generatePixQrCode: z.optional(text),
        pixStatus: z.optional(text),
      }),
    ),
    deleteCard: z.optional(
      z.strictObject({ method: z.optional(z.literal(['POST', 'DELETE'])), id: z.optional(z.literal(['body', 'path'])) }),
    ),
    holderName: z.optional(z.literal(['required', 'optional', 'none'])),
    cardExpiration: z.optional(z.union([expiration, z.strictObject({ processPayment: expiration, tokenizeCard: expiration })])),
    tokenizeExpiration: z.optional(z.literal(['as-given', 'number'])),
    readPix: z.optional(func),
    idempotency: z.optional(idempotency),
    pixRequestNames: z.optional(z.literal(['described', 'sample'])),
    pixExpiration: z.optional(z.union([z.literal('iso'), func])),
    pixAuthorization: z.optional(z.literal(['bearer', 'jwt'])),
    pixStatus: z.optional(
      z.strictObject({
        query: z.optional(func),
        read: z.optional(func),
        system: z.optional(z.string().check(z.refine(isPixSystem))),
      }),
    ),
    pixHosts: z.optional(texts),
    pixKeys: z.optional(texts),
    readCharge: z.optional(func),
    validUntil: z.optional(func),
    timeLimits: z.optional(z.strictObject({ cardMs: z.optional(duration), otherMs: z.optional(duration) })),
  });
});

/** True if a page may set the header. A browser silently drops some headers, and a charge that is sent again would then have no key. */
function isFreeHeader(name: string): boolean {
  if (TAKEN_HEADERS.includes(name.toLowerCase())) return false;
  try {
    return new Request('https://balcao.invalid/', { headers: { [name]: 'key' } }).headers.has(name);
  } catch {
    return false;
  }
}
