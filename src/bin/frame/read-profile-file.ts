/// <reference types="node" />
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../command.js';
import { findProfileProblems, isProfile } from './check-config.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** A profile that is a module, because it has functions. */
export interface ProfileModule {
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
export async function readProfileFile(file: string): Promise<ProfileModule> {
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
