import * as z from 'zod/mini';
import { detectBrand, isBrand, type Brand } from '../../domain/card/brands.js';
import { CheckoutError } from '../../domain/errors.js';
import { once } from '../../domain/once.js';
import { presentFields } from '../../domain/present-fields.js';
import { validateCard } from '../../domain/validation/card-payment.js';
import { formatCard } from '../../client/cards/card-body.js';
import { textSchema } from '../../client/http/response-schemas.js';
import { formatPathSegment } from '../../client/http/service-url.js';
import { isSuccess } from '../../client/http/status-error.js';
import { requireCustomer, TROUBLE_WAIT_S } from '../endpoints/guards.js';
import { findIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondNoContent, respondUnavailable } from '../http/response.js';
import type { ShopCore } from '../shop-core.js';
import { passOn, respondLost } from './relay-response.js';

const tokenizedSchema = once(() => z.object({ success: z.literal(true), cardId: textSchema() }));

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
  const { paths, deleteCard } = core.link.profile;
  const deletion = deleteCard.id === 'path' ? `${paths.deleteCard.replace(/\/+$/, '')}/{cardId}` : paths.deleteCard;
  const common = { origin: 'own', onFailure: () => respondUnavailable(TROUBLE_WAIT_S) } as const;
  return PREFIXES.flatMap((prefix): Endpoint[] => [
    {
      ...common,
      name: 'relay-delete-card',
      methods: [deleteCard.method],
      pattern: prefix + deletion,
      handle: (call) => deleteSavedCard(core, call),
    },
    { ...common, name: 'relay-tokenize', methods: ['POST'], pattern: prefix + paths.tokenizeCard, handle: (call) => tokenize(core, call) },
  ]);
}

async function deleteSavedCard(core: ShopCore, call: EndpointCall): Promise<Response> {
  const { link } = core;
  const { method, id } = link.profile.deleteCard;
  const customer = await requireCustomer(core, call.request);
  const cardId = id === 'path' ? call.params['cardId'] : findIdentifier((await call.json()).body, 'cardId');
  if (cardId === undefined || !(await findOwnCard(core, cardId, { request: call.request, customer }))) throw createNotFound();
  const path = link.profile.paths.deleteCard;
  const place =
    id === 'body' ? { path, body: JSON.stringify({ cardId }) } : { path: `${path.replace(/\/+$/, '')}/${formatPathSegment(cardId)}` };
  const response = await link.request({ purpose: 'card-token', method, ...place }).catch(() => undefined);
  if (!response) return respondLost();
  // The response to a deletion may have no body.
  return isSuccess(response) && response.text === '' ? respondNoContent() : passOn(response);
}

/** Tokenizes a card, and records its owner. */
async function tokenize(core: ShopCore, call: EndpointCall): Promise<Response> {
  const { link, ledger, options } = core;
  if (!options.relayCards)
    throw createRefusal(403, 'This server takes no card data: set relayCards (PCI DSS, SAQ D), or tokenize in the page.');
  const customer = await requireCustomer(core, call.request);
  const { body } = await call.json();
  const checked = validateCard(body);
  const { name, tokenizeExpiration } = body;
  if (!checked.ok || typeof name !== 'string' || name === '' || name.length > 80)
    throw createRefusal(422, 'This is no card that can be tokenized.');
  const isLife = typeof tokenizeExpiration === 'string' || typeof tokenizeExpiration === 'number';
  const fields = { name, ...formatCard(checked.value, link.profile, 'tokenizeCard'), ...(isLife && { tokenizeExpiration }) };
  const path = link.profile.paths.tokenizeCard;
  const response = await link.request({ purpose: 'card-token', method: 'POST', path, body: JSON.stringify(fields) }).catch(() => undefined);
  if (!response) return respondLost();
  const { data } = tokenizedSchema().safeParse(response.body);
  // A card whose owner is not recorded could not be charged by anybody.
  if (isSuccess(response) && data && !(await ledger.claimCard(customer, data.cardId, detectBrand(checked.value.number))))
    return respondLost();
  return passOn(response);
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
