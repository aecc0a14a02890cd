/// <reference types="node" />
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command.js';
import { findProfileProblems } from './check-config.js';
import { createFrameFiles } from './frame-files.js';
import { writeFolder } from './frame-folder.js';
import { createHeaders, readCacheControl } from './frame-headers.js';
import { readProfileFile } from './read-profile-file.js';
import type { Files } from './frame-files.js';
import type { FrameConfig } from './frame-config.js';

/** Names of what is copied of the package's build. */
const BUILT = /\.(?:js|css)$/;

/** The licences of what is bundled must go where the files go. */
const NOTICE = 'THIRD-PARTY-LICENSES.txt';

/** Where a frame is written, and what of. */
export interface WriteFrameOptions {
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
export async function writeFrame(config: FrameConfig, options: WriteFrameOptions): Promise<WrittenFrame> {
  const { folder, profileFile, dist = join(import.meta.dirname, '..') } = options;
  const profileCode = profileFile === undefined ? undefined : await readProfileCode(config, profileFile);
  const files = createFrameFiles({ config, profileCode, built: await readBuilt(join(dist, 'frame')) });
  const notice = await readFile(join(dist, NOTICE), 'utf8');
  const hashes = await writeFolder(folder, new Map([...files, [NOTICE, notice]]));
  return {
    files: Object.fromEntries(
      Object.entries(hashes).map(([name, integrity]) => [name, { integrity, cacheControl: readCacheControl(name) }]),
    ),
    headers: createHeaders(config),
  };
}

/** The code of a profile's module, which must fit what the config has of the profile. */
async function readProfileCode({ profile: data = {} }: FrameConfig, file: string): Promise<string> {
  const { code, profile } = await readProfileFile(file);
  const twice = Object.keys(profile).filter((key) => Object.hasOwn(data, key));
  if (twice.length > 0) throw new UsageError(`--profile: ${twice.join(', ')} is in ${file} and in the config: leave it out of one.`);
  const [problem] = findProfileProblems({ ...data, ...profile });
  if (problem !== undefined) throw new UsageError(`--profile: ${file} and the config do not go together: ${problem}.`);
  return code;
}

async function readBuilt(folder: string): Promise<Files> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    await Promise.all(
      names.filter((name) => BUILT.test(name)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
}
