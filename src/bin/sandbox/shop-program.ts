/// <reference types="node" />
import { spawn } from 'node:child_process';
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

/** Runs a program of Node until it ends, or `signal` ends it. Resolves with its exit code, or with 0 if it was ended. */
export async function runShopProgram(file: string, env: Readonly<Record<string, string>>, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return 0;
  const child = spawn(process.execPath, [file], { stdio: 'inherit', env: { ...process.env, ...env } });
  signal.addEventListener('abort', () => child.kill());
  const [code]: (number | null)[] = await once(child, 'exit');
  return signal.aborted ? 0 : (code ?? 1);
}
