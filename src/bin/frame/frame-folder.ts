/// <reference types="node" />
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command.js';
import { hashIntegrity } from './frame-files.js';
import type { Files } from './frame-files.js';

/** The list of what this program has written into a folder: name -> `integrity`. */
const LIST = 'frame-files.json';

/** Written last: a server that has the folder already gives the earlier page meanwhile, whose files are all there. */
const PAGE = 'index.html';

/**
 * Writes files into a folder that is empty, not there, or written by this program. Files of an earlier time with other names stay, since
 * frames that are open in shops may still load them; nothing is deleted.
 *
 * @returns The `integrity` of each file that was written, by name.
 * @throws {UsageError} The folder has something in it that this program did not write, or cannot be written into.
 */
export async function writeFolder(folder: string, files: Files): Promise<Readonly<Record<string, string>>> {
  const written = Object.fromEntries(sortByName([...files].map(([name, text]) => [name, hashIntegrity(text)])));
  try {
    await mkdir(folder, { recursive: true });
    const present = await readdir(folder);
    const earlier = present.includes(LIST) ? await readList(folder) : {};
    const foreign = present.filter((name) => name !== LIST && !Object.hasOwn(earlier, name));
    if (foreign.length > 0) throw createRefusal(folder, foreign);
    const all = Object.fromEntries(sortByName(Object.entries({ ...earlier, ...written })));
    await writeFile(join(folder, LIST), `${JSON.stringify(all, null, 2)}\n`);
    for (const [name, text] of files) if (name !== PAGE) await writeFile(join(folder, name), text);
    await writeFile(join(folder, PAGE), files.get(PAGE) ?? '');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--out: ${folder} cannot be written into (${reason}).`, { cause: error });
  }
  return written;
}

/** What the list in a folder names; nothing where it is not one of ours. */
async function readList(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(join(folder, LIST), 'utf8');
  try {
    const list: unknown = JSON.parse(text);
    return isList(list) ? list : {};
  } catch {
    return {};
  }
}

function isList(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((hash) => typeof hash === 'string');
}

function createRefusal(folder: string, foreign: readonly string[]): UsageError {
  const [first, ...others] = foreign;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return new UsageError(`--out: ${folder} has ${first}${more}, which this command did not write. Give a folder of its own.`);
}

function sortByName(entries: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
}
