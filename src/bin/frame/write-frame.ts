/// <reference types="node" />
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../command.js';
import { findProfileProblems, isProfile, type FrameConfigFile } from './frame-config.js';
import { createFrameFiles, hashIntegrity, type Files } from './frame-files.js';
import { createHeaders, selectCacheControl } from './frame-headers.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** Names of what is copied of the package's build. */
const BUILT = /\.(?:js|css)$/;

/** The licences of what is bundled must go where the files go. */
const NOTICE = 'THIRD-PARTY-LICENSES.txt';

/** Where a frame is written, and what of. */
interface WriteFrameOptions {
  /** The folder to write into. */
  folder: string;
  /** A module with the parts of the profile that JSON cannot hold. */
  profileFile?: string | undefined;
  /** The package's `dist`. Default: where this program is. */
  dist?: string | undefined;
}

/** A frame that was written: what a server must know to serve it. */
export interface WrittenFrame {
  /** Each file that was written, by name: its hash, and how long it may be kept. */
  files: Readonly<Record<string, { integrity: string; cacheControl: string }>>;
  /** The headers of every response, beside `Content-Type` and `Cache-Control`. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Writes the page of a frame of card fields for one shop: static files for a server of the provider's.
 *
 * @throws {UsageError} The profile's file or the folder cannot be used.
 * @throws {Error} The package's build of the frame is not there.
 */
export async function writeFrame(config: FrameConfigFile, options: WriteFrameOptions): Promise<WrittenFrame> {
  const { folder, profileFile, dist = join(import.meta.dirname, '..') } = options;
  const profileCode = profileFile === undefined ? undefined : await loadProfileCode(config, profileFile);
  const files = createFrameFiles({ config, profileCode, built: await loadBuilt(join(dist, 'frame')) });
  const notice = await readFile(join(dist, NOTICE), 'utf8');
  const hashes = await writeFolder(folder, new Map([...files, [NOTICE, notice]]));
  return {
    files: Object.fromEntries(
      Object.entries(hashes).map(([name, integrity]) => [name, { integrity, cacheControl: selectCacheControl(name) }]),
    ),
    headers: createHeaders(config),
  };
}

/** The code of a profile's module, which must fit what the config has of the profile. */
async function loadProfileCode({ profile: data = {} }: FrameConfigFile, file: string): Promise<string> {
  const { code, profile } = await loadProfileFile(file);
  const twice = Object.keys(profile).filter((key) => Object.hasOwn(data, key));
  if (twice.length > 0) throw new UsageError(`--profile: ${twice.join(', ')} is in ${file} and in the config: leave it out of one.`);
  const [problem] = findProfileProblems({ ...data, ...profile });
  if (problem !== undefined) throw new UsageError(`--profile: ${file} and the config do not go together: ${problem}.`);
  return code;
}

async function loadBuilt(folder: string): Promise<Files> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(
      names.filter((name) => BUILT.test(name)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
}

/** A profile that is a module, because it has functions. */
interface ProfileModule {
  /** The module as it was written: the frame loads it. */
  code: string;
  profile: ServiceProfileInput;
}

/** Imports and exports of other modules. Node has modules of its own in any folder, and a browser has none of them. */
const IMPORT = /(?:^|;)\s*import[\s{*'"]|(?:^|;)\s*export\s*(?:\*[^'"]*|\{[^}]*\}\s*)from\s*['"]|\bimport\s*\(/m;

/**
 * Reads a module whose default export is a service profile. The module runs: in this process now, and in the frame later.
 *
 * @throws {UsageError} It cannot be read or run, it imports something, or its default export is no profile.
 */
async function loadProfileFile(file: string): Promise<ProfileModule> {
  const code = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--profile: the file ${file} cannot be read (${describe(error)}).`);
  });
  if (IMPORT.test(removeComments(code))) throw new UsageError(`--profile: ${file} imports something. ${ALONE}`);
  const profile = await importAlone(code, file);
  if (profile === undefined) throw new UsageError(`--profile: ${file} has no default export. Write: export default { ... };`);
  if (isProfile(profile)) return { code, profile };
  throw new UsageError([`--profile: ${file} is no profile:`, ...findProfileProblems(profile).map((problem) => `  ${problem}`)].join('\n'));
}

const ALONE = 'The frame loads this one file: everything must be in it.';

/** The default export of a module that has nothing beside it. */
async function importAlone(code: string, file: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-profile-'));
  const copy = join(folder, 'profile.mjs');
  try {
    await writeFile(copy, code);
    const module: { default?: unknown } = await import(pathToFileURL(copy).href);
    return module.default;
  } catch (error) {
    throw new UsageError(`--profile: ${file} does not run alone (${describe(error)}). ${ALONE}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function removeComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

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
async function writeFolder(folder: string, files: Files): Promise<Readonly<Record<string, string>>> {
  const written = Object.fromEntries(sortByName([...files].map(([name, text]) => [name, hashIntegrity(text)])));
  try {
    await mkdir(folder, { recursive: true });
    const present = await readdir(folder);
    const earlier = present.includes(LIST) ? await loadList(folder) : {};
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

/** Loads the list in a folder; it is empty where the file is not one of ours. */
async function loadList(folder: string): Promise<Readonly<Record<string, string>>> {
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
