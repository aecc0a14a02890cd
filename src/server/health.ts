import type { ShopCore } from './shop-core.js';
import { callInTime } from './time-limits.js';
import type { Providers } from './tokens/providers.js';
import type { ProviderHealth } from './tokens/token-provider.js';

/** How the server is. */
export interface ShopHealth {
  /** `ready`: orders can be paid. `degraded`: they cannot all, or something waits. `down`: nothing is given out. */
  status: 'ready' | 'degraded' | 'down';
  database: 'up' | 'down';
  /** `restored`: the database is an older copy of itself, and nothing opens until `reconcile`. */
  ledger: 'trusted' | 'restored' | 'unknown';
  tokens: { card: ProviderHealth; pix: ProviderHealth };
  /** Ends of attempts that this process knows and the database did not take yet. */
  unwritten: number;
  /** Payments whose `orders.deliver` has not ended well yet. */
  deliveries: number;
}

/** Looks at everything that a payment needs. Never rejects. */
export async function readHealth({ ledger, orders }: ShopCore, { card, pix }: Providers): Promise<ShopHealth> {
  const unwritten = orders.unwrittenCount;
  const tokens = { card: await ask(card), pix: await ask(pix) };
  try {
    await ledger.ping();
    const state = (await ledger.distrust()) ?? 'trusted';
    const deliveries = await ledger.countDeliveries();
    const isWaiting = unwritten > 0 || deliveries > 0;
    const isReady = state === 'trusted' && tokens.card === 'ready' && tokens.pix === 'ready' && !isWaiting;
    return { status: isReady ? 'ready' : 'degraded', database: 'up', ledger: state, tokens, unwritten, deliveries };
  } catch {
    return { status: 'down', database: 'down', ledger: 'unknown', tokens, unwritten, deliveries: 0 };
  }
}

async function ask(provider: Providers['card']): Promise<ProviderHealth> {
  return callInTime('health', () => provider.health?.() ?? 'ready').catch(() => 'failing');
}
