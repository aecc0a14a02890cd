import type { PaymentsClient } from '../../client/payments-client.js';
import { CheckoutError } from '../../domain/errors.js';
import type { CardLabel } from '../../domain/payment.js';
import type { TypedCard } from '../card/typed-card.js';
import type { FrameCalls } from './calls/frame-calls.js';
import type { FrameLink } from './frame-link.js';
import { FramedClient } from './calls/framed-client.js';

/** A card that is typed in a frame: it is charged and exchanged there. */
export function createFramedCard(link: FrameLink, { brand, last4 }: CardLabel): TypedCard {
  return {
    brand,
    last4,
    async charge(client, terms, options) {
      const calls = findCalls(client);
      return calls ? calls.charge(link, terms, options) : { status: 'failed', error: createUnframedError(), sent: false };
    },
    async exchange(client, terms, options) {
      const calls = findCalls(client);
      if (!calls) throw createUnframedError();
      const { cardId, expiration, message } = await calls.tokenize(link, terms, options);
      return {
        cardId,
        expiration,
        ...(message !== undefined && { message }),
        // Through the same frame: it knows the digits that the answer must not bring back.
        charge: (_, due, call) => calls.charge(link, { ...due, cardId }, call),
      };
    },
  };
}

function findCalls(client: PaymentsClient): FrameCalls | undefined {
  return client instanceof FramedClient ? client.calls : undefined;
}

function createUnframedError(): CheckoutError {
  return new CheckoutError('invalid-config', 'frame-url was taken away while its card was paid with.');
}
