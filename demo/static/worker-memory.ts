import { createLedgerMemory } from 'balcao/server';
import { openDB } from 'idb';
import { createDemoMemory, withoutCards } from '../server/demo-memory.js';
import type { LedgerMemory } from 'balcao/server';
import type { DemoMemory } from '../server/demo-memory.js';

/** The data that the worker stores: browsers end an idle worker, and start a new one when a page sends a request again. */
export interface WorkerMemory extends DemoMemory {
  ledger: LedgerMemory;
  /** The customer who is logged in. */
  customer: string | undefined;
}

const STORE = 'memory';
const KEY = 'all';

/** Opens the database of the worker with a scope. Each demo of an origin has its own database. */
async function open(scope: string) {
  return openDB<{ memory: { key: string; value: WorkerMemory } }>(`balcao-demo ${scope}`, 1, {
    upgrade: (database) => void database.createObjectStore(STORE),
  });
}

/** Loads the data that an earlier worker has stored. They are empty if there was none, or if the browser stores nothing. */
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

/** Stores everything except the recorded requests, which contain card numbers. */
export async function saveMemory(scope: string, memory: WorkerMemory): Promise<void> {
  try {
    const database = await open(scope);
    await database.put(STORE, { ...memory, ...withoutCards(memory) }, KEY);
    database.close();
  } catch {
    // If the browser stores nothing, the demo loses its data.
  }
}
