import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { hasPostgres } from '../postgres-server.mjs';
import { openLedgerServer } from './ledger-server.mjs';
import { MINUTE, NOW, makeAttempt, makePayment, makePix, write } from './rows.mjs';

const doNothing = async () => {};

/** Work of a kind for an order, what makes it due, and its claim: resolves with the identifiers of what was claimed. */
const SEARCHES = {
  rows: (id) => ({ attempts: [makeAttempt(id, id, { state: 'unconfirmed', mayChargeUntil: NOW - MINUTE })] }),
  prepare: doNothing,
  claim: async (ledger) => (await ledger.claimSearches(NOW, 1)).map(({ attempt }) => attempt.attemptId),
};
const PIX = {
  rows: (id) => ({ pix: [makePix(id, id, { askAt: NOW - 1 })] }),
  prepare: doNothing,
  claim: async (ledger) => (await ledger.claimPixQueries(NOW, 1)).map(({ chargeId }) => chargeId),
};
const SETTLING = {
  rows: (id) => ({ payments: [makePayment(id, id)] }),
  prepare: doNothing,
  claim: async (ledger) => (await ledger.claimSettling(NOW, MINUTE)).map(({ paymentId }) => paymentId),
};
const DELIVERIES = {
  ...SETTLING,
  prepare: (ledger, id) => ledger.settle(id, doNothing, { now: NOW, isDelivered: true }),
  claim: async (ledger) => [(await ledger.claimDelivery(NOW, MINUTE))?.payment.paymentId],
};

describe('a claim of work in PostgreSQL', { skip: !hasPostgres() }, () => {
  let server;
  before(async () => void (server = await openLedgerServer()));
  after(() => server?.close());

  /** Two instances over a database with work for some orders, and a ledger whose claiming statements `intercept` gets. */
  async function openWork({ rows, prepare }, orderIds, intercept) {
    const { one, other } = await server.createPair();
    for (const id of orderIds) {
      await write(one.ledger, id, rows(id));
      await prepare(one.ledger, id);
    }
    const { database } = one;
    const wrap = (query) => (sql, values) =>
      sql.includes('SKIP LOCKED') ? intercept(database.query, other.ledger, () => query(sql, values), [sql, values]) : query(sql, values);
    const transaction = (work) => database.transaction((query) => work(wrap(query)));
    return sqlLedger({ ...database, query: wrap(database.query), transaction });
  }

  for (const [what, kind] of Object.entries({ 'a search in the records': SEARCHES, 'a question about a Pix code': PIX })) {
    it(`looks for the next one where another instance was faster: ${what}`, async () => {
      const taken = [];
      const ledger = await openWork(kind, ['A', 'B'], async (look, faster, run, statement) => {
        if (taken.length > 0) return run();
        // The other one ends its claim after the snapshot of this statement, and before its locks.
        const seen = await look(...statement);
        taken.push(...(await kind.claim(faster)));
        return seen;
      });
      const claimed = await kind.claim(ledger);
      assert.deepEqual(new Set([...taken, ...claimed]), new Set(['A', 'B']));
      assert.deepEqual(await kind.claim(ledger), []);
    });
  }

  for (const [what, kind] of Object.entries({
    'a search in the records': SEARCHES,
    'a question about a Pix code': PIX,
    'a payment that is to be settled': SETTLING,
    'a delivery': DELIVERIES,
  })) {
    it(`does not read all that is due: ${what}`, async () => {
      const plans = [];
      const orderIds = Array.from({ length: 30 }, (_, index) => `order-${index}`);
      const ledger = await openWork(kind, orderIds, async (look, _other, run, [sql, values]) => {
        plans.push((await look(`EXPLAIN ${sql}`, values)).map((row) => row['QUERY PLAN']).join('\n'));
        return run();
      });
      assert.equal((await kind.claim(ledger)).length, 1);
      assert.equal(plans.length, 1);
      assert.doesNotMatch(plans[0], /Sort/);
    });
  }
});
