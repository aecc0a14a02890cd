import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_PGBOUNCER, startPgBouncer } from '../pgbouncer.mjs';
import { useShops, WEBHOOK_SECRET } from '../support/shop.mjs';
import { emptyTables } from './empty-tables.mjs';
import { openLedgerServer } from './ledger-server.mjs';
import { describeLedger } from './ledger-suite.mjs';
import { makePix, open, write } from './rows.mjs';

const skip = NO_PGBOUNCER;

/** So long that no test sees a question. */
const NEVER = 2 ** 31 - 1;

/** A PostgreSQL for ledgers, with PgBouncer before it. */
async function openPooledServer() {
  const ledgers = await openLedgerServer();
  const pooler = await startPgBouncer(ledgers.server);
  return {
    createDatabase: async () => pooler.locate(await ledgers.createDatabase()),
    createInstance: ledgers.createInstance,
    async close() {
      await ledgers.close();
      await pooler.stop();
    },
  };
}

describeLedger(
  'in PostgreSQL, behind PgBouncer in transaction mode',
  async () => {
    const { createDatabase, createInstance, close } = await openPooledServer();
    const { ledger, query } = await createInstance(await createDatabase());
    return { ledger, query, reset: () => emptyTables(query), close };
  },
  { skip },
);

describe('two instances behind PgBouncer in transaction mode', { skip }, () => {
  const shops = useShops();
  let pooled;
  before(async () => void (pooled = await openPooledServer()));
  after(() => pooled?.close());

  const openPair = async (options) => {
    const connection = await pooled.createDatabase();
    return { one: await pooled.createInstance(connection, options), other: await pooled.createInstance(connection, options) };
  };

  /** Subscribes to a charge: `next()` resolves once its subscriber is called again. */
  const subscribe = (ledger, chargeId) => {
    let hear = () => {};
    ledger.subscribe(chargeId, () => hear());
    return { next: () => new Promise((resolve) => (hear = () => resolve(undefined))) };
  };

  it('have none of what belongs to a session: a notice of LISTEN reaches nobody', async () => {
    const { one, other } = await openPair({ askEveryMs: NEVER });
    let isTold = false;
    const stop = await one.database.listen('probe', (payload) => (isTold ||= payload !== undefined));
    for (let round = 0; round < 8; round += 1) await other.query(`SELECT pg_notify('probe', 'x')`);
    assert.equal(isTold, false);
    await stop();
  });

  it('let one of fifty open an order', async () => {
    const { one, other } = await openPair();
    const tries = Array.from({ length: 50 }, (_, index) => open((index % 2 ? one : other).ledger, 'A', `a-${index}`));
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
  });

  it('tell their own subscribers at once, by no database', async () => {
    const { one } = await openPair({ askEveryMs: NEVER });
    const { next } = subscribe(one.ledger, 'p');
    const told = next();
    await one.ledger.announce('p');
    await told;
  });

  it('tell the subscribers of the other one by its next question', async () => {
    const { one, other } = await openPair({ askEveryMs: 5 });
    await write(one.ledger, 'A', { pix: [makePix('A', 'p')] });
    const { next } = subscribe(other.ledger, 'p');
    await next();
    const told = next();
    await write(one.ledger, 'A', { pix: [makePix('A', 'p', { status: 'paid' })] });
    await one.ledger.announce('p');
    await told;
  });

  it('show a page of one of them a Pix that the other one learned of', async () => {
    const { one, other } = await openPair({ askEveryMs: 5 });
    const first = shops.open({ wrapLedger: () => one.ledger });
    const second = shops.open({ wrapLedger: () => other.ledger, sandbox: first.sandbox, clock: first.clock });
    const { json } = await first.payPix();
    const { response } = await second.ask(`stream/${json.qrCodeId}?order=pedido-1`, { method: 'GET' });
    assert.ok(response.body);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    first.sandbox.settlePix(json.qrCodeId);
    await first.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: json.qrCodeId }, origin: null });
    let text = '';
    while (!text.includes('"paid"')) text += (await reader.read()).value;
    assert.match(text, /"paidAmount":"149\.90"/);
    assert.deepEqual(
      first.settled.map(({ kind }) => kind),
      ['paid'],
    );
  });
});
