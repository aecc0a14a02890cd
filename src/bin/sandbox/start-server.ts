import { startSandboxServer } from '../../sandbox/node.js';
import type { SandboxServer, SandboxServerOptions } from '../../sandbox/node.js';

/** Where the documents and recipes expect the sandbox. */
const DEFAULT_PORT = 4174;

/** A server to be started. */
export interface ServerRequest extends Omit<SandboxServerOptions, 'port'> {
  /** The port that was asked for; `undefined` for 4174, or any free one. */
  port: number | undefined;
  /** Told that 4174 is taken and which port was taken instead. */
  warn: (text: string) => void;
}

/**
 * Starts the sandbox's server.
 *
 * @throws {Error} The port that was asked for is taken, or the address cannot be listened on; the message says what to do.
 */
export async function startServer({ port, warn, ...options }: ServerRequest): Promise<SandboxServer> {
  try {
    return await startSandboxServer({ ...options, port: port ?? DEFAULT_PORT });
  } catch (error) {
    const code = readCode(error);
    if (code !== 'EADDRINUSE') throw new Error(explainStart(code, error), { cause: error });
    if (port !== undefined) {
      const fix = 'Choose another one with --port, or leave --port out: then a free one is taken';
      throw new Error(`The port ${port} is taken. ${fix}.`, { cause: error });
    }
  }
  const server = await startSandboxServer({ ...options, port: 0 });
  warn(`The port ${DEFAULT_PORT} is taken; this sandbox is at port ${new URL(server.origin).port} instead.`);
  return server;
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function explainStart(code: string | undefined, error: unknown): string {
  if (code === 'EACCES') return 'This port needs more rights than this program has. Choose one above 1023 with --port.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'This machine does not have the address of --host. 0.0.0.0 stands for all that it has.';
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}
