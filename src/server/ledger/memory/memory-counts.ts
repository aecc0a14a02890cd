import type { Ledger } from '../ledger.js';
import type { LedgerMemory } from './ledger-memory.js';

/** The part of a ledger in memory that counts what is limited. */
export function createMemoryCounts({ counts }: LedgerMemory): Pick<Ledger, 'count' | 'readCount' | 'discount'> {
  const find = (key: string, now: number): { count: number; endsAt: number } | undefined => {
    const known = counts.get(key);
    return known && known.endsAt > now ? known : undefined;
  };
  return {
    async count(key, windowMs, now) {
      const { count, endsAt } = find(key, now) ?? { count: 0, endsAt: now + windowMs };
      counts.set(key, { count: count + 1, endsAt });
      return { count: count + 1, leftMs: endsAt - now };
    },
    async readCount(key, now) {
      const known = find(key, now);
      return known ? { count: known.count, leftMs: known.endsAt - now } : { count: 0, leftMs: 0 };
    },
    async discount(key, now) {
      const known = find(key, now);
      if (known) counts.set(key, { ...known, count: Math.max(known.count - 1, 0) });
    },
  };
}
