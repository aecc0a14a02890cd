import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import type { OrderState } from '../../../src/domain/order/order-state.js';
import { indexedDbCardStore } from '../../../src/flow/card-stores/indexed-db-card-store.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import written from '../../fixtures/records/0.1.0/page.json';
import { GuardWorld, type Tab } from '../support/guard-world.js';

const BASE_URL = 'https://service.example/v1';

/** A record as it is stored: another build may have written it. */
type Stored = Record<string, unknown>;

interface Row {
  key: string[];
  value: unknown;
}

let count = 0;

/** A database with the rows of a build, `change`d before. */
async function fill(rows: readonly Row[], change: (value: Stored) => Stored = (value) => value): Promise<string> {
  const name = `stored-records-${(count += 1)}`;
  const database = await openDB(name, 1, { upgrade: (upgraded) => void upgraded.createObjectStore('records') });
  for (const { key, value } of rows) await database.put('records', typeof value === 'string' ? value : change(Object(value)), key);
  database.close();
  return name;
}

function omit(value: Stored, names: readonly string[]): Stored {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !names.includes(field)));
}

async function readRow(name: string, key: string[]): Promise<Stored> {
  const database = await openDB(name);
  const value: unknown = await database.get('records', key);
  database.close();
  return Object(value);
}

const ROWS: readonly Row[] = written['balcao-ledger'].records;
const listRows = (orderId: string): Row[] => ROWS.filter(({ key }) => key[0] === createOrderKey(BASE_URL, orderId));

/** A page of today on an order of the database. IndexedDB takes turns of the browser that no fake clock moves. */
async function openPage(name: string, orderId: string): Promise<{ tab: Tab; world: GuardWorld; settle: () => Promise<void> }> {
  const world = new GuardWorld();
  const store = (world.store = new IndexedDbLedger(name));
  const tab = world.openTab({ orderKey: createOrderKey(BASE_URL, orderId), ports: { confirmedNow: () => world.clock.now() } });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) {
      await world.settle();
      await store.read('none|none');
    }
  };
  tab.guard.setDue({ dueCents: 149_90 });
  await settle();
  return { tab, world, settle };
}

/** How each order stands for a page of today, whose tab is not the one that wrote it. */
const STATES: Record<string, OrderState['status']> = {
  open: 'unconfirmed',
  unconfirmed: 'unconfirmed',
  declined: 'open',
  failed: 'open',
  approved: 'paid',
  duplicate: 'paid-twice',
  'pix-waiting': 'open',
  'pix-paid': 'paid',
  'pix-short': 'paid-short',
  'pix-expired': 'open',
};

describe('records that an earlier build has written (0.1.0)', () => {
  it('are there for each state that an order can be in', () => {
    expect(Object.keys(STATES).filter((orderId) => listRows(orderId).length === 0)).to.deep.equal([]);
  });

  for (const [orderId, status] of Object.entries(STATES)) {
    it(`stand as they stood: ${orderId} is ${status}`, async () => {
      const name = await fill(ROWS);
      const { tab, world, settle } = await openPage(name, orderId);
      expect(tab.guard.state.status).to.equal(status);
      for (const { key, value } of listRows(orderId)) expect(await readRow(name, key), 'reading changes nothing').to.deep.equal(value);
      void tab.guard.pay(world.intent({ isPixDenied: true, watchCharges: async () => undefined }));
      await settle();
      expect(world.sent.length, 'cards that were sent').to.equal(status === 'open' ? 1 : 0);
    });

    it(`hold without all that may be missing: ${orderId} is ${status}`, async () => {
      const name = await fill(ROWS, (value) => omit(value, ['confirmedAt', 'orderAmount', 'isLocked', 'limitMs']));
      const { tab } = await openPage(name, orderId);
      // What is missing was written down once it was seen, by the amounts of then.
      expect(tab.guard.state.status).to.equal(status);
    });
  }

  for (const orderId of ['unconfirmed', 'pix-waiting']) {
    it(`keep what a later build has added, also where this one changes them: ${orderId}`, async () => {
      const name = await fill(ROWS, (value) => ({ ...value, later: { what: 'more' } }));
      const { tab, settle } = await openPage(name, orderId);
      const [record] = tab.guard.records;
      if (record?.kind === 'pix') await tab.guard.saveCharge([{ ...record, charge: { ...record.charge, status: 'paid' } }]);
      tab.guard.setShop({ resolve: async () => ({ status: 'charged', identifier: 'tx-7' }) });
      await tab.guard.check();
      await settle();
      expect(tab.guard.state.status).to.equal('paid');
      const [{ key } = { key: [''] }] = listRows(orderId);
      const stored = await readRow(name, key);
      expect([stored['later'], stored['turn']]).to.deep.equal([{ what: 'more' }, 1]);
    });
  }

  it('keep what a later build has added to a Pix charge, and its status until this one learns the end', async () => {
    const name = await fill(ROWS, (value) =>
      value['kind'] === 'pix' ? { ...value, charge: { ...Object(value['charge']), status: 'held', later: { what: 'more' } } } : value,
    );
    const { tab } = await openPage(name, 'pix-waiting');
    const [{ key } = { key: [''] }] = listRows('pix-waiting');
    for (const [status, stands] of [
      ['pending', 'held'],
      ['paid', 'paid'],
    ] as const) {
      const [record] = tab.guard.records;
      if (record?.kind === 'pix') await tab.guard.saveCharge([{ ...record, charge: { ...record.charge, status } }]);
      const stored = await readRow(name, key);
      expect(stored['charge']).to.deep.include({ status: stands, later: { what: 'more' } });
    }
  });

  it('of a kind that only a later build knows are not changed, and keep the order closed', async () => {
    const key = [createOrderKey(BASE_URL, 'later'), 'attempt-9'];
    const value = { kind: 'wallet', id: 'attempt-9', wallet: { amount: '149.90', state: 'sent' } };
    const name = await fill([{ key, value }]);
    const { tab, world, settle } = await openPage(name, 'later');
    expect(tab.guard.state.status).to.equal('unconfirmed');
    void tab.guard.pay(world.intent());
    await settle();
    expect(world.sent).to.have.lengthOf(0);
    // When it was first seen by a clock that counts is the only thing that is added.
    expect(await readRow(name, key)).to.deep.equal({ ...value, confirmedAt: world.clock.now() });
  });

  it('of saved cards list those of each customer, the one that was used last first', async () => {
    const name = await fill(written['balcao-cards'].records);
    const list = async (customerId: string): Promise<string[]> =>
      (await indexedDbCardStore({ customerId, name }).list()).map(({ cardId }) => cardId);
    expect([await list('customer-1'), await list('customer-2')]).to.deep.equal([['card-2', 'card-1'], ['card-3']]);
  });
});
