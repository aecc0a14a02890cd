/// <reference types="node" />
import { parseArgs } from 'node:util';
import { VERSION } from '../domain/version.js';
import { UsageError, describeError, type Command, type CommandIo, type CommandOptions } from './command.js';

/** The lazy-loaded commands, by name. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  create: async () => (await import('./create/create-command.js')).createCommand,
  sandbox: async () => (await import('./sandbox/sandbox-command.js')).sandboxCommand,
  doctor: async () => (await import('./doctor/doctor-command.js')).doctorCommand,
  frame: async () => (await import('./frame/frame-command.js')).frameCommand,
  serve: async () => (await import('./serve/serve-command.js')).serveCommand,
};

/** The exit code if the command failed or found something bad. */
const FAILED = 1;

/** The exit code if the arguments cannot be used. */
const WRONG_USAGE = 2;

const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;
const PROGRAM_OPTIONS = { ...HELP_OPTION, version: { type: 'boolean' } } as const;

/** Runs `balcao` with its command-line arguments and returns the exit code. Never rejects. */
export async function runProgram(args: readonly string[], io: CommandIo): Promise<number> {
  const [name] = args;
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    return await (load ? runCommand(await load(), args.slice(1), io) : runWithoutCommand(args, io));
  } catch (error) {
    io.stderr(`balcao: ${describeError(error)}`);
    if (!(error instanceof UsageError)) return FAILED;
    io.stderr(`Help: balcao ${load ? `${name} ` : ''}--help`);
    return WRONG_USAGE;
  }
}

async function runCommand(command: Command, args: readonly string[], io: CommandIo): Promise<number> {
  const { values, argument } = parseArguments(args, { ...command.options, ...HELP_OPTION }, command.argument);
  if (!values.help) return command.run(values, io, argument);
  io.stdout(command.help);
  return 0;
}

async function runWithoutCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [first] = args;
  const names = Object.keys(COMMANDS).join(', ');
  if (first === undefined) throw new UsageError(`Which command? The commands are ${names}.`);
  if (!first.startsWith('-')) throw new UsageError(`There is no command "${first}". The commands are ${names}.`);
  const { values } = parseArguments(args, PROGRAM_OPTIONS);
  io.stdout(values.version ? VERSION : await writeProgramHelp());
  return 0;
}

async function writeProgramHelp(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  return [
    'balcao: tools for shops that embed the checkout Balcão',
    '',
    'Usage: balcao COMMAND [options]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
    '',
    'Options:',
    '  --help, -h  Print this, or the help of a command: balcao COMMAND --help',
    '  --version   Print the version of the package',
    '',
    'Examples:',
    ...commands.map(({ name }) => `  npx balcao ${name} --help`),
    '',
    'Exit codes: 0 good, 1 the command failed or found something bad, 2 wrong usage',
  ].join('\n');
}

/**
 * Parses the arguments of a command.
 *
 * @param name The name of the argument that is not an option, if there may be one.
 * @throws {UsageError} An option is unknown, lacks its value or has a value that it does not take, or an argument is not expected.
 */
function parseArguments<Options extends CommandOptions>(args: readonly string[], options: Options, name?: string) {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  let argument: string | undefined;
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(token, options);
    if (token.kind !== 'positional') continue;
    const expected = name === undefined ? 'every argument is an option, --name value' : `there is one ${name} only`;
    if (name === undefined || argument !== undefined) throw new UsageError(`"${token.value}" is not expected here: ${expected}.`);
    argument = token.value;
  }
  return { values: parseArgs({ args: [...args], options, allowPositionals: true }).values, argument };
}

/** An option as it was typed. */
interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

/** Throws a `UsageError` if an option is unknown, lacks its value or has a value that it does not take. */
function checkOption({ name, rawName, value, inlineValue }: OptionToken, options: CommandOptions): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) throw new UsageError(`There is no option ${rawName}. The options are ${listOptions(options)}.`);
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`The option ${rawName} takes no value.`);
  const isMissing = value === undefined || value === '' || (value.startsWith('-') && inlineValue !== true);
  if (option.type === 'string' && isMissing) throw new UsageError(`The option ${rawName} needs a value: ${rawName} VALUE.`);
}

function listOptions(options: CommandOptions): string {
  return Object.keys(options)
    .map((name) => `--${name}`)
    .join(', ');
}
