import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { once } from '../domain/once.js';
import { brandSchema, cardIdSchema, cardStateSchema, fieldSchema, last4Schema } from './card-state.js';
import { boundedText, callIdSchema, errorSchema, millisecondsSchema } from './text-schemas.js';

/** What became of a charge. */
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

/** What became of a charge, as it is carried over. */
export type CarriedResult = z.infer<ReturnType<typeof chargeResultSchema>>;

/** All that a frame may say to a page: nothing of a card but its brand and, of a complete one, its last four digits. */
export const frameMessageSchema = once(() =>
  z.discriminatedUnion('type', [
    /** The first word: who the frame is and which service it is for. */
    z.strictObject({
      type: z.literal('hello'),
      protocol: integerSchema().check(z.gte(1)),
      /** The build of the frame, for logs. */
      build: boundedText(40),
      /** The base URL of the service, which is part of an order's name in the ledger. */
      service: boundedText(2000).check(z.minLength(1)),
      environment: z.optional(z.literal(['sandbox', 'live'])),
      /** How long an answer of the service may take, ms. */
      timeLimits: z.strictObject({ cardMs: millisecondsSchema(), otherMs: millisecondsSchema() }),
    }),
    /** Everything that a payment needs is there. */
    z.strictObject({ type: z.literal('ready') }),
    /** What may be known of the card; `turn` is that of the question which it answers. */
    z.strictObject({ type: z.literal('state'), state: cardStateSchema(), turn: z.optional(integerSchema()) }),
    /** How high the fields are, CSS pixels. */
    z.strictObject({ type: z.literal('height'), height: z.number().check(z.gte(0), z.lte(5000)) }),
    /** The field that has the focus now; null once it has left the frame. */
    z.strictObject({ type: z.literal('focus'), field: z.nullable(fieldSchema()) }),
    /** Enter was pressed where all fields are right. */
    z.strictObject({ type: z.literal('submit') }),
    /** The typed card can be charged, from now on for a short while. */
    z.strictObject({ type: z.literal('prepared'), id: callIdSchema() }),
    /** Nothing was sent for this call, and nothing ever will be. */
    z.strictObject({ type: z.literal('not-sent'), id: callIdSchema(), error: errorSchema() }),
    /** The service has refused the token: another one is wanted. */
    z.strictObject({ type: z.literal('token-needed'), id: callIdSchema() }),
    /** A charge whose answer was lost is sent once more under its key. */
    z.strictObject({ type: z.literal('retrying'), id: callIdSchema() }),
    /** What a charge came to. `isLateAwaited`: nobody knows yet, and `late` may follow. */
    z.strictObject({ type: z.literal('outcome'), id: callIdSchema(), result: chargeResultSchema(), isLateAwaited: z.boolean() }),
    /** The late answer of a charge that was `unconfirmed`. */
    z.strictObject({ type: z.literal('late'), id: callIdSchema(), result: chargeResultSchema() }),
    /** A card was exchanged. */
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
    /** What the frame can tell of its own headers and rights. */
    z.strictObject({
      type: z.literal('inspection'),
      id: callIdSchema(),
      /** Names of the security headers that it lacks or that let too much through. */
      missing: z.array(boundedText(60)).check(z.maxLength(20)),
      /** Whether the browser may fill its fields in. */
      canAutofill: z.boolean(),
      /** Messages that were dropped so far. */
      droppedCount: integerSchema().check(z.gte(0)),
    }),
  ]),
);

/** What a frame says to a page. */
export type FrameMessage = z.infer<ReturnType<typeof frameMessageSchema>>;

/** One kind of what a frame says. */
export type FrameMessageOf<Type extends FrameMessage['type']> = Extract<FrameMessage, { type: Type }>;
