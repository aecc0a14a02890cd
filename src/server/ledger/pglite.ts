/// <reference types="node" />
import { createHash } from 'node:crypto';
import { link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import type { SqlQuery, SqlRow } from './ledger.js';
import type { SqlDatabase } from './sql-database.js';

/** An object that runs statements of PGlite: the instance or one of its transactions. */
export interface PgliteSession {
  query(sql: string, values?: unknown[]): Promise<{ rows: SqlRow[] }>;
}

/** An instance of PGlite, or an object with the same methods. */
export interface PgliteInstance extends PgliteSession {
  transaction<Result>(work: (session: PgliteSession) => Promise<Result>): Promise<Result>;
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const WARNING =
  'The ledger is in PGlite: one process at a time, and a power loss can lose payments that were written down. A live shop uses PostgreSQL.';

/**
 * Adapts PGlite, a PostgreSQL within this process, to the ledger, by the package `@electric-sql/pglite`: for demos and tests.
 *
 * @param source A folder or an instance. A folder is created if it is missing, and is locked for this process by a file beside it. An
 * instance stays open.
 * @example
 * const database = pglite('data');
 * await database.start?.();
 * console.log(await database.query('SELECT 1 AS one')); // [ { one: 1 } ]
 * await database.close?.();
 */
export function pglite(source: string | PgliteInstance): SqlDatabase {
  let opened: { instance: PgliteInstance; close: () => Promise<void> } | undefined;
  const use = (): PgliteInstance => {
    if (typeof source !== 'string') return source;
    if (!opened) throw new Error('The PGlite folder is not open: `start` comes first.');
    return opened.instance;
  };
  return {
    warning: WARNING,
    query: async (sql, values) => createQuery(use())(sql, values),
    transaction: async (work) => use().transaction((session) => work(createQuery(session))),
    async listen(channel, onNotice) {
      const stop = await use().listen(channel, onNotice);
      onNotice(undefined);
      return stop;
    },
    async start() {
      if (typeof source === 'string') opened ??= await openFolder(source);
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await closing?.close();
    },
  };
}

function createQuery(session: PgliteSession): SqlQuery {
  return async (sql, values = []) => (await session.query(sql, [...values])).rows;
}

async function openFolder(folder: string): Promise<{ instance: PgliteInstance; close: () => Promise<void> }> {
  const unlock = await lockFolder(folder);
  try {
    const instance = await createInstance(folder);
    return {
      instance,
      async close() {
        await instance.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Creates an instance whose commits are on disk before they resolve: PGlite's `relaxedDurability` stays off. */
async function createInstance(folder: string): Promise<PgliteInstance> {
  const { PGlite } = await import('@electric-sql/pglite').catch((error: unknown) => {
    throw new Error('The package @electric-sql/pglite is missing: npm install @electric-sql/pglite', { cause: error });
  });
  return PGlite.create(folder, { relaxedDurability: false });
}

/** The process that has a lock, by its number and, if the system provides it, by its start time: numbers are reused. */
interface Owner {
  pid: number;
  start: string | undefined;
}

/**
 * Creates a folder if it is missing, and locks it for this process by a file beside it. The lock of a process that has ended is replaced.
 * Resolves with a function that unlocks the folder.
 *
 * @throws {Error} Another process, or this one, already has the folder open. The message is for the person who starts the program.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const lock = `${await realpath(folder)}.lock`;
  const id = crypto.randomUUID();
  const own = `${lock}.${id}`;
  // The identifier makes the text of every lock unique.
  await writeFile(own, JSON.stringify({ pid: process.pid, start: await findStartTime(process.pid), id }));
  try {
    if (!(await claim(own, lock))) await replace(own, lock, folder);
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(lock, { force: true });
}

/**
 * Creates a lock by a link; resolves with `false` if the lock exists. A link is created completely or not at all, and never replaces
 * another.
 */
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
 * Replaces the lock of a process that has ended. This process first locks the text that it replaces, and checks that the text is still
 * there. Of several processes that found the same text, only one replaces it.
 */
async function replace(own: string, lock: string, folder: string): Promise<void> {
  const before = await readFile(lock, 'utf8').catch(() => undefined);
  // The folder was unlocked a moment ago.
  if (before === undefined && (await claim(own, lock))) return;
  const owner = parseOwner(before ?? '');
  if (before === undefined || (owner && (await isAlive(owner)))) throw createRefusal(folder, lock, owner);
  const heir = `${lock}.${createHash('sha256').update(before).digest('hex').slice(0, 16)}`;
  if (!(await claim(own, heir))) throw createRefusal(folder, heir, undefined);
  try {
    const present = await readFile(lock, 'utf8').catch(() => undefined);
    if (present !== before) throw createRefusal(folder, lock, parseOwner(present ?? ''));
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

function parseOwner(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number') return undefined;
    return { pid: value.pid, start: 'start' in value && typeof value.start === 'string' ? value.start : undefined };
  } catch {
    return undefined;
  }
}

/** Returns whether the process that has a lock still runs. */
async function isAlive({ pid, start }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive too.
    if (!hasCode(error, 'EPERM')) return false;
  }
  // After a restart of a container, another process often has the same number.
  const present = await findStartTime(pid);
  return start === undefined || present === undefined || present === start;
}

/**
 * Finds the start time of a process, in ticks since the system's boot: the 22nd field of Linux's `stat`, whose second field may contain
 * blanks.
 */
async function findStartTime(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .at(19);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
