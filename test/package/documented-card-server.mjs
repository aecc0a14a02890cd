/** The endpoints of docs/saved-cards.md for a shop that keeps its customers' cards. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const CUSTOMER = 'c-7f3a';

/**
 * Runs the printed routes on a stand-in for the shop's framework, with one customer and the cards in memory.
 *
 * @param {string} folder Where the module is written that the routes are made into.
 * @returns `cards` by their identifier, and `routes`, a handler for Playwright.
 */
export async function createCardServer(folder, code) {
  const file = join(folder, 'card-routes.mjs');
  writeFileSync(file, `export default (app, cards) => {\n${code}\n};\n`);
  const { default: addRoutes } = await import(pathToFileURL(file).href);

  const cards = new Map();
  const database = {
    list: async () => [...cards.values()],
    put: async (_customer, card) => void cards.set(card.cardId, card),
    remove: async (_customer, cardId) => void cards.delete(cardId),
  };
  const handlers = [];
  const register = (method) => (path, handler) =>
    handlers.push({ method, pattern: new RegExp(`^${path.replace(/:\w+/, '([^/]+)')}$`), handler });
  addRoutes({ get: register('GET'), post: register('POST'), delete: register('DELETE') }, database);

  const routes = async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const { pattern, handler } = handlers.find((candidate) => candidate.method === request.method() && candidate.pattern.test(pathname));
    const [, cardId] = pattern.exec(pathname);
    /** @type {{ status: number, body?: string }} */
    const answer = { status: 200 };
    const response = {
      status(status) {
        answer.status = status;
        return response;
      },
      json(body) {
        answer.body = JSON.stringify(body);
      },
      end: () => undefined,
    };
    await handler({ session: { customer: CUSTOMER }, body: request.postDataJSON() ?? undefined, params: { cardId } }, response);
    return route.fulfill({ contentType: 'application/json', ...answer });
  };
  return { routes, cards };
}
