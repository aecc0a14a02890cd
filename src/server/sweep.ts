import { expireAttempt } from './orders/end-attempt.js';
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

/** Repairs what a crash, a lost connection or a page that went away left behind, once. Any number of instances may do it at a time. Rejects where the database cannot be reached. */
export async function sweep({ ledger, orders, pix, search, report, now }: ShopCore): Promise<SweepReport> {
  await orders.writeDown();
  const { attempts, pix: charges, payments } = await ledger.listDue(now());
  let expired = 0;
  for (const attempt of attempts) {
    const found = await search.search(attempt);
    if (found.status !== 'unknown') continue;
    const { attemptId, orderId } = attempt;
    if (!(await orders.change(orderId, (order) => expireAttempt(order, attemptId, now())))) continue;
    expired += 1;
    report({ type: 'attempt-ended', orderId, attemptId, state: 'unconfirmed' });
  }
  for (const charge of charges) await pix.askNow(charge);
  for (const payment of payments) await orders.settle(payment);
  await orders.deliver();
  return { expired, asked: charges.length, settled: payments.length };
}
