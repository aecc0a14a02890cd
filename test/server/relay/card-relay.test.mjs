import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loseFirstCommit } from '../support/lost-commit.mjs';
import { CARD, readOutcome as read, useShops } from '../support/shop.mjs';

const SAVED = { card: undefined };
const UNKNOWN = { message: 'The service did not say whether the card was deleted.' };

describe('cards at the relay', () => {
  const { open } = useShops();
  const tokenize = (shop, options) => shop.ask('service/card/tokenize', { body: { ...CARD, name: 'Meu cartão' }, ...options });

  /** A shop whose customer has a saved card that the relay tokenized. */
  async function openWithCard(options) {
    const shop = open({ relayCards: true, ...options });
    const { json } = await tokenize(shop);
    return { shop, cardId: json.cardId };
  }

  it('card data is refused without relayCards, before anything else: 403', async () => {
    const shop = open();
    for (const answer of [
      await shop.pay(),
      await tokenize(shop),
      await shop.ask('orders/pedido-1/service/card/tokenize', { body: CARD }),
    ]) {
      assert.equal(answer.status, 403);
      assert.match(answer.json.message, /PCI DSS/);
    }
    assert.deepEqual([shop.sandbox.state().requests.length, shop.memory.orders.size, shop.memory.counts.size], [0, 0, 0]);
  });

  it('a card needs a name, unless the profile says otherwise, and one that the service does not take is not passed on', async () => {
    const { holderName, ...nameless } = CARD;
    const named = { ...nameless, holderName };
    for (const { rule, card, sent } of /** @type {const} */ ([
      { rule: 'required', card: nameless, sent: undefined },
      { rule: 'optional', card: nameless, sent: nameless },
      { rule: 'optional', card: named, sent: named },
      { rule: 'none', card: nameless, sent: nameless },
      { rule: 'none', card: named, sent: nameless },
    ])) {
      const service = { baseUrl: 'https://servico.example/', profile: { holderName: rule } };
      const shop = open({ relayCards: true, service, sandboxOptions: { holderName: rule } });
      const answers = [await shop.pay({ body: { card } }), await shop.ask('service/card/tokenize', { body: { ...card, name: 'Visa' } })];
      assert.deepEqual(
        answers.map(({ status }) => status),
        sent ? [200, 200] : [422, 422],
      );
      const terms = { amount: 149.9, installments: 1, whoPaysFee: 'merchant' };
      assert.deepEqual(
        shop.sandbox.state().requests.map(({ body }) => body),
        sent
          ? [
              { ...terms, card: sent },
              { ...sent, name: 'Visa' },
            ]
          : [],
      );
    }
  });

  it('a saved card is charged for its customer, without relayCards too', async () => {
    const { shop, cardId } = await openWithCard();
    const later = open({ memory: shop.memory, sandbox: shop.sandbox, clock: shop.clock });
    assert.equal(read(await later.pay({ body: { ...SAVED, cardId } })), 'approved');
    assert.deepEqual(
      later.order().attempts.map(({ method, state }) => [method, state]),
      [['saved-card', 'charged']],
    );
  });

  it('a saved card of another customer and none are the same 404, and nothing is sent', async () => {
    const { shop, cardId } = await openWithCard();
    const pay = (id) => shop.pay({ orderId: 'pedido-da-bia', session: 'bia', body: { ...SAVED, cardId: id } });
    const [foreign, none] = [await pay(cardId), await pay('nenhum')];
    assert.deepEqual([foreign.status, foreign.text], [404, none.text]);
    assert.equal(shop.sandbox.state().charges.length, 0);
    const remove = (id) => shop.ask('service/card/delete', { session: 'bia', body: { cardId: id } });
    const [foreignDeletion, noDeletion] = [await remove(cardId), await remove('nenhum')];
    assert.deepEqual([foreignDeletion.status, foreignDeletion.text], [404, noDeletion.text]);
    assert.equal(shop.sandbox.state().cards[0].deletedAt, undefined);
  });

  it('a tokenized card cannot be kept by another customer', async () => {
    const { shop, cardId } = await openWithCard();
    const card = { cardId, name: 'x', brand: 'visa', last4: '1486', expiration: '12/2039' };
    assert.equal((await shop.ask('cards', { session: 'bia', body: card })).status, 422);
    assert.equal((await shop.ask('cards', { body: card })).status, 204);
  });

  it('a card whose owner cannot be written down is shown to nobody', async () => {
    const shop = open({ relayCards: true, wrapLedger: (ledger) => ({ ...ledger, claimCard: () => Promise.reject(new Error('down')) }) });
    const answer = await tokenize(shop);
    assert.equal(answer.status, 503);
    assert.ok(!answer.text.includes(shop.sandbox.state().cards[0].cardId));
  });

  it('a card with the name of a card number, or none at all, is not tokenized', async () => {
    const shop = open({ relayCards: true });
    for (const change of [
      { name: '4539 5787 6362 1486' },
      { name: '' },
      { name: 'x'.repeat(81) },
      { number: '4539578763621487' },
      { number: undefined },
    ]) {
      const answer = await shop.ask('service/card/tokenize', { body: { ...CARD, name: 'Meu', ...change } });
      assert.equal(answer.status, 422);
    }
    assert.equal(shop.sandbox.state().requests.length, 0);
  });

  it('a deletion is done or not, whatever else the service says of it', async () => {
    const { shop, cardId } = await openWithCard();
    const answer = await shop.ask('service/card/delete', { body: { cardId } });
    assert.deepEqual([answer.status, shop.sandbox.state().cards[0].deletedAt], [200, shop.clock.at]);
    const words = { message: `Cartão de Maria: ${CARD.number}`, cliente: 'Maria' };
    const raise = () => {
      throw new TypeError('down');
    };
    /** @type {[() => Response, number, object][]} */
    const rows = [
      [() => new Response(null, { status: 204 }), 200, { success: true }],
      [() => Response.json(words), 200, { success: true }],
      [() => Response.json(words, { status: 404 }), 200, { success: true }],
      [() => Response.json({ success: false, ...words }), 422, { message: 'The request was refused.' }],
      [() => Response.json(words, { status: 403 }), 403, { message: 'The answer was 403.' }],
      ...[409, 500].map(
        (status) => /** @type {[() => Response, number, object]} */ ([() => Response.json(words, { status }), status, UNKNOWN]),
      ),
      [() => Response.json(words, { status: 503 }), 502, UNKNOWN],
      [
        () => new Response(null, { status: 302, headers: { Location: 'https://evil.example' } }),
        502,
        { message: 'The answer was 302 and not what was promised.' },
      ],
      [() => raise(), 502, UNKNOWN],
    ];
    for (const [respond, status, json] of rows) {
      const other = open({ memory: shop.memory, wrapFetch: () => async () => respond() });
      const { status: told, json: said } = await other.ask('service/card/delete', { body: { cardId } });
      assert.deepEqual([told, said], [status, json]);
    }
  });

  it('a card is tokenized without another word of the service, and one that is named by its number is none', async () => {
    const tokenizeWith = (body, init) => {
      const shop = open({ relayCards: true, wrapFetch: () => async () => Response.json(body, init) });
      return tokenize(shop).then((answer) => ({ answer, shop }));
    };
    const words = { cliente: 'Maria', numero: CARD.number };
    const kept = await tokenizeWith({ success: true, cardId: 'c-1', message: `Salvo: ${CARD.number}`, ...words });
    assert.deepEqual([kept.answer.status, kept.answer.json], [200, { success: true, cardId: 'c-1', message: 'Salvo: ••••' }]);
    const named = await tokenizeWith({ success: true, cardId: `c-${CARD.number}`, ...words });
    assert.deepEqual([named.answer.status, Object.keys(named.answer.json)], [502, ['message']]);
    assert.equal(await named.shop.ledger.findTokenizedCard(`c-${CARD.number}`), undefined);
    const refused = await tokenizeWith(words, { status: 429, headers: { 'Retry-After': '9' } });
    assert.deepEqual([refused.answer.status, refused.answer.headers.get('Retry-After')], [429, '9']);
    assert.deepEqual(refused.answer.json, { message: 'The answer was 429.' });
  });

  it('a customer who pays the fee is charged the order’s amount, in the installments that were chosen', async () => {
    const shop = open({ relayCards: true });
    Object.assign(shop.orders.get('pedido-1') ?? {}, { terms: { maxInstallments: 3, feePayer: 'customer' } });
    assert.equal(read(await shop.pay({ body: { installments: 3, whoPaysFee: 'customer' } })), 'approved');
    const [{ amount, installments, whoPaysFee }] = shop.sandbox.state().charges;
    assert.deepEqual([amount, installments, whoPaysFee], [149.9, 3, 'customer']);
    assert.equal(shop.settled[0].kind, 'paid');
  });

  it('a payment that breaks a rule of the interface is refused, and no rule names a digit', async () => {
    const shop = open({ relayCards: true });
    for (const body of [
      { installments: 0 },
      { installments: 1, whoPaysFee: 'customer' },
      { whoPaysFee: 'x' },
      { cardId: 'x' },
      { card: { ...CARD, number: '4539578763621487' } },
    ]) {
      assert.equal((await shop.pay({ body })).status, 422);
    }
    assert.equal(shop.sandbox.state().requests.length, 0);
  });

  it('a limit refuses before anything is sent, and a declined card counts once', async () => {
    const shop = open({ relayCards: true, limits: { declinesPerSession: 2, chargesPerOrder: 100 } });
    shop.sandbox.fault('processPayment', 'decline', { times: 2 });
    shop.sandbox.fault('processPayment', '403');
    for (const expected of ['declined', 'declined']) assert.equal(read(await shop.pay()), expected);
    const refused = await shop.pay();
    assert.deepEqual([refused.status, read(refused)], [429, 'failed']);
    assert.equal(shop.sandbox.state().requests.length, 2);
    assert.equal(read(await shop.pay({ orderId: 'pedido-da-bia', session: 'bia' })), 'failed');
    shop.clock.pass(3_600_000);
    assert.equal(read(await shop.pay()), 'approved');
  });

  it('a card that failed, or that was never sent, uses up no limit', async () => {
    const lose = (ledger) => ({ ...loseFirstCommit(ledger), discount: () => Promise.reject(new Error('connection lost')) });
    const limits = { declinesPerSession: 1, declinesPerAddress: 1, chargesPerOrder: 2 };
    const shop = open({ relayCards: true, limits, wrapLedger: lose, addressOf: () => '203.0.113.7' });
    assert.equal(read(await shop.pay()), 'not-sent', 'the answer to its COMMIT was lost');
    shop.sandbox.fault('processPayment', '403');
    assert.equal(read(await shop.pay()), 'failed');
    shop.sandbox.fault('processPayment', 'decline');
    assert.equal(read(await shop.pay()), 'declined');
    assert.equal((await shop.pay({ orderId: 'pedido-2', body: { amount: 149.9 } })).status, 429);
    assert.equal((await shop.pay({ orderId: 'pedido-da-bia', session: 'bia' })).status, 429, 'it is the same address');
    const [unsent] = shop.order().attempts;
    assert.deepEqual([unsent.state, unsent.sentAt, unsent.address], ['failed', undefined, undefined]);
  });

  it('an address is forgotten after an hour', async () => {
    const shop = open({ relayCards: true, addressOf: () => '203.0.113.7' });
    shop.sandbox.fault('processPayment', 'decline');
    await shop.pay();
    const address = () => shop.order().attempts[0].address;
    assert.equal(address()?.length, 64);
    shop.clock.pass(3_599_999);
    await shop.server.sweep();
    assert.ok(address());
    shop.clock.pass(1);
    await shop.server.sweep();
    assert.equal(address(), undefined);
  });

  it('a path, host or header of the page changes nothing of where a request goes', async () => {
    const shop = open({ relayCards: true });
    const headers = { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example', 'X-Api-Key': 'segredo', Authorization: 'Bearer da-pagina' };
    assert.equal(read(await shop.pay({ headers })), 'approved');
    for (const path of [
      'orders/pedido-1/service/card/../admin',
      'orders/pedido-1/service/admin',
      'orders/pedido-1/service/https:%2F%2Fevil.example',
      'service/card/processPayment',
    ]) {
      assert.equal((await shop.ask(path, { body: {} })).status, 404);
    }
    const { requests } = shop.sandbox.state();
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['card/processPayment'],
    );
    assert.ok(!JSON.stringify(requests[0].headers).match(/evil|segredo|da-pagina|balcao/));
  });
});
