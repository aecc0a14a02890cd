import * as z from 'zod/mini';
import { textSchema } from '../http/response-schemas.js';

const functionSchema = z.custom<never>((value) => typeof value === 'function');
const textsSchema = z.array(textSchema);
const durationSchema = z.number().check(z.gt(0));

/** A profile as a shop writes it, checked so that a slip of the pen is named before a card is sent. */
export const profileSchema = z.strictObject({
  paths: z.optional(
    z.strictObject({
      processPayment: z.optional(textSchema),
      tokenizeCard: z.optional(textSchema),
      deleteCard: z.optional(textSchema),
      generatePixQrCode: z.optional(textSchema),
      pixStatus: z.optional(textSchema),
    }),
  ),
  deleteCard: z.optional(
    z.strictObject({ method: z.optional(z.literal(['POST', 'DELETE'])), id: z.optional(z.literal(['body', 'path'])) }),
  ),
  cardExpiration: z.optional(z.literal(['MM/YY', 'MM/YYYY'])),
  pixRequestNames: z.optional(z.literal(['described', 'sample'])),
  pixExpiration: z.optional(z.union([z.literal('iso'), functionSchema])),
  pixAuthorization: z.optional(z.literal(['bearer', 'jwt'])),
  pixStatus: z.optional(
    z.strictObject({ query: z.optional(functionSchema), read: z.optional(functionSchema), system: z.optional(textSchema) }),
  ),
  pixHosts: z.optional(textsSchema),
  pixKeys: z.optional(textsSchema),
  readCharge: z.optional(functionSchema),
  validUntil: z.optional(functionSchema),
  timeLimits: z.optional(z.strictObject({ cardMs: z.optional(durationSchema), otherMs: z.optional(durationSchema) })),
});
