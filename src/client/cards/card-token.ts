import { validateCard } from '../../domain/validation/card-payment.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { CardToTokenize } from '../../domain/payment.js';
import { createInputError, formatCard, takeValid } from './card-body.js';
import type { CallOptions, TokenizedCard } from '../payments-client.js';
import { tokenizeAnswerSchema } from '../schemas.js';
import { readDetails } from '../http/service-message.js';
import { formatPathSegment } from '../http/service-url.js';
import type { Service } from '../service.js';
import { assertSuccess, takeAnswer } from '../http/status-error.js';

/** Exchanges card data for a `cardId`. */
export async function tokenizeCard(service: Service, input: CardToTokenize, options: CallOptions): Promise<TokenizedCard> {
  const card = takeValid(validateCard(input));
  if (!card.name) throw createInputError('name (required)');
  const body = JSON.stringify({ ...card, ...formatCard(card, service.profile) });
  const path = service.profile.paths.tokenizeCard;
  const answer = await service.ask({ purpose: 'card-token', method: 'POST', path, body }, options);
  const { cardId, message } = takeAnswer(answer, (tokenized) => tokenizeAnswerSchema.safeParse(tokenized).data);
  return { cardId, ...readDetails({ message }) };
}

/**
 * Deletes a tokenized card. An answer of 404 or 410 counts: the card is not there any more. Once the deletion may have been sent, no
 * answer means that nobody knows.
 */
export async function deleteCard(service: Service, cardId: string, options: CallOptions): Promise<void> {
  const { method, id } = service.profile.deleteCard;
  const path = service.profile.paths.deleteCard;
  const segment = formatPathSegment(cardId);
  const place = id === 'body' ? { path, body: JSON.stringify({ cardId }) } : { path: `${path.replace(/\/+$/, '')}/${segment}` };
  try {
    const answer = await service.ask({ purpose: 'card-token', method, ...place }, options);
    if (answer.status !== 404 && answer.status !== 410) assertSuccess(answer);
  } catch (error) {
    if (!isCheckoutError(error) || (error.code !== 'timeout' && error.code !== 'network')) throw error;
    throw new CheckoutError('delete-unconfirmed', 'The service did not say whether the card was deleted.');
  }
}
