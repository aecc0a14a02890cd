import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSourceServer } from '../../../scripts/source-server.mjs';
import { describeLedger } from './ledger-suite.mjs';
import { NOW, makeCard, makePayment, write } from './rows.mjs';

const FILE = '/src/server/ledger/memory-ledger.ts';

describeLedger(
  'in memory',
  async () => {
    const sources = await startSourceServer();
    const { memoryLedger, createLedgerMemory } = await sources.load(FILE);
    const memory = createLedgerMemory();
    const ledger = memoryLedger(memory);
    await ledger.start();
    return {
      ledger,
      async reset() {
        for (const rows of Object.values(memory)) rows.clear();
      },
      async close() {
        await ledger.close();
        await sources.close();
      },
    };
  },
  { hasSql: false },
);

describe('a ledger in memory', () => {
  let sources;
  let module;
  before(async () => {
    sources = await startSourceServer();
    module = await sources.load(FILE);
  });
  after(() => sources.close());

  it('says that it forgets', () => {
    assert.match(module.memoryLedger().warning, /forgets every order/);
  });

  it('goes on with a clone of what it knew', async () => {
    const memory = module.createLedgerMemory();
    const ledger = module.memoryLedger(memory);
    await write(ledger, 'A', { payments: [makePayment('A', 'x', { identifier: '7' })] });
    await ledger.settle('x', async () => {}, { now: NOW, isDelivered: true });
    await ledger.keepCard('ana', makeCard('a'));
    const later = module.memoryLedger(structuredClone(memory));
    assert.deepEqual(await later.read('A'), await ledger.read('A'));
    assert.deepEqual(await later.listCards('ana'), [makeCard('a')]);
    assert.equal(await later.countDeliveries(), 1);
    await assert.rejects(write(later, 'B', { payments: [makePayment('B', 'y', { identifier: '7' })] }), { name: 'LedgerConflict' });
  });

  it('says that it has no SQL to whoever settles with it', async () => {
    const ledger = module.memoryLedger();
    await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
    const settled = ledger.settle('x', async (_, tx) => void (await tx.query('select 1')), { now: NOW, isDelivered: false });
    await assert.rejects(settled, /in memory has no database/);
    assert.equal((await ledger.read('A')).payments[0].settledAt, undefined);
  });

  it('lets settled work change the order that it is of', async () => {
    const ledger = module.memoryLedger();
    await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
    await ledger.settle('x', () => write(ledger, 'A', { payments: [makePayment('A', 'y', { kind: 'extra' })] }), {
      now: NOW,
      isDelivered: false,
    });
    const { payments } = await ledger.read('A');
    assert.deepEqual(
      payments.map(({ paymentId, settledAt }) => [paymentId, settledAt]),
      [
        ['x', NOW],
        ['y', undefined],
      ],
    );
  });

  it('waits for a turn no longer than it is to', async () => {
    const { createKeyedMutex } = await sources.load('/src/server/ledger/keyed-mutex.ts');
    const mutex = createKeyedMutex();
    const steps = [];
    let finish;
    const first = mutex('k', () => new Promise((resolve) => (finish = resolve)), 1000);
    await assert.rejects(
      mutex('k', async () => void steps.push('impatient'), 0),
      { code: 'timeout' },
    );
    const third = mutex('k', async () => void steps.push('third'), 1000);
    await Promise.resolve();
    steps.push('finished');
    finish();
    await Promise.all([first, third]);
    assert.deepEqual(steps, ['finished', 'third']);
  });
});
