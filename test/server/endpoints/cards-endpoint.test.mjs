import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRouter } from '../../../src/server/http/router.ts';
import { createCardsEndpoints } from '../../../src/server/endpoints/cards-endpoint.ts';
import { httpCardStore } from '../../../src/client/shop/http-card-store.ts';

/** @import { SavedCard } from '../../../src/domain/card/saved-card.ts' */

const ORIGIN = 'https://loja.example';

/** @type {SavedCard} */
const CARD = { cardId: 'card-1', name: 'Cartão da casa', brand: 'elo', last4: '7890', expiration: '12/2039' };

/** Cards by customer, as a ledger has them. */
function createCardLedger() {
  /** @type {Map<string, { customer: string, card: SavedCard }>} */
  const rows = new Map();
  const isOf = (customer, cardId) => rows.get(cardId)?.customer === customer;
  /** @type {Parameters<typeof createCardsEndpoints>[0]['ledger']} */
  const ledger = {
    listCards: async (customer) => [...rows.values()].filter((row) => row.customer === customer).map(({ card }) => card),
    async keepCard(customer, card) {
      if (rows.has(card.cardId) && !isOf(customer, card.cardId)) return false;
      rows.set(card.cardId, { customer, card });
      return true;
    },
    removeCard: async (customer, cardId) => isOf(customer, cardId) && rows.delete(cardId),
  };
  return Object.assign(ledger, { rows });
}

describe('the saved cards of a customer', () => {
  /**
   * The endpoints, and a way to ask them as a customer, or as nobody.
   *
   * @param {((request: Request) => string | undefined) | null} customerOf
   */
  function open(customerOf = (request) => request.headers.get('X-Customer') ?? undefined) {
    const ledger = createCardLedger();
    /** @type {import('../../../src/server/index.ts').ShopEvent[]} */
    const events = [];
    const handle = createRouter(createCardsEndpoints({ ledger, options: { ...(customerOf && { customerOf }) } }), {
      publicOrigin: ORIGIN,
      basePath: '/shop/',
      hashAddress: async (network) => network,
      report: (event) => events.push(event),
      now: () => 0,
    });
    /** @type {(method: string, path: string, options?: { as?: string, body?: object, headers?: Record<string, string> }) => Promise<Response>} */
    const ask = (method, path, { as = 'ana', body, headers = {} } = {}) => {
      const all = { Origin: ORIGIN, ...(as && { 'X-Customer': as }), ...headers };
      return handle(new Request(`${ORIGIN}/shop/${path}`, { method, headers: all, ...(body && { body: JSON.stringify(body) }) }));
    };
    const list = async (as) => (await ask('GET', 'cards', { as })).json();
    return { ledger, events, handle, ask, list };
  }

  it('are kept, listed and forgotten', async () => {
    const { ask, list } = open();
    assert.equal((await ask('POST', 'cards', { body: CARD })).status, 204);
    assert.deepEqual(await list('ana'), [CARD]);
    assert.equal((await ask('DELETE', 'cards/card-1')).status, 204);
    assert.deepEqual(await list('ana'), []);
  });

  it('serve the card store of the page', async (t) => {
    const { handle } = open(() => 'ana');
    const { fetch: original } = globalThis;
    t.after(() => (globalThis.fetch = original));
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      request.headers.set('Origin', ORIGIN);
      return handle(request);
    };
    const store = httpCardStore(`${ORIGIN}/shop/cards`);
    await store.add({ ...CARD, cardId: 'a/b ç', validUntil: 2e12 });
    assert.deepEqual([...(await store.list())], [{ ...CARD, cardId: 'a/b ç', validUntil: 2e12 }]);
    await store.remove('a/b ç');
    await store.remove('a/b ç');
    assert.deepEqual([...(await store.list())], []);
  });

  it('are nobody’s where nobody is logged in: 401', async () => {
    for (const world of [open(), open(null), open(() => '')]) {
      const answers = [
        await world.ask('GET', 'cards', { as: '' }),
        await world.ask('POST', 'cards', { as: '', body: CARD }),
        await world.ask('DELETE', 'cards/card-1', { as: '' }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [401, 401, 401],
      );
      assert.equal(world.ledger.rows.size, 0);
    }
  });

  it('are of the customer of the session, whoever the body names', async () => {
    const { ask, list } = open();
    await ask('POST', 'cards', { body: { ...CARD, customer: 'bia', customerId: 'bia' } });
    assert.deepEqual(await list('bia'), []);
    assert.deepEqual(await list('ana'), [CARD]);
  });

  it('of another are neither seen, nor replaced, nor forgotten, and nobody learns that they are there', async () => {
    const { ask, list } = open();
    await ask('POST', 'cards', { body: CARD });
    assert.deepEqual(await list('bia'), []);
    const describeAnswer = async (response) => [response.status, await response.text()];
    const taken = await ask('POST', 'cards', { as: 'bia', body: { ...CARD, name: 'x' } });
    const wrong = await ask('POST', 'cards', { as: 'bia', body: { ...CARD, last4: 'x' } });
    assert.deepEqual(await describeAnswer(taken), await describeAnswer(wrong));
    const others = await ask('DELETE', 'cards/card-1', { as: 'bia' });
    const none = await ask('DELETE', 'cards/card-2', { as: 'bia' });
    assert.equal(others.status, 404);
    assert.deepEqual(await describeAnswer(others), await describeAnswer(none));
    assert.deepEqual(await list('ana'), [CARD]);
  });

  it('are kept without anything else that was sent along', async () => {
    const { ask, ledger } = open();
    await ask('POST', 'cards', { body: { ...CARD, number: '4111111111111111', securityCode: '123', holderName: 'ANA' } });
    assert.deepEqual(ledger.rows.get('card-1')?.card, CARD);
  });

  it('keep a name of 80 characters', async () => {
    assert.equal((await open().ask('POST', 'cards', { body: { ...CARD, name: 'é'.repeat(80) } })).status, 204);
  });

  /** @type {[string, object][]} */
  const changes = [
    ['a name of 81 characters', { name: 'é'.repeat(81) }],
    ['a name that may be a card number', { name: '4111 1111 1111 1111' }],
    ['no name', { name: '' }],
    ['a control character in the name', { name: 'a\u0000b' }],
    ['no cardId', { cardId: undefined }],
    ['a cardId that is none', { cardId: 'x'.repeat(201) }],
    ['a cardId with a control character', { cardId: 'a\nb' }],
    ['more than four digits', { last4: '11111' }],
    ['an expiry that is none', { expiration: '13/2030' }],
  ];
  for (const [what, change] of changes) {
    it(`are not kept with ${what}: 422`, async () => {
      const { ask, ledger } = open();
      assert.equal((await ask('POST', 'cards', { body: { ...CARD, ...change } })).status, 422);
      assert.equal(ledger.rows.size, 0);
    });
  }

  it('are shown to and changed by no page of another origin', async () => {
    const { ask, ledger } = open();
    await ask('POST', 'cards', { body: CARD });
    const headers = { Origin: 'https://evil.example' };
    for (const answer of [
      await ask('GET', 'cards', { headers }),
      await ask('POST', 'cards', { headers, body: { ...CARD, cardId: 'card-2' } }),
      await ask('DELETE', 'cards/card-1', { headers }),
    ]) {
      assert.equal(answer.status, 403);
    }
    assert.deepEqual([...ledger.rows.keys()], ['card-1']);
  });

  it('are not kept where the database cannot be reached: 503', async () => {
    const { ask, ledger, events } = open();
    ledger.keepCard = () => Promise.reject(new Error('password=secret'));
    assert.equal((await ask('POST', 'cards', { body: CARD })).status, 503);
    assert.equal(events[0].type, 'failure');
    assert.doesNotMatch(JSON.stringify(events), /secret|card-1/);
  });
});
