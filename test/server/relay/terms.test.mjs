import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CARD, readOutcome as read, useShops } from '../support/shop.mjs';

/**
 * @import { PaymentTerms, ShopServerOptions } from '../../../src/server/index.ts'
 * @import { ShopOptions } from '../support/shop.mjs'
 */

/** Payments that are no installments of anybody's. @type {[string, object][]} */
const GARBAGE = [
  ['installments 0', { installments: 0 }],
  ['installments -3', { installments: -3 }],
  ['installments 1.5', { installments: 1.5 }],
  ['installments "3"', { installments: '3' }],
  ['installments null', { installments: null }],
  ['installments [3]', { installments: [3] }],
  ['installments 2^60', { installments: 2 ** 60 }],
  ['no installments', { installments: undefined }],
  ['no payer', { whoPaysFee: undefined }],
  ['the payer "nobody"', { whoPaysFee: 'nobody' }],
  ['the payer "choice"', { whoPaysFee: 'choice' }],
];

/** What an order's terms refuse. @type {[PaymentTerms | undefined, object][]} */
const REFUSED = [
  [undefined, { installments: 2 }],
  [undefined, { installments: 12 }],
  [undefined, { installments: 1e9 }],
  [{}, { installments: 2 }],
  [{ maxInstallments: 3 }, { installments: 4 }],
  [{ maxInstallments: 3 }, { installments: 3, whoPaysFee: 'customer' }],
  [{ maxInstallments: 6, feePayer: 'customer' }, { installments: 6 }],
  [{ maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 }, { installments: 3 }],
  [
    { maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 },
    { installments: 2, whoPaysFee: 'customer' },
  ],
  [
    { maxInstallments: 6, feePayer: 'choice', feeFreeUpTo: 3 },
    { installments: 3, whoPaysFee: 'customer' },
  ],
  [
    { maxInstallments: 6, feePayer: 'choice' },
    { installments: 7, whoPaysFee: 'customer' },
  ],
  [{ feeFreeUpTo: 12 }, { installments: 2 }],
];

/** What they allow. @type {[PaymentTerms | undefined, object][]} */
const ALLOWED = [
  [undefined, { installments: 1 }],
  [{ maxInstallments: 12 }, { installments: 12 }],
  [{ maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 }, { installments: 2 }],
  [
    { maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 },
    { installments: 3, whoPaysFee: 'customer' },
  ],
  [{ maxInstallments: 6, feePayer: 'choice', feeFreeUpTo: 0 }, { installments: 2 }],
  [
    { maxInstallments: 6, feePayer: 'choice', feeFreeUpTo: 0 },
    { installments: 6, whoPaysFee: 'customer' },
  ],
];

describe('the terms of an order at the relay', () => {
  const { open } = useShops();

  /** @param {PaymentTerms | undefined} terms @param {ShopOptions} [options] */
  function openShop(terms, options) {
    const shop = open({ relayCards: true, ...options });
    Object.assign(shop.orders.get('pedido-1') ?? {}, { terms });
    return shop;
  }

  /** Refused before anything was sent or written down, with a word to the shop; and the order stays payable. */
  async function assertRefused(shop, body) {
    const answer = await shop.pay({ key: 'chave-1', body });
    assert.deepEqual([answer.status, answer.json.sent, read(answer)], [422, false, 'not-sent']);
    assert.deepEqual([shop.sandbox.state().requests.length, shop.memory.orders.size, shop.tokens.length], [0, 0, 0]);
    assert.ok(shop.events.some((event) => event.type === 'warning' && event.message.includes('pedido-1')));
    assert.equal(read(await shop.pay({ key: 'chave-2' })), 'approved');
    assert.equal(shop.settled.length, 1);
  }

  for (const [what, body] of GARBAGE) {
    it(`refuse ${what}`, () => assertRefused(openShop({ maxInstallments: 12, feePayer: 'choice' }), body));
  }

  for (const [terms, body] of REFUSED) {
    it(`${JSON.stringify(terms) ?? 'that are not said'} refuse ${JSON.stringify(body)}`, () => assertRefused(openShop(terms), body));
  }

  it('tell no one a card number that a page wrote in the place of the installments', async () => {
    const shop = openShop({ maxInstallments: 12 });
    assert.equal((await shop.pay({ body: { installments: Number(CARD.number) } })).status, 422);
    assert.ok(shop.events.some((event) => event.type === 'warning' && event.message.includes('more than 99 installments')));
  });

  for (const [terms, body] of ALLOWED) {
    it(`${JSON.stringify(terms) ?? 'that are not said'} allow ${JSON.stringify(body)}, which is sent as it is`, async () => {
      const shop = openShop(terms);
      assert.equal(read(await shop.pay({ body })), 'approved');
      const [{ amount, installments, whoPaysFee }] = shop.sandbox.state().charges;
      assert.deepEqual({ amount, installments, whoPaysFee }, { amount: 149.9, whoPaysFee: 'merchant', ...body });
    });
  }

  describe('limit brands', () => {
    const TERMS = { maxInstallments: 12, maxInstallmentsByBrand: { elo: 6 } };
    const ELO = { ...CARD, number: '6362970000457013' };

    it('refuse a charge above the limit of the brand of its number', () => assertRefused(openShop(TERMS), { installments: 7, card: ELO }));

    it('allow the limit, and other brands all that the order has', async () => {
      assert.equal(read(await openShop(TERMS).pay({ body: { installments: 6, card: ELO } })), 'approved');
      assert.equal(read(await openShop(TERMS).pay({ body: { installments: 12 } })), 'approved');
    });

    it('refuse what a row of the fee table would allow, without a look at it', async () => {
      const asked = /** @type {unknown[]} */ ([]);
      const getFees = (request) => (asked.push(request), [{ installments: 7, whoPaysFee: /** @type {const} */ ('merchant') }]);
      const shop = openShop({ ...TERMS, feePayer: 'customer' }, { getFees });
      assert.equal(read(await shop.pay({ body: { installments: 7, card: ELO } })), 'not-sent');
      assert.deepEqual(asked, []);
    });

    it('find no row above a limit that the fee table itself has', async () => {
      /** @type {NonNullable<ShopServerOptions['getFees']>} */
      const getFees = () => [
        { installments: 7, whoPaysFee: 'merchant' },
        { brands: ['elo'], maxInstallments: 6 },
      ];
      const pay = async (card) => {
        const shop = openShop({ maxInstallments: 12, feePayer: 'customer' }, { getFees });
        return read(await shop.pay({ body: { installments: 7, card } }));
      };
      assert.deepEqual([await pay(ELO), await pay(CARD)], ['not-sent', 'approved']);
    });

    it('hold for a saved card that was tokenized here, whatever its page calls it', async () => {
      const shop = openShop(TERMS);
      const { cardId } = (await shop.ask('service/card/tokenize', { body: { ...ELO, name: 'Meu' } })).json;
      await shop.ask('cards', { body: { cardId, name: 'Meu', brand: 'visa', last4: '7013', expiration: '12/2039' } });
      const pay = (installments) => shop.pay({ body: { card: undefined, cardId, installments } });
      assert.deepEqual([(await pay(7)).status, read(await pay(6))], [422, 'approved']);
    });

    for (const [what, brand, isSent] of /** @type {[string, string | undefined, boolean][]} */ ([
      ['hold for a saved card that the shop calls Elo', 'elo', false],
      ['do not hold for a saved card whose brand nobody says', undefined, true],
    ]))
      it(what, async () => {
        const shop = openShop(TERMS, { cards: { find: (cardId) => /** @type {any} */ ({ cardId, brand }) } });
        await shop.pay({ body: { card: undefined, cardId: 'cartao-1', installments: 7 } });
        assert.equal(shop.sandbox.state().requests.length, isSent ? 1 : 0);
      });
  });

  it('hold for a saved card, too', async () => {
    const shop = openShop({ maxInstallments: 2 });
    const { cardId } = (await shop.ask('service/card/tokenize', { body: { ...CARD, name: 'Meu' } })).json;
    const pay = (installments) => shop.pay({ body: { card: undefined, cardId, installments } });
    assert.deepEqual([(await pay(3)).status, read(await pay(2))], [422, 'approved']);
  });

  it('say nothing of what was sent: a repeat gets its answer though they changed', async () => {
    const shop = openShop({ maxInstallments: 12 });
    const pay = () => shop.pay({ key: 'chave-1', body: { installments: 12 } });
    assert.equal(read(await pay()), 'approved');
    Object.assign(shop.orders.get('pedido-1') ?? {}, { terms: { maxInstallments: 1 } });
    assert.equal(read(await pay()), 'approved');
    assert.equal(shop.sandbox.state().charges.length, 1);
  });

  describe('and the fee table of the shop', () => {
    /** @type {NonNullable<ShopServerOptions['getFees']>} */
    const getFees = ({ brand }) => [
      { installments: 4, rate: 0.0399 },
      { installments: 5, rate: 0.0499, whoPaysFee: 'customer' },
      { installments: 6, whoPaysFee: 'merchant' },
      { installments: 7, whoPaysFee: brand === 'elo' ? 'merchant' : 'customer' },
      { installments: 8, whoPaysFee: 'merchant', brands: ['elo'] },
    ];
    const TERMS = /** @type {const} */ ({ maxInstallments: 8, feePayer: 'customer', feeFreeUpTo: 2 });
    const pay = async (shop, installments, whoPaysFee, card = {}) =>
      read(await shop.pay({ body: { installments, whoPaysFee, card: { ...CARD, ...card } } }));

    it('allow the payer that a row names, for this card alone', async () => {
      assert.equal(await pay(openShop(TERMS, { getFees }), 6, 'merchant'), 'approved');
      assert.equal(await pay(openShop({ ...TERMS, feePayer: 'merchant' }, { getFees }), 5, 'customer'), 'approved');
      for (const installments of [4, 5, 7, 8]) assert.equal(await pay(openShop(TERMS, { getFees }), installments, 'merchant'), 'not-sent');
      for (const installments of [7, 8]) {
        const elo = { number: '6362970000457013' };
        assert.equal(await pay(openShop(TERMS, { getFees }), installments, 'merchant', elo), 'approved');
      }
    });

    it('never allow more installments than the terms do', async () => {
      const asked = /** @type {unknown[]} */ ([]);
      const shop = openShop({ ...TERMS, maxInstallments: 5 }, { getFees: (request) => (asked.push(request), getFees(request)) });
      assert.equal(await pay(shop, 6, 'merchant'), 'not-sent');
      assert.deepEqual(asked, []);
    });

    it('charge nothing that needs a table which fails, and call it no fault of the page', async () => {
      /** @type {[() => any, number][]} */
      const tables = [
        [() => Promise.reject(new Error('down')), 503],
        [() => ({}), 500],
        [() => assert.fail('down'), 503],
      ];
      for (const [broken, status] of tables) {
        const shop = openShop(TERMS, { getFees: broken });
        const answer = await shop.pay({ body: { installments: 6, whoPaysFee: 'merchant' } });
        assert.deepEqual([answer.status, answer.json.sent, read(answer)], [status, false, 'not-sent']);
        assert.deepEqual(
          [
            shop.sandbox.state().requests.length,
            shop.events.filter((event) => event.type === 'warning' && event.message.includes('pedido-1')).length,
          ],
          [0, 0],
        );
        assert.equal(await pay(shop, 6, 'customer'), 'approved');
      }
    });

    /** A saved card of the service, Visa by its number, and what the shop and its page say of it. */
    const savedCards = /** @type {[string, string | undefined, boolean, string[]][]} */ ([
      ['of a brand that nobody says', undefined, false, ['approved', 'not-sent', 'not-sent']],
      ['that its page kept as Elo', undefined, true, ['approved', 'not-sent', 'not-sent']],
      ['that the shop calls unknown', 'unknown', false, ['approved', 'not-sent', 'not-sent']],
      ['that the shop calls Visa', 'visa', true, ['approved', 'approved', 'not-sent']],
      ['that the shop calls Elo', 'elo', false, ['approved', 'not-sent', 'approved']],
    ]);
    const ROWS = /** @type {import('../../../src/domain/index.ts').FeeRow[]} */ ([
      { installments: 5, whoPaysFee: 'merchant' },
      { installments: 6, rate: 0.1 },
      { installments: 6, whoPaysFee: 'merchant', brands: ['visa'] },
      { installments: 7, rate: 0.1 },
      { installments: 7, whoPaysFee: 'merchant', brands: ['elo'] },
    ]);
    for (const [what, brand, isKept, outcomes] of savedCards) {
      it(`allow a saved card ${what} the rows of its brand, and of no other`, async () => {
        const cards = { find: (cardId) => /** @type {any} */ ({ cardId, brand }) };
        const openOne = async () => {
          const shop = openShop(TERMS, { getFees: () => ROWS, cards });
          const kept = { cardId: 'cartao-1', name: 'Meu', brand: 'elo', last4: '1486', expiration: '12/2039' };
          if (isKept) assert.equal((await shop.ask('cards', { body: kept })).status, 204);
          return shop;
        };
        for (const [index, outcome] of outcomes.entries()) {
          const shop = await openOne();
          await shop.pay({ body: { card: undefined, cardId: 'cartao-1', installments: 5 + index, whoPaysFee: 'merchant' } });
          // The sandbox knows no such card: what counts is whether it was sent.
          assert.equal(shop.sandbox.state().requests.length, outcome === 'approved' ? 1 : 0, `${5 + index} installments`);
        }
      });
    }

    it('allow a saved card that was tokenized here the rows of the brand that its number has, whatever its page calls it', async () => {
      for (const [installments, outcome] of /** @type {const} */ ([
        [5, 'approved'],
        [6, 'approved'],
        [7, 'not-sent'],
      ])) {
        const shop = openShop(TERMS, { getFees: () => ROWS });
        const { cardId } = (await shop.ask('service/card/tokenize', { body: { ...CARD, number: '4111111111111111', name: 'Meu' } })).json;
        await shop.ask('cards', { body: { cardId, name: 'Meu', brand: 'elo', last4: '1111', expiration: '12/2039' } });
        assert.equal(read(await shop.pay({ body: { card: undefined, cardId, installments, whoPaysFee: 'merchant' } })), outcome);
      }
    });
  });

  /** @type {any[]} */
  const wrongs = [
    null,
    3,
    'choice',
    { maxInstallments: 0 },
    { maxInstallments: '3' },
    { maxInstallments: 100 },
    { feePayer: 'shop' },
    { feeFreeUpTo: -1 },
    { maxInstallments: 12, maxInstallmentsByBrand: { elo: 0 } },
    { maxInstallments: 12, maxInstallmentsByBrand: { amex: 6 } },
  ];
  for (const wrong of wrongs) {
    it(`that cannot be used, ${JSON.stringify(wrong)}, charge nothing, and the shop reads why`, async () => {
      const shop = openShop(wrong);
      const answer = await shop.pay();
      assert.deepEqual([answer.status, read(answer), shop.sandbox.state().requests.length], [500, 'not-sent', 0]);
      assert.ok(shop.events.some((event) => event.type === 'failure' && event.message.includes('terms')));
    });
  }
});
