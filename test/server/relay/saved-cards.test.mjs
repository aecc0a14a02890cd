import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CARD, readOutcome as read, useShops } from '../support/shop.mjs';
import { sessionOf } from '../support/shoppers.mjs';

/**
 * @import { ShopCards } from '../../../src/server/index.ts'
 * @import { ShopOptions } from '../support/shop.mjs'
 */

const ORDER_OF = { ana: 'pedido-1', bia: 'pedido-da-bia' };

describe('a saved card at the relay', () => {
  const { open } = useShops();
  const openRelay = (/** @type {ShopOptions} */ options = {}) => open({ relayCards: true, ...options });
  /** Another instance over the same ledger and service. */
  const openBeside = (shop, /** @type {ShopOptions} */ options = {}) =>
    openRelay({ memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock, ...options });

  /** A page tokenizes a card at the service by itself, or a frame does. */
  async function tokenizeInPage(shop) {
    const { token } = shop.sandbox.issueToken();
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ ...CARD, name: 'Meu' });
    const response = await shop.sandbox(new Request('https://servico.example/card/tokenize', { method: 'POST', headers, body }));
    return (await response.json()).cardId;
  }
  const tokenize = async (shop, session = 'ana') =>
    (await shop.ask('service/card/tokenize', { session, body: { ...CARD, name: 'Meu' } })).json.cardId;
  const keep = (shop, cardId, session = 'ana') =>
    shop.ask('cards', { session, body: { cardId, name: 'Meu', brand: 'visa', last4: '1486', expiration: '12/2039' } });
  const pay = (shop, cardId, session = 'ana') =>
    shop.pay({ orderId: ORDER_OF[session ?? 'ana'], session, body: { card: undefined, cardId } });
  const remove = (shop, cardId, session = 'ana') => shop.ask('service/card/delete', { session, body: { cardId } });
  const sent = (shop) => shop.sandbox.state().requests.filter(({ operation }) => operation !== 'tokenizeCard').length;

  /** Refused in so many words, nothing sent, nothing written down, and the order takes another card. */
  async function assertUnknown(shop, answer) {
    assert.deepEqual([answer.status, answer.json.sent, read(answer)], [404, false, 'not-sent']);
    assert.deepEqual([sent(shop), shop.memory.orders.size], [0, 0]);
    assert.ok(shop.events.some((event) => event.type === 'warning' && event.message.includes('cards.find')));
    assert.ok(!shop.events.some((event) => JSON.stringify(event).includes(shop.sandbox.state().cards[0].cardId)));
  }

  it('that a page named first is not charged, nor deleted at the service', async () => {
    const shop = openRelay();
    const cardId = await tokenizeInPage(shop);
    assert.equal((await keep(shop, cardId)).status, 204);
    assert.deepEqual((await shop.ask('cards', { method: 'GET' })).json.length, 1);
    await assertUnknown(shop, await pay(shop, cardId));
    assert.equal((await remove(shop, cardId)).status, 404);
    assert.equal(sent(shop), 0);
    assert.equal(read(await shop.pay()), 'approved');
  });

  it('that a stranger named first is not charged for the stranger, and not for whoever names it next', async () => {
    const shop = openRelay();
    const cardId = await tokenizeInPage(shop);
    const kept = await Promise.all([keep(shop, cardId, 'bia'), keep(shop, cardId, 'ana')]);
    assert.deepEqual(
      kept.map(({ status }) => status).toSorted((one, other) => one - other),
      [204, 422],
    );
    for (const session of ['ana', 'bia']) await assertUnknown(shop, await pay(shop, cardId, session));
    const both = await Promise.all(['ana', 'bia'].map((session) => pay(shop, cardId, session)));
    assert.deepEqual([both.map(({ status }) => status), sent(shop)], [[404, 404], 0]);
  });

  it('is charged for the customer who tokenized it here, on every instance, kept or not, and for nobody else', async () => {
    const shop = openRelay();
    const cardId = await tokenize(shop);
    const beside = openBeside(shop);
    assert.equal((await keep(beside, cardId, 'bia')).status, 422);
    await assertUnknown(beside, await pay(beside, cardId, 'bia'));
    assert.equal(read(await pay(beside, cardId)), 'approved');
    assert.equal((await keep(beside, cardId)).status, 204);
    shop.orders.set('outro', { id: 'outro', owner: 'ana', amountCents: 14_990 });
    assert.equal(read(await shop.pay({ orderId: 'outro', body: { card: undefined, cardId } })), 'approved');
    assert.equal((await remove(beside, cardId)).status, 200);
  });

  it('that somebody named before it was tokenized here is that of whoever tokenized it', async () => {
    const cardId = 'cartao-700000001';
    const answer = () => async () => Response.json({ success: true, message: 'ok', cardId, identifier: '700000001' });
    const shop = openRelay({ wrapFetch: answer });
    assert.equal((await keep(shop, cardId, 'bia')).status, 204);
    assert.equal(await tokenize(shop), cardId);
    assert.equal((await pay(shop, cardId, 'bia')).status, 404);
    assert.equal(read(await pay(shop, cardId)), 'approved');
    assert.deepEqual((await shop.ask('cards', { method: 'GET', session: 'bia' })).json, []);
  });

  it('is nobody’s for a guest, and the customer’s once the same session has logged in', async () => {
    let isIn = false;
    const shop = openRelay({ customerOf: (request) => (isIn ? `cliente-${sessionOf(request)}` : undefined) });
    const foreign = await tokenizeInPage(shop);
    assert.equal((await shop.ask('service/card/tokenize', { body: { ...CARD, name: 'Meu' } })).status, 401);
    assert.equal((await keep(shop, foreign)).status, 401);
    const refused = await pay(shop, foreign);
    assert.deepEqual([refused.status, refused.json.sent, read(refused)], [403, false, 'not-sent']);
    isIn = true;
    await assertUnknown(shop, await pay(shop, foreign));
    const cardId = await tokenize(shop);
    assert.equal(read(await pay(shop, cardId)), 'approved');
    isIn = false;
    shop.orders.set('outro', { id: 'outro', owner: 'ana', amountCents: 14_990 });
    assert.equal((await shop.pay({ orderId: 'outro', body: { card: undefined, cardId } })).status, 403);
  });

  it('that was kept before the ledger knew who tokenized it is not charged, and one that was claimed is', async () => {
    const shop = openRelay();
    const [kept, claimed] = [await tokenizeInPage(shop), await tokenizeInPage(shop)];
    shop.memory.cards.set(kept, {
      customer: 'cliente-ana',
      card: { cardId: kept, name: 'Meu', brand: 'visa', last4: '1486', expiration: '12/2039' },
    });
    shop.memory.cards.set(claimed, { customer: 'cliente-ana' });
    await assertUnknown(shop, await pay(shop, kept));
    assert.equal(read(await pay(shop, claimed)), 'approved');
  });

  describe('that the shop vouches for', () => {
    /** The shop's own table of cards: whose session may pay with which. */
    const vouchFor = (/** @type {Map<string, string>} */ table) => {
      const asked = /** @type {string[]} */ ([]);
      /** @type {ShopCards} */
      const cards = {
        find: async (cardId, request) => {
          asked.push(cardId);
          const row = [...table].find(([known]) => known.toLowerCase() === cardId.toLowerCase());
          return row && row[1] === sessionOf(request) ? { cardId: row[0] } : undefined;
        },
      };
      return { cards, asked };
    };

    it('is charged and deleted for whom it is vouched, without relayCards too, and for nobody else', async () => {
      const table = new Map();
      const { cards } = vouchFor(table);
      const shop = open({ cards });
      const cardId = await tokenizeInPage(shop);
      table.set(cardId, 'ana');
      await assertUnknown(shop, await pay(shop, cardId, 'bia'));
      assert.equal(read(await pay(shop, cardId)), 'approved');
      assert.equal((await remove(shop, cardId, 'bia')).status, 404);
      assert.equal((await remove(shop, cardId)).status, 200);
    });

    it('is charged for a guest whom the shop knows by another way', async () => {
      const table = new Map();
      const shop = open({ cards: vouchFor(table).cards, customerOf: () => undefined });
      const cardId = await tokenizeInPage(shop);
      table.set(cardId, 'ana');
      assert.equal((await pay(shop, cardId, 'bia')).status, 403);
      assert.equal(read(await pay(shop, cardId)), 'approved');
    });

    it('is not asked about where the customer tokenized it here', async () => {
      const { cards, asked } = vouchFor(new Map());
      const shop = openRelay({ cards });
      const cardId = await tokenize(shop);
      assert.equal(read(await pay(shop, cardId)), 'approved');
      assert.deepEqual(asked, []);
    });

    it('is not one that a search has found by another spelling', async () => {
      const table = new Map();
      const shop = open({ cards: vouchFor(table).cards });
      const cardId = await tokenizeInPage(shop);
      table.set(cardId.toUpperCase(), 'ana');
      assert.equal((await pay(shop, cardId)).status, 404);
      assert.equal(sent(shop), 0);
    });

    /** @type {any[]} */
    const wrongs = [true, 'x', 1, {}, { cardId: 7 }, []];
    for (const wrong of wrongs) {
      it(`is none where the shop answers ${JSON.stringify(wrong)}: nothing is charged, and the shop reads why`, async () => {
        const shop = open({ cards: { find: () => wrong } });
        const answer = await pay(shop, await tokenizeInPage(shop));
        assert.deepEqual([answer.status, read(answer), sent(shop)], [500, 'not-sent', 0]);
        assert.ok(shop.events.some((event) => event.type === 'failure' && event.message.includes('cards.find must return')));
      });
    }

    it('is none while the shop’s function fails: nothing is charged', async () => {
      const failing = /** @type {ShopCards} */ ({ find: () => Promise.reject(new Error('down')) });
      const shop = open({ cards: failing });
      const answer = await pay(shop, await tokenizeInPage(shop));
      assert.deepEqual([answer.status, read(answer), sent(shop)], [503, 'not-sent', 0]);
    });

    it('needs a function', () => {
      assert.throws(() => open({ cards: /** @type {any} */ ({}) }), { code: 'invalid-config', message: /cards\.find/ });
    });
  });
});
