/// <reference types="node" />
import { readFile } from 'node:fs/promises';
import type { parseArgs } from 'node:util';

/** The options of a command, as `parseArgs` of `node:util` wants them. None takes more than one value. */
export type CommandOptions = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>>;

/** The values of options that were given: text, or `true`; `undefined` where one was not given. */
export type CommandValues<Options extends CommandOptions> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** The environment of a command. */
export interface CommandIo {
  /** Writes a line of results; the line break is added. Nothing but results goes here. */
  stdout: (text: string) => void;
  /** Writes a line for the person in front of the terminal: errors, warnings, hints; the line break is added. */
  stderr: (text: string) => void;
  /** The environment variables. */
  env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C and by SIGTERM: the command should end soon, and cleanly. */
  signal: AbortSignal;
}

/** A command of the program `balcao`. */
export interface Command<Options extends CommandOptions = CommandOptions> {
  /** The word after `balcao`. */
  name: string;
  /** Its purpose, in one short line without a full stop. */
  summary: string;
  /** The output of `--help`: usage, options, examples and exit codes. */
  help: string;
  /** All options but `--help`, which every command has. */
  options: Options;
  /**
   * Carries the command out.
   *
   * @returns The exit code: 0 good, 1 the command failed or found something bad.
   * @throws {UsageError} What was given cannot be used; the program prints the message and ends with 2.
   */
  run(values: CommandValues<Options>, io: CommandIo): Promise<number>;
}

/** An argument that cannot be used: exit code 2. The message names the option and the allowed values. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Reads a JSON file that an option names.
 *
 * @param option As it is written, like `--config`.
 * @throws {UsageError} The file cannot be read, or is no JSON.
 */
export async function loadJsonFile(option: string, file: string): Promise<unknown> {
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
