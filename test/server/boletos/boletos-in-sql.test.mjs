import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migrate, MIGRATIONS } from '../../../src/server/ledger/sql/migrations.ts';
import { postgres } from '../../../src/server/ledger/postgres.ts';
import { hasPostgres } from '../postgres-server.mjs';
import { openLedgerServer } from '../ledger/ledger-server.mjs';
import { HYBRID, MINUTE, NOW, makePayment, makePix, write } from '../ledger/rows.mjs';
import { createBank } from '../support/boletos.mjs';
import { useShops } from '../support/shop.mjs';
import { until } from '../support/until.mjs';

/** The step that added boletos. */
const BOLETOS = '0009-boletos';

describe('boletos in PostgreSQL', { skip: !hasPostgres() }, () => {
  const { open } = useShops();
  let ledgers;
  before(async () => void (ledgers = await openLedgerServer()));
  after(() => ledgers?.close());

  it('are one of fifty that two instances are asked for, and leave no lock behind', async () => {
    const { one, other } = await ledgers.createPair();
    const bank = createBank({ isHybrid: true });
    const { orders } = bank;
    const shops = [one, other].map(({ ledger }) => open({ orders, wrapLedger: () => ({ ...ledger, close: async () => {} }) }));
    const ask = (index) => shops[index % 2].ask('boleto', { body: { orderId: 'pedido-1', amount: '149.90' } });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(bank.calls.length, 1);
    const [row, ...more] = await one.query('SELECT charge_id, status FROM balcao_pix');
    assert.deepEqual([row?.charge_id, more], ['boleto:b-pedido-1-14990-0', []]);
    // A request that came after the boleto was made has asked the bank.
    assert.match(row?.status, /^boleto-(?:unknown|pending)$/);
    assert.deepEqual(await one.query('SELECT name FROM balcao_connections'), []);
    bank.statuses.set('b-pedido-1-14990-0', { status: 'paid', paidAmounts: [14_990, 14_990] });
    await Promise.all(shops.map((shop) => shop.askToken()));
    assert.deepEqual(await other.query('SELECT payment_id, method, kind, identifier FROM balcao_payments ORDER BY seq'), [
      { payment_id: 'boleto-b-pedido-1-14990-0', method: 'boleto', kind: 'paid', identifier: 'b-pedido-1-14990-0' },
      { payment_id: 'boleto-b-pedido-1-14990-0+2', method: 'boleto', kind: 'extra', identifier: 'b-pedido-1-14990-0' },
    ]);
  });

  it('tell the pages of another instance of a second payment', async () => {
    const { one, other } = await ledgers.createPair({ askEveryMs: 20 });
    await write(one.ledger, 'A', { pix: [makePix('A', 'boleto:1', { boleto: HYBRID, status: 'paid' })] });
    /** @type {Partial<import('../../../src/server/index.ts').PaymentRecord>} */
    const paid = { method: 'boleto', identifier: '1', by: 'status' };
    let notices = 0;
    const unsubscribe = other.ledger.subscribe('boleto:1', () => void (notices += 1));
    // The first notice is of the question that begins.
    await until(() => notices === 1);
    for (const paymentId of ['boleto-1', 'boleto-1+2']) {
      const before = notices;
      await write(one.ledger, 'A', { payments: [makePayment('A', paymentId, paid)] });
      await until(() => notices > before);
    }
    unsubscribe();
  });

  describe('beside an older version', () => {
    const older = MIGRATIONS.filter(({ id }) => id < BOLETOS);

    /** A database of the older version, with an order, a Pix and payments. */
    async function createOlder() {
      const connection = await ledgers.server.createDatabase();
      const database = postgres(ledgers.server.createPool({ max: 3, ...connection }));
      await migrate(database, older);
      const { query } = database;
      await query(`INSERT INTO balcao_orders (order_id, changed_at) VALUES ('A', 1)`);
      const addPix = `INSERT INTO balcao_pix (charge_id, order_id, session, due_cents, created_at, status, ask_at)
VALUES ('px', 'A', 's', 14990, ${NOW}, 'pending', ${NOW})`;
      await query(addPix);
      const addPayment = (id, method) =>
        query(
          `INSERT INTO balcao_payments (payment_id, order_id, method, kind, amount_cents, identifier, learned_at, learned_by)
VALUES ($1, 'A', $2, 'extra', 14990, '7', ${NOW}, 'status')`,
          [id, method],
        );
      await addPayment('a-1', 'card');
      await addPayment('pix-7', 'pix');
      return { connection, database, query, addPayment };
    }

    it('its rows are read, and the rules of its payments still hold', async () => {
      const { connection, addPayment } = await createOlder();
      await assert.rejects(addPayment('boleto-7', 'boleto'), { code: '23514' });
      const { ledger } = await ledgers.createInstance(connection);
      const { pix, payments } = await ledger.read('A');
      assert.deepEqual(
        [pix, payments.map(({ paymentId }) => paymentId)],
        [[makePix('A', 'px', { session: 's', askAt: NOW })], ['a-1', 'pix-7']],
      );
      await assert.rejects(addPayment('a-2', 'saved-card'), { code: '23505' });
      await assert.rejects(addPayment('pix-8', 'pix'), { code: '23505' });
      await assert.rejects(addPayment('c-1', 'cheque'), { code: '23514' });
      await addPayment('boleto-7', 'boleto');
      await addPayment('boleto-7+2', 'boleto');
    });

    it('knows no word of what became of a boleto, so it charges nothing else for its order', async () => {
      const { connection, query } = await createOlder();
      const { ledger } = await ledgers.createInstance(connection);
      const statuses = /** @type {const} */ (['pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed', 'unknown']);
      await write(ledger, 'A', { pix: statuses.map((status) => makePix('A', `boleto:${status}`, { boleto: HYBRID, status })) });
      const rows = await query(`SELECT status FROM balcao_pix WHERE boleto_line IS NOT NULL ORDER BY seq`);
      assert.deepEqual(
        rows.map(({ status }) => status),
        statuses.map((status) => `boleto-${status}`),
      );
      assert.deepEqual(
        (await ledger.read('A')).pix.map(({ status }) => status),
        ['pending', ...statuses],
      );
      await assert.rejects(query(`UPDATE balcao_pix SET status = 'pago'`), { code: '23514' });
    });

    it('starts again, and what it writes of a boleto leaves its line, dates and code as they are', async () => {
      const { connection, database, query } = await createOlder();
      const { ledger } = await ledgers.createInstance(connection);
      await migrate(database, older);
      await write(ledger, 'A', { pix: [makePix('A', 'boleto:1', { boleto: HYBRID })] });
      // What that version writes of a charge that the service does not know: its next query.
      const row = {
        charge_id: 'boleto:1',
        order_id: 'A',
        session: 's',
        due_cents: 14_990,
        created_at: NOW,
        status: 'boleto-paid',
        ask_at: NOW + 1,
      };
      await query('SELECT balcao_write_order($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        ...['A', null, NOW, null, null, null],
        ...[JSON.stringify([row]), null, null],
      ]);
      const written = makePix('A', 'boleto:1', { session: 's', askAt: NOW + 1, status: 'paid', boleto: HYBRID });
      assert.deepEqual(await ledger.findPixCharge('boleto:1'), written);
      await query(`UPDATE balcao_pix SET ask_at = ${NOW + MINUTE} WHERE charge_id = 'boleto:1'`);
      assert.deepEqual((await ledger.findPixCharge('boleto:1'))?.boleto, HYBRID);
    });
  });
});
