/// <reference types="node" />
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError, describeError } from '../command.js';
import { findProfileProblems, isProfile, type FrameConfigFile } from './frame-config.js';
import { createFrameFiles, hashImportMap, hashIntegrity, type Files } from './frame-files.js';
import { createHeaders, selectCacheControl } from './frame-headers.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** The names of the files that are copied from the package's build. */
const BUILT = /\.(?:js|css)$/;

/** The licences of the bundled packages, which must be published with the files. */
const NOTICE = 'THIRD-PARTY-LICENSES.txt';

/** The settings of `writeFrame`. */
interface WriteFrameOptions {
  /** The folder to write into. */
  folder: string;
  /** The path of a module with the parts of the profile that JSON cannot hold. */
  profileFile?: string | undefined;
  /** The package's `dist` folder. Default: the one that contains this program. */
  dist?: string | undefined;
}

/** The facts that a server needs to serve a frame. */
export interface WrittenFrame {
  /** The hash and the `Cache-Control` of each written file, by file name. */
  files: Readonly<Record<string, { integrity: string; cacheControl: string }>>;
  /** The headers of every response, except `Content-Type` and `Cache-Control`. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Writes the page of a frame of card fields for one shop: static files for the provider's server.
 *
 * @throws {UsageError} The profile's file or the folder cannot be used.
 * @throws {Error} The package's build of the frame is missing or incomplete.
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
    headers: createHeaders(config, hashImportMap(files.get(PAGE) ?? '')),
  };
}

/** Loads the code of a profile's module, and throws a `UsageError` if the module does not fit the part of the profile in the config. */
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

/** A profile in the form of a module, which can contain functions. */
interface ProfileModule {
  /** The source of the module, unchanged. The frame loads it. */
  code: string;
  profile: ServiceProfileInput;
}

/** The statements that import from another module. Node would find its built-in modules from any folder; a browser has none of them. */
const IMPORT = /(?:^|;)\s*import[\s{*'"]|(?:^|;)\s*export\s*(?:\*[^'"]*|\{[^}]*\}\s*)from\s*['"]|\bimport\s*\(/m;

/**
 * Loads a module whose default export is a service profile. The module runs in this process now, and in the frame later.
 *
 * @throws {UsageError} The module cannot be read or run, it imports something, or its default export is not a valid profile.
 */
async function loadProfileFile(file: string): Promise<ProfileModule> {
  const code = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--profile: the file ${file} cannot be read (${describeError(error)}).`);
  });
  if (IMPORT.test(removeComments(code))) throw new UsageError(`--profile: ${file} imports something. ${ALONE}`);
  const profile = await importAlone(code, file);
  if (profile === undefined) throw new UsageError(`--profile: ${file} has no default export. Write: export default { ... };`);
  if (isProfile(profile)) return { code, profile };
  throw new UsageError([`--profile: ${file} is no profile:`, ...findProfileProblems(profile).map((problem) => `  ${problem}`)].join('\n'));
}

const ALONE = 'The frame loads this one file: everything must be in it.';

/** Returns the default export of a module. The module runs from a temporary folder, where it can import no file of the shop's. */
async function importAlone(code: string, file: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-profile-'));
  const copy = join(folder, 'profile.mjs');
  try {
    await writeFile(copy, code);
    const module: { default?: unknown } = await import(pathToFileURL(copy).href);
    return module.default;
  } catch (error) {
    throw new UsageError(`--profile: ${file} does not run alone (${describeError(error)}). ${ALONE}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function removeComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The list of the files that this program has written into a folder: file name -> `integrity`. */
const LIST = 'frame-files.json';

/** The page, which is written last. Until then a server of this folder serves the earlier page, whose files are all still there. */
const PAGE = 'index.html';

/**
 * Writes files into a folder that is empty, does not exist yet, or was written by this program. Deletes nothing: frames that are open in
 * shops may still load the files of an earlier run.
 *
 * @returns The `integrity` of each written file, by file name.
 * @throws {UsageError} The folder contains a file that this program did not write, or it is not writable.
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
    throw new UsageError(`--out: ${folder} cannot be written into (${describeError(error)}).`, { cause: error });
  }
  return written;
}

/** Loads the list of a folder's files; it is empty if the file was not written by this program. */
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
