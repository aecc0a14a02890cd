import * as z from 'zod/mini';

// The leaves are predicates and not the library's own types: those would bring twice as many bytes for the same checks.
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const text = z.custom<string>(isText);
const maybeNumberIn = (low: number, high: number): z.ZodMiniOptional<z.ZodMiniCustom<number, number>> =>
  z.optional(z.custom<number>((value) => typeof value === 'number' && value > low && value < high));
const callback = z.optional(z.custom<never>((value) => typeof value === 'function'));
const anything = z.optional(z.unknown());
const maybeText = z.optional(text);
const maybePositive = maybeNumberIn(0, Infinity);
const maybeTexts = z.optional(z.custom<string[]>((value) => Array.isArray(value) && value.every(isText)));

function oneOf<const T>(...words: readonly T[]): z.ZodMiniCustom<T, T> {
  return z.custom<T>((value) => words.some((word) => word === value));
}

/** An identifier of the service: non-empty text, or a safe integer, which some services send. */
export const identifierSchema = z.custom<string | number>((value) => isText(value) || Number.isSafeInteger(value));

/** Answer of `POST /card/tokenize`. */
export const tokenizeAnswerSchema = z.object({ success: oneOf(true), cardId: text, message: anything });

/** Answer of `POST /pix/generateQrCode` in the names that are described. */
export const describedPixAnswerSchema = z.object({ qrCodeId: identifierSchema, textQrCode: text, qrCodeNumber: anything });

/** Answer of `POST /pix/generateQrCode` in the names of the sample. */
export const samplePixAnswerSchema = z.object({ id: identifierSchema, text, number: anything });

/** Any object that answers: whether it says that it worked, and what else of it a charge is read from. */
export const answerSchema = z.object({ success: anything, message: anything, identifier: anything });

/** What a shop may say of an attempt. */
export const resolutionSchema = z.object({
  status: oneOf('charged', 'not-charged', 'unknown'),
  identifier: anything,
  message: anything,
});

/** A token source's word that the order takes no more payments. */
export const closedSchema = z.object({ closed: oneOf('paid', 'closed') });

/** A token with what is known of its life: `expiresIn` in seconds, `now` in epoch ms (a smaller number would be seconds). */
export const tokenSchema = z.object({
  token: text,
  expiresIn: maybePositive,
  now: maybeNumberIn(1e12, 8e15),
});

/** A profile as a shop writes it, checked so that a slip of the pen is told before a card is sent. */
export const profileSchema = z.strictObject({
  paths: z.optional(
    z.strictObject({
      processPayment: maybeText,
      tokenizeCard: maybeText,
      deleteCard: maybeText,
      generatePixQrCode: maybeText,
      pixStatus: maybeText,
    }),
  ),
  deleteCard: z.optional(z.strictObject({ method: z.optional(oneOf('POST', 'DELETE')), id: z.optional(oneOf('body', 'path')) })),
  cardExpiration: z.optional(oneOf('MM/YY', 'MM/YYYY')),
  pixRequestNames: z.optional(oneOf('described', 'sample')),
  pixExpiration: z.optional(z.custom<never>((value) => value === 'iso' || typeof value === 'function')),
  pixAuthorization: z.optional(oneOf('bearer', 'jwt')),
  pixStatus: z.optional(z.strictObject({ query: callback, read: callback, system: maybeText })),
  pixHosts: maybeTexts,
  pixKeys: maybeTexts,
  readCharge: callback,
  validUntil: callback,
  timeLimits: z.optional(z.strictObject({ cardMs: maybePositive, otherMs: maybePositive })),
});
