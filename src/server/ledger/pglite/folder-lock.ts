/// <reference types="node" />
import { createHash } from 'node:crypto';
import { link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';

/** A process by its number and, where the system says it, by its start: numbers are used again. */
interface Owner {
  pid: number;
  start: string | undefined;
}

/**
 * Makes a folder where it is missing and locks it for this process, by a file beside it. The lock of a process that is gone is replaced.
 * Returns a function that gives it back.
 *
 * @throws {Error} Another process, or this one, has the folder open: a sentence for whoever starts the program.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const lock = `${await realpath(folder)}.lock`;
  const id = crypto.randomUUID();
  const own = `${lock}.${id}`;
  // The identifier makes every lock another text.
  await writeFile(own, JSON.stringify({ pid: process.pid, start: await readStart(process.pid), id }));
  try {
    if (!(await claim(own, lock))) await replace(own, lock, folder);
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(lock, { force: true });
}

/** A link is made whole or not at all, and never over another. */
async function claim(own: string, lock: string): Promise<boolean> {
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Puts our lock in the place of one whose process is gone. Whoever does so first locks the very text that it replaces, and looks whether that is
 * still there: of many who found the same text one replaces it.
 */
async function replace(own: string, lock: string, folder: string): Promise<void> {
  const before = await readFile(lock, 'utf8').catch(() => undefined);
  // It was given back this moment.
  if (before === undefined && (await claim(own, lock))) return;
  const owner = readOwner(before ?? '');
  if (before === undefined || (owner && (await isAlive(owner)))) throw createRefusal(folder, lock, owner);
  const heir = `${lock}.${createHash('sha256').update(before).digest('hex').slice(0, 16)}`;
  if (!(await claim(own, heir))) throw createRefusal(folder, heir, undefined);
  try {
    const present = await readFile(lock, 'utf8').catch(() => undefined);
    if (present !== before) throw createRefusal(folder, lock, readOwner(present ?? ''));
    await rename(own, lock);
  } finally {
    await rm(heir, { force: true });
  }
}

function createRefusal(folder: string, lock: string, owner: Owner | undefined): Error {
  const who = owner?.pid === process.pid ? 'this process itself' : owner ? `process ${owner.pid}` : 'another process';
  return new Error(
    `The PGlite folder ${folder} is open in ${who} already: it is for one process at a time. End that one first; more than one server ` +
      `needs PostgreSQL. If no other runs, delete ${lock}.`,
  );
}

function readOwner(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number') return undefined;
    return { pid: value.pid, start: 'start' in value && typeof value.start === 'string' ? value.start : undefined };
  } catch {
    return undefined;
  }
}

async function isAlive({ pid, start }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // One of another user is alive, too.
    if (!hasCode(error, 'EPERM')) return false;
  }
  // After a restart of a container the same number is often another process.
  const present = await readStart(pid);
  return start === undefined || present === undefined || present === start;
}

/** When a process started, in ticks since the system's boot: the 22nd field of Linux's `stat`, whose second may have blanks. */
async function readStart(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
