import type { ServiceLink } from '../../src/server/service-link.js';
import { LedgerClock } from '../../src/server/ledger/clock.js';
import { createLedgerMemory, memoryLedger } from '../../src/server/ledger/memory-ledger.js';
import type { ChargeSearch } from '../../src/server/options.js';
import { AttemptSearch } from '../../src/server/orders/attempt-search.js';
import { Deliveries } from '../../src/server/orders/deliveries.js';
import { OrderService } from '../../src/server/orders/order-service.js';
import type { OrderRecord } from '../../src/server/orders/order-record.js';
import { addPix } from '../../src/server/orders/pix-charges.js';
import { PixService } from '../../src/server/orders/pix-service.js';
import type { ShopCore } from '../../src/server/shop-core.js';
import { Staff } from '../../src/server/staff.js';
import { Sweeper } from '../../src/server/sweep.js';
import { DUE, type ServerState } from './server-world.js';

/** How long after the last thing that happened the sweep runs, each time, ms: it looks again and again, for a month. */
const ROUNDS_MS = [15, 90, 600, 3000, 45_000].map((minutes) => minutes * 60_000);

/**
 * The order once nothing happens any more, and everybody has done what they do: the server's own sweep has run, on a ledger in memory, with
 * records that say the truth or, without any, a person who finds it out for everything that the shop is shown.
 */
export async function calmDown(state: ServerState, hasRecords: boolean): Promise<OrderRecord> {
  let now = state.now + state.aheadMs;
  const readNow = (): number => now;
  const report = (): void => undefined;
  const ledger = memoryLedger(createLedgerMemory());
  const { orderId } = state.order;
  await ledger.change(orderId, () => ({ result: undefined, order: addCodes(state) }));
  const clock = new LedgerClock(ledger, readNow);
  const shopOrders = { find: async () => undefined };
  const deliveries = new Deliveries({ ledger, orders: shopOrders, report, clock });
  const orders = new OrderService({ ledger, orders: shopOrders, report, clock, deliveries, repairsItself: false });
  const findTruth = (attemptId: string): ChargeSearch =>
    state.cards[attemptId]?.isCharged ? { status: 'charged', identifier: `t-${attemptId}`, amountCents: DUE } : { status: 'not-charged' };
  const records = hasRecords
    ? ({ certainty: 'exact', findCharge: async ({ attemptId }: { attemptId: string }) => findTruth(attemptId) } as const)
    : undefined;
  const core = {
    ...{ ledger, orders, deliveries, options: { records }, report, clock, now: readNow },
    search: new AttemptSearch({ records, ledger, orders, report, now: readNow }),
    pix: new PixService({
      ...{ ledger, orders, report, now: readNow, asksStatus: true, isAdopting: true },
      link: {
        fetchPixStatus: async (id: string) =>
          state.codes[id]?.stand === 'paid' ? { status: 'paid', amountCents: DUE } : { status: 'pending' },
      } as ServiceLink,
      limiter: { countPixClaim: async () => undefined },
    }),
  } as unknown as ShopCore;
  const staff = new Staff(core);
  const sweeper = new Sweeper(core);
  for (const waitMs of ROUNDS_MS) {
    now += waitMs;
    await sweeper.sweep();
    const { attempts } = await staff.unresolved();
    for (const { attemptId } of attempts) {
      const { status, ...charge } = { identifier: undefined, ...findTruth(attemptId) };
      if (status === 'charged')
        await staff.resolve(attemptId, { status, ...(charge.identifier !== undefined && { identifier: charge.identifier }) });
      else await staff.resolve(attemptId, { status: 'not-charged' });
    }
  }
  return ledger.read(orderId);
}

/** The order with every code that exists: a page that shows one tells of it until it is heard. */
function addCodes({ order, codes, now, aheadMs }: ServerState): OrderRecord {
  const made = Object.entries(codes).filter(([, { stand }]) => stand === 'made' || stand === 'paid');
  const createdAt = now + aheadMs;
  return made.reduce(
    (known, [chargeId]) => addPix(known, { chargeId, session: 'ana', dueCents: DUE, createdAt, expiresAt: createdAt + 86_400_000 }).order,
    order,
  );
}
