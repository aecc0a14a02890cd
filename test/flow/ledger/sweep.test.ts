import { expect } from '@open-wc/testing';
import type { LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { createPaidPix, ORDER_KEY } from '../support/guard-world.js';

const YEAR_MS = 365 * 86_400_000;

describe('sweeping a ledger', () => {
  for (const [name, create] of [
    ['IndexedDB', () => new IndexedDbLedger('sweep-test')],
    ['memory', () => new MemoryLedger()],
  ] as const) {
    it(`removes all that is old of an order, and keeps the rest, in ${name}`, async () => {
      const ledger = create();
      const put: LedgerRecord[] = [1, 2, 3].map((turn) => createPaidPix(String(turn), { turn, confirmedAt: turn < 3 ? 1000 : 5000 }));
      await ledger.change(ORDER_KEY, () => ({ put }));
      await ledger.sweep({ confirmedNow: YEAR_MS + 2000 });
      expect((await ledger.read(ORDER_KEY)).records.map(({ id }) => id)).to.deep.equal(['pix-3']);
    });
  }
});
