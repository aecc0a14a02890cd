import { createOrderKey } from '../../src/domain/order/order-key.js';
import type { LedgerRecord } from '../../src/domain/order/ledger-record.js';
import { IndexedDbLedger } from '../../src/flow/ledger/indexed-db-ledger.js';
import { RecordDatabase, createKeyRange } from '../../src/flow/ledger/record-database.js';

/** What IndexedDB holds: the same ledger that the tabs write. */
const ledger = new IndexedDbLedger();
const database = new RecordDatabase('balcao-ledger', (value) => value);

/** The payments of an order as IndexedDB has them. */
export async function readPayments(baseUrl: string, orderId: string): Promise<readonly LedgerRecord[]> {
  return (await ledger.read(createOrderKey(baseUrl, orderId))).records;
}

/** Takes everything of orders away under the open pages, as clearing the site's data does. */
export async function clearRecords(baseUrl: string, orderIds: readonly string[]): Promise<void> {
  const orderKeys = orderIds.flatMap((orderId) => ['', baseUrl].map((url) => createOrderKey(url, orderId)));
  await database.write(async (store) => {
    await Promise.all(orderKeys.map((orderKey) => store.delete(createKeyRange(orderKey))));
  });
}
