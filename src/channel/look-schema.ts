import * as z from 'zod/mini';
import { once } from '../domain/once.js';

/** A colour as `getComputedStyle` returns it: one function of numbers. No `url()`, no `var()`, no keyword, no second function inside. */
const colorSchema = once(() =>
  z.string().check(z.maxLength(120), z.regex(/^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([-\da-z.,%/ +]*\)$/)),
);

/** Pixels. */
const lengthSchema = once(() => z.number().check(z.gte(0), z.lte(200)));

/** The name of a font family, without quotes. */
const fontSchema = once(() => z.string().check(z.regex(/^[\p{L}\p{N} ._-]{1,80}$/u)));

/** The look of the fields: checked values of the theme's tokens, never text of a style sheet. */
export const lookSchema = once(() =>
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
    /** In pixels. */
    lengths: z.strictObject({ fontSize: lengthSchema(), gap: lengthSchema(), radius: lengthSchema(), controlHeight: lengthSchema() }),
    /** Families in the order of preference; generic ones such as `sans-serif` too. */
    fonts: z.array(fontSchema()).check(z.maxLength(20)),
  }),
);

/** The look of the fields. */
export type Look = z.infer<ReturnType<typeof lookSchema>>;
