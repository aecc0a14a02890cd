/** The demo as `npm start` starts it, in a process of its own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findFreePort, waitUntil } from './documented-server.mjs';
import { root } from './packed.mjs';

const VITE = join(root, 'node_modules/vite/bin/vite.js');

/**
 * Starts the demo and waits until it has said where its sandbox is.
 *
 * @param {Record<string, string>} env What is to differ in its environment.
 * @returns What it has printed, the base URL of its sandbox as printed, and a way to end it.
 */
export async function startDemo(env = {}) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [VITE, '--port', String(port)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += stripVTControlCharacters(String(text))));
  const stop = () => child.kill();
  try {
    await waitUntil(() => /Sandbox: \S+ /.test(output), 'the address of the sandbox');
  } catch (cause) {
    stop();
    throw new Error(`The demo printed: ${output}`, { cause });
  }
  return { output: () => output, sandbox: /Sandbox: (\S+)/.exec(output)?.[1], stop };
}
