import type { AttemptRecord, OrderRecord } from '../orders/order-record.js';
import { isTry, withoutAddress } from '../orders/order-state.js';
import { NO_TRIES } from './ledger-rules.js';
import type { CardTrier, TryCount, TryCounts, TryLimits } from './ledger.js';

type Tries = Map<string, Pick<AttemptRecord, 'openedAt' | 'state'>>;

/** The tries by sender, then by attempt. */
export type MemoryTries = Map<string, Tries>;

/** Opens the tries of a memory, by session and by address: a payment must not search all orders for them. */
export function openTries(memory: { orders: Map<string, OrderRecord>; tries?: MemoryTries }) {
  const { orders } = memory;
  const isNew = memory.tries === undefined;
  const tries: MemoryTries = (memory.tries ??= new Map());
  const count = (sender: string, since: number): TryCount => {
    const known = [...(tries.get(sender)?.values() ?? [])].filter(({ openedAt }) => openedAt > since);
    const declined = known.filter(({ state }) => state !== 'sent');
    const underWay = known.length - declined.length;
    if (declined.length === 0) return { declined: 0, underWay };
    return { declined: declined.length, underWay, firstAt: Math.min(...declined.map(({ openedAt }) => openedAt)) };
  };
  /** Replaces the tries among the attempts of an order. */
  const replace = (before: readonly AttemptRecord[], after: readonly AttemptRecord[]): void => {
    for (const attempt of before) {
      for (const sender of listSenders(attempt)) {
        const known = tries.get(sender);
        known?.delete(attempt.attemptId);
        if (known?.size === 0) tries.delete(sender);
      }
    }
    for (const attempt of after.filter(isTry)) {
      const { attemptId, openedAt, state } = attempt;
      for (const sender of listSenders(attempt)) {
        const known: Tries = tries.get(sender) ?? new Map();
        tries.set(sender, known.set(attemptId, { openedAt, state }));
      }
    }
  };
  if (isNew) for (const { attempts } of orders.values()) replace([], attempts);
  return {
    replace,
    count(limits: TryLimits | undefined): TryCounts {
      if (!limits) return { session: NO_TRIES, address: NO_TRIES };
      const [session = NO_TRIES, address = NO_TRIES] = listSenders(limits).map((sender) => count(sender, limits.since));
      return { session, address };
    },
    forgetAddresses(instant: number): void {
      const isOld = ({ address, openedAt }: AttemptRecord): boolean => address !== undefined && openedAt <= instant;
      for (const order of [...orders.values()].filter(({ attempts }) => attempts.some(isOld))) {
        const attempts = order.attempts.map((attempt) => (isOld(attempt) ? withoutAddress(attempt) : attempt));
        replace(order.attempts, attempts);
        orders.set(order.orderId, { ...order, attempts });
      }
    },
  };
}

function listSenders({ session, address }: CardTrier): string[] {
  return [`session ${session}`, ...(address === undefined ? [] : [`address ${address}`])];
}
