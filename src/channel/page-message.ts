import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { once } from '../domain/once.js';
import { brandSchema, cardIdSchema, cardNameSchema, fieldSchema } from './card-state.js';
import { lookSchema } from './look-schema.js';
import { boundedText, callIdSchema, millisecondsSchema, shopTextSchema, textKeySchema, tokenSchema } from './text-schemas.js';

/** More than there are text keys. */
const MAX_TEXTS = 500;

/** The fields of every call of the service: its name, the token, and the instant (epoch ms) after which the frame sends nothing for it. */
const callShape = once(() => ({ id: callIdSchema(), token: tokenSchema(), deadline: millisecondsSchema() }));

/** All messages of a page to a frame. Anything else is dropped. */
export const pageMessageSchema = once(() =>
  z.discriminatedUnion('type', [
    /** The look of the fields; sent again whenever it changes. */
    z.strictObject({ type: z.literal('look'), look: lookSchema() }),
    /** The language, texts and state of the form; sent again whenever they change. */
    z.strictObject({
      type: z.literal('form'),
      language: z.literal(['pt-BR', 'en', 'es']),
      /** The shop's own texts, by text key. */
      texts: z.record(textKeySchema(), shopTextSchema()).check(z.refine((texts) => Object.keys(texts).length <= MAX_TEXTS)),
      /** Brands that the shop accepts; all where it is null. */
      acceptedBrands: z.nullable(z.array(brandSchema()).check(z.maxLength(20))),
      /** True while a payment is under way: the fields are read-only. */
      isBusy: z.boolean(),
      isDisabled: z.boolean(),
      /** True where the form may be sent with nothing in it. */
      canBeEmpty: z.boolean(),
    }),
    /** Asks for the present state, which comes with the same number. */
    z.strictObject({ type: z.literal('check'), turn: integerSchema().check(z.gte(1)) }),
    /** Marks every wrong field. */
    z.strictObject({ type: z.literal('mark') }),
    /** Puts the focus on a field, or on the first one. */
    z.strictObject({ type: z.literal('focus'), field: z.optional(fieldSchema()) }),
    /** Empties all fields, or the security code alone. */
    z.strictObject({ type: z.literal('clear'), what: z.literal(['all', 'code']) }),
    /** Asks whether the typed card, or the card of a `cardId`, could be charged now. The answer is `prepared` or `not-sent`; `go` must follow at once. */
    z.strictObject({ type: z.literal('prepare'), id: callIdSchema(), cardId: z.optional(cardIdSchema()) }),
    /** Charges the prepared card: the typed one, or the same `cardId`. Once for each `id`, and only after `prepared`. */
    z.strictObject({
      type: z.literal('go'),
      ...callShape(),
      /** Cents. */
      amount: integerSchema().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)),
      installments: integerSchema().check(z.gte(1), z.lte(99)),
      whoPaysFee: z.literal(['merchant', 'customer']),
      cardId: z.optional(cardIdSchema()),
      /** True where the token serves one request: a 401 then says nothing about the charge. */
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
    /** The answer to `token-needed`; null where there is none. */
    z.strictObject({ type: z.literal('token'), id: callIdSchema(), token: tokenSchema() }),
    /** Asks the frame about its own headers and rights. */
    z.strictObject({ type: z.literal('inspect'), id: callIdSchema() }),
  ]),
);

/** A message of a page to a frame. */
export type PageMessage = z.infer<ReturnType<typeof pageMessageSchema>>;

/** A message of a page, of one kind. */
export type PageMessageOf<Type extends PageMessage['type']> = Extract<PageMessage, { type: Type }>;
