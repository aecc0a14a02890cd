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
import { once } from '../../domain/once.js';

/** A tokenized card. */
export interface TokenizedCard {
  cardId: string;
  message?: string;
}

/** Body of a successful `POST /card/tokenize`. */
const tokenizedSchema = once(() => z.object({ success: z.literal(true), cardId: textSchema(), message: z.optional(z.unknown()) }));

/** Exchanges card data for a `cardId`. */
export async function tokenizeCard(service: Service, input: CardToTokenize, options: CallOptions): Promise<TokenizedCard> {
  const card = requireValid(validateCard(input));
  if (!card.name) throw createInputError('name (required)');
  const path = service.profile.paths.tokenizeCard;
  const tokenizeExpiration = formatTokenLife(card.tokenizeExpiration, service.profile);
  const request = JSON.stringify({ ...card, ...formatCard(card, service.profile, 'tokenizeCard'), tokenizeExpiration });
  const response = await service.request({ purpose: 'card-token', method: 'POST', path, body: request }, options);
  const { cardId, message } = parseResponse(response, (body) => parseTokenized(body, card));
  return { cardId, ...parseResponseDetails({ message }, card) };
}

/** As given, or as a number where the profile wants one: an attribute is always text. */
function formatTokenLife(life: string | number | undefined, { tokenizeExpiration }: ServiceProfile): string | number | undefined {
  return tokenizeExpiration === 'number' && typeof life === 'string' && /^\d+$/.test(life) ? Number(life) : life;
}

/** A `cardId` that holds the number itself, or a token of this page, must not be stored anywhere and does not count. */
function parseTokenized(body: unknown, card: SecretCard): z.infer<ReturnType<typeof tokenizedSchema>> | undefined {
  const { data } = tokenizedSchema().safeParse(body);
  return data && !holdsSecret(data.cardId, card) ? data : undefined;
}

/**
 * Deletes a tokenized card. A response of 404 or 410 counts: the card is not there any more. Once the deletion may have been sent, no
 * response means that nobody knows; so do 408, 409 and 5xx, since another try may be under way or the service broke on the way.
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

function isInDoubt({ code, status }: CheckoutError): boolean {
  return code === 'timeout' || code === 'network' || code === 'server' || status === 409;
}
