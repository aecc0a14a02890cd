import { parseSavedCard, type SavedCard } from '../../domain/card/saved-card.js';
import { findIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson, respondNoContent } from '../http/response.js';
import type { Ledger } from '../ledger/ledger.js';
import type { ShopServerOptions } from '../options.js';
import { requireCustomer } from './guards.js';

/** The longest name of a card, characters. */
const MAX_NAME_LENGTH = 80;

/**
 * Creates `cards` and `cards/{cardId}`, the endpoints of `httpCardStore`, for the cards of the customer who is logged in. A customer in a
 * body is ignored. They respond 401 if nobody is logged in. For a customer, the card of another customer cannot be kept (422) and does not
 * exist (404).
 */
export function createCardsEndpoints(core: {
  ledger: Pick<Ledger, 'listCards' | 'keepCard' | 'removeCard'>;
  options: Pick<ShopServerOptions, 'customerOf'>;
}): Endpoint[] {
  const { ledger } = core;
  const getCustomer = ({ request }: EndpointCall): Promise<string> => requireCustomer(core, request, 'No customer is logged in.');
  return [
    {
      name: 'cards',
      methods: ['GET'],
      pattern: 'cards',
      origin: 'own',
      handle: async (call) => respondJson(await ledger.listCards(await getCustomer(call))),
    },
    {
      name: 'cards',
      methods: ['POST'],
      pattern: 'cards',
      origin: 'own',
      handle: async (call) => {
        const customer = await getCustomer(call);
        const card = parseCard((await call.json()).body);
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
        const customer = await getCustomer(call);
        if (!(await ledger.removeCard(customer, call.params['cardId'] ?? ''))) throw createNotFound();
        return respondNoContent();
      },
    },
  ];
}

/** Parses a card, without unknown fields; `undefined` if one of its fields cannot be kept. */
function parseCard(body: Record<string, unknown>): SavedCard | undefined {
  const card = parseSavedCard(body);
  const isKeepable = card && card.name.length <= MAX_NAME_LENGTH && findIdentifier(body, 'name') && findIdentifier(body, 'cardId');
  return isKeepable ? card : undefined;
}
