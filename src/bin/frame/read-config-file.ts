/// <reference types="node" />
import { readFile } from 'node:fs/promises';
import { UsageError } from '../command.js';
import { readConfig } from './check-config.js';
import type { FrameConfig } from './frame-config.js';

/**
 * Reads the JSON file of a frame's config.
 *
 * @throws {UsageError} The file cannot be read, is no JSON, or is no config: each slip is named.
 */
export async function readConfigFile(file: string): Promise<FrameConfig> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--config: the file ${file} cannot be read (${describe(error)}).`);
  });
  const { config, problems } = readConfig(parseJson(text, file));
  if (config) return config;
  throw new UsageError([`--config: ${file} cannot be used:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
}

function parseJson(text: string, file: string): unknown {
  try {
    // Editors on Windows begin a file with a mark that is no JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`--config: ${file} is not JSON (${describe(error)}).`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
