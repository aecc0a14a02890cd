import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { memoryLedger } from '../../../src/server/ledger/memory-ledger.ts';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { postgres } from '../../../src/server/ledger/postgres.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { endAttempt } from '../../../src/server/orders/end-attempt.ts';
import { openAttempt } from '../../../src/server/orders/open-attempt.ts';
import { decidePix } from '../../../src/server/orders/pix-charges.ts';
import { hasPostgres, openPostgres } from '../postgres-server.mjs';

/** @import { Ledger, OrderRecord, SqlQuery } from '../../../src/server/index.ts' */

const readRecords = (name) => readFileSync(new URL(`../../fixtures/records/0.1.0/${name}`, import.meta.url), 'utf8');
const SQL = readRecords('server.sql');
/** @type {OrderRecord[]} */
const ORDERS = JSON.parse(readRecords('server.json'));

const LATER = 1_800_000_000_000 + 60_000;

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

/**
 * @param {import('../../../src/server/ledger/sql-database.ts').SqlDatabase} database
 * @param {() => Promise<unknown>} end Ends what the database is of.
 */
async function openLedger(database, end) {
  const ledger = sqlLedger(database);
  await ledger.start();
  return {
    ledger,
    query: database.query,
    async close() {
      await ledger.close();
      await end();
    },
  };
}

/** @type {Record<string, () => Promise<{ ledger: Ledger, query?: SqlQuery, close: () => Promise<unknown> }>>} */
const DATABASES = {
  async memory() {
    const ledger = memoryLedger();
    for (const order of ORDERS) await ledger.change(order.orderId, () => ({ result: undefined, order }));
    await ledger.keepCard('customer-1', { name: 'ANA SOUZA', brand: 'visa', last4: '1111', expiration: '12/2030', cardId: 'card-1' });
    return { ledger, close: async () => {} };
  },
  async PGlite() {
    const instance = await PGlite.create();
    await instance.exec(SQL);
    return openLedger(pglite(instance), () => instance.close());
  },
  async PostgreSQL() {
    const server = await openPostgres();
    const pool = server.createPool({ max: 2, ...(await server.createDatabase()) });
    await pool.query(SQL);
    return openLedger(postgres(pool), () => server.stop());
  },
};

/** As the ledger's own tests: making a PGlite takes seconds. */
const SKIPPED = {
  memory: false,
  PGlite: hasPostgres() && process.env.WHOLE !== '1' && 'without WHOLE=1 the rows are read in PostgreSQL alone',
  PostgreSQL: !hasPostgres(),
};

for (const [name, open] of Object.entries(DATABASES)) {
  describe(`rows that an earlier build has written (0.1.0), in ${name}`, { skip: SKIPPED[name] }, () => {
    let opened;
    before(async () => {
      opened = await open();
    });
    after(() => opened?.close());

    it('read as they read then', async () => {
      assert.deepEqual(ORDERS.map(({ orderId }) => orderId).toSorted(), Object.keys(ANSWERS).toSorted());
      // What a payment's `settledAt` is, only its own transaction says: a ledger in memory is filled without.
      const withoutSettled = (order) => JSON.parse(JSON.stringify(order, (field, value) => (field === 'settledAt' ? undefined : value)));
      for (const order of ORDERS) {
        const read = await opened.ledger.read(order.orderId);
        if (name === 'memory') assert.deepEqual(withoutSettled(read), withoutSettled(order));
        else assert.deepEqual(read, order);
      }
    });

    it('let nobody charge what was charged, or may be', async () => {
      for (const [orderId, expected] of Object.entries(ANSWERS)) {
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
        // Of an order that was paid twice, either payment may be returned.
        [['at-unconfirmed'], ['at-extra', 'pix-px-extra', 'pix-px-short', 'pix-px-unclear']],
      );
      const waiting = await opened.ledger.listWaiting(LATER + 3_600_000);
      assert.deepEqual(
        waiting.map(({ work, count }) => [work, count]),
        [
          ['settled', 3],
          // In memory there was no outbox yet.
          ...(name === 'memory' ? [] : [['deliveries', 1]]),
          ['expired', 4],
          ['searches', 2],
          ['pix', 2],
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
