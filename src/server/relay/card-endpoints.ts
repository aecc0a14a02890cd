import { detectBrand, isBrand, type Brand } from '../../domain/card/brands.js';
import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { validateCard } from '../../domain/validation/card-payment.js';
import { deleteCard, tokenizeCard } from '../../client/cards/card-token.js';
import { requireCustomer, TROUBLE_WAIT_S } from '../endpoints/guards.js';
import { findIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson, respondUnavailable } from '../http/response.js';
import type { ShopCore } from '../shop-core.js';
import { respondFailure, respondLost } from './relay-response.js';

/**
 * The prefixes of the service's paths, for pages of an order and for pages of an account: the operations are the same, with and without an
 * order in the path.
 */
const PREFIXES = ['orders/{orderId}/service/', 'service/'] as const;

/**
 * Creates the endpoints that delete saved cards and, if this server accepts card data, tokenize cards: each for the customer who is logged
 * in.
 */
export function createCardRelays(core: ShopCore): Endpoint[] {
  const { paths, deleteCard: deleting } = core.link.profile;
  const deletion = deleting.id === 'path' ? `${paths.deleteCard.replace(/\/+$/, '')}/{cardId}` : paths.deleteCard;
  const common = { origin: 'own', onFailure: () => respondUnavailable(TROUBLE_WAIT_S) } as const;
  return PREFIXES.flatMap((prefix): Endpoint[] => [
    {
      ...common,
      name: 'relay-delete-card',
      methods: [deleting.method],
      pattern: prefix + deletion,
      handle: (call) => deleteSavedCard(core, call),
    },
    { ...common, name: 'relay-tokenize', methods: ['POST'], pattern: prefix + paths.tokenizeCard, handle: (call) => tokenize(core, call) },
  ]);
}

async function deleteSavedCard(core: ShopCore, call: EndpointCall): Promise<Response> {
  const { link } = core;
  const customer = await requireCustomer(core, call.request);
  const cardId = link.profile.deleteCard.id === 'path' ? call.params['cardId'] : findIdentifier((await call.json()).body, 'cardId');
  if (cardId === undefined || !(await findOwnCard(core, cardId, { request: call.request, customer }))) throw createNotFound();
  return deleteCard(link.service, cardId, {}).then(() => respondJson({ success: true }), respondFailure);
}

/** Tokenizes a card, and records its owner. */
async function tokenize(core: ShopCore, call: EndpointCall): Promise<Response> {
  const { link, ledger, options } = core;
  if (!options.relayCards)
    throw createRefusal(403, 'This server takes no card data: set relayCards (PCI DSS, SAQ D), or tokenize in the page.');
  const customer = await requireCustomer(core, call.request);
  const checked = validateCard((await call.json()).body, { holderName: link.profile.holderName });
  if (!checked.ok || !checked.value.name || checked.value.name.length > 80)
    throw createRefusal(422, 'This is no card that can be tokenized.');
  const { name, number } = checked.value;
  const tokenized = await tokenizeCard(link.service, { ...checked.value, name }, {}).catch(respondFailure);
  if (tokenized instanceof Response) return tokenized;
  // A card whose owner is not recorded could not be charged by anybody.
  const isClaimed = await ledger.claimCard(customer, tokenized.cardId, detectBrand(number));
  return isClaimed ? respondJson({ success: true, ...tokenized }) : respondLost();
}

/**
 * Finds a saved card that the relay may use for the sender: the customer who is logged in tokenized it here, or the shop vouches for it.
 * `undefined` for any other card: a page that named a card first, or kept it, proves neither its owner nor its brand. The brand is read by
 * this server from the card's number, or provided by the shop.
 */
export async function findOwnCard(
  { ledger, options }: Pick<ShopCore, 'ledger' | 'options'>,
  cardId: string,
  { request, customer }: { request: Request; customer: string | undefined },
): Promise<{ brand?: Brand } | undefined> {
  const tokenized = customer === undefined ? undefined : await ledger.findTokenizedCard(cardId);
  if (tokenized && tokenized.customer === customer) return presentFields({ brand: toKnownBrand(tokenized.brand) });
  const card = await options.cards?.find(cardId, request);
  if (!card) return undefined;
  if (typeof card.cardId !== 'string')
    throw new CheckoutError('invalid-config', 'cards.find must return the card as { cardId, brand }, or undefined.');
  // A search of the shop that ignores the case of letters may have found another card.
  return card.cardId === cardId ? presentFields({ brand: toKnownBrand(card.brand) }) : undefined;
}

/** Returns a known brand; `undefined` for `unknown` and for any other value. */
export function toKnownBrand(word: unknown): Brand | undefined {
  return isBrand(word) && word !== 'unknown' ? word : undefined;
}
