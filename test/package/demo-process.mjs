/** The demo as `npm start` starts it, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findFreePort, waitUntil } from './documented-server.mjs';
import { root } from './packed.mjs';

/** A folder of data takes seconds to be made, of which a machine at work makes many, ms. */
const LIMIT_MS = 240_000;

const VITE = join(root, 'node_modules/vite/bin/vite.js');

/**
 * Starts the demo and waits until it has said where its sandbox is.
 *
 * @param {Record<string, string>} env What is to differ in its environment.
 * @param {{ port?: number }} options `port`: of its pages; one that is free by default.
 * @returns What it has printed, the base URL of its sandbox as printed, the address of its pages, a way to end it, and `kill`, which gives it
 * no time for anything and resolves when it is gone.
 */
export async function startDemo(env = {}, { port: wanted } = {}) {
  const port = wanted ?? (await findFreePort());
  const child = spawn(process.execPath, [VITE, '--port', String(port)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += stripVTControlCharacters(String(text))));
  const stop = () => child.kill();
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await waitUntil(() => /Sandbox: \S+ /.test(output), 'the address of the sandbox', LIMIT_MS);
  } catch (cause) {
    stop();
    throw new Error(`The demo printed: ${output}`, { cause });
  }
  return { output: () => output, sandbox: /Sandbox: (\S+)/.exec(output)?.[1], address: `http://localhost:${port}/`, stop, kill };
}
