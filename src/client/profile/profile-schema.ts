import * as z from 'zod/mini';
import { once } from '../../domain/once.js';
import { isPixSystem } from '../../domain/pix/status.js';
import { textSchema } from '../http/response-schemas.js';
import { environmentSchema } from './environment.js';

/** Headers that a charge has anyway, and one that a browser may write over. */
const TAKEN_HEADERS = ['authorization', 'content-type', 'accept', 'user-agent'];

/** Fields that a charge has anyway. */
const TAKEN_FIELDS = ['amount', 'installments', 'whoPaysFee', 'card', 'cardId'];

/** A profile as a shop writes it, checked so that a typing error is reported before a card is sent. */
export const profileSchema = once(() => {
  const text = textSchema();
  const texts = z.array(text);
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

/** True if a page may write the header: a browser leaves some out without a word, and a charge that is sent again would have no key. */
function isFreeHeader(name: string): boolean {
  if (TAKEN_HEADERS.includes(name.toLowerCase())) return false;
  try {
    return new Request('https://balcao.invalid/', { headers: { [name]: 'key' } }).headers.has(name);
  } catch {
    return false;
  }
}
