import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MIGRATIONS } from '../../../src/server/ledger/sql/migrations.ts';
import { postgres } from '../../../src/server/ledger/postgres.ts';
import { migrate } from '../../../src/server/ledger/sql/migrations.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { putAttempt } from '../../../src/server/orders/order-state.ts';
import { hasPostgres } from '../postgres-server.mjs';
import { until } from '../support/until.mjs';
import { emptyTables } from './empty-tables.mjs';
import { openLedgerServer } from './ledger-server.mjs';
import { describeLedger } from './ledger-suite.mjs';
import { HOUR, MINUTE, NOW, makeAttempt, makeCard, makePayment, makePix, open, write } from './rows.mjs';

const skip = !hasPostgres();

describeLedger(
  'in PostgreSQL, by a pool of two',
  async () => {
    const { createDatabase, createInstance, close } = await openLedgerServer();
    const { ledger, query } = await createInstance(await createDatabase(), { settings: { max: 2 } });
    return { ledger, query, reset: () => emptyTables(query), close };
  },
  { skip },
);

describe('ledgers in PostgreSQL', { skip }, () => {
  let ledgers;
  let server;
  before(async () => {
    ledgers = await openLedgerServer();
    ({ server } = ledgers);
  });
  after(() => ledgers?.close());
  const createDatabase = () => ledgers.createDatabase();
  const instance = (connection, options) => ledgers.createInstance(connection, options);
  const pair = (options) => ledgers.createPair(options);

  describe('two instances', () => {
    it('let one of fifty open an order, five times over', async () => {
      const { one, other } = await pair();
      for (let round = 0; round < 5; round += 1) {
        const orderId = `order-${round}`;
        // New to the ledger, or known: two ways to its lock.
        if (round % 2) await write(one.ledger, orderId, { pix: [makePix(orderId, orderId)] });
        const tries = Array.from({ length: 50 }, (_, index) => open((index % 2 ? one : other).ledger, orderId, `${orderId}-${index}`));
        const won = await Promise.all(tries);
        const { holder, attempts } = await one.ledger.read(orderId);
        assert.equal(won.filter(Boolean).length, 1);
        assert.deepEqual([attempts.length, attempts[0].attemptId], [1, holder]);
      }
    });

    it('decide by the time at which they have the lock, not by that at which they began to wait for it', async () => {
      const { one, other } = await pair();
      await write(one.ledger, 'A', { attempts: [makeAttempt('A', 'a')] });
      const holder = await one.pool.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT 1 FROM balcao_orders WHERE order_id = 'A' FOR UPDATE`);
      const deciding = other.ledger.change('A', (order, now) => ({ result: now, order }));
      const isWaiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await until(async () => (await one.query(isWaiting)).length > 0);
      const released = await one.ledger.now();
      await holder.query('COMMIT');
      holder.release();
      assert.ok((await deciding) >= released);
    });

    it('write one of two payments of the same identifier that come at once for two orders', async () => {
      const { one, other } = await pair();
      const results = await Promise.allSettled([
        write(one.ledger, 'A', { payments: [makePayment('A', 'a', { identifier: '7' })] }),
        write(other.ledger, 'B', { payments: [makePayment('B', 'b', { identifier: '7' })] }),
      ]);
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []));
      assert.deepEqual(reasons, ['LedgerConflict']);
    });

    it('keep three hundred cards of a customer at most', async () => {
      const { one, other } = await pair();
      await one.query(`INSERT INTO balcao_cards (card_id, customer, place, name, brand, last4, expiration)
SELECT 'n' || n, 'ana', n, 'Card', 'visa', '1111', '12/2030' FROM generate_series(1, 299) n`);
      const keep = (index) => (index % 2 ? one : other).ledger.keepCard('ana', makeCard(`x${index}`));
      const kept = await Promise.all(Array.from({ length: 10 }, (_, index) => keep(index)));
      assert.equal(kept.filter(Boolean).length, 1);
      assert.equal((await one.ledger.listCards('ana')).length, 300);
    });

    it('settle a payment once', async () => {
      const { one, other } = await pair();
      await one.query('CREATE TABLE stock (sold int)');
      await write(one.ledger, 'A', { payments: [makePayment('A', 'x')] });
      const settle = ({ ledger }) =>
        ledger.settle('x', async (_, tx) => void (await tx.query('INSERT INTO stock VALUES (1)')), { now: NOW, isDelivered: true });
      const settled = await Promise.all([one, other, one, other].map(settle));
      assert.equal(settled.filter(Boolean).length, 1);
      assert.equal((await one.query('TABLE stock')).length, 1);
      assert.deepEqual(
        (await other.ledger.listWaiting(NOW)).map(({ work, count }) => [work, count]),
        [['deliveries', 1]],
      );
    });

    it('give a payment up whose settling waits for a row that somebody else has', async () => {
      const { one, other } = await pair();
      await one.query('CREATE TABLE stock (sold int)');
      await one.query('INSERT INTO stock VALUES (0)');
      await write(one.ledger, 'A', { payments: [makePayment('A', 'x')] });
      const holder = await one.pool.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM stock FOR UPDATE');
      const sell = async (_, tx) => void (await tx.query('UPDATE stock SET sold = 1'));
      const limited = { now: NOW, isDelivered: false, limitMs: 50 };
      await assert.rejects(one.ledger.settle('x', sell, limited), { code: '57014' });
      await holder.query('ROLLBACK');
      holder.release();
      assert.equal(await other.ledger.settle('x', sell, { ...limited, limitMs: 60_000 }), true);
    });

    it('give a payment up whose settling rests, as that of a process that is gone', async () => {
      const { one, other } = await pair();
      await write(one.ledger, 'A', { payments: [makePayment('A', 'x')] });
      const resting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
      const rest = () => until(async () => (await other.query(resting)).length === 0);
      await assert.rejects(one.ledger.settle('x', rest, { now: NOW, isDelivered: false, limitMs: 50 }));
      assert.equal(await other.ledger.settle('x', async () => {}, { now: NOW, isDelivered: false }), true);
    });

    it('work with a connection one at a time', async () => {
      const { one, other } = await pair({ connectionLock: { leaseMs: 20_000, waitMs: 30_000, retryMs: 1 } });
      let busy = 0;
      const refresh = ({ ledger }) =>
        ledger.withConnection('main', async (known, save) => {
          busy += 1;
          assert.equal(busy, 1);
          await save({ sealed: `${known?.sealed ?? ''}x`, changedAt: NOW });
          busy -= 1;
        });
      await Promise.all(Array.from({ length: 10 }, (_, index) => refresh(index % 2 ? one : other)));
      assert.equal((await one.ledger.readConnection('main')).sealed, 'x'.repeat(10));
    });

    it('hear each other’s announcements, and once more after the connection was lost', async () => {
      const { connection, one, other } = await pair();
      let hear;
      const heard = () => new Promise((resolve) => (hear = resolve));
      let next = heard();
      one.ledger.subscribe('p', () => hear());
      await next;
      next = heard();
      await other.ledger.announce('p');
      await next;
      next = heard();
      await server.killConnections(connection.database);
      await next;
      next = heard();
      await other.ledger.announce('p');
      await next;
    });
  });

  it('tell a subscriber once of what its own instance announced', async () => {
    const { one, other } = await pair();
    const heard = [];
    const waiting = new Map();
    const next = (chargeId) => new Promise((resolve) => waiting.set(chargeId, () => resolve(undefined)));
    for (const chargeId of ['p', 'q']) {
      one.ledger.subscribe(chargeId, () => {
        heard.push(chargeId);
        waiting.get(chargeId)?.();
      });
    }
    await next('q');
    heard.length = 0;
    await one.ledger.announce('p');
    const told = next('q');
    await other.ledger.announce('q');
    // Notices come in the order in which they were sent.
    await told;
    assert.deepEqual(heard, ['p', 'q']);
  });

  describe('the lock of a connection', () => {
    const connectionLock = { leaseMs: 20_000, waitMs: 0, retryMs: 1 };
    const lock = (query, seconds) =>
      query(
        `INSERT INTO balcao_connections (name, sealed, changed_at, locked_by, locked_until)
VALUES ('main', 's', 1, 'gone', clock_timestamp() + $1::integer * interval '1 second')`,
        [seconds],
      );

    it('of a process that is gone ends with its lease', async () => {
      const { ledger, query } = await instance(await createDatabase(), { connectionLock: { ...connectionLock, waitMs: 1000 } });
      await lock(query, -1);
      assert.deepEqual(await ledger.withConnection('main', async (known) => known), { sealed: 's', changedAt: 1 });
    });

    it('is waited for so long and no longer', async () => {
      const { ledger, query } = await instance(await createDatabase(), { connectionLock: { ...connectionLock, waitMs: 20 } });
      await lock(query, 60);
      let hasRun = false;
      await assert.rejects(
        ledger.withConnection('main', async () => {
          hasRun = true;
        }),
        /stayed locked/,
      );
      assert.equal(hasRun, false);
    });

    it('that was lost lets nobody write over what came after', async () => {
      const { one, other } = await pair({ connectionLock: { ...connectionLock, waitMs: 1000 } });
      const stale = one.ledger.withConnection('main', async (_, save) => {
        await one.query('UPDATE balcao_connections SET locked_until = clock_timestamp()');
        await other.ledger.withConnection('main', (_known, saveOther) => saveOther({ sealed: 'newer', changedAt: NOW }));
        await save({ sealed: 'older', changedAt: NOW });
      });
      await assert.rejects(stale, /changed by somebody else/);
      assert.equal((await one.ledger.readConnection('main')).sealed, 'newer');
    });

    it('holds no connection of the pool while the work runs', async () => {
      const { ledger, pool } = await instance(await createDatabase(), { settings: { max: 2 } });
      const other = await pool.connect();
      await ledger.withConnection('main', async (_, save) => {
        await save({ sealed: 's', changedAt: NOW });
        await open(ledger, 'A', 'a');
      });
      other.release();
    });
  });

  describe('starting', () => {
    it('refuses a pool of one, with the reason and what to do', async () => {
      const connection = await createDatabase();
      for (const max of [1, '1'])
        await assert.rejects(instance(connection, { settings: { max } }), {
          code: 'invalid-config',
          message: /pool of postgres\(pool\).*takes it for LISTEN.*new pg\.Pool\(\{ max: 10 \}\)/,
        });
      for (const max of [2, undefined]) await instance(connection, { settings: { max } });
    });

    it('makes the tables once, however many start at the same time', async () => {
      const connection = await server.createDatabase();
      const instances = await Promise.all(Array.from({ length: 6 }, () => instance(connection)));
      assert.deepEqual(await Promise.all(instances.map(({ ledger }) => ledger.distrust())), Array(6).fill(undefined));
      const rows = await instances[0].query('SELECT id, length(checksum) AS length FROM balcao_migrations');
      assert.deepEqual(
        rows,
        MIGRATIONS.map(({ id }) => ({ id, length: 64 })),
      );
    });

    it('stops where a step ran with another text', async () => {
      const connection = await createDatabase();
      const { query } = await instance(connection);
      await query(`UPDATE balcao_migrations SET checksum = 'other'`);
      await assert.rejects(instance(connection), /The migration 0001-ledger of the ledger ran with another text/);
    });

    it('runs all new steps or none', async () => {
      const connection = await createDatabase();
      const { database, query } = await instance(connection);
      const next = (...statements) => [...MIGRATIONS, { id: '0002-test', statements }];
      await assert.rejects(migrate(database, next('CREATE TABLE half ()', 'SELECT nothing')), { code: '42703' });
      assert.deepEqual(await query(`SELECT to_regclass('half') AS half`), [{ half: null }]);
      await migrate(database, next('CREATE TABLE half ()'));
      await migrate(database, next('CREATE TABLE half ()'));
      await assert.rejects(migrate(database, next('CREATE TABLE other ()')), /0002-test/);
    });

    it('makes its functions anew where a backup of the tables alone was restored', async () => {
      const connection = await createDatabase();
      const { query } = await instance(connection);
      await query('DROP FUNCTION balcao_write_order, balcao_settle_payment');
      const { ledger } = await instance(connection);
      await write(ledger, 'A', { payments: [makePayment('A', 'a')] });
      assert.equal(await ledger.settle('a', async () => {}, { now: NOW, isDelivered: false }), true);
    });

    it('knows of cards that an earlier version wrote down who tokenized them, not who only kept them', async () => {
      const connection = await server.createDatabase();
      const pool = server.createPool(connection);
      const isBefore = ({ id }) => id < '0002-tokenized-cards';
      await migrate(postgres(pool), MIGRATIONS.filter(isBefore));
      // What that version ran for a card that the relay tokenized, and for one that was kept.
      const claim = (id) => pool.query('INSERT INTO balcao_cards (card_id, customer) VALUES ($1, $2)', [id, 'ana']);
      const keep = (id) =>
        pool.query(
          `INSERT INTO balcao_cards (card_id, customer, place, name, brand, last4, expiration)
VALUES ($1, 'ana', nextval('balcao_card_places'), 'Meu', 'visa', '1111', '12/2039')`,
          [id],
        );
      await claim('claimed');
      await keep('kept');
      const { ledger } = await instance(connection);
      // It may still run beside this one.
      await claim('claimed-beside');
      await keep('kept-beside');
      const owners = async () =>
        Promise.all(['claimed', 'kept', 'claimed-beside', 'kept-beside'].map(async (id) => (await ledger.findTokenizedCard(id))?.customer));
      assert.deepEqual(await owners(), ['ana', undefined, 'ana', undefined]);
      for (const id of ['claimed', 'kept', 'claimed-beside', 'kept-beside']) await ledger.keepCard('ana', makeCard(id));
      assert.deepEqual(await owners(), ['ana', undefined, 'ana', undefined]);
      await pool.end();
    });

    it('goes on beside a newer version, whose columns it leaves alone', async () => {
      const connection = await createDatabase();
      const { database, query } = await instance(connection);
      await migrate(database, [
        ...MIGRATIONS,
        { id: '0099-newer', statements: [`ALTER TABLE balcao_attempts ADD COLUMN colour text NOT NULL DEFAULT 'blue'`] },
      ]);
      const { ledger } = await instance(connection);
      await write(ledger, 'A', { attempts: [makeAttempt('A', 'a')] });
      await query(`UPDATE balcao_attempts SET colour = 'red'`);
      await ledger.change('A', (order) => ({
        result: undefined,
        order: { ...order, attempts: [makeAttempt('A', 'a', { state: 'declined' })] },
      }));
      assert.deepEqual(await query('SELECT state, colour FROM balcao_attempts'), [{ state: 'declined', colour: 'red' }]);
    });

    it('goes on beside an older version, which keeps what it does not know', async () => {
      const connection = await server.createDatabase();
      const database = postgres(server.createPool({ max: 2, ...connection }));
      const { query } = database;
      await migrate(database, MIGRATIONS.slice(0, 1));
      await query(`INSERT INTO balcao_orders (order_id, changed_at) VALUES ('A', 0)`);
      const insert = `INSERT INTO balcao_attempts (attempt_id, order_id, method, via, session, amount_cents, state, opened_at, may_charge_until)
VALUES ($1, 'A', 'card', 'token', 's', 14990, $2, $3, $4)`;
      await query(insert, ['before', 'replaced', NOW, NOW + MINUTE]);
      await migrate(database, MIGRATIONS);
      const { ledger } = await instance(connection);
      await query(insert, ['beside', 'unconfirmed', NOW, NOW + MINUTE]);
      const claimSearches = async () =>
        (await ledger.claimSearches(NOW + 2 * MINUTE, 10)).map(({ attempt }) => attempt.attemptId).toSorted();
      assert.deepEqual(await claimSearches(), ['before', 'beside']);
      await ledger.change('A', (order) => ({
        result: undefined,
        order: { ...order, attempts: order.attempts.map((row) => ({ ...row, askAt: NOW + HOUR })) },
      }));
      await query(`UPDATE balcao_attempts SET told_state = 'approved', told_at = 1 WHERE attempt_id = 'before'`);
      assert.deepEqual(await claimSearches(), []);
      assert.deepEqual(
        (await ledger.listUnresolved()).attempts.map(({ attemptId }) => attemptId),
        ['beside', 'before'],
      );
    });

    it('needs no right to make tables once they are there', async () => {
      const connection = await createDatabase();
      const { query } = await instance(connection);
      const clerk = `clerk_of_${connection.database}`;
      await query(`CREATE ROLE ${clerk} LOGIN`);
      await query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${clerk}`);
      await query('REVOKE EXECUTE ON FUNCTION pg_control_system(), pg_control_checkpoint() FROM PUBLIC');
      const { ledger } = await instance({ ...connection, user: clerk });
      assert.equal(await ledger.distrust(), undefined);
      await query('UPDATE balcao_meta SET value = $1', ['1 1 1 1']);
      const later = await instance({ ...connection, user: clerk });
      assert.equal(await later.ledger.distrust(), 'restored');
    });
  });

  describe('a word that only a newer version knows', () => {
    it('stops what would rely on it, and is not forgotten', async () => {
      const { ledger, query } = await instance(await createDatabase());
      await write(ledger, 'A', { attempts: [makeAttempt('A', 'a')] });
      await query('ALTER TABLE balcao_attempts DROP CONSTRAINT balcao_attempts_state_check');
      await query(`UPDATE balcao_attempts SET state = 'parked'`);
      await assert.rejects(open(ledger, 'A', 'b'), /does not know the word "parked"/);
      assert.equal(await ledger.removeBefore(NOW * 2, NOW), 0);
    });
  });

  describe('a restored database', () => {
    /** The database as a backup brings it back, under the name that it had. */
    const restore = async (connection, from) => {
      const admin = server.createPool({ max: 1 });
      await server.killConnections(connection.database);
      await admin.query(`ALTER DATABASE ${connection.database} RENAME TO ${connection.database}_lost`);
      await admin.query(`ALTER DATABASE ${from} RENAME TO ${connection.database}`);
    };
    const backUp = async ({ database }) => {
      await server.killConnections(database);
      await server.createPool({ max: 1 }).query(`CREATE DATABASE ${database}_backup TEMPLATE ${database}`);
      return `${database}_backup`;
    };

    it('is not trusted, at a start and within seconds while it runs, until a person says so', async () => {
      const connection = await createDatabase();
      let now = NOW;
      const running = await instance(connection, { now: () => now });
      await open(running.ledger, 'A', 'a');
      const backup = await backUp(connection);
      await open(running.ledger, 'B', 'b').catch(() => open(running.ledger, 'B', 'b'));
      assert.equal(await running.ledger.distrust(), undefined);
      await restore(connection, backup);

      const started = await instance(connection, { now: () => now });
      assert.equal(await started.ledger.distrust(), 'restored');
      assert.equal(await running.ledger.distrust(), undefined);
      now += MINUTE;
      await running.ledger.ping().catch(() => {});
      assert.equal(await running.ledger.distrust(), 'restored');

      await started.ledger.trust(now);
      assert.equal(await started.ledger.distrust(), undefined);
      assert.equal(await running.ledger.distrust(), 'restored');
      now += MINUTE;
      assert.equal(await running.ledger.distrust(), undefined);
      assert.equal((await running.ledger.read('B')).attempts.length, 0);
    });

    it('asks the database once in five seconds', async () => {
      let now = NOW;
      const { database, pool } = await instance(await createDatabase());
      let asked = 0;
      const counting = { ...database, query: (sql, values) => ((asked += 1), database.query(sql, values)) };
      const ledger = sqlLedger(counting, { now: () => now });
      await Promise.all([ledger.distrust(), ledger.distrust()]);
      now += 4999;
      await ledger.distrust();
      assert.equal(asked, 1);
      now += 1;
      await ledger.distrust();
      assert.equal(asked, 2);
      assert.ok(pool.totalCount <= 5);
    });

    it('is known by tables that were loaded anew, and by a ledger that was never trusted', async () => {
      const connection = await createDatabase();
      const { ledger, query } = await instance(connection);
      await open(ledger, 'A', 'a');
      await query('DELETE FROM balcao_meta');
      assert.equal(await (await instance(connection)).ledger.distrust(), 'restored');
      await ledger.trust(NOW);
      await query('ALTER TABLE balcao_orders RENAME TO old');
      await query('CREATE TABLE balcao_orders (LIKE old INCLUDING ALL)');
      assert.equal(await (await instance(connection)).ledger.distrust(), 'restored');
    });
  });

  it('removes more orders than one batch', async () => {
    const { ledger, query } = await instance(await createDatabase());
    await query(`INSERT INTO balcao_orders (order_id, changed_at) SELECT n::text, 1 FROM generate_series(1, 1203) n`);
    assert.equal(await ledger.removeBefore(NOW, NOW), 1203);
  });

  it('writes a text with half of a character, which JSON may have', async () => {
    const { ledger } = await instance(await createDatabase());
    await write(ledger, 'A', { payments: [makePayment('A', 'a', { identifier: '7\uD800 \\ud800 🙂' })] });
    assert.equal((await ledger.findPayment('a'))?.identifier, '7\uFFFD \\ud800 🙂');
  });

  it('decides again, three times at most, where a row that it read is not there any more', async () => {
    const { ledger, query } = await instance(await createDatabase());
    await write(ledger, 'A', { attempts: [makeAttempt('A', 'a')] });
    let decisions = 0;
    const end = () =>
      ledger.change('A', (order) => {
        decisions += 1;
        return { result: undefined, order: { ...order, attempts: order.attempts.map((attempt) => ({ ...attempt, state: 'declined' })) } };
      });
    // To an update, a row that a trigger holds back is as if it were gone.
    await query('CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$');
    await query('CREATE TRIGGER hold BEFORE UPDATE ON balcao_attempts FOR EACH ROW EXECUTE FUNCTION hold()');
    await assert.rejects(end(), { code: '40001' });
    assert.equal(decisions, 4);
    await query('DROP TRIGGER hold ON balcao_attempts');
    await end();
    assert.equal((await ledger.findAttempt('a'))?.state, 'declined');
  });

  it('reads few rows by plans that were made while its tables were empty', async () => {
    const connection = await createDatabase();
    const { query } = await instance(connection);
    await query('VACUUM ANALYZE');
    const { ledger, pool } = await instance(connection, { settings: { max: 2 } });
    const now = await ledger.now();
    const payOnce = async (id) => {
      const limits = { session: id, address: id, since: 0, mostPerSession: 10, mostPerAddress: 100 };
      const attempt = makeAttempt(id, id, { session: id, address: id, via: 'relay', state: 'sent' });
      await ledger.change(id, (order) => ({ result: undefined, order: putAttempt(order, attempt) }), limits);
      await ledger.change(id, (order) => ({
        result: undefined,
        order: { ...putAttempt(order, { ...attempt, state: 'charged' }), payments: [makePayment(id, id)] },
      }));
      await ledger.settle(id, async () => {}, { now, isDelivered: true, limitMs: MINUTE });
    };
    // A connection keeps a plan once it was used five times.
    for (let times = 0; times < 20; times += 1) await payOnce(`early-${times}`);
    await query(`INSERT INTO balcao_orders SELECT 'old-' || n, NULL, 1 FROM generate_series(1, 5000) n`);
    await query(`INSERT INTO balcao_attempts (attempt_id, order_id, method, via, session, amount_cents, state, opened_at, address)
SELECT 'old-' || n, 'old-' || n, 'card', 'relay', 's-' || n, 1, 'declined', n, 'a-' || n FROM generate_series(1, 5000) n`);
    await query(`INSERT INTO balcao_payments (payment_id, order_id, method, kind, learned_at, learned_by)
SELECT 'old-' || n, 'old-' || n, 'card', 'paid', n, 'relay' FROM generate_series(1, 5000) n`);
    for (let times = 0; times < 10; times += 1) await payOnce(`late-${times}`);
    // What a connection counted is told once it is over.
    await pool.end();
    const countRows = `SELECT sum(pg_stat_get_tuples_inserted(oid))::int AS added, sum(pg_stat_get_tuples_returned(oid))::int AS read
FROM pg_class WHERE relname LIKE 'balcao\\_%'`;
    let counted;
    await until(async () => {
      [counted] = await query(countRows);
      return counted.added >= 3 * 5000 + 30 * 4;
    });
    // The many rows themselves look up their orders: two times 5,000.
    assert.ok(counted.read < 10_000 + 30 * 50, `${counted.read} rows were read`);
  });

  it('leaves no order behind that nothing was written of', async () => {
    const { ledger, query } = await instance(await createDatabase());
    await ledger.change('A', (order) => ({ result: undefined, order }));
    assert.deepEqual(await query('TABLE balcao_orders'), []);
  });
});
