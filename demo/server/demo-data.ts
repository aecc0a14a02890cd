import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { memoryLedger, sqlLedger } from '../../src/server/index.js';
import { pglite } from '../../src/server/pglite.js';
import { createDemoMemory, withoutCards } from './demo-memory.js';
import type { Ledger } from '../../src/server/index.js';
import type { DemoMemory } from './demo-memory.js';

/** The data of the demo, and their storage. */
export interface DemoData {
  ledger: Ledger;
  memory: DemoMemory;
  /** The key that encrypts the tokens of the shop's account: 32 bytes in base64. */
  key: string;
  /** Stores the present memory. */
  save(): void;
  /** A description of the storage, for people. */
  about: string;
}

/**
 * Opens the folder with the demo's data, which survive the end of the process, even a crash. If `folder` is `undefined` or another process
 * uses the folder, the data are in memory only and are lost at the end.
 */
export async function openDemoData(folder: string | undefined): Promise<DemoData> {
  if (folder === undefined) return forget('in memory: it is forgotten when this process ends');
  const ledger = sqlLedger(pglite(join(folder, 'ledger')));
  try {
    await ledger.start();
  } catch (error) {
    return forget(`in memory, since ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  const file = join(folder, 'demo.bin');
  const memory = { ...createDemoMemory(), ...read(file) };
  return {
    ledger,
    memory,
    key: readKey(join(folder, 'account.key')),
    save: () => write(file, serialize(withoutCards(memory))),
    about: `in ${folder}; delete that to begin anew. ${ledger.warning ?? ''}`,
  };
}

function forget(about: string): DemoData {
  return { ledger: memoryLedger(), memory: createDemoMemory(), key: createKey(), save: () => undefined, about };
}

/**
 * Loads the memory from a file without validation, since only this program writes it. A person deletes the file of an incompatible version.
 */
function read(file: string): Partial<DemoMemory> {
  if (!existsSync(file)) return {};
  const memory: Partial<DemoMemory> = deserialize(readFileSync(file));
  return memory;
}

/** Writes a file completely or not at all, even if the process ends during the write. */
function write(file: string, content: Uint8Array | string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readKey(file: string): string {
  if (!existsSync(file)) write(file, createKey());
  return readFileSync(file, 'utf8');
}

function createKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
}
