/// <reference types="node" />
import { parseArgs } from 'node:util';
import { UsageError } from './command.js';
import type { CommandOptions, CommandValues } from './command.js';

/**
 * Reads the arguments of a command.
 *
 * @throws {UsageError} An option that there is not, one without its value or with one that it does not take, or an argument that is no option.
 */
export function readArguments<Options extends CommandOptions>(args: readonly string[], options: Options): CommandValues<Options> {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new UsageError(`"${token.value}" is not expected here: every argument is an option, --name value.`);
    if (token.kind === 'option') checkOption(token, options);
  }
  return parseArgs({ args: [...args], options }).values;
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

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
