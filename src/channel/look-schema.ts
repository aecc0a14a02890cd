import * as z from 'zod/mini';
import { createSchema } from '../domain/schema.js';

/**
 * The schema of a colour as `getComputedStyle` returns it: one function of numbers. No `url()`, `var()`, keyword or nested function passes.
 */
const colorSchema = createSchema(() =>
  z.string().check(z.maxLength(120), z.regex(/^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([-\da-z.,%/ +]*\)$/)),
);

/** The greatest length in a look, CSS pixels. */
export const MAX_LENGTH_PX = 200;

/** The greatest number of font families in a look. */
export const MAX_FAMILIES = 20;

/** The schema of a length, CSS pixels. */
const lengthSchema = createSchema(() => z.number().check(z.gte(0), z.lte(MAX_LENGTH_PX)));

/** The schema of the name of a font family, without quotes. */
export const fontSchema = createSchema(() => z.string().check(z.regex(/^[\p{L}\p{N} ._-]{1,80}$/u)));

/** The schema of the look of the fields: checked values of the theme's tokens, never CSS text. */
export const lookSchema = createSchema(() =>
  z.strictObject({
    /** The colour scheme that the page uses around the frame. */
    scheme: z.literal(['light', 'dark']),
    colors: z.strictObject({
      text: colorSchema(),
      muted: colorSchema(),
      field: colorSchema(),
      fieldText: colorSchema(),
      border: colorSchema(),
      focus: colorSchema(),
      error: colorSchema(),
    }),
    /** CSS pixels. */
    lengths: z.strictObject({ fontSize: lengthSchema(), gap: lengthSchema(), radius: lengthSchema(), controlHeight: lengthSchema() }),
    /** The font families in the order of preference, with generic families such as `sans-serif`. */
    fonts: z.array(fontSchema()).check(z.maxLength(MAX_FAMILIES)),
  }),
);

/** The look of the fields. */
export type Look = z.infer<ReturnType<typeof lookSchema>>;
