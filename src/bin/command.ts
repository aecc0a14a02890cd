/// <reference types="node" />
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { parseArgs } from 'node:util';

/** The options of a command, in the form of `parseArgs` of `node:util`. No option takes more than one value. */
export type CommandOptions = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>>;

/** The values of a command's options: text, or `true`; `undefined` if an option was not given. */
export type CommandValues<Options extends CommandOptions> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** The environment of a command. */
export interface CommandIo {
  /** Writes a line of results and adds the line break. Only results go to this stream. */
  stdout: (text: string) => void;
  /** Writes an error, a warning or a hint for the person at the terminal, and adds the line break. */
  stderr: (text: string) => void;
  /** The environment variables. */
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C and by SIGTERM. The command should then clean up and end soon. */
  signal: AbortSignal;
  /** Asks the person at the terminal a question; absent if there is no terminal. `undefined` stands for Ctrl+C, Ctrl+D and SIGTERM. */
  ask?: ((question: string) => Promise<string | undefined>) | undefined;
}

/** A command of the program `balcao`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** The word after `balcao`. */
  name: string;
  /** The purpose of the command, in one short line without a full stop. */
  summary: string;
  /** The output of `--help`: usage, options, examples and exit codes. */
  help: string;
  /** The name of the one argument that is not an option, if the command takes one. */
  argument?: string;
  /** All options except `--help`, which every command has. */
  options: Options;
  /**
   * Executes the command.
   *
   * @returns The exit code: 0 good, 1 the command failed or found something bad.
   * @throws {UsageError} An argument or an environment variable cannot be used. The program prints the message and ends with 2.
   */
  run(values: CommandValues<Options>, io: CommandIo, argument?: string): Promise<number>;
}

/** The folder of this package. It is as far from this file in `src/bin` as from the program in `dist/bin`. */
export const packageFolder = resolve(import.meta.dirname, '../..');

/** The error for an argument that cannot be used: exit code 2. The message names the option and the allowed values. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Reads a file that an option, such as `--config`, names. Rejects with a `UsageError` that begins with the option. */
export async function loadFile(option: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${option}: the file ${file} cannot be read (${describeError(error)}).`);
  });
}

/** Reads a JSON file that an option names. Rejects with a `UsageError` if it cannot be read, or is not JSON. */
export async function loadJsonFile(option: string, file: string): Promise<unknown> {
  const text = await loadFile(option, file);
  try {
    // Editors on Windows may begin a file with a byte order mark, which is not JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${option}: ${file} is not JSON (${describeError(error)}).`, { cause: error });
  }
}

/** Returns the message of an error. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of an error of Node, such as `ENOENT`; `undefined` if it has none. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
