import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { memoryLedger } from '../../../src/server/ledger/memory-ledger.ts';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { postgres } from '../../../src/server/ledger/postgres.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { endAttempt } from '../../../src/server/orders/end-attempt.ts';
import { openAttempt } from '../../../src/server/orders/open-attempt.ts';
import { addPix, advancePix, decidePix } from '../../../src/server/orders/pix-charges.ts';
import { hasPostgres, openPostgres } from '../postgres-server.mjs';
import { HOUR, HYBRID, MINUTE, NOW } from './rows.mjs';

/** @import { Ledger, OrderRecord, SqlQuery } from '../../../src/server/index.ts' */

const RECORDS = new URL('../../fixtures/records/', import.meta.url);
const readRecords = (version, name) => readFileSync(new URL(`${version}/${name}`, RECORDS), 'utf8');

const LATER = NOW + MINUTE;

/** What whoever wants to pay each order by card is told, in another session than the one that did so before. */
const ANSWERS = {
  open: 'busy',
  sent: 'busy',
  told: 'busy',
  unconfirmed: 'busy',
  declined: 'granted',
  failed: 'granted',
  replaced: 'busy',
  charged: 'paid',
  extra: 'paid',
  'pix-waiting': 'granted',
  'pix-paid': 'paid',
  'pix-short': 'closed',
  'pix-unclear': 'busy',
  'pix-expired': 'granted',
  returned: 'granted',
};

/** What the rows of a build hold for a server of today. */
const BEFORE_BOLETOS = {
  answers: ANSWERS,
  // Of an order that was paid twice, either payment may be returned.
  unresolved: ['at-extra', 'pix-px-extra', 'pix-px-short', 'pix-px-unclear'],
  unsettled: 3,
  /** The payment of each charge that waits, by its order. */
  waiting: { 'pix-waiting': 'pix-px-waiting' },
  asked: 2,
};

const WITH_BOLETOS = {
  answers: {
    ...ANSWERS,
    'boleto-waiting': 'granted',
    'boleto-paid': 'paid',
    'boleto-twice': 'paid',
    'boleto-short': 'closed',
    'boleto-unclear': 'busy',
    'boleto-expired': 'granted',
  },
  unresolved: ['boleto-bo-short', 'boleto-bo-twice', 'boleto-bo-twice+2', 'boleto-bo-unclear', ...BEFORE_BOLETOS.unresolved],
  unsettled: 6,
  waiting: { 'pix-waiting': 'pix-px-waiting', 'boleto-waiting': 'boleto-bo-waiting' },
  // The hybrid that was paid twice may be paid once more.
  asked: 4,
};

const BUILDS = { '0.1.0': BEFORE_BOLETOS, '0.1.0-last': BEFORE_BOLETOS, '0.2.0': WITH_BOLETOS };

/** @typedef {{ sql: string, orders: OrderRecord[] }} Written */

/**
 * @param {import('../../../src/server/ledger/sql-database.ts').SqlDatabase} database
 * @param {() => Promise<unknown>} end Ends what the database is of.
 */
async function openLedger(database, end) {
  const ledger = sqlLedger(database);
  // Rows that cannot be read fail the tests: what the database is of may not keep them running.
  await ledger.start().catch(async (error) => {
    await end();
    throw error;
  });
  return {
    ledger,
    query: database.query,
    async close() {
      await ledger.close();
      await end();
    },
  };
}

/** @type {Record<string, (written: Written) => Promise<{ ledger: Ledger, query?: SqlQuery, close: () => Promise<unknown> }>>} */
const DATABASES = {
  async memory({ orders }) {
    const ledger = memoryLedger();
    for (const order of orders) await ledger.change(order.orderId, () => ({ result: undefined, order }));
    await ledger.keepCard('customer-1', { name: 'ANA SOUZA', brand: 'visa', last4: '1111', expiration: '12/2030', cardId: 'card-1' });
    return { ledger, close: async () => {} };
  },
  async PGlite({ sql }) {
    const instance = await PGlite.create();
    await instance.exec(sql);
    return openLedger(pglite(instance), () => instance.close());
  },
  async PostgreSQL({ sql }) {
    const server = await openPostgres();
    const pool = server.createPool({ max: 2, ...(await server.createDatabase()) });
    await pool.query(sql);
    return openLedger(postgres(pool), () => server.stop());
  },
};

/** As the ledger's own tests: making a PGlite takes seconds. */
const SKIPPED = {
  memory: false,
  PGlite: hasPostgres() && process.env.WHOLE !== '1' && 'without WHOLE=1 the rows are read in PostgreSQL alone',
  PostgreSQL: !hasPostgres(),
};

it('the rows of every build are read', () => {
  const folders = readdirSync(RECORDS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).toSorted(), Object.keys(BUILDS));
  // Those of pages are read by stored-records.test.ts.
  const ofPages = folders.filter(({ name }) => existsSync(new URL(`${name}/page.json`, RECORDS)));
  assert.deepEqual(ofPages.map(({ name }) => name).toSorted(), ['0.1.0', '0.2.0']);
});

/**
 * @param {string} version
 * @param {string} name
 */
function describeRows(version, name) {
  const { answers, unresolved, unsettled, waiting, asked } = BUILDS[version];
  describe(`rows that a build has written (${version}), in ${name}`, { skip: SKIPPED[name] }, () => {
    /** @type {OrderRecord[]} */
    const orders = JSON.parse(readRecords(version, 'server.json'));
    let opened;
    before(async () => {
      opened = await DATABASES[name]?.({ sql: readRecords(version, 'server.sql'), orders });
    });
    after(() => opened?.close());

    it('read as they read then', async () => {
      assert.deepEqual(orders.map(({ orderId }) => orderId).toSorted(), Object.keys(answers).toSorted());
      // What a payment's `settledAt` is, only its own transaction says: a ledger in memory is filled without.
      const withoutSettled = (order) => JSON.parse(JSON.stringify(order, (field, value) => (field === 'settledAt' ? undefined : value)));
      for (const order of orders) {
        const read = await opened.ledger.read(order.orderId);
        if (name === 'memory') assert.deepEqual(withoutSettled(read), withoutSettled(order));
        else assert.deepEqual(read, order);
      }
    });

    it('let nobody charge what was charged, or may be', async () => {
      for (const [orderId, expected] of Object.entries(answers)) {
        const order = await opened.ledger.read(orderId);
        /** @type {import('../../../src/server/orders/open-attempt.ts').WantedAttempt} */
        const wanted = { attemptId: 'new', session: 'session-2', via: 'token', method: 'card', amountCents: 14_990 };
        assert.equal(openAttempt(order, wanted, LATER).result.status, expected, orderId);
        assert.equal(decidePix(order).status, expected, `${orderId}, by Pix`);
      }
    });

    it('are found by those who look for what is not done', async () => {
      const { attempts, payments } = await opened.ledger.listUnresolved();
      assert.deepEqual(
        [attempts.map(({ attemptId }) => attemptId), payments.map(({ paymentId }) => paymentId).toSorted()],
        [['at-unconfirmed'], unresolved.toSorted()],
      );
      const work = await opened.ledger.listWaiting(LATER + 7 * HOUR);
      assert.deepEqual(
        work.map(({ work: kind, count }) => [kind, count]),
        [
          ['settled', unsettled],
          // In memory there was no outbox yet.
          ...(name === 'memory' ? [] : [['deliveries', 1]]),
          ['expired', 4],
          ['searches', 2],
          ['pix', asked],
        ],
      );
      assert.deepEqual(
        (await opened.ledger.listCards('customer-1')).map(({ cardId }) => cardId),
        ['card-1'],
      );
    });

    it('are changed by this build, and nothing else of them with it', async () => {
      const { ledger } = opened;
      const before = await ledger.read('unconfirmed');
      /** @type {import('../../../src/server/orders/end-attempt.ts').AttemptEnd} */
      const end = { state: 'charged', identifier: 'tx-7', amountCents: 14_990, by: 'person', now: LATER };
      const { status } = await ledger.change('unconfirmed', (order) => endAttempt(order, 'at-unconfirmed', end));
      const order = await ledger.read('unconfirmed');
      assert.equal(status, 'ended');
      const { state, endedAt, endedBy, identifier, ...rest } = order.attempts[0];
      assert.deepEqual({ ...rest, state: 'unconfirmed' }, before.attempts[0]);
      assert.deepEqual([state, endedAt, endedBy, identifier, order.payments[0].kind], ['charged', LATER, 'person', 'tx-7', 'paid']);
      assert.ok(await ledger.keepCard('customer-1', { ...(await ledger.listCards('customer-1'))[0], cardId: 'card-2' }));
    });

    for (const [orderId, paymentId] of Object.entries(waiting)) {
      it(`take the payment of a charge that waits, and keep what it is: ${orderId}`, async () => {
        const { ledger } = opened;
        const { askAt: _, ...charge } = (await ledger.read(orderId)).pix[0];
        await ledger.change(orderId, (order) => advancePix(order, charge.chargeId, { status: 'paid', now: LATER }));
        const order = await ledger.read(orderId);
        const { askAt: _next, ...paid } = order.pix[0];
        assert.deepEqual(paid, { ...charge, status: 'paid', answeredAt: LATER });
        assert.deepEqual(
          order.payments.map((payment) => [payment.paymentId, payment.kind, payment.amountCents]),
          [[paymentId, 'paid', 14_990]],
        );
      });
    }

    it('take a boleto beside them', async () => {
      const { ledger } = opened;
      const boleto = { chargeId: 'boleto:px-short', session: 'session-2', dueCents: 14_990, createdAt: LATER, boleto: HYBRID };
      await ledger.change('declined', (order) => addPix(order, boleto));
      await ledger.change('declined', (order) =>
        advancePix(order, boleto.chargeId, { status: 'paid', amountCents: 14_990, furtherCents: [14_990], now: LATER }),
      );
      const { pix, payments } = await ledger.read('declined');
      assert.deepEqual([pix[0].status, pix[0].boleto], ['paid', HYBRID]);
      assert.deepEqual(
        payments.map(({ paymentId, kind }) => [paymentId, kind]),
        [
          ['boleto-px-short', 'paid'],
          ['boleto-px-short+2', 'extra'],
        ],
      );
    });

    // A ledger in memory has no tables, and lives as long as one build.
    if (name === 'memory') return;

    it('keep what a later build has added to their tables', async () => {
      const { ledger, query } = opened;
      assert.ok(query);
      // As `migrations.ts` permits it to a later step: a column that has a default, or may be null.
      await query(`ALTER TABLE balcao_attempts ADD COLUMN later text DEFAULT 'more'`);
      await query(`UPDATE balcao_attempts SET later = 'kept' WHERE attempt_id = 'at-sent'`);
      /** @type {import('../../../src/server/orders/end-attempt.ts').AttemptEnd} */
      const end = { state: 'declined', by: 'relay', now: LATER };
      await ledger.change('sent', (order) => endAttempt(order, 'at-sent', end));
      const rows = await query(`SELECT state, later FROM balcao_attempts WHERE attempt_id = 'at-sent'`);
      assert.deepEqual(
        rows.map((row) => ({ ...row })),
        [{ state: 'declined', later: 'kept' }],
      );
      /** @type {import('../../../src/server/orders/open-attempt.ts').WantedAttempt} */
      const wanted = { attemptId: 'at-next', session: 'session-2', via: 'token', method: 'card', amountCents: 14_990 };
      const { status } = await ledger.change('sent', (order) => openAttempt(order, wanted, LATER));
      assert.equal(status, 'granted');
    });
  });
}

for (const version of Object.keys(BUILDS)) for (const name of Object.keys(DATABASES)) describeRows(version, name);
