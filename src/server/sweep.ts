import { expireAttempt } from './orders/end-attempt.js';
import type { AttemptRecord } from './orders/order-record.js';
import type { ShopCore } from './shop-core.js';

/** What a sweep did. */
export interface SweepReport {
  /** Attempts whose time was over: they wait for a person, unless the records said what became of them. */
  expired: number;
  /** Pix charges that were asked about. */
  asked: number;
  /** Payments for which `orders.settled` was to run. */
  settled: number;
}

/**
 * Repairs what a crash, a lost connection or a page that went away left behind, once. Any number of instances may do it at a time. What cannot
 * be repaired keeps nothing else from being: the first error of them is thrown at the end. Rejects at once where the database cannot be reached.
 */
export async function sweep({ ledger, orders, pix, search, report, clock }: ShopCore): Promise<SweepReport> {
  const errors: unknown[] = [];
  const tryEach = async <Item>(items: readonly Item[], repair: (item: Item) => Promise<unknown>): Promise<void> => {
    for (const item of items) {
      try {
        await repair(item);
      } catch (error) {
        // Of a database that is not there, nobody needs to hear a hundred times.
        await ledger.ping();
        errors.push(error);
      }
    }
  };
  let expired = 0;
  const endOld = async (attempt: AttemptRecord): Promise<void> => {
    const found = await search.search(attempt);
    if (found.status !== 'unknown') return;
    const { attemptId, orderId } = attempt;
    if (!(await orders.change(orderId, (order, now) => expireAttempt(order, attemptId, now)))) return;
    expired += 1;
    report({ type: 'attempt-ended', orderId, attemptId, state: 'unconfirmed' });
  };
  await clock.refresh();
  await tryEach([orders], () => orders.writeDown());
  const { attempts, searches, pix: charges, payments } = await ledger.listDue(clock.now());
  await tryEach(charges, (charge) => pix.askNow(charge));
  await tryEach(payments, (payment) => orders.settle(payment));
  await orders.deliver();
  // Records that give no answer take their time.
  await tryEach([...searches, ...attempts], endOld);
  if (errors.length > 0) throw errors[0];
  return { expired, asked: charges.length, settled: payments.length };
}
