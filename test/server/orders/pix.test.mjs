import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useShops, WEBHOOK_SECRET } from '../support/shop.mjs';

const MINUTE = 60_000;
const PIX = { purpose: 'pix', attemptId: 'pix-1' };

describe('a Pix that a page made', () => {
  const { open } = useShops();

  /** A code that the page of an order made by itself, and told of. */
  async function adopt(shop, orderId = 'pedido-1', amount = '149.90') {
    const { json } = await shop.askToken({ ...PIX, orderId, amount });
    const chargeId = await shop.makePix(json.token, { amount: Number(amount) });
    const notice = await shop.notify({ orderId, attemptId: 'pix-1', method: 'pix', chargeId, state: 'open' });
    return { chargeId, notice };
  }
  const status = (shop, chargeId, options) => shop.ask(`status/${chargeId}?order=pedido-1`, { method: 'GET', ...options });

  it('is its order’s once the service knows it, and paid when the service says so', async () => {
    const shop = open();
    const { chargeId, notice } = await adopt(shop);
    assert.equal(notice.status, 204);
    assert.deepEqual((await status(shop, chargeId)).json, { status: 'pending', chargeId });
    shop.sandbox.settlePix(chargeId);
    shop.clock.pass(3000);
    assert.deepEqual((await status(shop, chargeId)).json, { status: 'paid', chargeId, paidAmount: '149.90' });
    assert.deepEqual(
      shop.settled.map(({ paymentId, kind, method }) => [paymentId, kind, method]),
      [[`pix-${chargeId}`, 'paid', 'pix']],
    );
    assert.deepEqual((await shop.askToken()).json, { closed: 'paid' });
    assert.deepEqual((await shop.askToken(PIX)).json, { closed: 'paid' });
    assert.deepEqual((await shop.resolve({ attemptId: 'pix-1', chargeId })).json.status, 'charged');
  });

  it('is not made paid by any word of a page', async () => {
    const shop = open();
    const { chargeId } = await adopt(shop);
    for (const state of ['approved', 'open', 'unconfirmed', 'declined', 'failed']) {
      await shop.notify({ attemptId: 'pix-1', method: 'pix', chargeId, state, status: 'paid', paidAmount: '149.90' });
    }
    assert.equal(shop.order().pix[0].status, 'pending');
    assert.deepEqual(shop.order().payments, []);
  });

  it('that the service does not know is none: 404, and nothing is written down', async () => {
    const shop = open();
    const { status: is } = await shop.notify({ method: 'pix', chargeId: 'inventada', state: 'open' });
    assert.equal(is, 404);
    assert.equal(shop.memory.orders.has('pedido-1'), false);
  });

  it('of another’s order cannot be taken for one’s own', async () => {
    const shop = open();
    const { chargeId } = await adopt(shop, 'pedido-1');
    shop.sandbox.settlePix(chargeId);
    const { status: is } = await shop.notify({ orderId: 'pedido-da-bia', method: 'pix', chargeId, state: 'open' }, { session: 'bia' });
    assert.equal(is, 404);
    assert.equal(shop.memory.orders.has('pedido-da-bia'), false);
    assert.equal((await status(shop, chargeId, { session: 'bia' })).status, 404);
  });

  it('of less than the order costs is short, and closes the order for a person to look at', async () => {
    const shop = open();
    const { json } = await shop.askToken(PIX);
    const chargeId = await shop.makePix(json.token, { amount: 1 });
    await shop.notify({ method: 'pix', chargeId, state: 'open' });
    shop.sandbox.settlePix(chargeId);
    shop.clock.pass(3000);
    await shop.notify({ method: 'pix', chargeId, state: 'approved' });
    assert.deepEqual(
      shop.order().payments.map(({ kind, amountCents }) => [kind, amountCents]),
      [['short', 100]],
    );
    assert.deepEqual((await shop.askToken()).json, { closed: 'closed' });
    assert.deepEqual(
      (await shop.server.unresolved()).payments.map(({ kind }) => kind),
      ['short'],
    );
  });

  it('that was paid before anybody named it pays nothing until a person says so: it may have paid another order', async () => {
    const shop = open();
    const { json } = await shop.askToken(PIX);
    const chargeId = await shop.makePix(json.token);
    shop.sandbox.settlePix(chargeId);
    for (let times = 0; times < 2; times += 1) {
      await shop.notify({ method: 'pix', chargeId, state: 'approved' });
      shop.clock.pass(3000);
    }
    assert.deepEqual([shop.order().payments.map(({ kind }) => kind), shop.settled.length], [['unclear'], 0]);
    await shop.server.resolve(`pix-${chargeId}`, { status: 'charged', amountCents: shop.order().pix[0].dueCents });
    assert.deepEqual(
      shop.settled.map(({ kind }) => kind),
      ['paid'],
    );
  });

  it('whose amount the service does not say is unclear: nobody pays, until a person names the amount, and then it settles', async () => {
    const shop = open({ readPixAmount: () => undefined });
    const { chargeId } = await adopt(shop);
    shop.sandbox.settlePix(chargeId);
    shop.clock.pass(3000);
    assert.deepEqual((await status(shop, chargeId)).json, { status: 'paid', chargeId, paidAmount: 'unclear' });
    assert.deepEqual([shop.order().payments[0].kind, shop.settled], ['unclear', []]);
    assert.deepEqual((await shop.askToken()).status, 503);
    assert.deepEqual(await shop.server.resolve(`pix-${chargeId}`, { status: 'charged' }), { status: 'none' });
    assert.deepEqual(await shop.server.resolve(`pix-${chargeId}`, { status: 'charged', amountCents: 14_990 }), { status: 'resolved' });
    assert.deepEqual(await shop.server.resolve(`pix-${chargeId}`, { status: 'charged', amountCents: 14_990 }), { status: 'kept' });
    assert.deepEqual(
      shop.settled.map(({ kind }) => kind),
      ['paid'],
    );
    assert.deepEqual((await shop.askToken()).json, { closed: 'paid' });
  });

  /** @type {any[]} */
  const wrongAmounts = [NaN, -1, 1.5, '14990', null, Infinity];
  for (const amount of wrongAmounts) {
    it(`whose amount the shop reads as ${String(amount)} is unclear`, async () => {
      const shop = open({ readPixAmount: () => amount });
      const { chargeId } = await adopt(shop);
      shop.sandbox.settlePix(chargeId);
      shop.clock.pass(3000);
      await status(shop, chargeId);
      assert.equal(shop.order().payments[0].kind, 'unclear');
    });
  }

  it('is paid for whom its query says so in Balcão’s own words, as in the page', async () => {
    let status = 'pending';
    const query = async (chargeId) => ({ chargeId, status, amount: 149.9 });
    const profile = { pixStatus: { system: 'Asaas', query } };
    const shop = open({ service: { baseUrl: 'https://servico.example/', profile } });
    await shop.notify({ attemptId: 'pix-1', method: 'pix', chargeId: 'c-1', state: 'open' });
    status = 'paid';
    shop.clock.pass(MINUTE);
    await shop.server.sweep();
    assert.deepEqual(
      shop.settled.map(({ paymentId, kind }) => [paymentId, kind]),
      [['pix-c-1', 'paid']],
    );
  });

  it('is claimed thirty times within an hour at most: then 429', async () => {
    const shop = open({ limits: { pixPerOrder: 1 } });
    const claim = (index) => shop.notify({ method: 'pix', chargeId: `inventada-${index}`, state: 'open' });
    for (let index = 0; index < 3; index += 1) assert.equal((await claim(index)).status, 404);
    assert.equal((await claim(3)).status, 429);
  });

  it('costs the order’s price by Pix', async () => {
    const shop = open();
    const { chargeId } = await adopt(shop, 'pedido-2', '140.00');
    shop.sandbox.settlePix(chargeId);
    shop.clock.pass(3000);
    await shop.server.resolve('x', { status: 'returned' });
    await shop.ask(`status/${chargeId}?order=pedido-2`, { method: 'GET' });
    assert.deepEqual(
      shop.order('pedido-2').payments.map(({ kind, amountCents }) => [kind, amountCents]),
      [['paid', 14_000]],
    );
  });
});

describe('a Pix and a card', () => {
  const { open } = useShops();

  it('a paid code is found before a card gets its token', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    shop.sandbox.settlePix(json.qrCodeId);
    assert.deepEqual((await shop.askToken()).json, { closed: 'paid' });
    assert.deepEqual(
      shop.settled.map(({ method }) => method),
      ['pix'],
    );
  });

  for (const way of ['a token', 'the relay']) {
    it(`a code is asked about at every press, however fresh the last answer is: ${way}`, async () => {
      const shop = open({ relayCards: true });
      const { json } = await shop.payPix();
      const status = await shop.ask(`status/${json.qrCodeId}?order=pedido-1`, { method: 'GET' });
      assert.equal(status.json.status, 'pending');
      shop.sandbox.settlePix(json.qrCodeId);
      const { json: refusal } = await (way === 'a token' ? shop.askToken() : shop.pay());
      assert.deepEqual([refusal.closed, shop.sandbox.state().charges], ['paid', []]);
      assert.deepEqual(
        shop.settled.map(({ method }) => method),
        ['pix'],
      );
    });
  }

  /**
   * A code of the relay, of which the service says what stands in `said`: a word, a status of HTTP, or nothing.
   *
   * @param {string | number | undefined} word
   */
  async function openSaid(word) {
    const said = { word, asked: 0 };
    const shop = open({
      relayCards: true,
      wrapFetch: (send) => async (url, init) => {
        if (init?.method !== 'GET') return send(url, init);
        said.asked += 1;
        if (said.word === undefined) throw new TypeError('down');
        if (typeof said.word === 'number') return new Response('', { status: said.word });
        return Response.json({ status: said.word, amount: 149.9 });
      },
    });
    assert.equal((await shop.payPix()).status, 200);
    return { shop, said };
  }
  /** Sweeps each minute, as the server itself does. */
  async function passMinutes(shop, minutes) {
    for (let minute = 0; minute < minutes; minute += 1) {
      shop.clock.pass(MINUTE);
      await shop.server.sweep();
    }
  }
  const press = async (shop, way) => (way === 'a token' ? shop.askToken() : shop.pay());

  for (const way of ['a token', 'the relay']) {
    for (const [word, hours] of /** @type {[string | undefined, number][]} */ ([
      [undefined, 2],
      [undefined, 24 * 40],
      ['PENDENTE', 2],
      ['EXPIRADO', 2],
      ['CANCELADO', 2],
      ['QUALQUER', 24 * 40],
    ])) {
      it(`a code is asked about at the press ${hours} hours later, though the last answer was ${word ?? 'none'}: ${way}`, async () => {
        const { shop, said } = await openSaid(word);
        await passMinutes(shop, 75);
        shop.clock.pass((hours - 1.25) * 60 * MINUTE);
        await shop.server.sweep();
        said.word = 'PAGO';
        const { json } = await press(shop, way);
        assert.deepEqual([json.closed, shop.sandbox.state().charges, shop.order().attempts], ['paid', [], []]);
        assert.deepEqual(
          shop.settled.map(({ method, kind }) => [method, kind]),
          [['pix', 'paid']],
        );
      });
    }

    it(`a card waits where the service says nothing of a code that is long over: ${way}`, async () => {
      const { shop, said } = await openSaid(undefined);
      await passMinutes(shop, 75);
      assert.deepEqual([(await press(shop, way)).json.closed, shop.order().attempts], ['busy', []]);
      said.word = 'EXPIRADO';
      shop.clock.pass(3000);
      assert.equal((await press(shop, way)).status, 200);
    });
  }

  it('a code is asked about until an answer came after its end, though nobody wants to know', async () => {
    const { shop, said } = await openSaid('PENDENTE');
    await passMinutes(shop, 30);
    said.word = undefined;
    await passMinutes(shop, 120);
    said.asked = 0;
    await passMinutes(shop, 120);
    assert.ok(said.asked > 0 && said.asked < 5, `${said.asked} questions in two hours`);
    assert.equal(await shop.server.removeBefore(shop.clock.at * 2), 0, 'it may be paid');
    said.word = 'PAGO';
    await passMinutes(shop, 61);
    assert.deepEqual(
      shop.settled.map(({ method, kind }) => [method, kind]),
      [['pix', 'paid']],
    );
  });

  for (const word of ['EXPIRADO', 'PENDENTE', 'QUALQUER', 404, 403]) {
    it(`a code is asked about by itself no more, once the answer after its end was ${word}`, async () => {
      const { shop, said } = await openSaid(word);
      await passMinutes(shop, 75);
      said.asked = 0;
      await passMinutes(shop, 75);
      assert.deepEqual([said.asked, await shop.server.removeBefore(shop.clock.at * 2)], [0, 1]);
    });
  }

  it('a code whose status nobody can ask for holds its order until its end, and no longer', async () => {
    const shop = open({ asksPixStatus: false, verifyWebhook: () => true });
    await shop.payPix();
    assert.equal(await shop.server.removeBefore(shop.clock.at * 2), 0);
    await passMinutes(shop, 75);
    assert.equal(await shop.server.removeBefore(shop.clock.at * 2), 1);
  });

  it('a card waits where the service says nothing of a code', async () => {
    const shop = open();
    await shop.payPix();
    shop.sandbox.fault('pixStatus', '500', { times: 1 });
    assert.deepEqual([(await shop.askToken()).json.closed, shop.order().attempts.length], ['busy', 0]);
    shop.clock.pass(3000);
    assert.equal((await shop.askToken()).status, 200);
  });

  it('another code waits too where the service says nothing of one, by either way', async () => {
    const shop = open();
    await shop.payPix();
    shop.sandbox.fault('pixStatus', '500', { times: 1 });
    assert.deepEqual((await shop.askToken(PIX)).json.closed, 'busy');
    shop.clock.pass(3000);
    shop.sandbox.fault('pixStatus', '500', { times: 1 });
    const { status, json } = await shop.payPix();
    assert.deepEqual([status, json.sent, json.closed, shop.sandbox.state().pix.length], [503, false, 'busy', 1]);
    shop.clock.pass(3000);
    assert.deepEqual([(await shop.askToken(PIX)).status, (await shop.payPix()).status], [200, 200]);
  });

  /** @type {import('../../../src/sandbox/faults/faults.ts').FaultName[]} */
  const missing = ['404', '403', '401', '405'];
  for (const name of missing) {
    it(`a card goes on where the service has no status of a Pix, ${name}`, async () => {
      const shop = open();
      await shop.payPix();
      shop.sandbox.fault('pixStatus', name, { times: 5 });
      assert.equal((await shop.askToken()).status, 200);
    });
  }

  it('a card under way keeps a Pix code away, by either way', async () => {
    const shop = open();
    await shop.askToken();
    assert.equal((await shop.askToken(PIX)).json.closed, 'busy');
    assert.deepEqual((await shop.payPix()).json.sent, false);
    assert.equal(shop.sandbox.state().pix.length, 0);
  });

  it('a code that is paid after the card was is extra money, told and listed', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    await shop.askToken();
    await shop.server.resolve('tentativa-1', { status: 'charged', identifier: '1' });
    shop.sandbox.settlePix(json.qrCodeId);
    shop.clock.pass(MINUTE);
    await shop.server.sweep();
    assert.deepEqual(
      shop.settled.map(({ kind }) => kind),
      ['paid', 'extra'],
    );
    assert.deepEqual(
      (await shop.server.unresolved()).payments.map(({ kind, tooMany }) => [kind, tooMany]),
      [
        ['paid', undefined],
        ['extra', true],
      ],
    );
    assert.deepEqual(await shop.server.resolve('tentativa-1', { status: 'returned' }), { status: 'resolved' });
    assert.deepEqual((await shop.server.unresolved()).payments, []);
    assert.deepEqual((await shop.askToken({ attemptId: 'b' })).json, { closed: 'paid' }, 'the other money is there still');
  });

  it('a code is one of ten within an hour at most', async () => {
    const shop = open();
    for (let index = 0; index < 10; index += 1) assert.equal((await shop.askToken(PIX)).status, 200);
    assert.equal((await shop.askToken(PIX)).status, 429);
  });
});

describe('the relay of a Pix', () => {
  const { open } = useShops();

  it('shows no code that is not written down', async () => {
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, change: () => Promise.reject(new Error('down')) }) });
    const { status, text } = await shop.payPix();
    assert.equal(status, 502);
    assert.equal(shop.sandbox.state().pix.length, 1);
    assert.ok(!text.includes(shop.sandbox.state().pix[0].id) && !text.includes('br.gov.bcb.pix'));
  });

  it('sends nothing where the database cannot be read, and says so', async () => {
    const shop = open({ wrapLedger: (ledger) => ({ ...ledger, read: () => Promise.reject(new Error('down')) }) });
    const { status, json } = await shop.payPix();
    assert.deepEqual([status, json.sent, shop.sandbox.state().requests.length], [503, false, 0]);
  });

  it('knows the amount and the end of its code', async () => {
    const shop = open();
    const { status, json } = await shop.payPix();
    assert.equal(status, 200);
    const [charge] = shop.order().pix;
    assert.deepEqual([charge.chargeId, charge.amountCents, charge.expiresAt], [json.qrCodeId, 14_990, shop.clock.at + 60 * MINUTE]);
    assert.deepEqual(Object(shop.sandbox.state().requests[0].body).amount, 149.9);
  });

  it('adopts nothing where pages have no tokens', async () => {
    const shop = open({ pageTokens: false });
    const { json } = await open().payPix();
    assert.equal((await shop.notify({ method: 'pix', chargeId: json.qrCodeId, state: 'open' })).status, 404);
  });

  it('tells the page its code, and no other word of the service', async () => {
    const words = { pagador: 'Maria da Silva', cpf: '123.456.789-09' };
    const openSaying = (body, init, profile = {}) =>
      open({
        service: { baseUrl: 'https://servico.example/', profile, fetch: async () => Response.json({ ...body, ...words }, init) },
      });
    const sample = await openSaying({ id: 7, text: '000201', number: 3 }).payPix();
    assert.deepEqual([sample.status, sample.json], [200, { qrCodeId: '7', textQrCode: '000201', qrCodeNumber: 3 }]);
    assert.equal(sample.headers.get('Balcao-Outcome'), 'created', 'a page does not read it by its own readPix');
    const readPix = ({ dados }) => ({ chargeId: dados.codigo, brCode: dados.copiaECola });
    const own = await openSaying({ dados: { codigo: 'q-1', copiaECola: '000201' } }, {}, { readPix }).payPix();
    assert.deepEqual(own.json, { qrCodeId: 'q-1', textQrCode: '000201' });
    for (const [body, status, told] of /** @type {[object, number, number][]} */ ([
      [{}, 200, 502],
      [{ success: false, message: 'não' }, 200, 422],
      [{}, 400, 400],
      [{}, 500, 500],
      [{}, 503, 502],
      [{}, 302, 502],
    ])) {
      const answer = await openSaying(body, { status }).payPix();
      assert.deepEqual([answer.status, Object.keys(answer.json)], [told, ['message']]);
      assert.doesNotMatch(answer.text, /Maria|cpf|não/);
    }
  });

  it('writes down what the service says to a page that asks', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    shop.sandbox.settlePix(json.qrCodeId);
    const answer = await shop.ask(`orders/pedido-1/service/pix/qrCode/${json.qrCodeId}`, { method: 'GET' });
    assert.deepEqual([answer.status, answer.json.status], [200, 'PAGO']);
    assert.equal(shop.settled.length, 1);
  });
});

describe('a Pix that the relay made', () => {
  const { open } = useShops();

  for (const [said, kind, amountCents] of /** @type {[unknown, string, number | undefined][]} */ ([
    ['100,00', 'short', 100_00],
    ['100.0000', 'short', 100_00],
    ['149,90', 'paid', 149_90],
    [null, 'paid', 149_90],
    ...[0, {}, 'R$ 100', '1.000', '', -149.9].map((unread) => [unread, 'unclear', undefined]),
  ])) {
    it(`and of which the service says that ${JSON.stringify(said)} arrived is ${kind}, here and in its page`, async () => {
      let isPaid = false;
      const shop = open({
        wrapFetch: (send) => async (url, init) =>
          isPaid && init?.method === 'GET' ? Response.json({ status: 'PAGO', paidAmount: said }) : send(url, init),
      });
      const { qrCodeId } = (await shop.payPix()).json;
      isPaid = true;
      shop.clock.pass(3000);
      const { json } = await shop.ask(`status/${qrCodeId}?order=pedido-1`, { method: 'GET' });
      const paidAmount = amountCents === undefined ? 'unclear' : (amountCents / 100).toFixed(2);
      assert.deepEqual(json, { status: 'paid', chargeId: qrCodeId, paidAmount });
      assert.deepEqual(
        shop.order().payments.map((payment) => [payment.kind, payment.amountCents]),
        [[kind, amountCents]],
      );
      assert.equal((await shop.askToken()).json.token, undefined);
      assert.deepEqual(
        shop.settled.map((payment) => payment.kind),
        kind === 'unclear' ? [] : [kind],
      );
    });
  }

  /** The service says that it is paid, with an amount that nobody can read, and then what comes later. */
  const LATER = /** @type {object[]} */ ([
    { status: 'LIQUIDADO_XPTO' },
    { status: 'PENDENTE', amount: 149.9 },
    { status: 'EXPIRADO' },
    { status: 'PAGO' },
    { status: 'PAGO', paidAmount: null },
    { status: 'PAGO', paidAmount: 'R$ 149,90' },
    {},
  ]);
  const WAYS = /** @type {const} */ (['its page asks through the relay', 'a notice comes']);
  for (const way of WAYS) {
    for (const later of LATER) {
      it(`and of which nobody can read how much arrived is never the whole, when ${way}: ${JSON.stringify(later)}`, async () => {
        /** @type {object | undefined} */
        let body;
        const isNotice = way === 'a notice comes';
        const shop = open({
          ...(isNotice && { asksPixStatus: false, verifyWebhook: () => true }),
          wrapFetch: (send) => async (url, init) => (body && init?.method === 'GET' ? Response.json(body) : send(url, init)),
        });
        const { qrCodeId } = (await shop.payPix()).json;
        const say = async (said) => {
          body = said;
          if (!isNotice) return shop.ask(`orders/pedido-1/service/pix/qrCode/${qrCodeId}`, { method: 'GET' });
          return shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { qrCodeId, ...said }, origin: null, session: null });
        };
        await say({ status: 'PAGO', paidAmount: 'R$ 100' });
        await say(later);
        const payments = () => shop.order().payments.map(({ kind, amountCents }) => [kind, amountCents]);
        assert.deepEqual([payments(), shop.settled, shop.order().pix[0].status], [[['unclear', undefined]], [], 'paid']);
        assert.equal((await shop.server.unresolved()).payments.length, 1);
        await say({ status: 'PAGO', paidAmount: '100,00' });
        assert.deepEqual(payments(), [['short', 100_00]]);
      });
    }
  }
});
