import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { once } from '../domain/once.js';
import { createSchema } from '../domain/schema.js';
import { brandSchema, cardIdSchema, cardNameSchema, fieldSchema } from './card-state.js';
import { lookSchema } from './look-schema.js';
import { boundedText, callIdSchema, millisecondsSchema, shopTextSchema, textKeySchema, tokenSchema } from './text-schemas.js';

/** The greatest number of texts: more than there are text keys. */
const MAX_TEXTS = 500;

/**
 * The fields of every call to the service: its identifier, the token, and the instant (epoch ms) after which the frame sends nothing for
 * the call.
 */
const callShape = once(() => ({ id: callIdSchema(), token: tokenSchema(), deadline: millisecondsSchema() }));

/** The schema of all messages from a page to a frame. Any other message is dropped. */
export const pageMessageSchema = createSchema(() =>
  z.discriminatedUnion('type', [
    /** The look of the fields. Sent again at each change. */
    z.strictObject({ type: z.literal('look'), look: lookSchema() }),
    /** The language, texts and state of the form. Sent again at each change. */
    z.strictObject({
      type: z.literal('form'),
      language: z.literal(['pt-BR', 'en', 'es']),
      /** The shop's own texts, by text key. */
      texts: z.record(textKeySchema(), shopTextSchema()).check(z.refine((texts) => Object.keys(texts).length <= MAX_TEXTS)),
      /** The brands that the shop accepts; null if it accepts all brands. */
      acceptedBrands: z.nullable(z.array(brandSchema()).check(z.maxLength(20))),
      /** True while a payment is under way: the fields are read-only. */
      isBusy: z.boolean(),
      isDisabled: z.boolean(),
      /** True if the form may be submitted with empty fields. */
      canBeEmpty: z.boolean(),
      /** True if the focus moves on from a complete field. Absent if not, since earlier frames do not know it. */
      autoAdvance: z.optional(z.literal(true)),
      /** True if the typed security code is hidden. Absent if not, since earlier frames do not know it. */
      isCodeMasked: z.optional(z.literal(true)),
    }),
    /** Requests the present state. The `state` in response has the same `turn`. */
    z.strictObject({ type: z.literal('check'), turn: integerSchema().check(z.gte(1)) }),
    /** Marks every wrong field. */
    z.strictObject({ type: z.literal('mark') }),
    /** Focuses a field, by default the first. */
    z.strictObject({ type: z.literal('focus'), field: z.optional(fieldSchema()) }),
    /** Empties all fields, or the security code alone. */
    z.strictObject({ type: z.literal('clear'), what: z.literal(['all', 'code']) }),
    /**
     * Asks whether the typed card, or the card of a `cardId`, can be charged now. The response is `prepared` or `not-sent`. `go` must
     * follow at once.
     */
    z.strictObject({ type: z.literal('prepare'), id: callIdSchema(), cardId: z.optional(cardIdSchema()) }),
    /** Charges the prepared card: the typed card, or the same `cardId`. Accepted once for each `id`, and only after `prepared`. */
    z.strictObject({
      type: z.literal('go'),
      ...callShape(),
      /** Cents. */
      amount: integerSchema().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
      installments: integerSchema().check(z.gte(1), z.lte(99)),
      whoPaysFee: z.literal(['merchant', 'customer']),
      cardId: z.optional(cardIdSchema()),
      /** True if the token serves only one request: a 401 then says nothing about the charge. */
      singleUse: z.optional(z.boolean()),
    }),
    /** Exchanges the typed card for a `cardId`. */
    z.strictObject({
      type: z.literal('tokenize'),
      ...callShape(),
      name: cardNameSchema(),
      tokenizeExpiration: z.optional(z.union([boundedText(100), z.number()])),
    }),
    /** Deletes a tokenized card. */
    z.strictObject({ type: z.literal('delete'), ...callShape(), cardId: cardIdSchema() }),
    /** The response to `token-needed`; null if the page has no other token. */
    z.strictObject({ type: z.literal('token'), id: callIdSchema(), token: tokenSchema() }),
    /** Requests an `inspection` of the frame's security headers and permissions. */
    z.strictObject({ type: z.literal('inspect'), id: callIdSchema() }),
  ]),
);

/** A message from a page to a frame. */
export type PageMessage = z.infer<ReturnType<typeof pageMessageSchema>>;

/** A message from a page, by its type. */
export type PageMessageOf<Type extends PageMessage['type']> = Extract<PageMessage, { type: Type }>;
