import * as z from 'zod/mini';
import type { Brand } from '../domain/card/brands.js';
import { BRANDS } from '../domain/known-brands.js';
import { once } from '../domain/once.js';
import { boundedText, textKeySchema } from './text-schemas.js';

/** The fields of a card, by the `name` of their control. */
const FIELDS = ['number', 'holderName', 'expirationDate', 'securityCode'] as const;

/** A field of the card. */
export const fieldSchema = once(() => z.literal(FIELDS));

/** The brand of a card, `unknown` included. */
export const brandSchema = once(() => z.literal<readonly (Brand | 'unknown')[]>(['unknown', ...BRANDS]));

/** The last four digits of a number. */
export const last4Schema = once(() => z.string().check(z.regex(/^\d{4}$/)));

/** A field that is wrong, and why: the key of a text, never what was typed. */
const fieldErrorSchema = once(() => z.strictObject({ field: fieldSchema(), key: textKeySchema() }));

/** The state of a card that is typed in the frame, as far as a page may know it: all that it needs, and no digit but the last four of a whole card. */
export const cardStateSchema = once(() =>
  z.strictObject({
    brand: brandSchema(),
    hasNumber: z.boolean(),
    /** True where anything is typed into any field. */
    isTyped: z.boolean(),
    /** Only of a card that is complete. */
    last4: z.optional(last4Schema()),
    /** The fields that are wrong, marked or not, in the order of the form, each with its error. */
    wrong: z.array(fieldErrorSchema()).check(z.maxLength(FIELDS.length)),
    /** The fields whose error is shown. */
    marked: z.array(fieldSchema()).check(z.maxLength(FIELDS.length)),
  }),
);

/** The state of the card, as far as a page may know it. */
export type CardState = z.infer<ReturnType<typeof cardStateSchema>>;

/** The shop's own name for a card that is kept. */
export const cardNameSchema = once(() => boundedText(200));

/** The service's identifier of a tokenized card. */
export const cardIdSchema = once(() => boundedText(1000).check(z.minLength(1)));
