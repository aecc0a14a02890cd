import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { createSchema } from '../domain/schema.js';
import { brandSchema, cardIdSchema, cardStateSchema, fieldSchema, last4Schema } from './card-state.js';
import { boundedText, callIdSchema, errorSchema, millisecondsSchema } from './text-schemas.js';

/** The schema of the result of a charge. */
const chargeResultSchema = createSchema(() =>
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

/** The result of a charge in a message. */
export type CarriedResult = z.infer<ReturnType<typeof chargeResultSchema>>;

/**
 * The schema of all messages from a frame to a page. They hold nothing of a typed card but its brand and, once it is complete, its last
 * four digits.
 */
export const frameMessageSchema = createSchema(() =>
  z.discriminatedUnion('type', [
    /** The first message: the version of the frame, and the payments service of its config. */
    z.strictObject({
      type: z.literal('hello'),
      protocol: integerSchema().check(z.gte(1)),
      /** The build of the frame, for logs. */
      build: boundedText(40),
      /** The base URL of the service. It is part of an order's key in the ledger. */
      service: boundedText(2000).check(z.minLength(1)),
      environment: z.optional(z.literal(['sandbox', 'live'])),
      /** The time limits of responses of the service, ms. */
      timeLimits: z.strictObject({ cardMs: millisecondsSchema(), otherMs: millisecondsSchema() }),
    }),
    /** The frame has loaded everything that a payment needs. */
    z.strictObject({ type: z.literal('ready') }),
    /** The state of the card. If it is the response to a `check`, it has the same `turn`. */
    z.strictObject({ type: z.literal('state'), state: cardStateSchema(), turn: z.optional(integerSchema()) }),
    /** The height of the fields, CSS pixels. */
    z.strictObject({ type: z.literal('height'), height: z.number().check(z.gte(0), z.lte(5000)) }),
    /** The field that has the focus now; null once the focus has left the fields. */
    z.strictObject({ type: z.literal('focus'), field: z.nullable(fieldSchema()) }),
    /** Enter was pressed, and no field is wrong. */
    z.strictObject({ type: z.literal('submit') }),
    /** The response to `prepare`: the charge can be made, for a short time from now. */
    z.strictObject({ type: z.literal('prepared'), id: callIdSchema() }),
    /** Nothing was sent for this call, and nothing will be sent. */
    z.strictObject({ type: z.literal('not-sent'), id: callIdSchema(), error: errorSchema() }),
    /** The service has refused the token. The page must send another token. */
    z.strictObject({ type: z.literal('token-needed'), id: callIdSchema() }),
    /** A charge whose response was lost is sent again, with the same idempotency key. */
    z.strictObject({ type: z.literal('retrying'), id: callIdSchema() }),
    /** The result of a charge. If `isLateAwaited` is true, the charge is unconfirmed, and `late` may follow. */
    z.strictObject({ type: z.literal('outcome'), id: callIdSchema(), result: chargeResultSchema(), isLateAwaited: z.boolean() }),
    /** The late result of a charge that was `unconfirmed`. */
    z.strictObject({ type: z.literal('late'), id: callIdSchema(), result: chargeResultSchema() }),
    /** A card was tokenized. */
    z.strictObject({
      type: z.literal('tokenized'),
      id: callIdSchema(),
      cardId: cardIdSchema(),
      message: z.optional(boundedText(1000)),
      brand: brandSchema(),
      last4: last4Schema(),
      /** The expiry, `MM/YYYY`, for the list of saved cards. */
      expiration: z.string().check(z.regex(/^\d{2}\/\d{4}$/)),
    }),
    /** A tokenized card was deleted. */
    z.strictObject({ type: z.literal('deleted'), id: callIdSchema() }),
    /** A call that is no charge failed. */
    z.strictObject({ type: z.literal('call-failed'), id: callIdSchema(), error: errorSchema() }),
    /** Something is wrong with the frame itself. */
    z.strictObject({ type: z.literal('fault'), code: z.literal(['part-missing', 'text-missing', 'internal']) }),
    /** The security headers and permissions of the frame, as far as the frame can find them out. */
    z.strictObject({
      type: z.literal('inspection'),
      id: callIdSchema(),
      /** The names of security headers that are missing or too weak. */
      missing: z.array(boundedText(60)).check(z.maxLength(20)),
      /** True if the browser may autofill the fields. */
      canAutofill: z.boolean(),
      /** The number of messages that were dropped so far. */
      droppedCount: integerSchema().check(z.gte(0)),
    }),
  ]),
);

/** A message from a frame to a page. */
export type FrameMessage = z.infer<ReturnType<typeof frameMessageSchema>>;

/** A message from a frame, by its type. */
export type FrameMessageOf<Type extends FrameMessage['type']> = Extract<FrameMessage, { type: Type }>;
