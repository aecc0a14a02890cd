/// <reference types="node" />
import { createInterface } from 'node:readline';
import type { CommandIo } from './command.js';

/** Creates the function that asks the person at a terminal. Answers that are typed ahead are kept. `signal` closes the terminal. */
export function createAsk(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, signal: AbortSignal): CommandIo['ask'] {
  let isClosed = false;
  const open = () => {
    const terminal = createInterface({ input, output, signal, terminal: true }).once('close', () => (isClosed = true));
    return { terminal, lines: terminal[Symbol.asyncIterator]() };
  };
  let opened: ReturnType<typeof open> | undefined;
  return async (question) => {
    const { terminal, lines } = (opened ??= open());
    terminal.setPrompt(question);
    if (!isClosed) terminal.prompt(true);
    const { done, value } = await lines.next();
    if (!done) return value;
    output.write('\n');
    return undefined;
  };
}
