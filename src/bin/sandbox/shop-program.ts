/// <reference types="node" />
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of this machine that is free: `wanted`, or any other if that one is taken. */
export async function findFreePort(wanted: number): Promise<number> {
  const server = createServer();
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening');
  } catch {
    return findFreePort(0);
  }
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : wanted;
}

/** The time in which a program may end after SIGTERM, ms. */
const END_MS = 10_000;

/** Runs a program of Node until it ends, or `signal` ends it. Resolves with its exit code, or with 0 if it was ended. */
export async function runShopProgram(file: string, options: SpawnOptions, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return 0;
  const child = spawn(process.execPath, [file], options);
  signal.addEventListener('abort', () => {
    // npm passes on a Ctrl+C that the sandbox already has. The second one must not end the sandbox before the program.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
    child.kill();
    setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
  });
  const [code]: (number | null)[] = await once(child, 'exit');
  return signal.aborted ? 0 : (code ?? 1);
}
