import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { once } from '../domain/once.js';
import { brandSchema, cardIdSchema, cardStateSchema, fieldSchema, last4Schema } from './card-state.js';
import { boundedText, callIdSchema, errorSchema, millisecondsSchema } from './text-schemas.js';

/** The result of a charge. */
const chargeResultSchema = once(() =>
  z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('approved'),
      identifier: z.optional(boundedText(1000)),
      message: z.optional(boundedText(1000)),
    }),
    z.strictObject({ status: z.literal('declined'), message: z.optional(boundedText(1000)) }),
    z.strictObject({ status: z.literal('failed'), error: errorSchema(), sent: z.boolean() }),
    z.strictObject({ status: z.literal('unconfirmed'), error: errorSchema() }),
  ]),
);

/** The result of a charge, as the channel carries it. */
export type CarriedResult = z.infer<ReturnType<typeof chargeResultSchema>>;

/** All messages of a frame to a page: nothing of a card but its brand and, of a complete one, its last four digits. */
export const frameMessageSchema = once(() =>
  z.discriminatedUnion('type', [
    /** The first message: the version of the frame, and the service that it is for. */
    z.strictObject({
      type: z.literal('hello'),
      protocol: integerSchema().check(z.gte(1)),
      /** The build of the frame, for logs. */
      build: boundedText(40),
      /** The base URL of the service, which is part of an order's name in the ledger. */
      service: boundedText(2000).check(z.minLength(1)),
      environment: z.optional(z.literal(['sandbox', 'live'])),
      /** The longest that the service may take to answer, ms. */
      timeLimits: z.strictObject({ cardMs: millisecondsSchema(), otherMs: millisecondsSchema() }),
    }),
    /** Everything that a payment needs is there. */
    z.strictObject({ type: z.literal('ready') }),
    /** The state of the card; `turn` is that of the `check` which it answers. */
    z.strictObject({ type: z.literal('state'), state: cardStateSchema(), turn: z.optional(integerSchema()) }),
    /** The height of the fields, CSS pixels. */
    z.strictObject({ type: z.literal('height'), height: z.number().check(z.gte(0), z.lte(5000)) }),
    /** The field that has the focus now; null once it has left the frame. */
    z.strictObject({ type: z.literal('focus'), field: z.nullable(fieldSchema()) }),
    /** Enter was pressed where all fields are right. */
    z.strictObject({ type: z.literal('submit') }),
    /** The typed card can be charged, for a short while from now. */
    z.strictObject({ type: z.literal('prepared'), id: callIdSchema() }),
    /** Nothing was sent for this call, and nothing ever will be. */
    z.strictObject({ type: z.literal('not-sent'), id: callIdSchema(), error: errorSchema() }),
    /** The service has refused the token: the page is asked for another one. */
    z.strictObject({ type: z.literal('token-needed'), id: callIdSchema() }),
    /** A charge whose answer was lost is sent once more under its key. */
    z.strictObject({ type: z.literal('retrying'), id: callIdSchema() }),
    /** The result of a charge. `isLateAwaited`: it is not known yet, and `late` may follow. */
    z.strictObject({ type: z.literal('outcome'), id: callIdSchema(), result: chargeResultSchema(), isLateAwaited: z.boolean() }),
    /** The late answer of a charge that was `unconfirmed`. */
    z.strictObject({ type: z.literal('late'), id: callIdSchema(), result: chargeResultSchema() }),
    /** A card was tokenized. */
    z.strictObject({
      type: z.literal('tokenized'),
      id: callIdSchema(),
      cardId: cardIdSchema(),
      message: z.optional(boundedText(1000)),
      brand: brandSchema(),
      last4: last4Schema(),
      /** `MM/YYYY`, for the list of saved cards. */
      expiration: z.string().check(z.regex(/^\d{2}\/\d{4}$/)),
    }),
    /** A tokenized card was deleted. */
    z.strictObject({ type: z.literal('deleted'), id: callIdSchema() }),
    /** A call that moves no money failed. */
    z.strictObject({ type: z.literal('call-failed'), id: callIdSchema(), error: errorSchema() }),
    /** Something is wrong with the frame itself. */
    z.strictObject({ type: z.literal('fault'), code: z.literal(['part-missing', 'text-missing', 'internal']) }),
    /** The headers and rights of the frame, as far as it can find out. */
    z.strictObject({
      type: z.literal('inspection'),
      id: callIdSchema(),
      /** Names of the security headers that it lacks or that let too much through. */
      missing: z.array(boundedText(60)).check(z.maxLength(20)),
      /** True where the browser may fill in its fields. */
      canAutofill: z.boolean(),
      /** Messages that were dropped so far. */
      droppedCount: integerSchema().check(z.gte(0)),
    }),
  ]),
);

/** A message of a frame to a page. */
export type FrameMessage = z.infer<ReturnType<typeof frameMessageSchema>>;

/** A message of a frame, of one kind. */
export type FrameMessageOf<Type extends FrameMessage['type']> = Extract<FrameMessage, { type: Type }>;
