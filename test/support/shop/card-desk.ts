import { createJson, isFromOwnPage, readJson, readNumber, readText } from './json-http.js';
import type { JsonObject } from './json-http.js';

/** A saved card as the page keeps it here: the service's identifier and what the customer knows it by, never a card. */
export interface KeptCard {
  cardId: string;
  name: string;
  brand: string;
  last4: string;
  /** `"MM/YYYY"`. */
  expiration: string;
  /** Epoch ms. */
  validUntil?: number;
}

/**
 * Keeps customers' saved cards: what Balcão's `httpCardStore` talks to. `GET` lists them, the one that was paid with last first, `POST`
 * keeps one, `DELETE cards/CARD_ID` forgets one; each customer's own, and nobody else's.
 */
export class CardDesk {
  readonly #findCustomer: (request: Request) => string;
  /** The cards of each customer by `cardId`. */
  readonly #customers = new Map<string, Map<string, KeptCard>>();
  /** The card that each customer paid with last, by `cardId`. */
  readonly #lastUsed = new Map<string, string>();

  /** `findCustomer`: whose request it is. */
  constructor(findCustomer: (request: Request) => string) {
    this.#findCustomer = findCustomer;
  }

  /** Responds to a request to `cards` or `cards/CARD_ID`. */
  async answer(request: Request, cardId?: string): Promise<Response> {
    if (!isFromOwnPage(request)) return createJson(403, { message: 'Only pages of the shop may ask.' });
    const customer = this.#findCustomer(request);
    const cards = this.#open(customer);
    if (request.method === 'GET' && cardId === undefined) return createJson(200, sortCards(cards, this.#lastUsed.get(customer)));
    if (request.method === 'DELETE' && cardId !== undefined)
      return cards.delete(cardId) ? new Response(null, { status: 204 }) : createJson(404, { message: 'No such card.' });
    if (request.method !== 'POST' || cardId !== undefined) return createJson(405, { message: 'Use GET, POST or DELETE cards/CARD_ID.' });
    const card = parseCard((await readJson(request)) ?? {});
    if (!card) return createJson(422, { message: 'This is no card that can be kept.' });
    cards.set(card.cardId, card);
    return new Response(null, { status: 204 });
  }

  /** Notes that the customer of a request has paid with a card, which may be kept only after that. */
  noteUse(request: Request, cardId: string): void {
    this.#lastUsed.set(this.#findCustomer(request), cardId);
  }

  #open(customer: string): Map<string, KeptCard> {
    const cards = this.#customers.get(customer) ?? new Map<string, KeptCard>();
    this.#customers.set(customer, cards);
    return cards;
  }
}

/** The card that was used last, as often as it was kept, then all others: either oldest first, as the page takes the newest of one card. */
function sortCards(cards: ReadonlyMap<string, KeptCard>, lastUsed = ''): KeptCard[] {
  const last = cards.get(lastUsed);
  const isLast = ({ brand, last4, expiration }: KeptCard): boolean =>
    brand === last?.brand && last4 === last.last4 && expiration === last.expiration;
  return [...cards.values()].sort((one, other) => Number(isLast(other)) - Number(isLast(one)));
}

/** The fields of a card and no others, so that nothing else is ever kept. */
function parseCard(body: JsonObject): KeptCard | undefined {
  const [cardId, name, brand, last4, expiration] = ['cardId', 'name', 'brand', 'last4', 'expiration'].map((field) => readText(body, field));
  const validUntil = readNumber(body, 'validUntil');
  if (!cardId || !name || name.length > 80 || brand === undefined || !/^\d{4}$/.test(last4 ?? '') || last4 === undefined) return undefined;
  if (expiration === undefined || !/^\d\d\/\d{4}$/.test(expiration)) return undefined;
  return { cardId, name, brand, last4, expiration, ...(validUntil !== undefined && { validUntil }) };
}
