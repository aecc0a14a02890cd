/// <reference types="node" />
import { readFile } from 'node:fs/promises';
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
}

/** A command of the program `balcao`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** The word after `balcao`. */
  name: string;
  /** The purpose of the command, in one short line without a full stop. */
  summary: string;
  /** The output of `--help`: usage, options, examples and exit codes. */
  help: string;
  /** All options except `--help`, which every command has. */
  options: Options;
  /**
   * Executes the command.
   *
   * @returns The exit code: 0 good, 1 the command failed or found something bad.
   * @throws {UsageError} An argument or an environment variable cannot be used. The program prints the message and ends with 2.
   */
  run(values: CommandValues<Options>, io: CommandIo): Promise<number>;
}

/** The error for an argument that cannot be used: exit code 2. The message names the option and the allowed values. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Reads a JSON file that an option names.
 *
 * @param option The option as it is typed, such as `--config`. It begins the error message.
 * @throws {UsageError} The file cannot be read, or it is not JSON.
 */
export async function loadJsonFile(option: string, file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${option}: the file ${file} cannot be read (${describe(error)}).`);
  });
  try {
    // Editors on Windows may begin a file with a byte order mark, which is not JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${option}: ${file} is not JSON (${describe(error)}).`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
