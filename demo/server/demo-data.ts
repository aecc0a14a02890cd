import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { memoryLedger, pglite, sqlLedger } from '../../src/server/index.js';
import { createDemoMemory, withoutCards } from './demo-memory.js';
import type { Ledger } from '../../src/server/index.js';
import type { DemoMemory } from './demo-memory.js';

/** What the demo knows, and where it is kept. */
export interface DemoData {
  ledger: Ledger;
  memory: DemoMemory;
  /** What the tokens of the shop's account are encrypted with: 32 bytes in base64. */
  key: string;
  /** Keeps the memory as it is now. */
  save(): void;
  /** Says where everything is kept. */
  about: string;
}

/**
 * Opens the folder that the demo keeps its data in, which survives whatever ends the process; `undefined` for none, and where another process
 * has it: then all is forgotten at the end.
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

/** A file of another version of the demo may hold anything: only this program writes it, and whoever meets an old one deletes it. */
function read(file: string): Partial<DemoMemory> {
  if (!existsSync(file)) return {};
  const memory: Partial<DemoMemory> = deserialize(readFileSync(file));
  return memory;
}

/** Whole or not at all, whatever ends the process. */
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
