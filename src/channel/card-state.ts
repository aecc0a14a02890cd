import * as z from 'zod/mini';
import type { Brand } from '../domain/card/brands.js';
import { BRANDS } from '../domain/known-brands.js';
import { createSchema } from '../domain/schema.js';
import { boundedText, textKeySchema } from './text-schemas.js';

/** The fields of a card, by the `name` of their control. */
const FIELDS = ['number', 'expirationDate', 'securityCode', 'holderName'] as const;

/** The schema of a field's name. */
export const fieldSchema = createSchema(() => z.literal(FIELDS));

/** The schema of a card's brand, which may be `unknown`. */
export const brandSchema = createSchema(() => z.literal<readonly (Brand | 'unknown')[]>(['unknown', ...BRANDS]));

/** The schema of the last four digits of a card's number. */
export const last4Schema = createSchema(() => z.string().check(z.regex(/^\d{4}$/)));

/** The schema of a field that is wrong, with the key of its error's text. Never the typed text. */
const fieldErrorSchema = createSchema(() => z.strictObject({ field: fieldSchema(), key: textKeySchema() }));

/**
 * The schema of the state of the card in the frame, as far as a page may know it. It holds no digits but the last four of a complete card.
 */
export const cardStateSchema = createSchema(() =>
  z.strictObject({
    brand: brandSchema(),
    hasNumber: z.boolean(),
    /** True if any field has text. */
    isTyped: z.boolean(),
    /** Absent until the card is complete. */
    last4: z.optional(last4Schema()),
    /** All fields that are wrong, in the order of the form, each with its error. A field may be wrong and not marked yet. */
    wrong: z.array(fieldErrorSchema()).check(z.maxLength(FIELDS.length)),
    /** The fields that show an error. */
    marked: z.array(fieldSchema()).check(z.maxLength(FIELDS.length)),
  }),
);

/** The state of the card, as far as a page may know it. */
export type CardState = z.infer<ReturnType<typeof cardStateSchema>>;

/** The schema of the name of a card that is saved. */
export const cardNameSchema = createSchema(() => boundedText(200));

/** The schema of the service's identifier of a tokenized card. */
export const cardIdSchema = createSchema(() => boundedText(1000).check(z.minLength(1)));
