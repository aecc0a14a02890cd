import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { createChargeRecord } from '../../../src/domain/order/ledger-record.js';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import type { OrderState } from '../../../src/domain/order/order-state.js';
import type { PixStatus } from '../../../src/domain/pix/status.js';
import { indexedDbCardStore } from '../../../src/flow/card-stores/indexed-db-card-store.js';
import { WatchedCharges } from '../../../src/flow/charges/watched-charges.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import first from '../../fixtures/records/0.1.0/page.json';
import withBoletos from '../../fixtures/records/0.2.0/page.json';
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
  const { store, done } = database.transaction('records', 'readwrite');
  for (const { key, value } of rows) void store.put(typeof value === 'string' ? value : change(Object(value)), key);
  await done;
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

const LATER_STATES: typeof STATES = {
  ...STATES,
  'pix-unclear': 'paid-unclear',
  'boleto-waiting': 'open',
  'boleto-paid': 'paid',
  'boleto-twice': 'paid-twice',
  'boleto-short': 'paid-short',
  'boleto-unclear': 'paid-unclear',
  'boleto-expired': 'open',
};

/** Writes what a page learns of the order's first charge. */
async function learn({ guard }: Tab, status: PixStatus): Promise<void> {
  const [record] = guard.records;
  if (record && record.kind !== 'card') await guard.saveCharge([createChargeRecord(record, { ...record.charge, status })]);
}

const BUILDS = {
  '0.1.0': { written: first, states: STATES, waiting: ['pix-waiting'] },
  '0.2.0': { written: withBoletos, states: LATER_STATES, waiting: ['pix-waiting', 'boleto-waiting'] },
};

for (const [version, { written, states, waiting }] of Object.entries(BUILDS)) {
  const rows: readonly Row[] = written['balcao-ledger'].records;
  const listRows = (orderId: string): Row[] => rows.filter(({ key }) => key[0] === createOrderKey(BASE_URL, orderId));

  describe(`records that a build has written (${version})`, () => {
    it('are there for each state that an order can be in', () => {
      const orderKeys = rows.filter(({ value }) => typeof value !== 'string').map(({ key }) => key[0]);
      expect([...new Set(orderKeys)]).to.have.members(Object.keys(states).map((orderId) => createOrderKey(BASE_URL, orderId)));
    });

    for (const [orderId, status] of Object.entries(states)) {
      it(`stand as they stood: ${orderId} is ${status}`, async () => {
        const name = await fill(rows);
        const { tab, world, settle } = await openPage(name, orderId);
        expect(tab.guard.state.status).to.equal(status);
        for (const { key, value } of listRows(orderId)) expect(await readRow(name, key), 'reading changes nothing').to.deep.equal(value);
        void tab.guard.pay(world.intent({ isPixDenied: true, watchCharges: async () => undefined }));
        await settle();
        expect(world.sent.length, 'cards that were sent').to.equal(status === 'open' ? 1 : 0);
      });

      it(`hold without all that may be missing: ${orderId} is ${status}`, async () => {
        const name = await fill(rows, (value) => omit(value, ['confirmedAt', 'orderAmount', 'isLocked', 'limitMs']));
        const { tab } = await openPage(name, orderId);
        // What is missing was written down once it was seen, by the amounts of then.
        expect(tab.guard.state.status).to.equal(status);
      });
    }

    for (const orderId of ['unconfirmed', ...waiting]) {
      it(`keep what a later build has added, also where this one changes them: ${orderId}`, async () => {
        const name = await fill(rows, (value) => ({ ...value, later: { what: 'more' } }));
        const { tab, settle } = await openPage(name, orderId);
        await learn(tab, 'paid');
        tab.guard.setShop({ resolve: async () => ({ status: 'charged', identifier: 'tx-7' }) });
        await tab.guard.check();
        await settle();
        expect(tab.guard.state.status).to.equal('paid');
        const [{ key } = { key: [''] }] = listRows(orderId);
        const stored = await readRow(name, key);
        expect([stored['later'], stored['turn']]).to.deep.equal([{ what: 'more' }, 1]);
      });
    }

    for (const orderId of waiting) {
      it(`keep what a later build has added to a charge, and its status until this one learns the end: ${orderId}`, async () => {
        const name = await fill(rows, (value) => ({
          ...value,
          ...('charge' in value && { charge: { ...Object(value['charge']), status: 'held', later: { what: 'more' } } }),
        }));
        const { tab } = await openPage(name, orderId);
        const [{ key } = { key: [''] }] = listRows(orderId);
        for (const [status, stands] of [
          ['pending', 'held'],
          ['paid', 'paid'],
        ] as const) {
          await learn(tab, status);
          const stored = await readRow(name, key);
          expect(stored['charge']).to.deep.include({ status: stands, later: { what: 'more' } });
        }
      });
    }

    it('of saved cards list those of each customer, the one that was used last first', async () => {
      const name = await fill(written['balcao-cards'].records);
      const list = async (customerId: string): Promise<string[]> =>
        (await indexedDbCardStore({ customerId, name }).list()).map(({ cardId }) => cardId);
      expect([await list('customer-1'), await list('customer-2')]).to.deep.equal([['card-2', 'card-1'], ['card-3']]);
    });
  });
}

describe('records of another build', () => {
  it('of a boleto that was paid twice are one charge, whose two payments stay two', async () => {
    const rows: readonly Row[] = withBoletos['balcao-ledger'].records;
    const stored = rows.filter(({ key }) => key[0] === createOrderKey(BASE_URL, 'boleto-twice'));
    const name = await fill(rows);
    const { tab, world, settle } = await openPage(name, 'boleto-twice');
    const charges = new WatchedCharges({ guard: tab.guard, activity: tab.activity, clock: world.clock, random: () => 0 });
    const asked: string[] = [];
    charges.setSource({
      ask: async ({ chargeId }) => {
        asked.push(chargeId);
        return { status: 'paid', paidAmount: '149.90', furtherAmounts: ['149.90'] };
      },
    });
    expect(await charges.askBeforeCharge()).to.equal('known');
    await settle();
    // Its other code may be paid once more, so it is still asked about.
    expect(asked).to.deep.equal(['boleto:code-boleto-twice']);
    expect(charges.known[0]).to.deep.include({ brCode: '000201', pdfUrl: 'https://banco.example/1.pdf', payee: 'Loja Exemplo' });
    expect(tab.guard.records.map(({ id, turn }) => [id, turn])).to.deep.equal(stored.map(({ key }, index) => [key[1], index + 1]));
    for (const { key, value } of stored) expect(await readRow(name, key)).to.deep.equal(value);
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
});
