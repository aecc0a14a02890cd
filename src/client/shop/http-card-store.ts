import type { CardStore } from '../../domain/card/card-store.js';
import { parseSavedCard, parseSavedCards, type SavedCard } from '../../domain/card/saved-card.js';
import type { HttpRequest, HttpResponse } from '../http/request-rules.js';
import { sendRequest } from '../http/send-request.js';
import { formatPathSegment, parseServiceUrl } from '../http/service-url.js';
import { assertDeleted, assertSuccess, parseResponse } from '../http/status-error.js';
import { waitAtMost } from '../http/wait-at-most.js';

/**
 * Creates a card store at the shop's own endpoint, which knows the customer by the session. `GET url` returns a JSON list of cards. `POST
 * url` stores a card and replaces one with the same `cardId`. `DELETE url/CARD_ID` removes a card (404 and 410 count as success). Throws
 * `invalid-config` at once for a URL that cannot be used.
 *
 * @example
 * ```js
 * import { httpCardStore } from 'balcao/client';
 *
 * const store = httpCardStore('https://shop.example/cards');
 * await store.add({ cardId: 'b1c2', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '12/2030' });
 * (await store.list()).map(({ last4 }) => last4); // ['1111']
 * ```
 */
export function httpCardStore(url: string): CardStore {
  const address = parseServiceUrl(url, 'httpCardStore(url)');
  const listeners = new Set<() => void>();
  const change = async (request: HttpRequest, assertDone = assertSuccess): Promise<void> => {
    assertDone(await requestOfShop(request));
    for (const changed of listeners) changed();
  };
  return {
    list: async () => parseResponse(await requestOfShop({ url: address, method: 'GET', canRepeat: true }), parseCards),
    add: (card) => change({ url: address, method: 'POST', body: JSON.stringify(parseSavedCard(card)) }),
    remove: (cardId) => {
      const place = new URL(address);
      place.pathname = `${place.pathname.replace(/\/+$/, '')}/${formatPathSegment(cardId)}`;
      return change({ url: place, method: 'DELETE' }, assertDeleted);
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

function requestOfShop(request: HttpRequest): Promise<HttpResponse> {
  return waitAtMost((signal) => sendRequest({ ...request, signal }));
}

function parseCards(body: unknown): SavedCard[] | undefined {
  return Array.isArray(body) ? parseSavedCards(body) : undefined;
}
