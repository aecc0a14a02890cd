/// <reference types="node" />
import { readFile } from 'node:fs/promises';
import { UsageError } from './command.js';

/**
 * Reads a JSON file that an option names.
 *
 * @param option As it is written, like `--config`.
 * @throws {UsageError} The file cannot be read, or is no JSON.
 */
export async function readJsonFile(option: string, file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${option}: the file ${file} cannot be read (${describe(error)}).`);
  });
  try {
    // Editors on Windows begin a file with a mark that is no JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${option}: ${file} is not JSON (${describe(error)}).`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
