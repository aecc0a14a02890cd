import { expect } from '@open-wc/testing';
import { RecordDatabase } from '../../../src/flow/ledger/record-database.js';

describe('RecordDatabase', () => {
  it('deletes what cannot be read after its first use, and nothing else', async () => {
    const database = new RecordDatabase('record-database-test', (value) => (typeof value === 'string' ? value : undefined));
    const listKeys = (): Promise<unknown[]> => database.readStore((store) => store.getAllKeys());
    await database.write(async (store) => {
      await store.put('good', ['order', 'a']);
      await store.put(7, ['order', 'b']);
      await store.put('good', ['other', 'c']);
    });
    await database.write(async () => undefined); // waits its turn behind the deletion
    expect(await listKeys()).to.deep.equal([
      ['order', 'a'],
      ['other', 'c'],
    ]);
    expect(await database.read('order')).to.deep.equal(['good']);
  });
});
