import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBank } from '../support/boletos.mjs';
import { useShops, WEBHOOK_SECRET } from '../support/shop.mjs';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ID = 'b-pedido-1-14990-0';
const KEY = `boleto:${ID}`;

/** The end of the due date, Friday 18 January 2030, in Brasília, and of the three banking days after it. */
const PAYABLE_UNTIL = Date.UTC(2030, 0, 19, 3);
const CLEARED = Date.UTC(2030, 0, 24, 3);

describe('a boleto', () => {
  const { open } = useShops();

  /**
   * A shop with a bank, and what its pages ask.
   *
   * @param {import('../support/shop.mjs').ShopOptions & { bank?: ReturnType<typeof createBank> }} options
   */
  function openShop({ bank = createBank(), ...options } = {}) {
    const shop = open({ orders: bank.orders, ...options });
    const make = (fields, more) => shop.ask('boleto', { body: { orderId: 'pedido-1', amount: '149.90', ...fields }, ...more });
    const status = (more) => shop.ask(`status/${encodeURIComponent(KEY)}?order=pedido-1`, { method: 'GET', ...more });
    const notice = (id) => shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id }, origin: null, session: null });
    return { shop, bank, make, status, notice };
  }
  const listPayments = (shop) => shop.order().payments.map(({ paymentId, kind, amountCents }) => [paymentId, kind, amountCents]);
  const failures = (shop) => shop.events.filter(({ type }) => type === 'failure');

  it('is made once for an order and its price, however often and from wherever it is asked for', async () => {
    const { shop, bank, make } = openShop();
    shop.orders.set('pedido-1', { id: 'pedido-1', amountCents: 14_990, owner: undefined });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => make({}, { session: `s${index % 5}` })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual(
      bank.calls.map(({ key }) => key),
      ['pedido-1-14990-0'],
    );
    const { line, ...rest } = answers[0].json;
    assert.match(line, /^\d{47}$/);
    assert.deepEqual(rest, { chargeId: KEY, dueDate: '2030-01-18', amount: '149.90', payee: 'Loja Exemplo' });
    const [charge] = shop.order().pix;
    assert.deepEqual([charge.chargeId, charge.expiresAt, charge.boleto?.payableUntil], [KEY, CLEARED, PAYABLE_UNTIL]);
  });

  it('of a new price, and one after the last could be paid in time, are others', async () => {
    const { shop, bank, make } = openShop();
    await make();
    shop.orders.set('pedido-1', { id: 'pedido-1', amountCents: 15_000, owner: 'ana' });
    assert.equal((await make()).status, 422);
    assert.equal((await make({ amount: '150.00' })).json.amount, '150.00');
    shop.clock.pass(PAYABLE_UNTIL - shop.clock.at);
    bank.dueDate = '2030-01-25';
    assert.equal((await make({ amount: '150.00' })).json.dueDate, '2030-01-25');
    bank.statuses.set('b-pedido-1-15000-1', { status: 'cancelled' });
    shop.clock.pass(2000);
    await make({ amount: '150.00' });
    assert.deepEqual(
      bank.calls.map(({ key }) => key),
      ['pedido-1-14990-0', 'pedido-1-15000-0', 'pedido-1-15000-1', 'pedido-1-15000-2'],
    );
  });

  it('is not made for who may not pay the order, nor for an order that takes no payment', async () => {
    const { shop, bank, make } = openShop({ relayCards: true });
    assert.equal((await make({ orderId: 'pedido-da-bia' })).status, 404);
    assert.equal((await make({ amount: '1.00' })).status, 422);
    assert.equal((await make({}, { origin: null })).status, 403);
    assert.deepEqual((await make({ orderId: 'pedido-fechado' })).json, { closed: 'closed' });
    await shop.pay();
    assert.deepEqual((await make()).json, { closed: 'paid' });
    await shop.askToken({ orderId: 'pedido-2' });
    const busy = await make({ orderId: 'pedido-2' });
    assert.deepEqual([busy.status, busy.json], [503, { closed: 'busy', retryAfter: 10 }]);
    assert.deepEqual(bank.calls, []);
    assert.equal((await open().ask('boleto', { body: { orderId: 'pedido-1', amount: '149.90' } })).status, 404);
  });

  it('counts as a Pix code', async () => {
    const { bank, make } = openShop({ limits: { pixPerOrder: 1 } });
    bank.wrong = { amount: '1.00' };
    await make();
    const limited = await make();
    assert.deepEqual([limited.status, bank.calls.length], [429, 1]);
  });

  it('that is not the order’s is neither shown nor recorded, and the shop is told', async () => {
    const { shop, bank, make } = openShop();
    const digits = '00193142400000149900000000000000000000000001';
    /** @type {[object, RegExp][]} */
    const wrongs = [
      [{ barcode: digits }, /check-digit|due-date|amount/],
      [{ amount: '149.91' }, /amount-mismatch/],
      [{ dueDate: '2030-01-19' }, /due-date-mismatch/],
      [{ pixCode: 'nada' }, /its Pix code/],
      [{ chargeId: 7 }, /must be \{ chargeId/],
    ];
    for (const [wrong, problem] of wrongs) {
      bank.wrong = wrong;
      const { status, json } = await make();
      assert.deepEqual([status, json], [502, { message: 'The bank gave no boleto.' }]);
      const failure = failures(shop).at(-1);
      assert.equal(failure?.operation, 'orders.boleto');
      assert.match(failure?.message ?? '', problem);
    }
    assert.equal(shop.memory.orders.has('pedido-1'), false);
    bank.wrong = { chargeId: 'igual' };
    assert.equal((await make()).status, 200);
    assert.equal((await make({ orderId: 'pedido-2' })).status, 502);
    assert.match(failures(shop).at(-1)?.message ?? '', /chargeId is that of another one/);
  });

  it('of a bank that fails is not made, and its key is the same in the next call', async () => {
    const { shop, bank, make } = openShop();
    const { boleto } = bank.orders;
    let fails = true;
    const failing = open({
      orders: {
        ...bank.orders,
        boleto: async (...given) => {
          const made = await boleto(...given);
          if (fails) throw new Error('reset');
          return made;
        },
      },
    });
    const ask = () => failing.ask('boleto', { body: { orderId: 'pedido-1', amount: '149.90' } });
    assert.equal((await ask()).status, 502);
    assert.deepEqual(
      failing.events.flatMap((event) => (event.type === 'failure' ? event.operation : [])),
      ['orders.boleto'],
    );
    fails = false;
    assert.equal((await ask()).json.chargeId, KEY);
    assert.deepEqual(
      bank.calls.map(({ key }) => key),
      ['pedido-1-14990-0', 'pedido-1-14990-0'],
    );
    assert.equal((await make()).status, 200);
    assert.deepEqual(failures(shop), []);
  });

  it('is paid when the bank says so, after a notice of its own name or of the ledger’s', async () => {
    for (const name of [ID, KEY]) {
      const { shop, bank, make, status, notice } = openShop();
      await make();
      assert.deepEqual((await status()).json, { status: 'pending', chargeId: KEY });
      assert.equal((await notice(name)).status, 204);
      assert.deepEqual(listPayments(shop), []);
      bank.statuses.set(ID, { status: 'paid' });
      assert.equal((await notice(name)).status, 204);
      assert.deepEqual(listPayments(shop), [[`boleto-${ID}`, 'paid', 14_990]]);
      assert.deepEqual(
        shop.settled.map(({ method, identifier }) => [method, identifier]),
        [['boleto', ID]],
      );
      assert.deepEqual((await status()).json, { status: 'paid', chargeId: KEY, paidAmount: '149.90', paidAmounts: ['149.90'] });
      assert.deepEqual((await shop.askToken()).json, { closed: 'paid' });
      assert.deepEqual((await make()).json, { closed: 'paid' });
    }
  });

  it('is asked about before a card is charged, another Pix is made, and by its page', async () => {
    const { shop, bank, make, status } = openShop();
    await make();
    bank.statuses.set(ID, { status: 'paid', paidAmounts: [14_990] });
    assert.deepEqual((await shop.askToken()).json, { closed: 'paid' });
    assert.equal((await status()).json.status, 'paid');

    const other = openShop();
    await other.make();
    other.bank.statuses.set(ID, JSON.parse('{"status":"pago"}'));
    assert.equal((await other.shop.askToken()).status, 503);
    assert.equal((await other.status()).status, 503);
    assert.match(failures(other.shop).at(-1)?.message ?? '', /orders.boletoStatus must return \{ status \}/);
    assert.equal((await status({ session: 'bia' })).status, 404);
  });

  it('is told of and resolved by the page’s own attempt', async () => {
    const { shop, bank, make } = openShop();
    await make();
    const attempt = { attemptId: `boleto-${ID}`, method: 'boleto', chargeId: KEY };
    assert.equal((await shop.notify({ ...attempt, state: 'open' })).status, 204);
    assert.equal((await shop.notify({ ...attempt, chargeId: 'outro', state: 'open' })).status, 404);
    bank.statuses.set(ID, { status: 'paid' });
    shop.clock.pass(2000);
    const { status, identifier } = (await shop.resolve(attempt)).json;
    assert.deepEqual([status, identifier], ['charged', ID]);
    assert.equal((await shop.askToken({ attemptId: `boleto-${ID}` })).status, 400);
  });

  it('with a Pix in it that was paid by both is paid twice: the second is extra, whenever the bank learns of it', async () => {
    const { shop, bank, make, status } = openShop({ bank: createBank({ isHybrid: true }) });
    assert.match((await make()).json.pixCode, /^0002/);
    bank.statuses.set(ID, { status: 'paid', paidAmounts: [14_990] });
    await shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: ID }, origin: null });
    bank.statuses.set(ID, { status: 'paid', paidAmounts: [14_990, 14_990] });
    // The bar code's money comes two days later. Nobody asks but the sweep.
    shop.clock.pass(6 * HOUR);
    await shop.server.sweep();
    await shop.server.sweep();
    assert.deepEqual(listPayments(shop), [
      [`boleto-${ID}`, 'paid', 14_990],
      [`boleto-${ID}+2`, 'extra', 14_990],
    ]);
    assert.deepEqual(
      shop.settled.map(({ kind }) => kind),
      ['paid', 'extra'],
    );
    const told = { status: 'paid', chargeId: KEY, paidAmount: '149.90', paidAmounts: ['149.90', '149.90'] };
    assert.deepEqual((await status()).json, told);
    assert.deepEqual(
      (await shop.server.unresolved()).payments.map(({ paymentId, tooMany }) => [paymentId, tooMany]),
      [
        [`boleto-${ID}`, undefined],
        [`boleto-${ID}+2`, true],
      ],
    );
    assert.deepEqual(await shop.server.resolve(`boleto-${ID}+2`, { status: 'returned' }), { status: 'resolved' });
    bank.isDown = true;
    shop.clock.pass(2000);
    assert.deepEqual((await status()).json, told);
    // It is asked until an answer comes after its end, and then no more.
    shop.clock.pass(CLEARED + HOUR - shop.clock.at);
    await shop.server.sweep();
    assert.notEqual(shop.order().pix[0].askAt, undefined);
    bank.isDown = false;
    shop.clock.pass(6 * HOUR);
    await shop.server.sweep();
    assert.equal(shop.order().pix[0].askAt, undefined);
  });

  it('and the Pix of another tab, both paid, are money twice', async () => {
    const { shop, bank, make } = openShop();
    const { json } = await shop.payPix();
    await make();
    bank.statuses.set(ID, { status: 'paid' });
    shop.sandbox.settlePix(json.qrCodeId);
    shop.clock.pass(6 * HOUR);
    await shop.server.sweep();
    const { payments } = shop.order();
    assert.deepEqual(
      payments.map(({ kind }) => kind),
      ['paid', 'extra'],
    );
    assert.deepEqual(payments.map(({ method }) => method).toSorted(), ['boleto', 'pix']);
  });

  it('is asked about four times a day, until three banking days after its due date', async () => {
    const { shop, bank, make } = openShop();
    await make();
    for (let hour = 0; hour < 24; hour += 1) {
      shop.clock.pass(HOUR);
      await shop.server.sweep();
    }
    assert.equal(bank.asked.length, 4);
    bank.statuses.set(ID, { status: 'expired' });
    while (shop.clock.at < CLEARED - 6 * HOUR) {
      shop.clock.pass(6 * HOUR);
      await shop.server.sweep();
      assert.equal(shop.order().pix[0].status, 'pending', new Date(shop.clock.at).toISOString());
    }
    shop.clock.pass(7 * HOUR);
    await shop.server.sweep();
    assert.deepEqual([shop.order().pix[0].status, shop.order().pix[0].askAt], ['expired', undefined]);
    const { length } = bank.asked;
    shop.clock.pass(30 * DAY);
    await shop.server.sweep();
    assert.equal(bank.asked.length, length);
  });

  it('that was paid late is paid all the same', async () => {
    const { shop, bank, make, status, notice } = openShop();
    await make();
    bank.statuses.set(ID, { status: 'expired' });
    shop.clock.pass(CLEARED + HOUR - shop.clock.at);
    assert.equal((await status()).json.status, 'expired');
    bank.statuses.set(ID, { status: 'paid', paidAmounts: [15_100] });
    assert.equal((await notice(ID)).status, 204);
    assert.deepEqual(listPayments(shop), [[`boleto-${ID}`, 'paid', 15_100]]);
  });

  it('of less than the order costs is short', async () => {
    const { shop, bank, make } = openShop();
    await make();
    bank.statuses.set(ID, { status: 'paid', paidAmounts: [100] });
    assert.deepEqual((await shop.askToken()).json, { closed: 'closed' });
    assert.deepEqual(listPayments(shop), [[`boleto-${ID}`, 'short', 100]]);
  });

  it('has a stream, which tells of each payment', async () => {
    const { shop, bank, make } = openShop({ bank: createBank({ isHybrid: true }) });
    await make();
    const { response } = await shop.ask(`stream/${encodeURIComponent(KEY)}?order=pedido-1`, { method: 'GET' });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const readUntil = async (pattern) => {
      for (let text = ''; !pattern.test(text);) text += (await reader?.read())?.value ?? '';
    };
    await readUntil(/"status":"unknown"/);
    for (const paidAmounts of [[14_990], [14_990, 14_990]]) {
      bank.statuses.set(ID, { status: 'paid', paidAmounts });
      await shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: KEY }, origin: null });
      await readUntil(paidAmounts.length > 1 ? /"paidAmounts":\["149.90","149.90"\]/ : /"paidAmounts":\["149.90"\]/);
    }
    await reader?.cancel();
  });

  it('and a Pix of the same name are two charges', async () => {
    const bank = createBank();
    const { shop, make, notice } = openShop({ bank });
    const { json } = await shop.payPix();
    bank.wrong = { chargeId: json.qrCodeId };
    assert.equal((await make()).json.chargeId, `boleto:${json.qrCodeId}`);
    bank.statuses.set(json.qrCodeId, { status: 'paid' });
    assert.equal((await notice(json.qrCodeId)).status, 204);
    assert.deepEqual(
      shop.order().pix.map(({ chargeId, status }) => [chargeId, status]),
      [
        [json.qrCodeId, 'pending'],
        [`boleto:${json.qrCodeId}`, 'paid'],
      ],
    );
    shop.sandbox.settlePix(json.qrCodeId);
    await notice(json.qrCodeId);
    assert.deepEqual(
      shop.order().payments.map(({ paymentId, kind }) => [paymentId, kind]),
      [
        [`boleto-${json.qrCodeId}`, 'paid'],
        [`pix-${json.qrCodeId}`, 'extra'],
      ],
    );
  });

  it('is none that a page names: no Pix is adopted under its name', async () => {
    const { shop } = openShop();
    assert.equal((await shop.ask('status/boleto%3Ainventado?order=pedido-1', { method: 'GET' })).status, 404);
    assert.equal(shop.memory.orders.has('pedido-1'), false);
  });

  it('of a bank without a status is settled by a verified notice alone', async () => {
    const { boleto } = createBank().orders;
    assert.throws(() => open({ orders: { boleto } }), /orders.boleto cannot be used. Give orders.boletoStatus, too/);
    const settings = { asksPixStatus: false, webhookSecret: null, verifyWebhook: () => true };
    const shop = open({ orders: { boleto }, readWebhook: (body) => Object(body), ...settings });
    await shop.ask('boleto', { body: { orderId: 'pedido-1', amount: '149.90' } });
    const post = (body) => shop.ask('webhook', { body, origin: null, session: null });
    assert.equal((await post({ chargeId: ID, status: 'expired' })).status, 204);
    assert.equal(shop.order().pix[0].status, 'pending');
    assert.equal((await post({ chargeId: ID, status: 'paid', amountCents: 14_990 })).status, 204);
    assert.deepEqual(listPayments(shop), [[`boleto-${ID}`, 'paid', 14_990]]);
  });

  it('that a restored database lacks is recorded by a person, once', async () => {
    const { shop } = openShop();
    const lost = { orderId: 'pedido-1', method: /** @type {const} */ ('boleto'), identifier: 'b-9', amountCents: 14_990 };
    await shop.server.reconcile({ payments: [lost, lost, { ...lost, method: 'card' }] });
    assert.deepEqual(listPayments(shop), [
      ['boleto-b-9', 'paid', 14_990],
      ['lost-b-9', 'extra', 14_990],
    ]);
  });
});
