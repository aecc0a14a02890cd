import { startSandboxServer } from '../../sandbox/node.js';
import type { Command, CommandIo } from '../command.js';

const HELP = `Usage: balcao sandbox [options]

Exit codes: 0 it was ended by Ctrl+C or SIGTERM, 1 it could not start, 2 wrong usage`;

const OPTIONS = { json: { type: 'boolean' } } as const;

/** `balcao sandbox`: the payments service, in memory, on this machine. */
export const sandboxCommand: Command<typeof OPTIONS> = {
  name: 'sandbox',
  summary: 'Start the payments service of the sandbox on this machine',
  help: HELP,
  options: OPTIONS,
  run: (_values, io) => runSandbox(io),
};

async function runSandbox({ stdout, signal }: CommandIo): Promise<number> {
  const server = await startSandboxServer();
  stdout(`${server.origin}/demo/`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  await server.close();
  return 0;
}
