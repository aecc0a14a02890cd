import * as z from 'zod/mini';
import { validateCard } from '../../domain/validation/card-payment.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { CardToTokenize } from '../../domain/payment.js';
import { createInputError, formatCard, requireValid } from './card-body.js';
import { textSchema } from '../http/response-schemas.js';
import { holdsSecret, type SecretCard } from '../http/secrets.js';
import { parseResponseDetails } from '../http/service-message.js';
import { formatPathSegment } from '../http/service-url.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import type { CallOptions, Service } from '../service.js';
import { assertDeleted, parseResponse } from '../http/status-error.js';
import { createSchema } from '../../domain/schema.js';

/** A tokenized card. */
export interface TokenizedCard {
  cardId: string;
  message?: string;
}

/** The schema of the body of a successful response to `POST /card/tokenize`. */
const tokenizedSchema = createSchema(() => z.object({ success: z.literal(true), cardId: textSchema(), message: z.optional(z.unknown()) }));

/** Creates a `cardId` from card data. */
export async function tokenizeCard(service: Service, input: CardToTokenize, options: CallOptions): Promise<TokenizedCard> {
  const card = requireValid(validateCard(input, { holderName: service.profile.holderName }));
  if (!card.name) throw createInputError('name (required)');
  const path = service.profile.paths.tokenizeCard;
  const tokenizeExpiration = formatTokenLife(card.tokenizeExpiration, service.profile);
  const request = JSON.stringify({ ...card, ...formatCard(card, service.profile, 'tokenizeCard'), tokenizeExpiration });
  const response = await service.request({ purpose: 'card-token', method: 'POST', path, body: request }, options);
  const { cardId, message } = parseResponse(response, (body) => parseTokenized(body, card));
  return { cardId, ...parseResponseDetails({ message }, card) };
}

/** Formats the validity of a token: as given, or as a number if the profile requires one. An attribute's value is always text. */
function formatTokenLife(life: string | number | undefined, { tokenizeExpiration }: ServiceProfile): string | number | undefined {
  return tokenizeExpiration === 'number' && typeof life === 'string' && /^\d+$/.test(life) ? Number(life) : life;
}

/**
 * Parses a response to a tokenization. A `cardId` that contains the card's number, or a token of this page, must not be stored, so the
 * result is then `undefined`.
 */
function parseTokenized(body: unknown, card: SecretCard): z.infer<ReturnType<typeof tokenizedSchema>> | undefined {
  const { data } = tokenizedSchema().safeParse(body);
  return data && !holdsSecret(data.cardId, card) ? data : undefined;
}

/**
 * Deletes a tokenized card. A response of 404 or 410 counts as success, since the card is not there any more. If the request may have been
 * sent and no response arrives, the result is not known. It is not known after 408, 409 and 5xx either, since another deletion may be under
 * way, or the service failed during this one. The error is then `delete-unconfirmed`.
 */
export async function deleteCard(service: Service, cardId: string, options: CallOptions): Promise<void> {
  const { method, id } = service.profile.deleteCard;
  const path = service.profile.paths.deleteCard;
  const segment = formatPathSegment(cardId);
  const place = id === 'body' ? { path, body: JSON.stringify({ cardId }) } : { path: `${path.replace(/\/+$/, '')}/${segment}` };
  try {
    assertDeleted(await service.request({ purpose: 'card-token', method, ...place }, options));
  } catch (error) {
    if (!isCheckoutError(error) || !isInDoubt(error)) throw error;
    const { status } = error;
    throw new CheckoutError('delete-unconfirmed', 'The service did not say whether the card was deleted.', presentFields({ status }));
  }
}

/** True if the service may have deleted the card in spite of the error. */
function isInDoubt({ code, status }: CheckoutError): boolean {
  return code === 'timeout' || code === 'network' || code === 'server' || status === 409;
}
