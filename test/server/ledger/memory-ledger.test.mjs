import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyedMutex } from '../../../src/server/ledger/keyed-mutex.ts';
import { createLedgerMemory, memoryLedger } from '../../../src/server/ledger/memory-ledger.ts';
import { describeLedger } from './ledger-suite.mjs';
import { NOW, makeCard, makePayment, write } from './rows.mjs';

describeLedger(
  'in memory',
  async () => {
    const memory = createLedgerMemory();
    const ledger = memoryLedger(memory);
    await ledger.start();
    return {
      ledger,
      async reset() {
        for (const rows of Object.values(memory)) rows.clear();
      },
      close: () => ledger.close(),
    };
  },
  { hasSql: false },
);

describe('a ledger in memory', () => {
  it('says that it forgets', () => {
    assert.match(memoryLedger().warning ?? '', /forgets every order/);
  });

  it('goes on with a clone of what it knew', async () => {
    const memory = createLedgerMemory();
    const ledger = memoryLedger(memory);
    await write(ledger, 'A', { payments: [makePayment('A', 'x', { identifier: '7' })] });
    await ledger.settle('x', async () => {}, { now: NOW, isDelivered: true });
    await ledger.keepCard('ana', makeCard('a'));
    const later = memoryLedger(structuredClone(memory));
    assert.deepEqual(await later.read('A'), await ledger.read('A'));
    assert.deepEqual(await later.listCards('ana'), [makeCard('a')]);
    assert.deepEqual(
      (await later.listWaiting(NOW)).map(({ work, count }) => [work, count]),
      [['deliveries', 1]],
    );
    await assert.rejects(write(later, 'B', { payments: [makePayment('B', 'y', { identifier: '7' })] }), { name: 'LedgerConflict' });
  });

  it('says that it has no SQL to whoever settles with it', async () => {
    const ledger = memoryLedger();
    await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
    const settled = ledger.settle('x', async (_, tx) => void (await tx.query('select 1')), { now: NOW, isDelivered: false });
    await assert.rejects(settled, /in memory has no database/);
    assert.equal((await ledger.read('A')).payments[0].settledAt, undefined);
  });

  it('lets settled work change the order that it is of', async () => {
    const ledger = memoryLedger();
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
