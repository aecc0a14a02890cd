import * as z from 'zod/mini';
import { isPixSystem } from '../../domain/pix/status.js';
import { textSchema } from '../http/response-schemas.js';
import { once } from '../../domain/once.js';

const functionSchema = once(() => z.custom<never>((value) => typeof value === 'function'));
const textsSchema = once(() => z.array(textSchema()));
const expirationSchema = once(() => z.literal(['MM/YY', 'MM/YYYY']));
const systemSchema = once(() => z.string().check(z.refine(isPixSystem)));
const durationSchema = once(() => z.number().check(z.gt(0)));

/** Headers that a charge has anyway, and one that a browser may write over. */
const TAKEN_HEADERS = ['authorization', 'content-type', 'accept', 'user-agent'];

/** Fields that a charge has anyway. */
const TAKEN_FIELDS = ['amount', 'installments', 'whoPaysFee', 'card', 'cardId'];

const idempotencySchema = once(() =>
  z.union([
    z.strictObject({ header: z.string().check(z.refine(isFreeHeader)) }),
    z.strictObject({ field: textSchema().check(z.refine((name) => !TAKEN_FIELDS.includes(name))) }),
  ]),
);

/** A profile as a shop writes it, checked so that a slip of the pen is named before a card is sent. */
export const profileSchema = once(() =>
  z.strictObject({
    paths: z.optional(
      z.strictObject({
        processPayment: z.optional(textSchema()),
        tokenizeCard: z.optional(textSchema()),
        deleteCard: z.optional(textSchema()),
        generatePixQrCode: z.optional(textSchema()),
        pixStatus: z.optional(textSchema()),
      }),
    ),
    deleteCard: z.optional(
      z.strictObject({ method: z.optional(z.literal(['POST', 'DELETE'])), id: z.optional(z.literal(['body', 'path'])) }),
    ),
    cardExpiration: z.optional(
      z.union([expirationSchema(), z.strictObject({ processPayment: expirationSchema(), tokenizeCard: expirationSchema() })]),
    ),
    tokenizeExpiration: z.optional(z.literal(['as-given', 'number'])),
    readPix: z.optional(functionSchema()),
    idempotency: z.optional(idempotencySchema()),
    pixRequestNames: z.optional(z.literal(['described', 'sample'])),
    pixExpiration: z.optional(z.union([z.literal('iso'), functionSchema()])),
    pixAuthorization: z.optional(z.literal(['bearer', 'jwt'])),
    pixStatus: z.optional(
      z.strictObject({ query: z.optional(functionSchema()), read: z.optional(functionSchema()), system: z.optional(systemSchema()) }),
    ),
    pixHosts: z.optional(textsSchema()),
    pixKeys: z.optional(textsSchema()),
    readCharge: z.optional(functionSchema()),
    validUntil: z.optional(functionSchema()),
    timeLimits: z.optional(z.strictObject({ cardMs: z.optional(durationSchema()), otherMs: z.optional(durationSchema()) })),
  }),
);

/** Whether a page may write the header: a browser leaves some out without a word, and a charge that is sent again would have no key. */
function isFreeHeader(name: string): boolean {
  if (TAKEN_HEADERS.includes(name.toLowerCase())) return false;
  try {
    return new Request('https://balcao.invalid/', { headers: { [name]: 'key' } }).headers.has(name);
  } catch {
    return false;
  }
}
