import { expect } from '@open-wc/testing';
import { deleteDB, openDB, type IDBPDatabase } from 'idb';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import { ResilientLedger } from '../../../src/flow/ledger/resilient-ledger.js';
import { FakeClock } from '../../support/fake-clock.js';
import { KEY, applyTo, createCardRecord, createCodeRecord, describeLedger, describeRecords } from '../support/ledger-suite.js';

const names: string[] = [];

function newName(): string {
  names.push(`ledger-test-${names.length}`);
  return names.at(-1) ?? '';
}

/** Opens the database of a ledger, as another script of the page could. */
async function withDatabase<T>(name: string, work: (database: IDBPDatabase) => Promise<T>, version?: number): Promise<T> {
  const database = await openDB(name, version);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Creates a database that lacks the ledger's store. */
async function createWithoutStore(name: string): Promise<void> {
  const database = await openDB(name, 3, { upgrade: (upgraded) => void upgraded.createObjectStore('others') });
  await database.put('others', 'kept', 'key');
  database.close();
}

/** Runs `work` while `replaced` stands in for the way to a transaction. */
async function withTransactions(
  replaced: (transaction: IDBDatabase['transaction'], ...args: Parameters<IDBDatabase['transaction']>) => IDBTransaction,
  work: () => Promise<void>,
): Promise<void> {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function replacement(this: IDBDatabase, ...args: Parameters<typeof transaction>) {
    return replaced(transaction.bind(this), ...args);
  };
  try {
    await work();
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
}

after(() => {
  for (const name of names) void deleteDB(name);
});

describeLedger('IndexedDbLedger', () => new IndexedDbLedger(newName()));
describeLedger('ResilientLedger over IndexedDB', () => {
  return new ResilientLedger({
    shared: new IndexedDbLedger(newName()),
    clock: new FakeClock(),
    isUnloaded: () => false,
    warn: (message) => expect.fail(message),
  });
});

describe('IndexedDbLedger in several tabs', () => {
  let name: string;
  let ledger: IndexedDbLedger;

  beforeEach(() => {
    name = newName();
    ledger = new IndexedDbLedger(name);
  });

  const list = async (from = ledger): Promise<string[]> => describeRecords((await from.read(KEY)).records);
  const openOne = (id = 'one') => applyTo(ledger, { type: 'open', record: createCardRecord(id) });

  it('opens exactly one of two cards of two connections at the same instant, every time', async () => {
    const tabs = [ledger, new IndexedDbLedger(name)];
    for (let round = 0; round < 20; round += 1) {
      const key = `${KEY}-${round}`;
      const answers = await Promise.all(
        tabs.map((tab, index) => applyTo(tab, { type: 'open', record: createCardRecord(`${round}-${index}`) }, {}, key)),
      );
      expect(answers.filter(({ blocking }) => !blocking)).to.have.length(1);
    }
  });

  it('gives two payments of two connections at the same instant two turns, every time', async () => {
    const tabs = [ledger, new IndexedDbLedger(name)];
    for (let round = 0; round < 20; round += 1) {
      const key = `${KEY}-${round}`;
      const paid = tabs.map((_, index) => createCodeRecord(`${index}`, { status: 'paid' }));
      await Promise.all(tabs.map((tab, index) => applyTo(tab, { type: 'merge', records: paid.slice(index, index + 1) }, {}, key)));
      expect((await ledger.read(key)).records.map(({ turn }) => turn)).to.have.members([1, 2]);
    }
  });

  it('is read by a page that comes later, the mark of a freed order too', async () => {
    await ledger.forget('order-7', 'mark-1');
    await openOne();
    expect(await new IndexedDbLedger(name).read(KEY)).to.deep.equal({ records: [createCardRecord()], forgetId: 'mark-1' });
  });

  it('reads no record of another order, so that a device that sells all day does not grow slow', async () => {
    await openOne();
    for (const orderKey of [`${KEY}-1`, KEY.slice(0, -1), `a${KEY}`]) {
      await applyTo(ledger, { type: 'open', record: createCardRecord('other') }, {}, orderKey);
    }
    const { getAll } = IDBObjectStore.prototype;
    const sizes: number[] = [];
    IDBObjectStore.prototype.getAll = function counted(this: IDBObjectStore, ...args: Parameters<typeof getAll>) {
      const request = getAll.apply(this, args);
      request.addEventListener('success', () => sizes.push(request.result.length));
      return request;
    };
    try {
      expect(await list()).to.have.length(1);
    } finally {
      IDBObjectStore.prototype.getAll = getAll;
    }
    expect(sizes).to.deep.equal([1]);
  });

  it('waits for the disk with every change', async () => {
    const options: unknown[] = [];
    await withTransactions(
      (transaction, ...args) => {
        if (args[1] === 'readwrite') options.push(args[2]);
        return transaction(...args);
      },
      async () => {
        await openOne();
        await ledger.forget('order-7', 'mark-1');
      },
    );
    expect(options.length).to.be.greaterThanOrEqual(2);
    for (const option of options) expect(option).to.deep.equal({ durability: 'strict' });
  });

  for (const [index, value] of [
    null,
    7,
    'x',
    {},
    [],
    { kind: 'card', attempt: {} },
    { kind: 'pix', charge: { chargeId: 'p' } },
  ].entries()) {
    it(`takes a record that it cannot read for a card that may have been charged, and keeps it: ${JSON.stringify(value)}`, async () => {
      await ledger.read(KEY);
      await withDatabase(name, (database) => database.put('records', value, [KEY, `bad-${index}`]));
      expect(await list()).to.deep.equal([`bad-${index} unconfirmed`]);
      expect((await openOne()).blocking).to.include({ id: `bad-${index}` });
      await ledger.sweep({ confirmedNow: Number.MAX_SAFE_INTEGER });
      expect(await withDatabase(name, (database) => database.getAll('records'))).to.deep.equal([value]);
    });
  }

  it('takes a state that it does not know for a possible charge, and a status that it does not know for unknown', async () => {
    await ledger.read(KEY);
    const card = { ...createCardRecord(), attempt: { ...createCardRecord().attempt, state: 'captured' } };
    const code = { ...createCodeRecord(), charge: { ...createCodeRecord().charge, status: 'settled' } };
    await withDatabase(name, async (database) => {
      await database.put('records', card, [KEY, 'one']);
      await database.put('records', code, [KEY, 'pix-p']);
    });
    expect(await list()).to.deep.equal(['one unconfirmed', 'pix-p unknown']);
  });

  it('reads and writes a database of a newer version as it is', async () => {
    await openOne();
    await withDatabase(name, async () => undefined, 7);
    expect(await list()).to.deep.equal(['one open']);
    await applyTo(ledger, { type: 'settle', record: createCardRecord(), change: { state: 'approved' } });
    expect(await list(new IndexedDbLedger(name))).to.deep.equal(['one approved #1']);
    expect(await withDatabase(name, async ({ version }) => version)).to.equal(7);
  });

  it('repairs a database that lacks its store, and deletes nothing', async () => {
    await createWithoutStore(name);
    await openOne();
    expect(await list(new IndexedDbLedger(name))).to.deep.equal(['one open']);
    expect(await withDatabase(name, (database) => database.get('others', 'key'))).to.equal('kept');
  });

  it('repairs it also where several tabs find it like that at the same instant', async () => {
    await createWithoutStore(name);
    const tabs = [ledger, new IndexedDbLedger(name), new IndexedDbLedger(name)];
    const answers = await Promise.all(tabs.map((tab, index) => applyTo(tab, { type: 'open', record: createCardRecord(`n${index}`) })));
    expect(answers.filter(({ blocking }) => !blocking)).to.have.length(1);
  });

  it('lets go of the database when another script wants to change it, and connects again', async () => {
    await openOne();
    await deleteDB(name);
    expect(await list()).to.deep.equal([]);
    await openOne();
    expect(await list()).to.deep.equal(['one open']);
  });

  it('tries once more with a new connection where the browser has dropped one, and no more than that', async () => {
    await openOne();
    let count = 0;
    let failures = 1;
    await withTransactions(
      (transaction, ...args) => {
        count += 1;
        if (count <= failures) throw new DOMException('The database connection is closing.', 'InvalidStateError');
        return transaction(...args);
      },
      async () => {
        expect(await list()).to.deep.equal(['one open']);
        [failures, count] = [2, 0];
        const error: unknown = await ledger.read(KEY).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).to.have.property('name', 'InvalidStateError');
        expect(count).to.equal(2);
      },
    );
  });
});
