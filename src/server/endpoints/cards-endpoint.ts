import { parseSavedCard, type SavedCard } from '../../domain/card/saved-card.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson, respondNoContent } from '../http/response.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ShopServerOptions } from '../options.js';
import { readIdentifierField } from '../http/body.js';

/** What the saved cards' endpoints work with. */
export interface CardsEndpointParts {
  ledger: Pick<Ledger, 'listCards' | 'keepCard' | 'removeCard'>;
  /** Who is logged in; by default nobody is, and no card is kept. */
  customerOf?: ShopServerOptions['customerOf'];
}

/** The longest name of a card, characters. */
const MAX_NAME_LENGTH = 80;

/**
 * `cards` and `cards/{cardId}`, what `httpCardStore` asks: the cards of the customer who is logged in, whoever a body says it is. 401 where
 * nobody is. Another customer's card is treated as one that cannot be kept, and as one that is not there.
 */
export function createCardsEndpoints({ ledger, customerOf }: CardsEndpointParts): Endpoint[] {
  const readCustomer = async ({ request }: EndpointCall): Promise<string> => {
    const customer = await customerOf?.(request);
    if (!customer) throw createRefusal(401, 'No customer is logged in.');
    return customer;
  };
  return [
    {
      name: 'cards',
      methods: ['GET'],
      pattern: 'cards',
      origin: 'own',
      handle: async (call) => respondJson(await ledger.listCards(await readCustomer(call))),
    },
    {
      name: 'cards',
      methods: ['POST'],
      pattern: 'cards',
      origin: 'own',
      handle: async (call) => {
        const customer = await readCustomer(call);
        const card = readCard((await call.readJson()).body);
        if (!card || !(await ledger.keepCard(customer, card))) throw createRefusal(422, 'The card cannot be kept.');
        return respondNoContent();
      },
    },
    {
      name: 'card',
      methods: ['DELETE'],
      pattern: 'cards/{cardId}',
      origin: 'own',
      handle: async (call) => {
        const customer = await readCustomer(call);
        if (!(await ledger.removeCard(customer, call.params['cardId'] ?? ''))) throw createNotFound();
        return respondNoContent();
      },
    },
  ];
}

/** The fields of a card, and nothing else that was sent along; `undefined` where one of them cannot be kept. */
function readCard(body: Record<string, unknown>): SavedCard | undefined {
  const card = parseSavedCard(body);
  const isKeepable =
    card && card.name.length <= MAX_NAME_LENGTH && readIdentifierField(body, 'name') && readIdentifierField(body, 'cardId');
  return isKeepable ? card : undefined;
}
