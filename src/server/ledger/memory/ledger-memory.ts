import type { Brand } from '../../../domain/card/brands.js';
import type { SavedCard } from '../../../domain/card/saved-card.js';
import type { OrderRecord } from '../../orders/order-record.js';
import type { Connection, SignIn } from '../ledger.js';

/** A card in memory: whose it is, and what it is where it is kept. */
export interface CardInMemory {
  customer: string;
  /** Whether the customer tokenized it here. So did whoever has one that is not kept. */
  isTokenized?: boolean;
  /** Of its number, where it was tokenized here. */
  brand?: Brand;
  card?: SavedCard;
  /** Epoch ms. */
  usedAt?: number;
}

/** Everything that a ledger in memory knows: plain data, which can be cloned and stored. */
export interface LedgerMemory {
  orders: Map<string, OrderRecord>;
  /** Of which order a row or an identifier is: `attempt ID`, `pix ID`, `payment ID`, `card-charge IDENTIFIER`, `pix-charge IDENTIFIER`. */
  owners: Map<string, string>;
  /** Deliveries by payment. */
  outbox: Map<string, { tries: number; dueAt: number }>;
  /** By `cardId`, in the order in which they were kept. */
  cards: Map<string, CardInMemory>;
  connections: Map<string, Connection>;
  signIns: Map<string, SignIn>;
  counts: Map<string, { count: number; endsAt: number }>;
}

/** A memory of nothing. */
export function createLedgerMemory(): LedgerMemory {
  return {
    orders: new Map(),
    owners: new Map(),
    outbox: new Map(),
    cards: new Map(),
    connections: new Map(),
    signIns: new Map(),
    counts: new Map(),
  };
}
