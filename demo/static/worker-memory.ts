import { createLedgerMemory } from 'balcao/server';
import { openDB } from 'idb';
import { createDemoMemory, withoutCards } from '../server/demo-memory.js';
import type { LedgerMemory } from 'balcao/server';
import type { DemoMemory } from '../server/demo-memory.js';

/** What the worker keeps: browsers end a worker that has nothing to do, and start another when a page asks again. */
export interface WorkerMemory extends DemoMemory {
  ledger: LedgerMemory;
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
  const empty: WorkerMemory = { ...createDemoMemory(), ledger: createLedgerMemory(), customer: undefined };
  try {
    const database = await open(scope);
    const kept = await database.get(STORE, KEY);
    database.close();
    return { ...empty, ...kept };
  } catch {
    return empty;
  }
}

/** Keeps everything but the requests as they came: they have card numbers in them. */
export async function saveMemory(scope: string, memory: WorkerMemory): Promise<void> {
  try {
    const database = await open(scope);
    await database.put(STORE, { ...memory, ...withoutCards(memory) }, KEY);
    database.close();
  } catch {
    // A browser that keeps nothing has a demo that forgets.
  }
}
