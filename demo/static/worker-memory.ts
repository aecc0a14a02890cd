import { createMemory } from 'balcao/sandbox';
import { openDB } from 'idb';
import { createShopMemory } from '../server/demo-shop.js';
import type { SandboxMemory } from 'balcao/sandbox';
import type { ShopMemory } from '../server/demo-shop.js';

/** What the worker keeps: browsers end a worker that has nothing to do, and start another when a page asks again. */
export interface WorkerMemory {
  sandbox: SandboxMemory;
  shop: ShopMemory;
  /** Who is logged in. */
  customer: string | undefined;
}

const STORE = 'memory';
const KEY = 'all';

/** The database of the worker at an address; each demo of an origin has its own. */
async function open(scope: string) {
  return openDB<{ memory: { key: string; value: WorkerMemory } }>(`balcao-demo ${scope}`, 1, {
    upgrade: (database) => void database.createObjectStore(STORE),
  });
}

/** What an earlier worker kept; empty where there was none, or where the browser keeps nothing. */
export async function loadMemory(scope: string): Promise<WorkerMemory> {
  const empty: WorkerMemory = { sandbox: createMemory(), shop: createShopMemory(), customer: undefined };
  try {
    const database = await open(scope);
    const kept = await database.get(STORE, KEY);
    database.close();
    return { ...empty, ...kept, sandbox: { ...empty.sandbox, ...kept?.sandbox }, shop: { ...empty.shop, ...kept?.shop } };
  } catch {
    return empty;
  }
}

/** Keeps everything but the requests as they came: they have card numbers in them. */
export async function saveMemory(scope: string, memory: WorkerMemory): Promise<void> {
  memory.sandbox.ledger.requests.length = 0;
  memory.sandbox.ledger.collected.length = 0;
  try {
    const database = await open(scope);
    await database.put(STORE, memory, KEY);
    database.close();
  } catch {
    // A browser that keeps nothing has a demo that forgets.
  }
}
